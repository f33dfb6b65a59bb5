/** Text: a stretch of HTML as the lines that a reader sees, for a language model: a tenth of the tokens that its tags would cost. */
import { decodeEntities } from './html-entities.ts';
import { htmlTokens, kindOf, TAG, TOKEN } from './html-tokens.ts';

const TAG_NAME = /<\/?([a-z][a-z0-9]*)/iy;
const HEADING = /^h([1-6])$/;
/** These end a row; everything else inside a cell stays on the line of its row. */
const ROW_ENDS: ReadonlySet<string> = new Set(['tr', 'table', 'thead', 'tbody', 'tfoot', 'caption']);
const CELL_MARK = ' | ';

interface Page {
  readonly lines: string[];
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
 * (`- text`) and row (cells with `|` between them), `<pre>` as it is, character references resolved. Linear; throws nothing.
 */
export function htmlLines(html: string): string {
  const { tokens, starts } = htmlTokens(html, 0, html.length);
  const page: Page = { lines: [], line: '', mark: '', cells: 0, isPre: false };
  for (const [i, token] of tokens.entries()) {
    const kind = kindOf(token);
    if (kind === TOKEN.text) addText(page, decodeEntities(html.slice(starts[i], starts[i + 1])));
    else if (kind !== TOKEN.hidden && (token & TAG.breaks) !== 0)
      addTag(page, nameAt(html, starts[i]), kind === TOKEN.open, (token & TAG.cell) !== 0);
  }
  endLine(page);
  return page.lines.join('\n');
}

function nameAt(html: string, at: number): string {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.exec(html)?.[1].toLowerCase() ?? '';
}

function addText(page: Page, text: string): void {
  page.line += page.isPre && page.cells === 0 ? text : text.replace(/\s+/g, ' ');
}

function addTag(page: Page, name: string, opens: boolean, isCell: boolean): void {
  if (isCell) {
    if (opens) addCell(page);
    return;
  }
  if (page.cells > 0 && !ROW_ENDS.has(name)) {
    page.line += ' ';
    return;
  }
  endLine(page);
  page.cells = 0;
  if (name === 'pre') page.isPre = opens;
  const mark = markOf(name);
  if (mark !== undefined) page.mark = opens ? mark : '';
}

function addCell(page: Page): void {
  if (page.cells === 0) endLine(page);
  else page.line += CELL_MARK;
  page.cells++;
}

function markOf(name: string): string | undefined {
  if (name === 'li') return '- ';
  const level = HEADING.exec(name)?.[1];
  return level === undefined ? undefined : `${'#'.repeat(Number(level))} `;
}

function endLine(page: Page): void {
  const text = page.isPre ? page.line.replace(/^\n+|\s+$/g, '') : folded(page);
  if (text !== '') {
    page.lines.push(page.mark + text);
    page.mark = '';
  }
  page.line = '';
}

/** The line on one line; a row without the empty cells at its end, and nothing when it has no others. */
function folded({ line, cells }: Page): string {
  const text = line.replace(/\s+/g, ' ').trim();
  return cells === 0 ? text : text.replace(/[ |]+$/, '');
}
