/**
 * Parsing: turns CSV, TSV and the like into one table of rows, the way Markdown tables are blocks.
 *
 * A row is a line, or several where a quoted cell holds line ends. The first row is the header, unless all its cells
 * are numbers or dates. Lines of one cell in front of a table of several columns are its title, as reports have it.
 */
import { BlockWriter, KIND } from '../../model/block.ts';
import { plural } from '../../text/plural.ts';
import { RowReader } from '../../text/row-reader.ts';
import type { CellSeparator } from '../../text/table-cells.ts';
import type { Parsed } from '../parsed.ts';
import { MalformedPlaces } from './malformed.ts';

/** UTF-16 units of a row, for the room that is made at first. */
const ROW_LENGTH = 60;

/** `delimiter` separates the cells. Throws nothing. */
export function scanDelimited(text: string, documentId: string, delimiter: CellSeparator): Parsed {
  const malformed = new MalformedPlaces(documentId);
  const blocks = new BlockWriter(text.length / ROW_LENGTH);
  const reader = new RowReader(text, delimiter);
  const header = headerStart(text, delimiter);
  let table = -1;
  let columns = 0;
  while (reader.next()) {
    const { start, end, cells } = reader;
    if (start < header) blocks.add(KIND.paragraph, start, end, 0, -1);
    else if (table < 0) {
      table = blocks.add(KIND.table, start, end, 0, -1);
      columns = cells;
      blocks.add(KIND.tableRow, start, end, isNumeric(text.slice(start, end), delimiter) ? 1 : 0, table);
    } else blocks.add(KIND.tableRow, start, end, 1, table);
    if (table < 0) continue;
    blocks.ends[table] = end;
    if (reader.badQuote >= 0) malformed.add(BAD_QUOTE, reader.badQuote, end);
    if (cells !== columns) malformed.add(`A row has ${plural(cells, 'cell')}, the first one ${columns}.`, start, end);
  }
  return { blocks, diagnostics: malformed.diagnostics() };
}

/** Rows in front of a header that are looked at. */
const MOST_TITLE_ROWS = 20;
/** A header of two columns may leave one without a name. */
const FEWEST_PADDED = 3;

/** Where the first row with several cells begins, when rows of one cell stand in front of it and a row like it behind; else 0. */
function headerStart(text: string, delimiter: string): number {
  const reader = new RowReader(text, delimiter);
  for (let rows = 0; rows <= MOST_TITLE_ROWS && reader.next(); rows++) {
    const { start, end, cells } = reader;
    if (cells === 1 || (cells >= FEWEST_PADDED && isPadded(text, start, end, cells, delimiter))) continue;
    return rows > 0 && reader.next() && reader.cells === cells ? start : 0;
  }
  return 0;
}

/** Whether a row has nothing behind its first cell, as spreadsheets write a title. */
function isPadded(text: string, start: number, end: number, cells: number, delimiter: string): boolean {
  let at = end;
  while (at > start && text[at - 1] === delimiter) at--;
  return at > start && end - at === cells - 1;
}

const BAD_QUOTE = 'A quoted cell is not closed where a cell ends; its quote was taken as it stands.';

const NUMBER = /^[-+]?(?:\d[\d.,]*|\.\d+)(?:e[-+]?\d+)?\s*%?$/i;

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a row has at least one number or date and nothing else. */
function isNumeric(row: string, delimiter: string): boolean {
  const cells = row.split(delimiter).filter((cell) => cell.trim() !== '');
  return cells.length > 0 && cells.map(unquoted).every((cell) => NUMBER.test(cell) || DATE.test(cell));
}

/** A cell without its quotes and the white space around and inside them, taken off first: a pattern would try every share of it. */
function unquoted(cell: string): string {
  return cell.trim().replace(/^"/, '').replace(/"$/, '').trim();
}
