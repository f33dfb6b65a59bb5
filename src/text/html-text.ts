/** Text: what a reader sees of a stretch of HTML, on one line. */
import { foldSpace } from './folded-space.ts';
import { decodeEntities } from './html-entities.ts';
import { altOf } from './html-flow.ts';
import { htmlTokens, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { isHtml } from './media-type.ts';
import { isBlank } from './word-cuts.ts';

/**
 * The text of `html[from, to)` without tags, comments, scripts and styles, pictures by their `alt`, with character references
 * resolved and white space folded. Linear; throws nothing.
 */
export function htmlText(html: string, from = 0, to: number = html.length): string {
  const { tokens, starts } = htmlTokens(html, from, to);
  let out = '';
  for (const [i, token] of tokens.entries()) {
    if (kindOf(token) === TOKEN.text) out += decodeEntities(html.slice(starts[i], starts[i + 1]));
    else if ((token & TAG.picture) !== 0) out += ` ${altOf(html.slice(starts[i], starts[i + 1]))} `;
    else if ((token & TAG.breaks) !== 0) out += ' ';
  }
  return foldSpace(out).trim();
}

/** What a reader sees of `text`, which is of this media type: HTML without its markup, everything else as it stands. */
export function readableText(text: string, mediaType: string): string {
  return isHtml(mediaType) ? htmlText(text) : text;
}

const GREATER_THAN = 62;

/** Where the text of `html[from, to)` ends, the tags and the white space behind it left out; `from` without text. */
export function visibleEnd(html: string, from: number, to: number): number {
  let end = to;
  while (end > from) {
    if (isBlank(html.charCodeAt(end - 1))) end--;
    else if (html.charCodeAt(end - 1) === GREATER_THAN) end = Math.max(from, html.lastIndexOf('<', end - 1));
    else break;
  }
  return end;
}
