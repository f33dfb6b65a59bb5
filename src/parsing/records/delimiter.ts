/** Parsing: tells by which character the cells of delimited text are separated. */
import { RowReader } from './row-reader.ts';

/** The likelier one first. */
const DELIMITERS = [',', '\t', ';', '|'];
const ROWS_TRIED = 10;
/** UTF-16 units; where a quote makes the first rows longer, less of them is looked at. */
const LONGEST_SAMPLE = 100_000;

/** The delimiter by which the first rows differ least in their number of cells, more cells being better; a comma if none. */
export function guessDelimiter(text: string): string {
  const sample = text.slice(0, LONGEST_SAMPLE);
  let best = ',';
  let bestChanges = Number.POSITIVE_INFINITY;
  let bestCells = 0;
  for (const delimiter of DELIMITERS) {
    const { cells, changes } = countCells(sample, delimiter);
    if (cells < 2 || changes > bestChanges || (changes === bestChanges && cells <= bestCells)) continue;
    best = delimiter;
    bestChanges = changes;
    bestCells = cells;
  }
  return best;
}

/** Mean number of cells of the first rows, and how much it changes from row to row together. */
function countCells(sample: string, delimiter: string): { cells: number; changes: number } {
  const reader = new RowReader(sample, delimiter);
  let rows = 0;
  let cells = 0;
  let changes = 0;
  let before = 0;
  while (rows < ROWS_TRIED && reader.next()) {
    if (rows++ > 0) changes += Math.abs(reader.cells - before);
    cells += reader.cells;
    before = reader.cells;
  }
  return { cells: rows === 0 ? 0 : cells / rows, changes };
}
