/** Contract of embedders; adapters stand beside this file. */
import { KerfError } from '../model/error.ts';
import { plural } from '../text/plural.ts';

/** Most numbers of a vector that adapters take; the largest embedding models have had 12,288. */
export const MAX_DIMENSIONS = 16_384;

export interface SuggestedFusion {
  readonly method: 'reciprocal-rank' | 'min-max' | 'z-score';
  /** Weights of the lists over text and over headers; the lexical list has 1. */
  readonly dense: number;
  readonly header: number;
}

export interface Embedder {
  /** Stable name of the model; vectors are stored and reused under it. */
  readonly id: string;
  /** Numbers per vector. */
  readonly dimensions: number;
  /** How its lists go best with the lexical one, as measured; holds where a search says nothing. Default: that of retrieval. */
  readonly suggestedFusion?: SuggestedFusion;
  /**
   * One unit-length vector per text, in order; for a query that the model cannot read a vector of zeros, whose lists are left out. Throws `KerfError('embedder-failed')` after its own retries.
   * `purpose` lets asymmetric models treat questions differently.
   */
  embed(
    texts: readonly string[],
    options?: { readonly purpose?: 'document' | 'query'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}

/** What becomes an embedder once it has learned from texts. */
export interface LearnedEmbedder {
  /** Names how it learns; the embedder that comes of it has an id of its own. */
  readonly id: string;
  learn(texts: readonly string[]): Embedder | Promise<Embedder>;
}

/** Whether an embedder has still to learn: it finds no topics, since those come before there is a text to learn from. */
export function isLearned(embedder: Embedder | LearnedEmbedder | undefined): embedder is LearnedEmbedder {
  return typeof embedder === 'object' && embedder !== null && 'learn' in embedder;
}

/** Throws `embedder-failed` unless there is a vector for each of `count` texts, finite and of the embedder's dimensions. */
export function requireVectors(embedder: Embedder, vectors: readonly Float32Array[], count: number): void {
  const given = Array.isArray(vectors) ? plural(vectors.length, 'vector') : 'no list of vectors';
  if (!Array.isArray(vectors) || vectors.length !== count)
    throw embedderFailed(embedder, `gave ${given} for ${plural(count, 'text')}; it must give one for each, in order`);
  for (const vector of vectors) requireVector(vector, embedder);
}

function requireVector(vector: Float32Array, embedder: Embedder): void {
  if (vector?.length !== embedder.dimensions)
    throw embedderFailed(
      embedder,
      `gave a vector of ${plural(vector?.length ?? 0, 'number')} and says it has ${embedder.dimensions}; set its dimensions to what the model gives`,
    );
  for (const value of vector) {
    if (!Number.isFinite(value))
      throw embedderFailed(embedder, `gave a vector that holds ${value}; all numbers must be finite`);
  }
}

/** The error that names the embedder, and says what it did. */
export function embedderFailed(embedder: Embedder, what: string, cause?: unknown): KerfError {
  return new KerfError('embedder-failed', `Embedder "${embedder.id}" ${what}.`, { cause });
}
