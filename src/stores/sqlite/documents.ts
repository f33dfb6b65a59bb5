/** SQLite store: document records and the figures of the whole store. */
import type { Dropped } from '../../model/document.ts';
import type { JsonObject } from '../../model/json.ts';
import type { StoredDocument, StoreStatus } from '../store.ts';
import { currentVersion } from './apply.ts';
import type { Connection } from './driver.ts';
import { FORMAT_VERSION, pragma } from './schema.ts';
import { readText, type StoredText } from './stored-text.ts';

interface DocumentRow {
  readonly document_id: string;
  readonly media_type: string;
  readonly title: StoredText;
  readonly source_hash: string;
  readonly config_hash: string;
  readonly size_bytes: number;
  readonly token_count: number;
  readonly updated_at: string | null;
  readonly metadata: string;
  readonly dropped: string;
  readonly chunk_count: number;
  readonly version: number;
}

/** Every document, sorted here since SQLite orders by UTF-8 bytes, which differs from code units beyond U+FFFF. */
export function listDocuments(connection: Connection): StoredDocument[] {
  const documents = connection.all<DocumentRow>('select * from documents').map(toDocument);
  return documents.sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

export function readDocument(connection: Connection, documentId: string): StoredDocument | undefined {
  const row = connection.get<DocumentRow>('select * from documents where document_id = ?', documentId);
  return row === undefined ? undefined : toDocument(row);
}

function toDocument(row: DocumentRow): StoredDocument {
  return {
    documentId: row.document_id,
    mediaType: row.media_type,
    title: readText(row.title),
    sourceHash: row.source_hash,
    configHash: row.config_hash,
    sizeBytes: row.size_bytes,
    tokenCount: row.token_count,
    updatedAt: row.updated_at,
    metadata: JSON.parse(row.metadata) as JsonObject,
    dropped: JSON.parse(row.dropped) as Dropped[],
    chunkCount: row.chunk_count,
    version: row.version,
  };
}

export function readStatus(connection: Connection): StoreStatus {
  const count = (sql: string): number => connection.get<{ n: number }>(sql)?.n ?? 0;
  const byConfig = connection.all<{ config_hash: string; n: number }>(
    'select config_hash, count(*) as n from documents group by config_hash order by config_hash',
  );
  const embedders = connection.all<{ embedder_id: string }>('select embedder_id from embedders order by embedder_id');
  // From the counts of the documents, and the ended ones by difference: counting the living rows themselves takes 0.3 s
  // at 200,000 chunks, and every search asks for this.
  const living = count('select sum(chunk_count) as n from documents');
  return {
    formatVersion: FORMAT_VERSION,
    version: currentVersion(connection),
    documents: count('select count(*) as n from documents'),
    chunks: living,
    endedChunks: count('select count(*) as n from chunks') - living,
    vectors: count('select count(*) as n from vectors'),
    sizeBytes: pragma(connection, 'page_count') * pragma(connection, 'page_size'),
    documentsByConfig: Object.fromEntries(byConfig.map(({ config_hash, n }) => [config_hash, n])),
    embedderIds: embedders.map(({ embedder_id }) => embedder_id),
  };
}
