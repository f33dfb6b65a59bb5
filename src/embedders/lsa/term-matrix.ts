/** Latent semantic analysis, input: texts → their terms, a weight for each, and the sparse matrix of texts and terms. */
import { analyzeText } from '../../text/terms.ts';
import type { SparseMatrix } from './singular-vectors.ts';

export interface TermMatrix {
  /** In code unit order; column t of the matrix is term t. */
  readonly terms: readonly string[];
  /** From 0 (in all texts alike) to 1 (in one text alone). */
  readonly weights: Float64Array;
  readonly matrix: SparseMatrix;
}

/** A term of one text says nothing of how terms go together. */
const LEAST_TEXTS = 2;

/**
 * Counts the terms of `texts`. Of those in at least two texts, the `maxTerms` in most texts are kept. Time and memory
 * grow with the number of distinct terms of each text, added up.
 */
export function termMatrix(texts: readonly string[], maxTerms: number): TermMatrix {
  const counts = countTerms(texts);
  const kept = chooseTerms(counts, maxTerms);
  const column = new Int32Array(counts.terms.length).fill(-1);
  for (const [place, id] of kept.entries()) column[id] = place;
  const weights = Float64Array.from(kept, (id) => entropyWeight(counts, id, texts.length));
  return {
    terms: kept.map((id) => counts.terms[id]),
    weights,
    matrix: toMatrix(counts, column, weights, texts.length),
  };
}

interface TermCounts {
  readonly terms: string[];
  /** By term: texts that have it, occurrences, and the sum of c ln c over its counts c. */
  readonly texts: number[];
  readonly occurrences: number[];
  readonly logs: number[];
  /** Term and count one after another, the texts one after another. */
  readonly pairs: number[];
  /** Where each text begins in `pairs`, and the end of the last. */
  readonly starts: number[];
}

function countTerms(texts: readonly string[]): TermCounts {
  const counts: TermCounts = { terms: [], texts: [], occurrences: [], logs: [], pairs: [], starts: [0] };
  const ids = new Map<string, number>();
  for (const text of texts) {
    for (const [term, count] of termCounts(text)) {
      const id = ids.get(term) ?? counts.terms.length;
      if (id === counts.terms.length) {
        ids.set(term, id);
        counts.terms.push(term);
        for (const list of [counts.texts, counts.occurrences, counts.logs]) list.push(0);
      }
      counts.texts[id]++;
      counts.occurrences[id] += count;
      counts.logs[id] += count * Math.log(count);
      counts.pairs.push(id, count);
    }
    counts.starts.push(counts.pairs.length);
  }
  return counts;
}

/** How often each term stands in `text`. */
export function termCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of analyzeText(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** What a term's count in one text is worth: ten times the same word is not ten times as telling. */
export function countWeight(count: number): number {
  return Math.log2(1 + count);
}

/** Ids of the terms to keep, in code unit order of the terms. */
function chooseTerms({ terms, texts }: TermCounts, maxTerms: number): number[] {
  const byTerm = (a: number, b: number): number => (terms[a] < terms[b] ? -1 : 1);
  const shared = [...terms.keys()].filter((id) => texts[id] >= LEAST_TEXTS);
  if (shared.length <= maxTerms) return shared.sort(byTerm);
  return shared
    .sort((a, b) => texts[b] - texts[a] || byTerm(a, b))
    .slice(0, maxTerms)
    .sort(byTerm);
}

/**
 * One less the entropy of a term's spread over the texts: log-entropy weighting, the best of those compared in Dumais,
 * "Improving the retrieval of information from external sources", Behavior Research Methods 1991.
 */
function entropyWeight({ occurrences, logs }: TermCounts, id: number, texts: number): number {
  const all = occurrences[id];
  return Math.max(0, 1 + (logs[id] / all - Math.log(all)) / Math.log(texts));
}

/** Rows of unit length, so that long texts do not decide the directions. */
function toMatrix(counts: TermCounts, column: Int32Array, weights: Float64Array, rows: number): SparseMatrix {
  const { pairs, starts } = counts;
  const to = new Uint32Array(rows + 1);
  const terms: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < rows; row++) {
    let square = 0;
    for (let at = starts[row]; at < starts[row + 1]; at += 2) {
      const term = column[pairs[at]];
      if (term < 0) continue;
      const value = countWeight(pairs[at + 1]) * weights[term];
      square += value * value;
      terms.push(term);
      values.push(value);
    }
    to[row + 1] = terms.length;
    const length = Math.sqrt(square) || 1;
    for (let at = to[row]; at < to[row + 1]; at++) values[at] /= length;
  }
  return {
    rows,
    columns: weights.length,
    starts: to,
    terms: Uint32Array.from(terms),
    values: Float32Array.from(values),
  };
}
