/** Evaluation: chunks analysed by any rules → BM25 in memory, so that what the rules are worth can be measured. */
import type { Chunk } from '../src/model/chunk.ts';
import type { ScoredChunk } from '../src/stores/store.ts';
import type { QueryTerms } from '../src/text/query-terms.ts';

/** One searched column: its weight, and its terms of a chunk. */
export interface Field {
  readonly weight: number;
  readonly termsOf: (chunk: Chunk) => readonly string[];
}

export interface Bm25Parameters {
  readonly k1: number;
  readonly b: number;
}

/** As FTS5 fixes them. */
export const FTS5_PARAMETERS: Bm25Parameters = { k1: 1.2, b: 0.75 };
/** FTS5's floor for terms that are in more than half of the chunks. */
const LEAST_IDF = 1e-6;

export interface WeightedQuery extends QueryTerms {
  /** Phrases that count less than a term; default none. */
  readonly lightPhrases?: readonly (readonly string[])[];
  readonly lightWeight?: number;
}

export interface LexicalIndex {
  /** Best first, ties by id; `documents` undefined searches everywhere. */
  search(query: WeightedQuery, limit: number, documents?: readonly string[]): ScoredChunk[];
}

/** `otherLength`: terms of a chunk in columns that are not searched but counted for its length. */
export function lexicalIndex(
  chunks: readonly Chunk[],
  fields: readonly Field[],
  { k1, b }: Bm25Parameters,
  otherLength: (chunk: Chunk) => number,
): LexicalIndex {
  const columns = fields.map(({ termsOf }) => chunks.map(termsOf));
  const lengths = chunks.map((chunk, i) => columns.reduce((sum, column) => sum + column[i].length, otherLength(chunk)));
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / chunks.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [f, { weight }] of fields.entries())
    for (const [i, terms] of columns[f].entries())
      for (const term of terms) {
        let held = postings.get(term);
        if (!held) postings.set(term, (held = new Map()));
        held.set(i, (held.get(i) ?? 0) + weight);
      }

  const frequencies = (phrase: readonly string[]): ReadonlyMap<number, number> => {
    const first = postings.get(phrase[0]) ?? new Map<number, number>();
    if (phrase.length === 1) return first;
    const found = new Map<number, number>();
    for (const i of first.keys()) {
      if (!phrase.every((term) => postings.get(term)?.has(i))) continue;
      const count = fields.reduce((sum, { weight }, f) => sum + weight * places(columns[f][i], phrase), 0);
      if (count > 0) found.set(i, count);
    }
    return found;
  };

  return {
    search: ({ terms, phrases, lightPhrases = [], lightWeight = 1 }, limit, documents) => {
      const scores = new Map<number, number>();
      const full = [...terms.map((term) => [term]), ...phrases];
      for (const [at, phrase] of [...full, ...lightPhrases].entries()) {
        const weight = at < full.length ? 1 : lightWeight;
        const held = frequencies(phrase);
        const idf = Math.max(LEAST_IDF, Math.log((chunks.length - held.size + 0.5) / (held.size + 0.5)));
        for (const [i, frequency] of held) {
          const norm = k1 * (1 - b + (b * lengths[i]) / averageLength);
          scores.set(i, (scores.get(i) ?? 0) + (weight * idf * frequency * (k1 + 1)) / (frequency + norm));
        }
      }
      return [...scores]
        .filter(([i]) => documents === undefined || documents.includes(chunks[i].documentId))
        .map(([i, score]) => ({ chunkId: chunks[i].id, score }))
        .sort((x, y) => y.score - x.score || (x.chunkId < y.chunkId ? -1 : 1))
        .slice(0, limit);
    },
  };
}

function places(terms: readonly string[], phrase: readonly string[]): number {
  let count = 0;
  for (let at = 0; at + phrase.length <= terms.length; at++)
    if (phrase.every((term, i) => terms[at + i] === term)) count++;
  return count;
}
