/** Contract of rerankers; adapters stand beside this file. */

/** What a reranker reads of one hit. */
export interface RerankCandidate {
  /** Title and section path on one line; '' when there are none. */
  readonly heading: string;
  /** The chunk's own text, without overlap or repeated context. */
  readonly text: string;
}

export interface Reranker {
  /** Stable name of the model and its settings; reports and explanations show it. */
  readonly id: string;
  /**
   * One finite score per candidate, in order; higher is better, the scale is the reranker's own.
   * Throws `KerfError('reranker-failed')` after its own retries.
   */
  rerank(
    query: string,
    candidates: readonly RerankCandidate[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]>;
}
