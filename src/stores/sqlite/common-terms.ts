/**
 * SQLite store: the terms of a query, divided into those that can decide which rows are best and the common ones.
 *
 * Scoring every row that holds a common word takes most of a search, and hardly any of them is among the best. So the
 * best rows are sought among those with another term, and if they all score higher than the common terms alone could
 * ever reach, they are the best of all rows: the bound of MaxScore (Turtle and Flood, *Query Evaluation: Strategies and
 * Optimizations*, 1995), exact, and checked after every search.
 */
import type { Connection } from './driver.ts';

export interface DividedTerms {
  /** A row without any of these scores no more than `bound`. */
  readonly telling: readonly string[];
  readonly common: readonly string[];
  readonly bound: number;
}

/** Below so many rows dividing costs more than it saves. */
const LEAST_ROWS = 1000;
/** ... and above so many terms, since it names each twice and FTS5 takes the square of what is named in a row. */
const MOST_TERMS = 12;
/** A common term is in at least one row of so many. */
const COMMON_IN = 50;
/** The best rows are expected to hold so many of the rarest terms, and to gain about this share of their weight from each. */
const EXPECTED_TERMS = 3;
const EXPECTED_SHARE = 0.7;
/** What a term adds to BM25 stays below its weight times this, however often it stands in a row: FTS5's k1 is 1.2. */
const MOST_GAIN = 2.2;
/** FTS5's weight of a term that is in more than half of all rows. */
const LEAST_WEIGHT = 1e-6;

/** Counts rows by term and column; must be there before the first search. */
export const TERM_COUNTS = "create virtual table temp.term_counts using fts5vocab('main', 'chunk_terms', 'col')";

/** Null when no term is common enough, or leaving them out would be likely to fail. `columns` are the searched ones. */
export function divideTerms(
  connection: Connection,
  terms: readonly string[],
  columns: readonly string[],
): DividedTerms | null {
  const rows = rowsAtMost(connection);
  if (rows < LEAST_ROWS || terms.length > MOST_TERMS) return null;
  const counted = terms.map((term) => ({ term, held: rowsWith(connection, term, columns) }));
  counted.sort((a, b) => b.held - a.held);
  const rarest = counted.slice(-EXPECTED_TERMS);
  const expected = EXPECTED_SHARE * rarest.reduce((sum, { held }) => sum + weightOf(held, rows), 0);
  let bound = 0;
  let common = 0;
  while (common < counted.length && counted[common].held * COMMON_IN >= rows) {
    const least = bound + MOST_GAIN * weightOf(counted[common].held, rows);
    if (least > expected) break;
    bound = least;
    common++;
  }
  const sorted = counted.map(({ term }) => term);
  return common === 0 ? null : { telling: sorted.slice(common), common: sorted.slice(0, common), bound };
}

/** A filter that passes fewer rows than one of so many leaves little to save. */
const NARROW = 4;

/** Whether hardly any row has one token of each group. */
export function isNarrow(connection: Connection, groups: readonly (readonly string[])[]): boolean {
  const enough = rowsAtMost(connection) / NARROW;
  return groups.some((tokens) => !passAtLeast(connection, tokens, enough));
}

/** Whether so many rows have one of the tokens; of a long list no more are looked up than it takes. */
function passAtLeast(connection: Connection, tokens: readonly string[], enough: number): boolean {
  let passing = 0;
  for (const token of tokens) {
    passing += rowsWith(connection, token, ['paths']);
    if (passing >= enough) return true;
  }
  return false;
}

/** Not less than there are rows, and free to know. */
function rowsAtMost(connection: Connection): number {
  return connection.get<{ row: number | null }>('select max(row) as row from chunks')?.row ?? 0;
}

/** In how many rows a term stands at least: in so many of them in one of the columns. */
function rowsWith(connection: Connection, term: string, columns: readonly string[]): number {
  const found = connection.all<{ col: string; doc: number }>(
    'select col, doc from temp.term_counts where term = ?',
    term,
  );
  return Math.max(0, ...found.filter(({ col }) => columns.includes(col)).map(({ doc }) => doc));
}

/** At least the inverse document frequency that FTS5 gives a term that stands in `held` rows or more. */
function weightOf(held: number, rows: number): number {
  return Math.max(LEAST_WEIGHT, Math.log((rows - held + 0.5) / (held + 0.5)));
}
