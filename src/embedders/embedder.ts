/** Contract of embedders; adapters stand beside this file. */

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
