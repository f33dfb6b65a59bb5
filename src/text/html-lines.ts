/** Text: a stretch of HTML as the lines that a reader sees, for a model: a tenth of the tokens that its tags would cost. */
import type { Chunk } from '../model/chunk.ts';
import { foldSpace } from './folded-space.ts';
import { decodeEntities } from './html-entities.ts';
import {
  altOf,
  beginFlow,
  beginsInPre,
  gapOf,
  type HtmlFlow,
  passBlank,
  passSpace,
  passTag,
  passWords,
} from './html-flow.ts';
import { HtmlTokenReader, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { isHtml } from './media-type.ts';

export interface HtmlLinesOptions {
  /** What is longer than this many UTF-16 units ends somewhere behind them. Default: no limit. */
  readonly most?: number;
  /** Whether the stretch begins inside `<pre>`. Default: as the first of these tags in it says, else false. */
  readonly isPre?: boolean;
}

/**
 * The text of `html` without tags, comments, scripts and styles: a line for each paragraph, heading (`## Title`), item
 * (`- text`) and row (cells with `|` between them), `<pre>` as it is, pictures by their `alt`, character references resolved.
 * Linear; throws nothing.
 */
export function htmlLines(html: string, options: HtmlLinesOptions = {}): string {
  const { most = Number.POSITIVE_INFINITY, isPre = beginsInPre(html) ?? false } = options;
  const page: Page = { text: '', flow: beginFlow(isPre) };
  const reader = new HtmlTokenReader(html, 0, html.length);
  while (page.text.length <= most && reader.next()) {
    const { token, start, end } = reader;
    if (kindOf(token) === TOKEN.text) addText(page, decodeEntities(html.slice(start, end)));
    else if (kindOf(token) !== TOKEN.hidden) addTag(page, html, reader);
  }
  return page.text;
}

/**
 * The text of a document or a chunk, or of several in a row, as it is written out for a model: HTML as `htmlLines` has it, all
 * else as it stands.
 */
export function writtenText(text: string, { mediaType, kind }: Written): string {
  // A chunk of code that shows none of the tags stands between them.
  return isHtml(mediaType) ? htmlLines(text, { isPre: beginsInPre(text) ?? kind === 'code' }) : text;
}

/** What must be known of a text to write it out. */
export interface Written {
  readonly mediaType: string;
  /** That of a chunk. */
  readonly kind?: string;
}

/** UTF-16 units of the embedded string of a chunk that are overlap; of a page, whose tags are left out, or its context, at most. */
export function overlapLength(chunk: Written & Pick<Chunk, 'overlap' | 'embedText' | 'text'>): number {
  const { overlap, embedText, text } = chunk;
  if (overlap === null) return 0;
  const length = overlap.end - overlap.start;
  return isHtml(chunk.mediaType)
    ? Math.min(length, Math.max(0, embedText.length - writtenText(text, chunk).length))
    : length;
}

interface Page {
  text: string;
  readonly flow: HtmlFlow;
}

function addText(page: Page, text: string): void {
  if (page.flow.isPre) addPreformatted(page, text);
  else addWords(page, foldSpace(text));
}

function addWords(page: Page, folded: string): void {
  const { flow } = page;
  if (folded.startsWith(' ')) passSpace(flow);
  const words = folded.trim();
  if (words === '') return;
  page.text += gapOf(flow) + words;
  passWords(flow, folded.endsWith(' ') ? ' ' : '');
}

function addPreformatted(page: Page, text: string): void {
  const { flow } = page;
  const end = text.trimEnd().length;
  if (end > 0) {
    passBlank(flow, text.slice(0, end));
    page.text += gapOf(flow);
    passWords(flow, '');
  }
  passBlank(flow, text.slice(end));
}

/** A picture is a word for itself. */
function addTag(page: Page, html: string, { token, start, end }: HtmlTokenReader): void {
  const isPicture = (token & TAG.picture) !== 0 && kindOf(token) === TOKEN.open;
  if (isPicture) addWords(page, ` ${foldSpace(altOf(html.slice(start, end)))} `);
  else passTag(page.flow, token);
}
