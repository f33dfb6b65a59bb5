/** Text: a stretch of HTML as the lines that a reader sees, for a language model: a tenth of the tokens that its tags would cost. */
import { foldSpace } from './folded-space.ts';
import { decodeEntities } from './html-entities.ts';
import { HtmlTokenReader, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { isHtml } from './media-type.ts';

/** Between two cells of a row. */
export const CELL_MARK = ' | ';

interface Page {
  readonly lines: string[];
  /** UTF-16 units of the lines. */
  length: number;
  line: string;
  /** Mark of a heading or an item, until its first words come. */
  mark: string;
  /** Cells that the row has so far; 0 outside of rows. */
  cells: number;
  /** Inside `<pre>`, where white space counts. */
  isPre: boolean;
}

/**
 * The text of `html` without tags, comments, scripts and styles: a line for each paragraph, heading (`## Title`), item
 * (`- text`) and row (cells with `|` between them), `<pre>` as it is, character references resolved. What is longer than
 * `most` UTF-16 units ends somewhere behind them. Linear; throws nothing.
 */
export function htmlLines(html: string, most = Number.POSITIVE_INFINITY): string {
  const page: Page = { lines: [], length: 0, line: '', mark: '', cells: 0, isPre: false };
  const reader = new HtmlTokenReader(html, 0, html.length);
  while (page.length + page.line.length <= most && reader.next()) {
    const kind = kindOf(reader.token);
    if (kind === TOKEN.text) addText(page, html, reader, most);
    else if (kind !== TOKEN.hidden && (reader.token & TAG.breaks) !== 0) addTag(page, reader.token);
  }
  const isLong = page.length + page.line.length > most;
  endLine(page);
  const text = page.lines.join('\n');
  // White space and empty cells at the end of a line are counted before they are left out.
  return isLong && text.length <= most ? htmlLines(html) : text;
}

/** `text` of this media type as it is written out for a model: HTML as `htmlLines` has it, everything else as it stands. */
export function writtenText(text: string, mediaType: string): string {
  return isHtml(mediaType) ? htmlLines(text) : text;
}

/** Text is read in pieces of this many UTF-16 units, so that a long one can be left in the middle. */
const WINDOW = 4096;
/** Longer than a character reference. */
const LONGEST_REFERENCE = 40;

/** Where the piece of text at `from` ends: not inside a character reference. */
export function pieceEnd(html: string, from: number, end: number): number {
  if (end - from <= WINDOW) return end;
  const to = from + WINDOW;
  const open = html.slice(to - LONGEST_REFERENCE, to).lastIndexOf('&');
  return open < 0 ? to : to - LONGEST_REFERENCE + open;
}

function addText(page: Page, html: string, { start, end }: HtmlTokenReader, most: number): void {
  for (let from = start, to = start; from < end && page.length + page.line.length <= most; from = to) {
    to = pieceEnd(html, from, end);
    const text = decodeEntities(html.slice(from, to));
    page.line += page.isPre && page.cells === 0 ? text : joined(page.line, foldSpace(text));
  }
}

/** `text` to stand behind `line`: one space in front of it is enough, and none begins a line. */
function joined(line: string, text: string): string {
  return text.startsWith(' ') && (line === '' || line.endsWith(' ')) ? text.slice(1) : text;
}

function addTag(page: Page, token: number): void {
  const opens = kindOf(token) === TOKEN.open;
  if ((token & TAG.cell) !== 0) {
    if (opens) addCell(page);
    return;
  }
  if (page.cells > 0 && (token & TAG.endsRow) === 0) {
    page.line += joined(page.line, ' ');
    return;
  }
  endLine(page);
  page.cells = 0;
  if ((token & TAG.preformatted) !== 0) page.isPre = opens;
  const mark = markOf(token);
  if (mark !== '') page.mark = opens ? mark : '';
}

function addCell(page: Page): void {
  if (page.cells === 0) endLine(page);
  else page.line += joined(page.line, CELL_MARK);
  page.cells++;
}

const LEVEL_MARKS = ['', '# ', '## ', '### ', '#### ', '##### ', '###### '];

/** What a heading or an item of a list begins with; '' for other tags. */
export function markOf(token: number): string {
  return (token & TAG.item) !== 0 ? '- ' : LEVEL_MARKS[Math.floor(token / TAG.level)];
}

function endLine(page: Page): void {
  const text = page.isPre && page.cells === 0 ? page.line.replace(/^\n+|\s+$/g, '') : folded(page);
  if (text !== '') {
    page.lines.push(page.mark + text);
    page.length += text.length;
    page.mark = '';
  }
  page.line = '';
}

/** The line without space around it; a row without the empty cells at its end. */
function folded({ line, cells }: Page): string {
  if (cells === 0) return line.trim();
  let end = line.length;
  while (end > 0 && EMPTY_CELLS.includes(line[end - 1])) end--;
  return line.slice(0, end).trim();
}

const EMPTY_CELLS = ' |';
