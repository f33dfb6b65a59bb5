/** SQLite store: a filter as a full-text expression and a range of times. */
import { KerfError } from '../../model/error.ts';
import type { Filter } from '../../model/retrieval.ts';
import type { Connection, SqlValue } from './driver.ts';
import { filterTokens } from './path-tokens.ts';
import { parseRowSet, type RowSet } from './row-set.ts';

export interface CompiledFilter {
  /** Full-text expression over the column `paths`; null when any row passes. */
  readonly expression: string | null;
  /** The tokens in it: a row has one of each group. */
  readonly groups: readonly (readonly string[])[];
  /** Milliseconds since 1970 of the document's `updatedAt`, both ends included; null when no time is asked for. */
  readonly times: { readonly from: number; readonly to: number } | null;
  /** True when the filter lets nothing pass. */
  readonly nothing: boolean;
}

/** Throws `KerfError('invalid-option')` when a time cannot be read. */
export function compileFilter(filter: Filter = {}): CompiledFilter {
  const groups = filterTokens(filter);
  const terms = groups.map((group) => `paths : (${group.map(quoteTerm).join(' OR ')})`);
  return {
    expression: terms.length === 0 ? null : terms.join(' AND '),
    groups,
    times: compileTimes(filter),
    nothing: groups.some((group) => group.length === 0),
  };
}

/** A term as a full-text string, safe whatever it holds. */
export function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

function compileTimes({ updatedFrom, updatedTo }: Filter): CompiledFilter['times'] {
  if (updatedFrom === undefined && updatedTo === undefined) return null;
  return {
    from: updatedFrom === undefined ? Number.MIN_SAFE_INTEGER : requireTime('updatedFrom', updatedFrom, 'start'),
    to: updatedTo === undefined ? Number.MAX_SAFE_INTEGER : requireTime('updatedTo', updatedTo, 'end'),
  };
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;
/** Other forms `Date.parse` reads in the local time zone. */
const ISO_TIME = /^(?:\d{4}|[+-]\d{6})(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}\S*)?)?)?$/i;
const HAS_TIME = /\d[T ]\d/i;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds of an ISO 8601 time; a date alone is the whole day and a missing zone is UTC. NaN when unreadable. */
export function timeOf(iso: string, end: 'start' | 'end' = 'start'): number {
  if (DATE_ONLY.test(iso)) return Date.parse(iso) + (end === 'end' ? DAY_MS - 1 : 0);
  if (!ISO_TIME.test(iso)) return Number.NaN;
  return Date.parse(HAS_TIME.test(iso) && !HAS_ZONE.test(iso) ? `${iso}Z` : iso);
}

function requireTime(name: string, iso: string, end: 'start' | 'end'): number {
  const time = timeOf(iso, end);
  if (Number.isNaN(time)) {
    throw new KerfError(
      'invalid-option',
      `${name} is ${JSON.stringify(iso)}; give an ISO 8601 time such as 2024-05-01`,
    );
  }
  return time;
}

/** The rows of the living chunks that pass `filter`; null when every one does. */
export function passingRows(connection: Connection, filter: CompiledFilter): RowSet | null {
  if (filter.nothing) return parseRowSet(null, 0);
  const { expression, times } = filter;
  if (expression === null && times === null) return null;
  if (times === null)
    return rowsOf(connection, 'select rowid as row from chunk_terms where chunk_terms match ?', expression);
  const range = 'd.updated_ms between ? and ?';
  if (expression === null) {
    const sql = `select c.row from documents d join chunks c on c.doc = d.doc where ${range} and c.to_version is null`;
    return rowsOf(connection, sql, times.from, times.to);
  }
  const sql = `select c.row from chunk_terms t cross join chunks c on c.row = t.rowid join documents d on d.doc = c.doc
    where chunk_terms match ? and ${range}`;
  return rowsOf(connection, sql, expression, times.from, times.to);
}

/** One string instead of a row each: 100,000 numbers take 22 ms instead of 260. */
function rowsOf(connection: Connection, sql: string, ...values: SqlValue[]): RowSet {
  const found = connection.get<{ list: string | null; largest: number | null }>(
    `select group_concat(row) as list, max(row) as largest from (${sql})`,
    ...values,
  );
  return parseRowSet(found?.list ?? null, found?.largest ?? 0);
}
