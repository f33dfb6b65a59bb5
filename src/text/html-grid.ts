/** Text: what the cells of an HTML table say, column by column, cells that span rows or columns counted in each. */
import { htmlText } from './html-text.ts';
import { htmlTokens, kindOf, TAG, TOKEN } from './html-tokens.ts';

export interface HtmlRow {
  readonly start: number;
  readonly end: number;
  readonly isHeader: boolean;
}

export interface HtmlGrid {
  /** Name of each column: what the header rows say above it, top to bottom; [] without header rows. */
  readonly header: readonly string[];
  /** For each row, header rows too, what its columns say; a cell over many columns speaks in the first, in a header in all. */
  readonly rows: readonly (readonly string[])[];
}

/** Rows have no more columns, and cells reach over no more rows than this: larger numbers are mistakes. */
const MOST_COLUMNS = 100;
const MOST_ROWS = 1000;

interface Cell {
  readonly value: string;
  readonly columns: number;
  readonly rows: number;
}

/** A cell of an earlier row that reaches into the present one, by its column. */
type Reaching = Map<number, { readonly value: string; readonly rowsLeft: number }>;

/** The grid of the table with these rows, which are spans of `text`. Linear in the rows. Throws nothing. */
export function htmlGrid(text: string, rows: readonly HtmlRow[]): HtmlGrid {
  const reaching: Reaching = new Map();
  const values = rows.map(({ start, end, isHeader }) => gridRow(cellsOf(text, start, end), reaching, isHeader));
  return { header: columnNames(values.filter((_, i) => rows[i].isHeader)), rows: values };
}

/** What the columns of one row say. Changes `reaching` for the next one. */
function gridRow(cells: readonly Cell[], reaching: Reaching, isHeader: boolean): string[] {
  const values: string[] = [];
  const passReaching = (): void => {
    for (let above = reaching.get(values.length); above !== undefined; above = reaching.get(values.length)) {
      if (above.rowsLeft > 1) reaching.set(values.length, { value: above.value, rowsLeft: above.rowsLeft - 1 });
      else reaching.delete(values.length);
      values.push(above.value);
    }
  };
  // What reaches in from above is taken out of the map first, or a cell that begins to reach here would be met again.
  const begun: Reaching = new Map();
  for (const { value, columns, rows } of cells) {
    passReaching();
    for (let n = 0; n < columns && values.length < MOST_COLUMNS; n++) {
      const said = n === 0 || isHeader ? value : '';
      if (rows > 1) begun.set(values.length, { value: said, rowsLeft: rows - 1 });
      values.push(said);
    }
  }
  passReaching();
  for (const [column, cell] of begun) reaching.set(column, cell);
  return values;
}

function columnNames(rows: readonly (readonly string[])[]): string[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: count }, (_, column) => {
    const said = rows.map((row) => row[column] ?? '').filter((value) => value !== '');
    return said.filter((value, i) => value !== said[i - 1]).join(' ');
  });
}

/** What the cells of the row `text[start, end)` say, each once, empty ones left out. Linear in the row. */
export function htmlCellTexts(text: string, start: number, end: number): readonly string[] {
  return cellsOf(text, start, end)
    .map(({ value }) => value)
    .filter((value) => value !== '');
}

/** The cells of the row `text[start, end)`; tables inside a cell are part of what it says. */
function cellsOf(text: string, start: number, end: number): readonly Cell[] {
  const cells: Cell[] = [];
  const { tokens, starts } = htmlTokens(text, start, end);
  let tag = '';
  let from = -1;
  let inner = 0;
  const finish = (to: number): void => {
    if (from >= 0) cells.push({ value: htmlText(text, from, to), ...spansOf(tag) });
    from = -1;
  };
  for (const [i, token] of tokens.entries()) {
    const isOpen = kindOf(token) === TOKEN.open;
    if ((token & TAG.table) !== 0) inner = Math.max(0, inner + (isOpen ? 1 : -1));
    if (inner > 0 || (token & TAG.cell) === 0) continue;
    finish(starts[i]);
    if (!isOpen) continue;
    tag = text.slice(starts[i], starts[i + 1]);
    from = starts[i + 1];
  }
  finish(end);
  return cells;
}

function spansOf(tag: string): { columns: number; rows: number } {
  return { columns: numberIn(tag, COLUMNS, MOST_COLUMNS), rows: numberIn(tag, ROWS, MOST_ROWS) };
}

const COLUMNS = /\scolspan\s*=\s*(?:["']\s*)?(\d{1,4})/i;
const ROWS = /\srowspan\s*=\s*(?:["']\s*)?(\d{1,4})/i;

function numberIn(tag: string, pattern: RegExp, most: number): number {
  return Math.min(most, Math.max(1, Number(pattern.exec(tag)?.[1] ?? 1)));
}
