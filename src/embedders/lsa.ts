/**
 * Embedder that learns from the texts it is to embed: latent semantic analysis (Deerwester and others 1990).
 *
 * Terms that stand in the same texts come to lie in the same directions, so a question finds texts that say it in the
 * other words of this collection. No download, no key; it knows nothing that the texts do not show, and is no default:
 * beside the lexical list, by min-max at weight 0.1, it gave 1 point of nDCG@10 on meeting transcripts and nothing on
 * average over nine sets of questions it was not chosen by; by reciprocal rank at 0.3 it cost 4.
 */

import { refuseUnknownOptions } from '../text/option-names.ts';
import { analyzeQuery } from '../text/query-terms.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import type { Embedder } from './embedder.ts';
import { LSA_FORMAT_VERSION, type LsaModel } from './lsa/model.ts';
import { hashOfModel } from './lsa/model-bytes.ts';
import { leadingSingularVectors, type SingularVectors } from './lsa/singular-vectors.ts';
import { countWeight, termCounts, termMatrix } from './lsa/term-matrix.ts';

export type { LsaModel } from './lsa/model.ts';
export { readLsaModel, writeLsaModel } from './lsa/model-bytes.ts';

export interface LsaTrainingOptions {
  /** Numbers per vector, from 2 to 1024. Default 128; in fusion 64 to 256 did alike. */
  readonly dimensions?: number;
  /** Terms kept, those in most texts first. Default 30,000. */
  readonly maxTerms?: number;
  /** Of more texts than this, so many are looked at, evenly spread. Default 20,000. */
  readonly maxTexts?: number;
}

const DEFAULTS = { dimensions: 128, maxTerms: 30_000, maxTexts: 20_000 } as const;
const LARGEST_CODE = 127;
/** Learning takes time with the square of it, minutes here; far fewer do as well. */
const MAX_LSA_DIMENSIONS = 1024;

/**
 * Learns from `texts`, the texts that will be embedded. The same texts in the same order give the same model. Throws
 * `KerfError` `unknown-option` or `invalid-option`.
 */
export function trainLsa(texts: readonly string[], options: LsaTrainingOptions = {}): LsaModel {
  refuseUnknownOptions('training', options, Object.keys(DEFAULTS));
  const { dimensions, maxTerms, maxTexts } = { ...DEFAULTS, ...options };
  requireWholeNumber('dimensions', dimensions, 2, MAX_LSA_DIMENSIONS);
  requireWholeNumber('maxTerms', maxTerms, 1);
  requireWholeNumber('maxTexts', maxTexts, 1);
  const { terms, weights, matrix } = termMatrix(spread(texts, maxTexts), maxTerms);
  const { vectors } = leadingSingularVectors(matrix, dimensions - 1);
  return { formatVersion: LSA_FORMAT_VERSION, dimensions, terms, ...rounded(weights, vectors, dimensions - 1) };
}

/** Directions as codes of one byte; what a step of a term's codes is worth goes into its weight. */
function rounded(weights: Float64Array, { columns, values }: SingularVectors['vectors'], width: number) {
  const codes = new Int8Array(weights.length * width);
  const worth = Float32Array.from(weights, (weight, term) => {
    const direction = values.subarray(term * columns, (term + 1) * columns);
    const step = direction.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST_CODE;
    if (step > 0) for (let k = 0; k < columns; k++) codes[term * width + k] = Math.round(direction[k] / step);
    return weight * step;
  });
  return { weights: worth, codes };
}

/**
 * An embedder of `model`; its id names the model's content. A text without a known term has a vector of its own that
 * is orthogonal to all others, and opposite to that of such a question: it is never found before anything else.
 *
 * @example
 * const embedder = lsaEmbedder(trainLsa(texts));
 */
export function lsaEmbedder(model: LsaModel): Embedder {
  const { dimensions } = model;
  const termIds = new Map(model.terms.map((term, id) => [term, id]));
  return {
    id: `lsa-${dimensions}-${hashOfModel(model)}`,
    dimensions,
    async embed(texts, { purpose = 'document', signal } = {}) {
      signal?.throwIfAborted();
      if (purpose === 'document') return texts.map((text) => vectorOf(termCounts(text), model, termIds, 1));
      // Grammar words are rare in statements, which would make them telling in questions.
      return texts.map((text) => vectorOf(occurOnce(analyzeQuery(text).terms), model, termIds, -1));
    },
  };
}

function occurOnce(terms: readonly string[]): ReadonlyMap<string, number> {
  return new Map(terms.map((term) => [term, 1]));
}

/** The sum of the directions of the terms, at unit length; `unknown` in the last place where there is none. */
function vectorOf(
  counts: ReadonlyMap<string, number>,
  { dimensions, weights, codes }: LsaModel,
  termIds: ReadonlyMap<string, number>,
  unknown: number,
): Float32Array {
  const sums = new Float64Array(dimensions);
  const width = dimensions - 1;
  for (const [term, count] of counts) {
    const id = termIds.get(term);
    if (id === undefined) continue;
    const by = countWeight(count) * weights[id];
    for (let k = 0; k < width; k++) sums[k] += by * codes[id * width + k];
  }
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  if (length > 0) return Float32Array.from(sums, (value) => value / length);
  const vector = new Float32Array(dimensions);
  vector[width] = unknown;
  return vector;
}

function spread(texts: readonly string[], most: number): readonly string[] {
  if (texts.length <= most) return texts;
  return Array.from({ length: most }, (_, i) => texts[Math.floor((i * texts.length) / most)]);
}
