/** Table text: rows of a table written out for embedding, as pairs, as JSON, or as a small table of some columns. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { delimiterOf } from '../text/delimiter.ts';
import { htmlGrid } from '../text/html-grid.ts';
import { isDelimited, isHtml } from '../text/media-type.ts';
import { countBelow } from '../text/rising.ts';
import { type CellSeparator, cellSpans, cellValue } from '../text/table-cells.ts';
import type { Marks } from './marks.ts';
import type { TableRows } from './options.ts';
import { SIGNAL } from './signals.ts';
import { writtenSlice } from './written.ts';

/** What the rows of one table have in common. */
export interface TableForm {
  readonly table: number;
  readonly separator: CellSeparator;
  readonly quoted: boolean;
  /** What the header row says, cell by cell; [] for a table without one. */
  readonly header: readonly string[];
  /** In HTML what each row says, header rows too; elsewhere rows are read one by one. */
  readonly rows?: readonly (readonly string[])[];
}

/** The form of table block `table`. */
function tableForm(document: Document, table: number): TableForm {
  const { text, blocks, mediaType } = document;
  if (isHtml(mediaType)) return htmlTableForm(document, table);
  // Tables of all other formats have pipes, or no mark between cells.
  const quoted = isDelimited(mediaType);
  const first = table + 1;
  const hasRow = first < blocks.count && blocks.parents[first] === table;
  const headed = hasRow && blocks.levels[first] === 0;
  const form: TableForm = { table, separator: quoted ? delimiterOf(text, mediaType) : '|', quoted, header: [] };
  return headed ? { ...form, header: distinct(cellsOf(document, first, form).values) } : form;
}

function htmlTableForm({ text, blocks }: Document, table: number): TableForm {
  const { starts, ends, levels, parents, count } = blocks;
  const spans = [];
  for (let row = table + 1; row < count && parents[row] === table; row++)
    spans.push({ start: starts[row], end: ends[row], isHeader: levels[row] === 0 });
  const { header, rows } = htmlGrid(text, spans);
  return { table, separator: '|', quoted: false, header: distinct(header), rows };
}

/** Equal names told apart by a number, so that no cell takes the place of another. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    if (name === '') return name;
    let count = counts.get(name) ?? 0;
    let own = name;
    do own = ++count === 1 ? name : `${name} (${count})`;
    while (taken.has(own));
    counts.set(name, count);
    taken.add(own);
    return own;
  });
}

/** The cells of row block `row` of a table that is not HTML. */
function cellsOf({ text, blocks }: Document, row: number, { separator, quoted }: TableForm): RowCells {
  const spans = cellSpans(text, blocks.starts[row], blocks.ends[row], separator, quoted);
  const values: string[] = [];
  for (let i = 0; i < spans.length; i += 2) values.push(cellValue(text, spans[i], spans[i + 1], quoted));
  return { spans, values };
}

/** Forms of tables and cells of rows, the last ones remembered: a wide row is asked for once for each of its parts. */
export class TableTexts {
  private readonly document: Document;
  private lastForm: TableForm | undefined;
  private lastRow = -1;
  private lastCells = NO_CELLS;

  constructor(document: Document) {
    this.document = document;
  }

  form(table: number): TableForm {
    if (this.lastForm?.table !== table) this.lastForm = tableForm(this.document, table);
    return this.lastForm;
  }

  cells(row: number): RowCells {
    if (this.lastRow !== row) {
      const form = this.form(this.document.blocks.parents[row]);
      if (form.rows !== undefined) return { spans: [], values: form.rows[row - form.table - 1] };
      this.lastCells = cellsOf(this.document, row, form);
      this.lastRow = row;
    }
    return this.lastCells;
  }
}

/** The cells of a row: their spans as rising pairs, and what they say. */
export interface RowCells {
  readonly spans: readonly number[];
  readonly values: readonly string[];
}

const NO_CELLS: RowCells = { spans: [], values: [] };

/** Names and values of so many characters for each token of the room do not fit in it, and are not written to be counted. */
const HOPELESS_CHARS_PER_TOKEN = 16;

/**
 * Whether columns cannot fit, by the length of what they say: names of columns can be long, and each row would repeat them.
 * A unit of the room holds `chars` characters at most.
 */
export function isHopeless(
  values: readonly string[],
  { header }: TableForm,
  from: number,
  to: number,
  room: number,
  chars = HOPELESS_CHARS_PER_TOKEN,
): boolean {
  let left = room * chars;
  for (let column = from; column < to && left >= 0; column++)
    left -= (header[column]?.length ?? 0) + (values[column]?.length ?? 0);
  return left < 0;
}

