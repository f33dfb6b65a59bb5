/** SQLite store: BM25 search over the lexical index (FTS5). */
import type { LexicalQuery, ScoredChunk } from '../store.ts';
import { divideTerms, isNarrow } from './common-terms.ts';
import type { Connection, SqlValue } from './driver.ts';
import { type CompiledFilter, compileFilter, quoteTerm } from './filter.ts';

/** Terms beyond this many are left out of a query: time grows with each, and no question has so many. */
const MAX_QUERY_TERMS = 1024;

/** See `Store.searchLexical`. At most 1024 terms are searched, those of phrases included. */
export function searchLexical(connection: Connection, query: LexicalQuery): ScoredChunk[] {
  const filter = compileFilter(query.filter);
  const columns = COLUMNS.filter((_, i) => weightsOf(query)[i] > 0);
  const { terms, phrases } = wantedStrings(query);
  if (terms.length + phrases.length === 0 || columns.length === 0 || filter.nothing || query.limit <= 0) return [];
  const search: Search = { connection, query, filter, columns };
  return bestWithoutCommon(search, terms, phrases) ?? scoredRows(search, anyOf([...terms, ...phrases].map(quoteTerm)));
}

interface Search {
  readonly connection: Connection;
  readonly query: LexicalQuery;
  readonly filter: CompiledFilter;
  /** The columns that are searched. */
  readonly columns: readonly string[];
}

const COLUMNS = ['body', 'headings', 'context'] as const;

function weightsOf({ bodyWeight, headingsWeight, contextWeight = 0 }: LexicalQuery): number[] {
  return [bodyWeight, headingsWeight, contextWeight];
}

/** What is searched: terms, and phrases as terms with spaces. BM25 adds up what each gives, so a repeated one counts again. */
function wantedStrings({ terms, phrases = [] }: LexicalQuery): { terms: string[]; phrases: string[] } {
  let room = MAX_QUERY_TERMS;
  const usable = (words: readonly string[]): boolean => {
    if (words.length === 0 || words.some((word) => word.trim() === '' || word.includes('\0'))) return false;
    room -= words.length;
    return room >= 0;
  };
  return {
    terms: terms.filter((term) => usable([term])),
    phrases: phrases.filter(usable).map((words) => words.join(' ')),
  };
}

function anyOf(quoted: readonly string[]): string {
  return quoted.join(' OR ');
}

/**
 * The best rows, sought among those that hold more than common terms; undefined when that cannot be known to find them.
 * FTS5 has no word for "score by these too": both groups are named twice, which doubles every score.
 */
function bestWithoutCommon(
  search: Search,
  terms: readonly string[],
  phrases: readonly string[],
): ScoredChunk[] | undefined {
  const { connection, filter, columns } = search;
  const divided = divideTerms(connection, terms, columns);
  const telling = [...(divided?.telling ?? []), ...phrases].map(quoteTerm);
  if (divided === null || telling.length === 0 || isNarrow(connection, filter.groups)) return undefined;
  const common = divided.common.map(quoteTerm);
  const rows = scoredRows(search, `(${anyOf(telling)}) AND (${anyOf([...telling, ...common, ...common])})`);
  const found = rows.map(({ chunkId, score }) => ({ chunkId, score: score / 2 }));
  return found.length === search.query.limit && found[found.length - 1].score > divided.bound ? found : undefined;
}

function scoredRows(search: Search, wanted: string): ScoredChunk[] {
  const { filter, columns } = search;
  const found = `{${columns.join(' ')}} : (${wanted})`;
  const rows = queryRows(search, filter.expression === null ? found : `(${found}) AND ${filter.expression}`);
  return rows.map((row) => ({ chunkId: row.chunk_id, score: row.score === 0 ? 0 : -row.score }));
}

interface ScoredRow {
  readonly chunk_id: string;
  readonly score: number;
}

/** FTS5 gives lower numbers to better rows. */
const SCORE = 'bm25(chunk_terms, ?, ?, ?, 0.0)';

function queryRows({ connection, query, filter }: Search, expression: string): readonly ScoredRow[] {
  const weights = weightsOf(query);
  if (filter.times !== null) {
    const values: SqlValue[] = [...weights, expression, filter.times.from, filter.times.to, query.limit];
    return connection.all(
      `select c.chunk_id, ${SCORE} as score
       from chunk_terms t cross join chunks c on c.row = t.rowid join documents d on d.doc = c.doc
       where chunk_terms match ? and d.updated_ms between ? and ? order by score, c.chunk_id limit ?`,
      ...values,
    );
  }
  // Looking up the ids of the best rows alone is much cheaper than of all that match ...
  const best = connection.all<ScoredRow>(
    `select c.chunk_id, best.score from (
       select rowid as row, ${SCORE} as score from chunk_terms where chunk_terms match ? order by score limit ?
     ) best join chunks c on c.row = best.row order by best.score, c.chunk_id`,
    ...weights,
    expression,
    query.limit + 1,
  );
  if (best.length <= query.limit) return best;
  if (best[query.limit - 1].score < best[query.limit].score) return best.slice(0, query.limit);
  // ... but where the limit falls between equal scores, all ids are needed to know which come first.
  return connection.all(
    `select c.chunk_id, ${SCORE} as score from chunk_terms t cross join chunks c on c.row = t.rowid
     where chunk_terms match ? order by score, c.chunk_id limit ?`,
    ...weights,
    expression,
    query.limit,
  );
}
