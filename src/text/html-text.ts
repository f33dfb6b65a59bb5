/** Text: what a reader sees of a stretch of HTML, on one line. */
import { decodeEntities } from './html-entities.ts';
import { htmlTokens, isBreak } from './html-tokens.ts';

/**
 * The text of `html[from, to)` without tags, comments, scripts and styles, with character references resolved and white
 * space folded. Linear; throws nothing.
 */
export function htmlText(html: string, from = 0, to: number = html.length): string {
  let out = '';
  for (const { kind, start, end, name } of htmlTokens(html, from, to)) {
    if (kind === 'text') out += decodeEntities(html.slice(start, end));
    else if (isBreak(name)) out += ' ';
  }
  return out.replace(/\s+/g, ' ').trim();
}
