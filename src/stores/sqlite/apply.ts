/** SQLite store: writes the plan of one document, or takes a document away; each inside the caller's transaction. */
import type { DocumentPlan, PlannedChunk } from '../../indexing/plan-types.ts';
import { KerfError } from '../../model/error.ts';
import { plural } from '../../text/plural.ts';
import type { DocumentRecord, DocumentUpdate } from '../store.ts';
import { insertChunkRow } from './chunk-rows.ts';
import type { Connection } from './driver.ts';
import { timeOf } from './filter.ts';
import { encodeLayout, placeOf } from './layout.ts';
import { deleteTerms, insertTerms, rebuildTerms, termColumns } from './lexical-rows.ts';
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

/** The living chunks that `plan` takes away or replaces. */
function endingRows(plan: DocumentPlan, living: ReadonlyMap<string, LivingRow>): LivingRow[] {
  const replaced = plan.chunks.filter((planned) => planned.change === 'changed').map((planned) => planned.chunk.id);
  return [...replaced, ...plan.removed].flatMap((id) => living.get(id) ?? []);
}

const LIVING = `select row, chunk_id, from_version, embed_hash, header_hash from chunks
  where doc = ? and to_version is null`;

function livingRows(connection: Connection, documentId: string): Map<string, LivingRow> {
  const doc = findDocument(connection, documentId);
  const rows = doc === undefined ? [] : connection.all<LivingRow>(LIVING, doc);
  return new Map(rows.map((row) => [row.chunk_id, row]));
}

function findDocument(connection: Connection, documentId: string): number | undefined {
  return connection.get<{ doc: number }>('select doc from documents where document_id = ?', documentId)?.doc;
}

/** Writes `update` as part of `version`. Throws when the plan does not fit what is in the store. */
export function applyUpdate(connection: Connection, version: number, update: DocumentUpdate): void {
  const { record, plan } = update;
  requireVersion(connection, version);
  requireSameDocument(record, plan);
  const living = livingRows(connection, record.documentId);
  requirePlanFits(plan, living);
  const writer = new RowWriter(connection, version);
  writer.end(endingRows(plan, living));
  const doc = writeDocument(connection, version, record, plan.chunks.length);
  const rows = plan.chunks.map((planned) => writer.rowOf(planned, doc, living));
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
  writer.finish();
  makeCurrent(connection, version);
}

/** Deletes every row of `documentId`, history included; nothing happens when it is not there. */
export function removeDocument(connection: Connection, version: number, documentId: string): void {
  requireVersion(connection, version);
  const doc = findDocument(connection, documentId);
  if (doc === undefined) return;
  const rows = connection.all<{ row: number; to_version: number | null; embed_hash: string; header_hash: string }>(
    'select row, to_version, embed_hash, header_hash from chunks where doc = ?',
    doc,
  );
  const living = rows.filter((row) => row.to_version === null).map(({ row }) => row);
  const inStep = deleteTerms(connection, living);
  connection.run('delete from chunks where doc = ?', doc);
  connection.run('delete from layouts where doc = ?', doc);
  connection.run('delete from documents where doc = ?', doc);
  if (!inStep) rebuildTerms(connection);
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
    `version ${version} cannot be written, the store is at version ${current}: another process wrote to it meanwhile. Run the indexing again`,
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
  private readonly connection: Connection;
  private readonly version: number;
  private readonly tokens = new PathTokens();
  private readonly hashesOfDeletedRows = new Set<string>();
  private termsInStep = true;

  constructor(connection: Connection, version: number) {
    this.connection = connection;
    this.version = version;
  }

  end(rows: readonly LivingRow[]): void {
    this.termsInStep = deleteTerms(
      this.connection,
      rows.map(({ row }) => row),
    );
    for (const { row, from_version, embed_hash, header_hash } of rows) {
      if (from_version < this.version) {
        this.connection.run('update chunks set to_version = ? where row = ?', this.version, row);
        continue;
      }
      // Written and ended in one version: no version ever shows it, so it is no history.
      this.connection.run('delete from chunks where row = ?', row);
      this.hashesOfDeletedRows.add(embed_hash).add(header_hash);
    }
  }

  /** The row of a planned chunk: the one it has, or a new one. */
  rowOf({ chunk, change }: PlannedChunk, doc: number, living: ReadonlyMap<string, LivingRow>): number {
    const kept = living.get(chunk.id);
    if (kept !== undefined && change !== 'changed') return kept.row;
    const columns = termColumns(chunk, this.tokens);
    const row = insertChunkRow(this.connection, doc, this.version, chunk, columns.hash);
    insertTerms(this.connection, row, columns);
    return row;
  }

  /** To be called once, when rows and vectors are written. */
  finish(): void {
    deleteOrphanVectors(this.connection, this.hashesOfDeletedRows);
    if (!this.termsInStep) rebuildTerms(this.connection);
  }
}

/** Vectors that no chunk of the document uses are not kept: nothing would ever delete them. */
function writeVectors(connection: Connection, doc: number, { embedderId, vectors }: DocumentUpdate): void {
  if (vectors.length === 0) return;
  if (embedderId === null) {
    throw new KerfError(
      'store-write',
      `${plural(vectors.length, 'vector')} came without an embedderId; name the model that made them`,
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
