/** SQLite store: writes the plan of one document, or takes a document away; each inside the caller's transaction. */
import type { DocumentPlan, PlannedChunk } from '../../indexing/plan-types.ts';
import { KerfError } from '../../model/error.ts';
import type { DocumentRecord, DocumentUpdate } from '../store.ts';
import { insertChunkRow } from './chunk-rows.ts';
import type { Connection } from './driver.ts';
import { timeOf } from './filter.ts';
import { encodeLayout, placeOf } from './layout.ts';
import { deleteTerms, insertTerms } from './lexical.ts';
import { PathTokens } from './path-tokens.ts';
import { storeText } from './stored-text.ts';
import { deleteOrphanVectors, insertVectors } from './vectors.ts';

interface LivingRow {
  readonly row: number;
  readonly chunk_id: string;
  readonly from_version: number;
  readonly embed_hash: string;
  readonly header_hash: string;
}

const LIVING = `select row, chunk_id, from_version, embed_hash, header_hash from chunks
  where doc = ? and to_version is null`;

/** Writes `update` as part of `version`. Throws when the plan does not fit what is in the store. */
export function applyUpdate(connection: Connection, version: number, update: DocumentUpdate): void {
  const { record, plan } = update;
  requireVersion(connection, version);
  requireSameDocument(record, plan);
  const doc = writeDocument(connection, version, record, plan.chunks.length);
  const living = new Map(connection.all<LivingRow>(LIVING, doc).map((row) => [row.chunk_id, row]));
  requirePlanFits(plan, living);
  const writer = new RowWriter(connection, doc, version);
  for (const planned of plan.chunks) if (planned.change === 'changed') writer.end(living.get(planned.chunk.id));
  for (const id of plan.removed) writer.end(living.get(id));
  const rows = plan.chunks.map((planned) => writer.rowOf(planned, living));
  connection.run(
    `insert into layouts (doc, version, media_type, updated_at, bytes) values (?, ?, ?, ?, ?)
     on conflict (doc, version) do update set
       media_type = excluded.media_type, updated_at = excluded.updated_at, bytes = excluded.bytes`,
    doc,
    version,
    record.mediaType,
    record.updatedAt,
    encodeLayout(plan.chunks.map(({ chunk }, i) => placeOf(chunk, rows[i]))),
  );
  writeVectors(connection, doc, update);
  deleteOrphanVectors(connection, writer.hashesOfDeletedRows);
  makeCurrent(connection, version);
}

/** Deletes every row of `documentId`, history included; nothing happens when it is not there. */
export function removeDocument(connection: Connection, version: number, documentId: string): void {
  requireVersion(connection, version);
  const doc = connection.get<{ doc: number }>('select doc from documents where document_id = ?', documentId)?.doc;
  if (doc === undefined) return;
  const rows = connection.all<{ row: number; to_version: number | null; embed_hash: string; header_hash: string }>(
    'select row, to_version, embed_hash, header_hash from chunks where doc = ?',
    doc,
  );
  for (const { row, to_version } of rows) if (to_version === null) deleteTerms(connection, row);
  connection.run('delete from chunks where doc = ?', doc);
  connection.run('delete from layouts where doc = ?', doc);
  connection.run('delete from documents where doc = ?', doc);
  deleteOrphanVectors(connection, new Set(rows.flatMap((row) => [row.embed_hash, row.header_hash])));
  makeCurrent(connection, version);
}

/** The version of the last write; 0 for an empty store. */
export function currentVersion(connection: Connection): number {
  return connection.get<{ value: number }>("select value from meta where key = 'version'")?.value ?? 0;
}

function makeCurrent(connection: Connection, version: number): void {
  connection.run("update meta set value = ? where key = 'version'", version);
}

function requireVersion(connection: Connection, version: number): void {
  const current = currentVersion(connection);
  if (Number.isSafeInteger(version) && version >= 1 && version >= current) return;
  throw new KerfError(
    'store-write',
    `version ${version} cannot be written, the store is at version ${current}; begin a new version and plan again`,
  );
}

function requireSameDocument(record: DocumentRecord, plan: DocumentPlan): void {
  if (record.documentId === plan.documentId) return;
  throw new KerfError(
    'store-write',
    `the record is of ${record.documentId}, its plan of ${plan.documentId}; give both of one`,
  );
}

