/** Text: tells by which character the cells of delimited text are separated. */
import { essenceOf, TAB_SEPARATED } from './media-type.ts';
import { RowReader } from './row-reader.ts';
import type { CellSeparator } from './table-cells.ts';

/** Where two fit as well, the first one: commas are also found inside numbers and sentences. */
const DELIMITERS: readonly CellSeparator[] = ['\t', ';', '|', ','];
const ROWS_TRIED = 10;
/** UTF-16 units; where a quote makes the first rows longer, less of them is looked at. */
const LONGEST_SAMPLE = 100_000;

/** What separates the cells of `text`: what its media type says, else what its first rows show. */
export function delimiterOf(text: string, mediaType: string): CellSeparator {
  return essenceOf(mediaType) === TAB_SEPARATED ? '\t' : guessDelimiter(text);
}

/** The delimiter that gives most of the first rows the same number of cells, more than one; a comma if none does. */
function guessDelimiter(text: string): CellSeparator {
  const sample = text.slice(0, LONGEST_SAMPLE);
  let best: CellSeparator = ',';
  let bestRows = 0;
  for (const delimiter of DELIMITERS) {
    const rows = alikeRows(sample, delimiter);
    if (rows <= bestRows) continue;
    best = delimiter;
    bestRows = rows;
  }
  return best;
}

/** How many of the first rows have the number of cells that most of those with several cells have. */
function alikeRows(sample: string, delimiter: string): number {
  const reader = new RowReader(sample, delimiter);
  const rowsByCells = new Map<number, number>();
  for (let rows = 0; rows < ROWS_TRIED && reader.next(); rows++) {
    if (reader.cells > 1) rowsByCells.set(reader.cells, (rowsByCells.get(reader.cells) ?? 0) + 1);
  }
  return Math.max(0, ...rowsByCells.values());
}
