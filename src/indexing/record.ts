/** Indexing: from a source and its document to the record a store keeps of it. */
import type { Document, Source } from '../model/document.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import type { DocumentRecord } from '../stores/store.ts';
import { shortHash } from '../text/hash.ts';
import { writtenText } from '../text/html-lines.ts';

/** Hash of the raw source: equal hashes mean that parsing would give the same document. */
export function sourceHashOf(source: Source): string {
  return shortHash(JSON.stringify([source.mediaType, source.text, source.metadata ?? null]));
}

/**
 * Hash of what made a document's chunks and vectors: `configKey` says all that shapes chunks, `embedderId` which
 * model read them (null: none), `syntax` whether code was read by its grammar. Documents with another hash are stale and
 * are made again.
 */
export function configHashOf(configKey: string, embedderId: string | null, syntax: boolean): string {
  return shortHash(JSON.stringify([configKey, embedderId, syntax]));
}

/** The record of `document`; without a token counter its `tokenCount` is 0. */
export function documentRecord(
  source: Source,
  document: Document,
  hashes: { readonly sourceHash: string; readonly configHash: string },
  tokenCounter: TokenCounter | undefined,
): DocumentRecord {
  return {
    documentId: document.id,
    mediaType: document.mediaType,
    title: document.title,
    ...hashes,
    sizeBytes: new TextEncoder().encode(source.text).length,
    tokenCount: tokenCounter?.count(writtenText(document.text, document)) ?? 0,
    updatedAt: document.updatedAt ?? null,
    metadata: document.metadata,
    dropped: document.dropped,
  };
}