/** Every living chunk must be kept or removed by the plan, and every other chunk must be new. */
function requirePlanFits(plan: DocumentPlan, living: ReadonlyMap<string, LivingRow>): void {
  const seen = new Set<string>();
  const misfit = (id: string): KerfError =>
    new KerfError(
      'store-write',
      `the plan for ${plan.documentId} does not fit the store at chunk ${id}; read its chunks again and plan anew`,
    );
  for (const id of plan.removed) {
    if (!living.has(id) || seen.has(id)) throw misfit(id);
    seen.add(id);
  }
  for (const { chunk, change } of plan.chunks) {
    const row = living.get(chunk.id);
    const untouched = change === 'unchanged' || change === 'moved';
    const fits = change === 'added' ? row === undefined : row !== undefined;
    if (!fits || seen.has(chunk.id) || (untouched && row?.embed_hash !== chunk.embedHash)) throw misfit(chunk.id);
    seen.add(chunk.id);
  }
  for (const id of living.keys()) if (!seen.has(id)) throw misfit(id);
}

function writeDocument(connection: Connection, version: number, record: DocumentRecord, chunkCount: number): number {
  const time = record.updatedAt === null ? Number.NaN : timeOf(record.updatedAt);
  const row = connection.get<{ doc: number }>(
    `insert into documents (document_id, media_type, title, source_hash, config_hash, size_bytes, token_count,
       updated_at, updated_ms, metadata, dropped, chunk_count, version) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (document_id) do update set
       media_type = excluded.media_type, title = excluded.title, source_hash = excluded.source_hash,
       config_hash = excluded.config_hash, size_bytes = excluded.size_bytes, token_count = excluded.token_count,
       updated_at = excluded.updated_at, updated_ms = excluded.updated_ms, metadata = excluded.metadata,
       dropped = excluded.dropped, chunk_count = excluded.chunk_count, version = excluded.version
     returning doc`,
    record.documentId,
    record.mediaType,
    storeText(record.title),
    record.sourceHash,
    record.configHash,
    record.sizeBytes,
    record.tokenCount,
    record.updatedAt,
    Number.isNaN(time) ? null : time,
    JSON.stringify(record.metadata),
    JSON.stringify(record.dropped),
    chunkCount,
    version,
  );
  return (row as { doc: number }).doc;
}

/** Ends and inserts the chunk rows of one document, terms with them. */
class RowWriter {
  /** Hashes of rows that were deleted since they had lived in this version only. */
  readonly hashesOfDeletedRows = new Set<string>();
  private readonly connection: Connection;
  private readonly doc: number;
  private readonly version: number;
  private readonly paths = new PathTokens();

  constructor(connection: Connection, doc: number, version: number) {
    this.connection = connection;
    this.doc = doc;
    this.version = version;
  }

  end(living: LivingRow | undefined): void {
    if (living === undefined) return;
    deleteTerms(this.connection, living.row);
    if (living.from_version < this.version) {
      this.connection.run('update chunks set to_version = ? where row = ?', this.version, living.row);
      return;
    }
    // Written and ended in one version: no version ever shows it, so it is no history.
    this.connection.run('delete from chunks where row = ?', living.row);
    this.hashesOfDeletedRows.add(living.embed_hash).add(living.header_hash);
  }

  rowOf({ chunk, change }: PlannedChunk, living: ReadonlyMap<string, LivingRow>): number {
    const kept = living.get(chunk.id);
    if (kept !== undefined && change !== 'changed') return kept.row;
    const row = insertChunkRow(this.connection, this.doc, this.version, chunk);
    insertTerms(this.connection, row, chunk, this.paths);
    return row;
  }
}

/** Vectors that no chunk of the document uses are not kept: nothing would ever delete them. */
function writeVectors(connection: Connection, doc: number, { embedderId, vectors }: DocumentUpdate): void {
  if (vectors.length === 0) return;
  if (embedderId === null) {
    throw new KerfError(
      'store-write',
      `${vectors.length} vectors came without an embedderId; name the model that made them`,
    );
  }
  const used = new Set<string>();
  for (const row of connection.all<LivingRow>(LIVING, doc)) used.add(row.embed_hash).add(row.header_hash);
  insertVectors(
    connection,
    embedderId,
    vectors.filter(({ hash }) => used.has(hash)),
  );
}
