/**
 * SQLite store: vector search by scanning all codes of one embedder and field in memory. The result is that of scoring
 * every stored vector with its floats: codes give each score an upper bound, and floats are read until no bound left
 * reaches the worst score kept.
 */
import { KerfError } from '../../model/error.ts';
import { plural } from '../../text/plural.ts';
import type { ScoredChunk, VectorField, VectorQuery } from '../store.ts';
import type { Connection } from './driver.ts';
import { compileFilter, passingRows } from './filter.ts';
import { kthLargest, positionsBetween } from './largest.ts';
import { LivingVectors } from './living-vectors.ts';
import { innerProduct } from './quantize.ts';
import type { RowSet } from './row-set.ts';
import { maskOf, passingChunks } from './vector-owners.ts';
import { type EmbedderRow, findEmbedder, floatsOf } from './vectors.ts';

/** Filters remembered until the data changes; each takes a bit for every chunk. */
const MAX_REMEMBERED_FILTERS = 32;

interface KeptVectors {
  readonly embedderId: string;
  readonly embedder: EmbedderRow;
  readonly vectors: LivingVectors;
  /** State of the data that `vectors` is in step with. */
  state: string;
}

/** Vectors of one connection: read on first use, and brought in step after the data changed, here or elsewhere. */
export class VectorTables {
  private readonly kept = new Map<string, KeptVectors>();
  private readonly filters = new Map<string, RowSet | null>();
  private state = '';

  /**
   * Best chunks for `query`; throws `KerfError('store-config')` when its length is not that of the stored vectors, when it
   * holds a number that is not finite, and when the vectors do not fit into memory.
   */
  search(connection: Connection, query: VectorQuery): ScoredChunk[] {
    this.notice(connection);
    const embedder = findEmbedder(connection, query.embedderId);
    if (embedder === undefined || query.limit <= 0) return [];
    requireVector(query, embedder.dimensions);
    const vectors = this.vectorsOf(connection, query.embedderId, embedder, query.field);
    return searchVectors(connection, vectors, query, this.passing(connection, query));
  }

  /** Forgets what no longer holds when the data changed; embedders that are gone with it. */
  private notice(connection: Connection): void {
    const state = connection.dataState();
    if (state === this.state) return;
    this.state = state;
    this.filters.clear();
    for (const [key, { embedderId, embedder }] of this.kept)
      if (!isSame(embedder, findEmbedder(connection, embedderId))) this.kept.delete(key);
  }

  private vectorsOf(
    connection: Connection,
    embedderId: string,
    embedder: EmbedderRow,
    field: VectorField,
  ): LivingVectors {
    const key = `${field} ${embedderId}`;
    const known = this.kept.get(key) ?? {
      embedderId,
      embedder,
      vectors: new LivingVectors(embedder, field),
      state: '',
    };
    if (known.state === this.state) return known.vectors;
    // Back in its place only when all went well.
    this.kept.delete(key);
    known.vectors.refresh(connection);
    known.state = this.state;
    this.kept.set(key, known);
    return known.vectors;
  }

  private passing(connection: Connection, { filter }: VectorQuery): RowSet | null {
    const compiled = compileFilter(filter);
    const key = JSON.stringify(compiled);
    let rows = this.filters.get(key);
    if (rows !== undefined) return rows;
    rows = passingRows(connection, compiled);
    if (this.filters.size >= MAX_REMEMBERED_FILTERS) this.filters.clear();
    this.filters.set(key, rows);
    return rows;
  }
}

function isSame(a: EmbedderRow, b: EmbedderRow | undefined): boolean {
  return a.embedder === b?.embedder && a.dimensions === b.dimensions;
}

function requireVector({ vector, embedderId }: VectorQuery, dimensions: number): void {
  if (vector.length !== dimensions)
    throw new KerfError(
      'store-config',
      `the query vector has ${plural(vector.length, 'number')}, the vectors of ${embedderId} have ${dimensions}; ` +
        'embed the query with the model that embedded the chunks',
    );
  if (!vector.every(Number.isFinite))
    throw new KerfError(
      'store-config',
      `the query vector holds a number that is not finite; check what ${embedderId} makes of the query`,
    );
}

/**
 * First the vectors with the highest bounds are scored, `limit` of them, then all those whose bound reaches the worst of
 * the best `limit` scores found so: whatever is left scores less.
 */
function searchVectors(
  connection: Connection,
  vectors: LivingVectors,
  query: VectorQuery,
  passing: RowSet | null,
): ScoredChunk[] {
  const { owners } = vectors;
  const bounds = vectors.codes.bounds(query.vector, maskOf(owners, passing));
  const score = (slots: readonly number[]): ScoredChunk[] => {
    const floats = readFloats(
      connection,
      slots.map((slot) => vectors.vectorOf(slot)),
    );
    return slots.flatMap((slot) => {
      const vector = floats.get(vectors.vectorOf(slot));
      if (vector === undefined) return [];
      const score = innerProduct(vector, query.vector);
      return passingChunks(owners, slot, passing, query.limit).map((chunkId) => ({ chunkId, score }));
    });
  };
  const highest = kthLargest(bounds, query.limit);
  const first = best(score(positionsBetween(bounds, highest, Number.POSITIVE_INFINITY)), query.limit);
  const worst = first.length < query.limit ? Number.NEGATIVE_INFINITY : first[first.length - 1].score;
  const rest = positionsBetween(bounds, worst, highest);
  return rest.length === 0 ? first : best([...first, ...score(rest)], query.limit);
}

function best(hits: ScoredChunk[], limit: number): ScoredChunk[] {
  return hits.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, limit);
}

function readFloats(connection: Connection, vectors: readonly number[]): Map<number, Float32Array> {
  const rows = connection.all<{ vector: number; floats: Uint8Array }>(
    'select vector, floats from vector_floats where vector in (select value from json_each(?))',
    JSON.stringify(vectors),
  );
  return new Map(rows.map((row) => [row.vector, floatsOf(row.floats)]));
}
