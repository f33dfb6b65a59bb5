/** Test kit: BM25 and vector search in their most obvious form, to compare a store with. */
import type { ScoredChunk } from '../stores/store.ts';

/** Terms of one chunk, and how long it counts beyond them. */
export interface ReferenceChunk {
  readonly chunkId: string;
  readonly body: readonly string[];
  readonly headings: readonly string[];
  /** Terms of what surrounds the chunk; default none. */
  readonly context?: readonly string[];
  /** Terms of further columns that count for the length and are not searched; default 0. */
  readonly otherTerms?: number;
}

export interface ReferenceQuery {
  /** A term that stands here twice counts twice. */
  readonly terms: readonly string[];
  /** Each counts like a term. */
  readonly phrases?: readonly (readonly string[])[];
  readonly bodyWeight: number;
  readonly headingsWeight: number;
  /** Default 0. */
  readonly contextWeight?: number;
}

/** Robertson's parameters, as FTS5 fixes them. */
const K1 = 1.2;
const B = 0.75;
/** FTS5's floor for terms that are in more than half of the chunks. */
const LEAST_IDF = 1e-6;

/** BM25 with weighted term frequencies, every matching chunk, best first; ties by id. */
export function referenceBm25(chunks: readonly ReferenceChunk[], query: ReferenceQuery): ScoredChunk[] {
  const lengthOf = (chunk: ReferenceChunk): number =>
    chunk.body.length + chunk.headings.length + (chunk.context ?? []).length + (chunk.otherTerms ?? 0);
  const averageLength = chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0) / chunks.length;
  const wanted = [...query.terms.map((term) => [term]), ...(query.phrases ?? [])];
  const scores = new Map<string, number>();
  for (const phrase of wanted) {
    const frequencies = chunks.map(
      (chunk) =>
        query.bodyWeight * count(chunk.body, phrase) +
        query.headingsWeight * count(chunk.headings, phrase) +
        (query.contextWeight ?? 0) * count(chunk.context ?? [], phrase),
    );
    const holders = frequencies.filter((frequency) => frequency > 0).length;
    const idf = Math.max(LEAST_IDF, Math.log((chunks.length - holders + 0.5) / (holders + 0.5)));
    for (const [i, frequency] of frequencies.entries()) {
      if (frequency === 0) continue;
      const norm = K1 * (1 - B + (B * lengthOf(chunks[i])) / averageLength);
      const gain = (idf * frequency * (K1 + 1)) / (frequency + norm);
      scores.set(chunks[i].chunkId, (scores.get(chunks[i].chunkId) ?? 0) + gain);
    }
  }
  return sorted([...scores].map(([chunkId, score]) => ({ chunkId, score })));
}

/** Places of `terms` at which the phrase begins. */
function count(terms: readonly string[], phrase: readonly string[]): number {
  return terms.filter((_, at) => phrase.length > 0 && phrase.every((term, i) => terms[at + i] === term)).length;
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
