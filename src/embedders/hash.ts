/**
 * Embedder without a model: words to vectors by feature hashing. For tests and for trying out the plumbing;
 * it knows no meaning, only equal words, so as a retriever it is worse than the lexical index.
 */

import { fnv1a } from '../text/hash.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import { type Embedder, MAX_DIMENSIONS } from './embedder.ts';

export interface HashEmbedderOptions {
  /** Numbers per vector, from 1 to 16,384; default 256. */
  readonly dimensions?: number;
}

const DEFAULT_DIMENSIONS = 256;
/** Bounded, as a pattern keeps a way back from each letter: many millions without a break are too many. */
const WORD = /[\p{L}\p{M}\p{N}]{1,4096}/gu;

/**
 * A deterministic embedder: each word adds or subtracts 1 at a place its hash names (Weinberger and others 2009).
 * Throws `KerfError('invalid-option')` when `dimensions` is no whole number from 1 to `MAX_DIMENSIONS`.
 *
 * @example
 * const [vector] = await hashEmbedder().embed(['some text']);
 */
export function hashEmbedder(options: HashEmbedderOptions = {}): Embedder {
  const dimensions = options.dimensions ?? DEFAULT_DIMENSIONS;
  requireWholeNumber('dimensions', dimensions, 1, MAX_DIMENSIONS);
  return {
    id: `hash-${dimensions}`,
    dimensions,
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      return texts.map((text) => hashVector(text, dimensions));
    },
  };
}

function hashVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const hash = fnv1a(word);
    vector[(hash >>> 1) % dimensions] += (hash & 1) === 0 ? 1 : -1;
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  // No word, or words that cancel out: any fixed direction will do.
  if (length === 0) return vector.fill(1 / Math.sqrt(dimensions));
  return vector.map((value) => value / length);
}