/** One row as `Plan=Growth, Monthly=$49` or as a JSON object; cells that say nothing are left out. */
export function rowText(values: readonly string[], form: TableForm, as: Exclude<TableRows, 'markdown'>): string {
  const pairs: [string, string][] = [];
  for (const [i, value] of values.entries()) if (value !== '') pairs.push([columnName(form, i), value]);
  if (as === 'pairs') return pairs.map((pair) => pair.join('=')).join(', ');
  // Written out: an object would put columns with numbers for names first, and lose one of two with the same name.
  return `{${pairs.map((pair) => pair.map((part) => JSON.stringify(part)).join(':')).join(',')}}`;
}

function columnName({ header }: TableForm, index: number): string {
  return header[index] || `Column ${index + 1}`;
}

/**
 * `text[start, end)` with each body row of the table in it written out, a row a line. The header rows say nothing of their
 * own then; what stands in front of the table and behind it is embedded as ever. '' when a row is hopelessly over `max`.
 */
export function bodyWithRows(
  document: Document,
  { start, end, firstRow }: { readonly start: number; readonly end: number; readonly firstRow: number },
  tables: TableTexts,
  table: number,
  as: Exclude<TableRows, 'markdown'>,
  max: number,
): string {
  const { blocks } = document;
  const form = tables.form(table);
  const rows: string[] = [];
  for (let row = firstRow; row < blocks.count && blocks.parents[row] === table && blocks.starts[row] < end; row++) {
    if (blocks.levels[row] !== 1) continue;
    const { values } = tables.cells(row);
    if (isHopeless(values, form, 0, values.length, max)) return '';
    rows.push(rowText(values, form, as));
  }
  const before = writtenSlice(document, start, Math.max(start, Math.min(end, blocks.starts[table]))).trimEnd();
  const behind = writtenSlice(document, Math.min(end, Math.max(start, blocks.ends[table])), end).trim();
  const written = rows.join('\n');
  return [before, written, behind].filter((part) => part !== '').join('\n\n');
}

/** Some columns of a row as a Markdown table of their own, the first column, which names the row, in front. */
export function columnsText(values: readonly string[], form: TableForm, from: number, to: number): string {
  const columns = from === 0 ? [] : [0];
  for (let column = from; column < to; column++) columns.push(column);
  const line = (cells: readonly string[]): string => `| ${cells.map(escapePipes).join(' | ')} |`;
  return [
    line(columns.map((column) => columnName(form, column))),
    line(columns.map(() => '---')),
    line(columns.map((column) => values[column] ?? '')),
  ].join('\n');
}

function escapePipes(cell: string): string {
  return cell.replaceAll('|', '\\|');
}

/**
 * The rows between two marks written out: body rows where they go one by one, some columns where the marks cut a row
 * between cells; undefined where the text is to stay as it is.
 */
export function writtenRows(
  document: Document,
  tables: TableTexts,
  marks: Marks,
  from: number,
  to: number,
  { tableRows: as, max }: { readonly tableRows: TableRows; readonly max: number },
): string | undefined {
  const { blocks } = document;
  const start = marks.offsets[from];
  const end = marks.ends[to];
  const columns = writtenColumns(document, tables, marks, from, to);
  if (columns !== undefined) return columns;
  if (as === 'markdown') return undefined;
  let block = Math.max(0, marks.blocks[from]);
  while (block < blocks.count && blocks.starts[block] < end && tableOf(blocks, block) < 0) block++;
  if (block >= blocks.count || blocks.starts[block] >= end) return undefined;
  const table = tableOf(blocks, block);
  const firstRow = block === table ? table + 1 : block;
  const written = bodyWithRows(document, { start, end, firstRow }, tables, table, as, max);
  return written === '' ? undefined : written;
}

/** The part of a row between two marks, where they cut it between cells or ask for all of it by columns. */
function writtenColumns(
  { blocks }: Document,
  tables: TableTexts,
  marks: Marks,
  from: number,
  to: number,
): string | undefined {
  const endsAtCell = marks.signals[to] === SIGNAL.cell;
  const atCell = endsAtCell || marks.signals[from] === SIGNAL.cell || marks.forced[from] === 2;
  if (!atCell || to !== from + 1 || !isEnd(marks, from) || !isEnd(marks, to)) return undefined;
  const row = marks.blocks[endsAtCell ? to : from];
  const table = tableOf(blocks, row);
  if (table < 0) return undefined;
  const { spans, values } = tables.cells(row);
  const column = (offset: number): number => countBelow(spans, spans.length, offset) >> 1;
  const last = endsAtCell ? column(marks.offsets[to]) : values.length;
  return columnsText(values, tables.form(table), column(marks.offsets[from]), last);
}

/** Marks at which a part of a row may begin or end. */
function isEnd(marks: Marks, k: number): boolean {
  return marks.forced[k] > 0 || k === marks.count - 1 || marks.inner[k] === 0;
}

/** The table that `block` is or is a row of; -1 for none. */
export function tableOf({ kinds, parents, count }: Document['blocks'], block: number): number {
  if (block < 0 || block >= count) return -1;
  if (kinds[block] === KIND.table) return block;
  return kinds[block] === KIND.tableRow ? parents[block] : -1;
}
