/** SQLite store: BM25 search over the lexical index (FTS5). */
import type { LexicalQuery, ScoredChunk } from '../store.ts';
import type { Connection, SqlValue } from './driver.ts';
import { type CompiledFilter, compileFilter, quoteTerm } from './filter.ts';

/** Terms beyond this many are left out of a query: time grows with each, and no question has so many. */
const MAX_QUERY_TERMS = 1024;

/** See `Store.searchLexical`. At most 1024 terms are searched, those of phrases included. */
export function searchLexical(connection: Connection, query: LexicalQuery): ScoredChunk[] {
  const filter = compileFilter(query.filter);
  const expression = matchExpression(query, filter);
  if (expression === null || query.limit <= 0) return [];
  const rows = queryRows(connection, query, filter, expression);
  return rows.map((row) => ({ chunkId: row.chunk_id, score: row.score === 0 ? 0 : -row.score }));
}

const COLUMNS = ['body', 'headings', 'context'] as const;

function weightsOf({ bodyWeight, headingsWeight, contextWeight = 0 }: LexicalQuery): number[] {
  return [bodyWeight, headingsWeight, contextWeight];
}

function matchExpression(query: LexicalQuery, filter: CompiledFilter): string | null {
  const columns = COLUMNS.filter((_, i) => weightsOf(query)[i] > 0);
  const wanted = wantedStrings(query);
  if (wanted.length === 0 || columns.length === 0 || filter.nothing) return null;
  const expression = `{${columns.join(' ')}} : (${wanted.join(' OR ')})`;
  return filter.expression === null ? expression : `(${expression}) AND ${filter.expression}`;
}

/** Full-text strings, one for each term and each phrase; BM25 adds up what each gives, so a repeated one counts again. */
function wantedStrings({ terms, phrases = [] }: LexicalQuery): string[] {
  const wanted: string[] = [];
  let room = MAX_QUERY_TERMS;
  for (const words of [...terms.map((term) => [term]), ...phrases]) {
    if (words.length === 0 || words.some((word) => word.trim() === '' || word.includes('\0'))) continue;
    room -= words.length;
    if (room < 0) break;
    wanted.push(quoteTerm(words.join(' ')));
  }
  return wanted;
}

interface ScoredRow {
  readonly chunk_id: string;
  readonly score: number;
}

/** FTS5 gives lower numbers to better rows. */
const SCORE = 'bm25(chunk_terms, ?, ?, ?, 0.0)';

function queryRows(
  connection: Connection,
  query: LexicalQuery,
  filter: CompiledFilter,
  expression: string,
): readonly ScoredRow[] {
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
