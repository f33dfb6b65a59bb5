/** Test kit: BM25 and vector search in their most obvious form, to compare a store with. */
import type { ScoredChunk } from '../stores/store.ts';

/** Terms of one chunk, and how long it counts beyond them. */
export interface ReferenceChunk {
  readonly chunkId: string;
  readonly body: readonly string[];
  readonly headings: readonly string[];
  /** Terms of further columns that count for the length and are not searched; default 0. */
  readonly otherTerms?: number;
}

export interface ReferenceQuery {
  readonly terms: readonly string[];
  readonly bodyWeight: number;
  readonly headingsWeight: number;
}

/** Robertson's parameters, as FTS5 fixes them. */
const K1 = 1.2;
const B = 0.75;
/** FTS5's floor for terms that are in more than half of the chunks. */
const LEAST_IDF = 1e-6;

/** BM25 with weighted term frequencies, every matching chunk, best first; ties by id. */
export function referenceBm25(chunks: readonly ReferenceChunk[], query: ReferenceQuery): ScoredChunk[] {
  const lengthOf = (chunk: ReferenceChunk): number =>
    chunk.body.length + chunk.headings.length + (chunk.otherTerms ?? 0);
  const averageLength = chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0) / chunks.length;
  const has = (chunk: ReferenceChunk, term: string): boolean =>
    chunk.body.includes(term) || chunk.headings.includes(term);
  const idf = new Map(
    query.terms.map((term) => {
      const n = chunks.filter((chunk) => has(chunk, term)).length;
      return [term, Math.max(LEAST_IDF, Math.log((chunks.length - n + 0.5) / (n + 0.5)))];
    }),
  );
  const scored: ScoredChunk[] = [];
  for (const chunk of chunks) {
    if (!query.terms.some((term) => has(chunk, term))) continue;
    const norm = K1 * (1 - B + (B * lengthOf(chunk)) / averageLength);
    let score = 0;
    for (const [term, weight] of idf) {
      const frequency = query.bodyWeight * count(chunk.body, term) + query.headingsWeight * count(chunk.headings, term);
      score += (weight * frequency * (K1 + 1)) / (frequency + norm);
    }
    scored.push({ chunkId: chunk.chunkId, score });
  }
  return sorted(scored);
}

function count(terms: readonly string[], wanted: string): number {
  return terms.filter((term) => term === wanted).length;
}

/** Inner products with every vector, best first; ties by id. */
export function referenceVectorSearch(
  vectors: ReadonlyMap<string, Float32Array>,
  query: Float32Array,
  limit: number,
): ScoredChunk[] {
  const scored = [...vectors].map(([chunkId, vector]) => ({
    chunkId,
    score: vector.reduce((sum, value, i) => sum + value * query[i], 0),
  }));
  return sorted(scored).slice(0, limit);
}

function sorted(scored: readonly ScoredChunk[]): ScoredChunk[] {
  return [...scored].sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}
