/**
 * Parsing: turns CSV, TSV and the like into one table of rows, the way Markdown tables are blocks.
 *
 * A row is a line, or several where a quoted cell holds line ends. The first row is the header, unless all its cells
 * are numbers.
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
  let table = -1;
  let columns = 0;
  while (reader.next()) {
    const { start, end, cells } = reader;
    if (table < 0) {
      table = blocks.add(KIND.table, start, end, 0, -1);
      columns = cells;
      blocks.add(KIND.tableRow, start, end, isNumeric(text.slice(start, end), delimiter) ? 1 : 0, table);
    } else blocks.add(KIND.tableRow, start, end, 1, table);
    blocks.ends[table] = end;
    if (reader.badQuote >= 0) malformed.add(BAD_QUOTE, reader.badQuote, end);
    if (cells !== columns) malformed.add(`A row has ${plural(cells, 'cell')}, the first one ${columns}.`, start, end);
  }
  return { blocks, diagnostics: malformed.diagnostics() };
}

const BAD_QUOTE = 'A quoted cell is not closed where a cell ends; its quote was taken as it stands.';

const NUMBER = /^[-+]?(?:\d[\d.,]*|\.\d+)(?:e[-+]?\d+)?\s*%?$/i;

/** Whether a row has at least one number and nothing but numbers. */
function isNumeric(row: string, delimiter: string): boolean {
  const cells = row.split(delimiter).filter((cell) => cell.trim() !== '');
  return cells.length > 0 && cells.every((cell) => NUMBER.test(unquoted(cell)));
}

/** A cell without its quotes and the white space around and inside them, taken off first: a pattern would try every share of it. */
function unquoted(cell: string): string {
  return cell.trim().replace(/^"/, '').replace(/"$/, '').trim();
}
