/**
 * Contract of stores: where chunks, the lexical index, vectors and their history are kept.
 *
 * A store holds immutable chunk rows that live from one index version until they end; a document's layout
 * (order and spans) is kept per version, so an edit that only shifts offsets writes no chunk. Removing a
 * document removes every row of it. One `applyDocument` is one transaction.
 */
import type { DocumentPlan } from '../indexing/plan-types.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Dropped } from '../model/document.ts';
import type { JsonObject } from '../model/json.ts';
import type { Filter } from '../model/retrieval.ts';

/** What the store remembers of one document. */
export interface DocumentRecord {
  readonly documentId: string;
  readonly mediaType: string;
  readonly title: string;
  /** Hash of the raw source; equal hash and equal `configHash` mean nothing to do. */
  readonly sourceHash: string;
  /** Hash of everything that shapes chunks: strategy, budgets, token counter, chunker version. */
  readonly configHash: string;
  readonly sizeBytes: number;
  /** Tokens of the whole document's text. */
  readonly tokenCount: number;
  readonly updatedAt: string | null;
  readonly metadata: JsonObject;
  readonly dropped: readonly Dropped[];
}

export interface StoredDocument extends DocumentRecord {
  readonly chunkCount: number;
  /** Index version that wrote it last. */
  readonly version: number;
}

export type VectorField = 'text' | 'header';

/** A vector to be kept: `hash` is a chunk's `embedHash`, or the hash of its `headerText` (model/header-text.ts) for the field `header`. */
export interface VectorEntry {
  readonly hash: string;
  readonly vector: Float32Array;
}

export interface DocumentUpdate {
  readonly record: DocumentRecord;
  readonly plan: DocumentPlan;
  /** Vectors that were not in the store yet, under `embedderId`. */
  readonly embedderId: string | null;
  readonly vectors: readonly VectorEntry[];
}

export interface ScoredChunk {
  readonly chunkId: string;
  /** Higher is better. */
  readonly score: number;
}

export interface LexicalQuery {
  /**
   * Analysed terms (text/query-terms); a chunk matches with any of them or of the phrases. A term given twice counts
   * twice. Of terms, those of the phrases included, the first 1,024 count at least.
   */
  readonly terms: readonly string[];
  /**
   * Terms wanted side by side: a phrase counts like a term that stands wherever these follow one another in a column.
   * Default: none.
   */
  readonly phrases?: readonly (readonly string[])[];
  readonly limit: number;
  /** An empty list in it lets nothing pass; a date without a time means that whole day, UTC. */
  readonly filter?: Filter;
  /** A column of weight 0 is not searched. */
  readonly bodyWeight: number;
  readonly headingsWeight: number;
  /**
   * Weight of what a chunk repeats from around it: introduction of a list, title and header of a table, keys, signature,
   * speaker; not definitions, footnotes and imports, which are found where they stand. Default 0.
   */
  readonly contextWeight?: number;
}

export interface VectorQuery {
  readonly field: VectorField;
  readonly embedderId: string;
  readonly vector: Float32Array;
  readonly limit: number;
  readonly filter?: Filter;
}

export interface StoreStatus {
  readonly formatVersion: number;
  readonly version: number;
  readonly documents: number;
  /** Chunks alive at the current version. */
  readonly chunks: number;
  /** Ended chunk rows kept as history. */
  readonly endedChunks: number;
  readonly vectors: number;
  readonly sizeBytes: number;
  /** Number of documents per `configHash`, the current configuration told apart by the caller. */
  readonly documentsByConfig: Readonly<Record<string, number>>;
  readonly embedderIds: readonly string[];
}

export interface Store {
  status(): Promise<StoreStatus>;
  /** Every document, by id in code unit order. */
  listDocuments(): Promise<readonly StoredDocument[]>;
  readDocument(documentId: string): Promise<StoredDocument | undefined>;
  /** Living chunks of a document in order; [] when there is none. */
  readDocumentChunks(documentId: string): Promise<readonly Chunk[]>;
  /** Living chunks by id, in the order asked; ids that do not live are left out. */
  readChunks(chunkIds: readonly string[]): Promise<readonly Chunk[]>;
  /** Starts a new index version and returns its number; it becomes current with the first write. */
  beginVersion(): Promise<number>;
  /**
   * Writes one document: rows, lexical index, vectors, layout. All or nothing: `KerfError('store-write')` leaves the
   * store as it was, also when the plan was made from other chunks than now live. Vectors of hashes that no chunk of
   * the document has are not kept.
   */
  applyDocument(version: number, update: DocumentUpdate): Promise<void>;
  /** Removes a document with its whole history. Removing one that is not there does nothing. */
  removeDocument(version: number, documentId: string): Promise<void>;
  /** BM25, best first; ties by chunk id. */
  searchLexical(query: LexicalQuery): Promise<readonly ScoredChunk[]>;
  /** Inner product over stored vectors, exact, best first; ties by chunk id. */
  searchVectors(query: VectorQuery): Promise<readonly ScoredChunk[]>;
  /** Which of `hashes` already have a vector under `embedderId`. */
  knownVectors(embedderId: string, hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Small settings kept with the store (for example the options it was built with); undefined when absent. */
  readSetting(key: string): Promise<string | undefined>;
  writeSetting(key: string, value: string): Promise<void>;
  /** Inner consistency: orphans, missing rows, index out of step. An empty list means sound. */
  check(): Promise<readonly string[]>;
  /** Safe to call twice. */
  close(): Promise<void>;
}
