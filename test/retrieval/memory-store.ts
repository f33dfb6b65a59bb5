/** A store stand-in for retrieval tests: brute-force BM25 and inner products over a list of chunks, read only. */
import type { Chunk } from '../../src/model/chunk.ts';
import type { Filter } from '../../src/model/retrieval.ts';
import { contextTerms } from '../../src/stores/sqlite/lexical-rows.ts';
import type { LexicalQuery, ScoredChunk, Store, VectorQuery } from '../../src/stores/store.ts';
import { shortHash } from '../../src/text/hash.ts';
import { analyzeText } from '../../src/text/terms.ts';

export interface MemoryStore extends Store {
  /** Names of the methods called, in order. */
  readonly calls: string[];
  readonly lexicalQueries: LexicalQuery[];
  readonly vectorQueries: VectorQuery[];
}

export interface MemoryStoreOptions {
  readonly version?: number;
  readonly embedderId?: string;
  /** Vectors by `embedHash`, or by the hash of the header. */
  readonly vectors?: ReadonlyMap<string, Float32Array>;
}

export function memoryStore(chunks: readonly Chunk[], options: MemoryStoreOptions = {}): MemoryStore {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const calls: string[] = [];
  const lexicalQueries: LexicalQuery[] = [];
  const vectorQueries: VectorQuery[] = [];
  const refuse = () => Promise.reject(new Error('read only'));
  return {
    calls,
    lexicalQueries,
    vectorQueries,
    status: async () => ({
      formatVersion: 2,
      version: options.version ?? 1,
      documents: new Set(chunks.map(({ documentId }) => documentId)).size,
      chunks: chunks.length,
      endedChunks: 0,
      vectors: options.vectors?.size ?? 0,
      sizeBytes: 0,
      documentsByConfig: {},
      embedderIds: options.embedderId === undefined ? [] : [options.embedderId],
    }),
    readChunks: async (ids) => {
      calls.push(`readChunks ${ids.length}`);
      return ids.map((id) => byId.get(id)).filter((chunk) => chunk !== undefined);
    },
    searchLexical: async (query) => {
      calls.push('searchLexical');
      lexicalQueries.push(query);
      return bestOf(scoreLexical(chunks, query), query.limit);
    },
    searchVectors: async (query) => {
      calls.push(`searchVectors ${query.field}`);
      vectorQueries.push(query);
      return bestOf(scoreVectors(chunks, query, options.vectors ?? new Map()), query.limit);
    },
    listDocuments: refuse,
    readDocument: refuse,
    readDocumentChunks: refuse,
    beginVersion: refuse,
    applyDocument: refuse,
    removeDocument: refuse,
    knownVectors: refuse,
    readSetting: refuse,
    writeSetting: refuse,
    check: refuse,
    close: async () => undefined,
  };
}

function passes({ documentId, kind }: Chunk, filter: Filter | undefined): boolean {
  const named = filter?.documents?.some(
    (name) => name === documentId || (name.endsWith('/') && documentId.startsWith(name)),
  );
  return named !== false && filter?.kinds?.includes(kind) !== false;
}

/** BM25 with k1 1.2 and b 0 (length aside): enough to rank small samples by hand. */
function scoreLexical(chunks: readonly Chunk[], query: LexicalQuery): ScoredChunk[] {
  const rows = chunks.map((chunk) => ({
    chunk,
    columns: [
      { terms: analyzeText(chunk.text), weight: query.bodyWeight },
      { terms: analyzeText(chunk.header), weight: query.headingsWeight },
      { terms: contextTerms(chunk), weight: query.contextWeight ?? 0 },
    ],
  }));
  const frequencyOf = (row: (typeof rows)[number], phrase: readonly string[]): number =>
    row.columns.reduce((sum, { terms, weight }) => sum + weight * count(terms, phrase), 0);
  const scored: ScoredChunk[] = [];
  for (const row of rows) {
    if (!passes(row.chunk, query.filter)) continue;
    let score = 0;
    for (const phrase of [...query.terms.map((term) => [term]), ...(query.phrases ?? [])]) {
      const frequency = frequencyOf(row, phrase);
      const holders = rows.filter((other) => frequencyOf(other, phrase) > 0).length;
      score += Math.log(1 + (rows.length - holders + 0.5) / (holders + 0.5)) * (frequency / (frequency + 1.2));
    }
    if (score > 0) scored.push({ chunkId: row.chunk.id, score });
  }
  return scored;
}

/** Places at which the terms of `phrase` follow one another. */
function count(terms: readonly string[], phrase: readonly string[]): number {
  return terms.filter((_, at) => phrase.every((term, i) => terms[at + i] === term)).length;
}

function scoreVectors(
  chunks: readonly Chunk[],
  query: VectorQuery,
  vectors: ReadonlyMap<string, Float32Array>,
): ScoredChunk[] {
  return chunks.flatMap((chunk) => {
    const vector = vectors.get(query.field === 'text' ? chunk.embedHash : shortHash(chunk.header));
    if (!vector || !passes(chunk, query.filter)) return [];
    return [{ chunkId: chunk.id, score: vector.reduce((sum, value, i) => sum + value * query.vector[i], 0) }];
  });
}

function bestOf(scored: ScoredChunk[], limit: number): ScoredChunk[] {
  return scored.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, limit);
}
