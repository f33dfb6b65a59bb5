/** Parsing HTML: what becomes of a table when it is closed: rows of data, or a layout that gives way to its content. */
import { type BlockWriter, KIND } from '../../model/block.ts';
import { htmlText } from '../../text/html-text.ts';
import { trimmedEnd } from './blanks.ts';
import { boldCells } from './bold-row.ts';

/** What was seen in a table: bits. */
export const SEEN = {
  headerCell: 1,
  dataCell: 2,
  /** A heading that stands in a cell by itself. */
  heading: 4,
  /** A table inside a cell. */
  table: 8,
  /** A table with a header row inside a cell. */
  headedTable: 16,
  /** More than one cell. */
  cells: 32,
} as const;

/**
 * Finishes table block `table`, the last blocks being what stands in it. Says which block at the level of the table
 * comes last then. A table with a header row is data; one without it is layout when it holds headings or other tables
 * that have one, and without any header cell when it holds any table, or a single cell.
 */
export function finishTable(text: string, blocks: BlockWriter, table: number, seen: number): number {
  const holdsText = blocks.count > table + 1 && hasContent(blocks, table);
  if (!holdsText) {
    blocks.count = table + 1;
    blocks.kinds[table] = KIND.html;
    return table;
  }
  if (isLayout(blocks, table, seen)) return dissolve(text, blocks, table);
  keepRows(blocks, table);
  if (!isHeaded(blocks, table)) raiseBoldRows(text, blocks, table);
  return table;
}

function isLayout(blocks: BlockWriter, table: number, seen: number): boolean {
  if (isHeaded(blocks, table)) return false;
  if ((seen & (SEEN.heading | SEEN.headedTable)) !== 0) return true;
  const holdsMuch = (seen & SEEN.cells) === 0 || (seen & SEEN.table) !== 0;
  return (seen & SEEN.headerCell) === 0 && holdsMuch;
}

/** Whether the first row of the table is a header. */
export function isHeaded({ count, kinds, parents, levels }: BlockWriter, table: number): boolean {
  let row = table + 1;
  while (row < count && (kinds[row] !== KIND.tableRow || parents[row] !== table)) row++;
  return row < count && levels[row] !== ROW_LEVEL.data;
}

/** Whether anything but rows stands in the table. */
function hasContent({ count, kinds, parents }: BlockWriter, table: number): boolean {
  for (let i = table + 1; i < count; i++) if (kinds[i] !== KIND.tableRow || parents[i] !== table) return true;
  return false;
}

/** Levels of rows; those of header cells alone are given one of the others when the table is closed. */
export const ROW_LEVEL = { header: 0, data: 1, headerCells: 2 } as const;

/** Without a `thead` no more rows than this are the header: a title, and the names of the columns. */
const MOST_HEADER_ROWS = 2;

/** Share of the rows below a header of bold cells that may be bold, too: totals, titles of groups. */
const MOST_BOLD = 1 / 4;

/**
 * Makes the first rows of a table without header cells its header, where all that they say is bold and hardly any row
 * below says all in bold. One bold cell alone is the title of the rows below it, up to the next one.
 */
function raiseBoldRows(text: string, { levels, starts, ends, count }: BlockWriter, table: number): void {
  let row = table + 1;
  let most = 0;
  for (; row < count && row - table <= MOST_HEADER_ROWS; row++) {
    const cells = boldCells(text, starts[row], ends[row]);
    if (cells === 0) break;
    most = Math.max(most, cells);
  }
  if (most < 2) return;
  const allowed = Math.floor((count - row) * MOST_BOLD);
  const isNone =
    row === count || boldCells(text, starts[row], ends[row]) > 0 || inBrackets(text, starts[row], ends[row]);
  let bold = isNone ? allowed + 1 : 0;
  for (let below = row + 1; below < count && bold <= allowed; below++)
    if (boldCells(text, starts[below], ends[below]) > 0) bold++;
  if (bold <= allowed) levels.fill(ROW_LEVEL.header, table + 1, row);
}

/** Whether a row says what stands above it: `(Name)`, `(Date of birth)`, as forms do. */
function inBrackets(text: string, start: number, end: number): boolean {
  return /^\(.*\)$/.test(htmlText(text, start, end));
}

/** Drops everything inside the table but its rows. The first rows are its header as far as they have header cells alone. */
function keepRows(blocks: BlockWriter, table: number): void {
  const { kinds, parents, levels, count } = blocks;
  let next = table + 1;
  let isHead = true;
  for (let i = table + 1; i < count; i++) {
    if (kinds[i] !== KIND.tableRow || parents[i] !== table) continue;
    const mayBe = levels[i] === ROW_LEVEL.headerCells && next - table <= MOST_HEADER_ROWS;
    isHead &&= mayBe || levels[i] === ROW_LEVEL.header;
    moveBlock(blocks, i, next, table);
    levels[next++] = isHead ? ROW_LEVEL.header : ROW_LEVEL.data;
  }
  // A table of header cells alone: its first row is the header of the others.
  if (isHead) levels.fill(ROW_LEVEL.data, table + 2, next);
  blocks.count = next;
}

/** Lets what stands in the cells take the place of the table; the tags around it go with it. */
function dissolve(text: string, blocks: BlockWriter, table: number): number {
  const { kinds, parents, starts, count } = blocks;
  const outer = parents[table];
  const span = { start: starts[table], end: blocks.ends[table] };
  /** New places of the blocks, -1 for the rows, which go. */
  const moved = new Int32Array(count - table).fill(-1);
  const freed: number[] = [];
  const leads: number[] = [];
  // Where the tags in front of the next block begin.
  let lead = span.start;
  let next = table;
  for (let i = table + 1; i < count; i++) {
    if (parents[i] === table && kinds[i] === KIND.tableRow) {
      if (lead < 0) lead = starts[i];
      continue;
    }
    const parent = moved[parents[i] - table];
    if (parent < 0) {
      freed.push(next);
      leads.push(lead < 0 ? starts[i] : lead);
      lead = -1;
    }
    moveBlock(blocks, i, next, parent < 0 ? outer : parent);
    moved[i - table] = next++;
  }
  blocks.count = next;
  spread(text, blocks, freed, leads, span.end);
  return freed[freed.length - 1];
}

/** Gives each of the blocks all from its lead to the lead of the next one, white space left out. */
function spread(
  text: string,
  { starts, ends }: BlockWriter,
  freed: readonly number[],
  leads: readonly number[],
  end: number,
): void {
  for (const [n, block] of freed.entries()) {
    starts[block] = leads[n];
    ends[block] = n + 1 < leads.length ? trimmedEnd(text, leads[n], leads[n + 1]) : end;
  }
}

function moveBlock(
  { kinds, parents, starts, ends, levels }: BlockWriter,
  from: number,
  to: number,
  parent: number,
): void {
  kinds[to] = kinds[from];
  starts[to] = starts[from];
  ends[to] = ends[from];
  levels[to] = levels[from];
  parents[to] = parent;
}
