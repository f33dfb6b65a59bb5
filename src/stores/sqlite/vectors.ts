/** SQLite store: keeping vectors under (embedder, hash), and deleting those that no chunk uses. */
import { KerfError } from '../../model/error.ts';
import type { VectorEntry } from '../store.ts';
import type { Connection } from './driver.ts';
import { quantize } from './quantize.ts';

export interface EmbedderRow {
  readonly embedder: number;
  readonly dimensions: number;
}

export function findEmbedder(connection: Connection, embedderId: string): EmbedderRow | undefined {
  return connection.get('select embedder, dimensions from embedders where embedder_id = ?', embedderId);
}

/** Keeps `entries` under `embedderId`; a hash that has a vector already keeps that one. */
export function insertVectors(connection: Connection, embedderId: string, entries: readonly VectorEntry[]): void {
  if (entries.length === 0) return;
  const { embedder, dimensions } = requireEmbedder(connection, embedderId, entries[0].vector.length);
  for (const { hash, vector } of entries) {
    requireVector(embedderId, dimensions, hash, vector);
    const { codes, scale } = quantize(vector);
    const { rowId, changes } = connection.run(
      'insert into vectors (embedder, hash, scale, codes) values (?, ?, ?, ?) on conflict do nothing',
      embedder,
      hash,
      scale,
      bytesOf(codes),
    );
    if (changes > 0) connection.run('insert into vector_floats values (?, ?)', rowId, bytesOf(vector));
  }
}

function requireEmbedder(connection: Connection, embedderId: string, dimensions: number): EmbedderRow {
  const found = findEmbedder(connection, embedderId);
  if (found !== undefined) return found;
  // Only stores with vectors pay for these: they find the chunks of a vector.
  connection.exec('create index if not exists chunks_by_embed_hash on chunks (embed_hash)');
  connection.exec('create index if not exists chunks_by_header_hash on chunks (header_hash)');
  const sql = 'insert into embedders (embedder_id, dimensions) values (?, ?)';
  return { embedder: connection.run(sql, embedderId, dimensions).rowId, dimensions };
}

function requireVector(embedderId: string, dimensions: number, hash: string, vector: Float32Array): void {
  if (vector.length !== dimensions) {
    throw new KerfError(
      'store-config',
      `a vector of embedder ${embedderId} has ${vector.length} numbers, those in the store have ${dimensions}; ` +
        'give a model with other dimensions another id',
    );
  }
  if (!vector.every(Number.isFinite)) {
    throw new KerfError(
      'store-config',
      `the vector for ${hash} of embedder ${embedderId} holds a number that is not finite`,
    );
  }
}

/** The bytes of a typed array, in the order of the machine (all that Node runs on are little-endian). */
function bytesOf(array: Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The floats kept in `bytes`; copied, since a view needs them aligned. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

/** Which of `hashes` have a vector under `embedderId`. */
export function knownVectors(connection: Connection, embedderId: string, hashes: readonly string[]): Set<string> {
  const embedder = findEmbedder(connection, embedderId)?.embedder;
  if (embedder === undefined) return new Set();
  const rows = connection.all<{ hash: string }>(
    'select hash from vectors where embedder = ? and hash in (select value from json_each(?))',
    embedder,
    JSON.stringify(hashes),
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Condition on a row `v` of `vectors`: no chunk, living or ended, uses it. */
export const VECTOR_IS_ORPHAN = `not exists (select 1 from chunks where embed_hash = v.hash)
  and not exists (select 1 from chunks where header_hash = v.hash)`;

/** Deletes the vectors of `hashes` that no chunk row uses any more, and embedders left without vectors. */
export function deleteOrphanVectors(connection: Connection, hashes: ReadonlySet<string>): void {
  if (hashes.size === 0 || connection.get('select 1 from embedders limit 1') === undefined) return;
  const orphans = connection.all<{ vector: number }>(
    `select v.vector from vectors v where v.hash in (select value from json_each(?)) and ${VECTOR_IS_ORPHAN}`,
    JSON.stringify([...hashes]),
  );
  for (const { vector } of orphans) {
    connection.run('delete from vector_floats where vector = ?', vector);
    connection.run('delete from vectors where vector = ?', vector);
  }
  connection.run('delete from embedders where embedder not in (select distinct embedder from vectors)');
}
