/**
 * SQLite store: vector search by scanning. All codes of one embedder and field are held in memory; the best few times
 * `limit` by rounded score are scored again with the floats from disk, so scores and order are exact. Only a vector
 * that rounding throws out of the best few times `limit` could be missed.
 */
import { KerfError } from '../../model/error.ts';
import type { ScoredChunk, VectorField, VectorQuery } from '../store.ts';
import type { Connection } from './driver.ts';
import { compileFilter, passingRows } from './filter.ts';
import { approximateScores, type CodeMatrix, innerProduct, positionsOfLargest, quantize } from './quantize.ts';
import { type EmbedderRow, findEmbedder, floatsOf } from './vectors.ts';

/** How many candidates are rescored, as a multiple of `limit`, and at least this many. */
const RESCORE_FACTOR = 4;
const RESCORE_AT_LEAST = 128;

/** The vectors that living chunks use in one field. Chunks may share a vector, headers mostly do. */
interface VectorTable extends CodeMatrix {
  /** Key of each vector in the table `vector_floats`. */
  readonly vectors: Float64Array;
  /** Living chunks of vector i: positions from `firstOwner[i]` to `firstOwner[i + 1]` in the two lists below. */
  readonly firstOwner: Uint32Array;
  readonly ownerRows: Float64Array;
  readonly ownerIds: readonly string[];
  /** Which vector a chunk row has. */
  readonly vectorOfRow: ReadonlyMap<number, number>;
}

/** Vector tables of one connection, built on first use and again after the data changed, here or elsewhere. */
export class VectorTables {
  private readonly tables = new Map<string, VectorTable>();
  private builtFor = '';

  /** Best chunks for `query`; throws `KerfError('store-config')` when its length is not that of the stored vectors. */
  search(connection: Connection, query: VectorQuery): ScoredChunk[] {
    const embedder = findEmbedder(connection, query.embedderId);
    if (embedder === undefined || query.limit <= 0) return [];
    requireDimensions(query, embedder.dimensions);
    const table = this.table(connection, embedder, query.field);
    const rows = passingRows(connection, compileFilter(query.filter));
    const passing = rows === null ? null : new Set(rows);
    const indexes = passing === null ? allIndexes(table.vectors.length) : indexesOf(table, passing);
    const scores = approximateScores(table, quantize(query.vector), indexes);
    const best = positionsOfLargest(scores, Math.max(query.limit * RESCORE_FACTOR, RESCORE_AT_LEAST));
    const candidates = best.map((position) => indexes[position]);
    return rescore(connection, table, candidates, query, passing);
  }

  private table(connection: Connection, embedder: EmbedderRow, field: VectorField): VectorTable {
    const state = connection.dataState();
    if (state !== this.builtFor) this.tables.clear();
    this.builtFor = state;
    const key = `${embedder.embedder} ${field}`;
    let table = this.tables.get(key);
    if (table === undefined) {
      table = buildTable(connection, embedder, field);
      this.tables.set(key, table);
    }
    return table;
  }
}

function requireDimensions(query: VectorQuery, dimensions: number): void {
  if (query.vector.length === dimensions) return;
  throw new KerfError(
    'store-config',
    `the query vector has ${query.vector.length} numbers, the vectors of ${query.embedderId} have ${dimensions}; ` +
      'embed the query with the model that embedded the chunks',
  );
}

function allIndexes(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

function indexesOf(table: VectorTable, passing: ReadonlySet<number>): Uint32Array {
  const indexes = new Set<number>();
  for (const row of passing) {
    const index = table.vectorOfRow.get(row);
    if (index !== undefined) indexes.add(index);
  }
  return Uint32Array.from(indexes);
}

interface Owner {
  readonly row: number;
  readonly chunk_id: string;
  readonly hash: string;
}

function buildTable(connection: Connection, { embedder, dimensions }: EmbedderRow, field: VectorField): VectorTable {
  const column = { text: 'embed_hash', header: 'header_hash' }[field];
  const owners = new Map<string, Owner[]>();
  for (const owner of connection.iterate<Owner>(
    `select row, chunk_id, ${column} as hash from chunks where to_version is null order by chunk_id`,
  )) {
    const list = owners.get(owner.hash);
    if (list === undefined) owners.set(owner.hash, [owner]);
    else list.push(owner);
  }
  const count = connection.get<{ n: number }>('select count(*) as n from vectors where embedder = ?', embedder)?.n ?? 0;
  const codes = new Int8Array(count * dimensions);
  const scales: number[] = [];
  const vectors: number[] = [];
  const firstOwner = [0];
  const ownerRows: number[] = [];
  const ownerIds: string[] = [];
  const vectorOfRow = new Map<number, number>();
  for (const row of connection.iterate<{ vector: number; hash: string; scale: number; codes: Uint8Array }>(
    'select vector, hash, scale, codes from vectors where embedder = ? order by vector',
    embedder,
  )) {
    const list = owners.get(row.hash);
    if (list === undefined) continue;
    for (const owner of list) {
      ownerRows.push(owner.row);
      ownerIds.push(owner.chunk_id);
      vectorOfRow.set(owner.row, vectors.length);
    }
    codes.set(new Int8Array(row.codes.buffer, row.codes.byteOffset, dimensions), vectors.length * dimensions);
    scales.push(row.scale);
    vectors.push(row.vector);
    firstOwner.push(ownerRows.length);
  }
  return {
    dimensions,
    codes: codes.subarray(0, vectors.length * dimensions),
    scales: Float32Array.from(scales),
    vectors: Float64Array.from(vectors),
    firstOwner: Uint32Array.from(firstOwner),
    ownerRows: Float64Array.from(ownerRows),
    ownerIds,
    vectorOfRow,
  };
}

function rescore(
  connection: Connection,
  table: VectorTable,
  candidates: readonly number[],
  query: VectorQuery,
  passing: ReadonlySet<number> | null,
): ScoredChunk[] {
  const floats = readFloats(
    connection,
    candidates.map((index) => table.vectors[index]),
  );
  const scored: ScoredChunk[] = [];
  for (const index of candidates) {
    const vector = floats.get(table.vectors[index]);
    if (vector === undefined) continue;
    const score = innerProduct(vector, query.vector);
    for (let at = table.firstOwner[index]; at < table.firstOwner[index + 1]; at++) {
      if (passing === null || passing.has(table.ownerRows[at])) scored.push({ chunkId: table.ownerIds[at], score });
    }
  }
  scored.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
  return scored.slice(0, query.limit);
}

function readFloats(connection: Connection, vectors: readonly number[]): Map<number, Float32Array> {
  const rows = connection.all<{ vector: number; floats: Uint8Array }>(
    'select vector, floats from vector_floats where vector in (select value from json_each(?))',
    JSON.stringify(vectors),
  );
  return new Map(rows.map((row) => [row.vector, floatsOf(row.floats)]));
}
