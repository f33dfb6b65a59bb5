/** Contract of embedders; adapters stand beside this file. */

export interface Embedder {
  /** Stable name of the model; vectors are stored and reused under it. */
  readonly id: string;
  /** Numbers per vector. */
  readonly dimensions: number;
  /**
   * One unit-length vector per text, in order. Throws `KerfError('embedder-failed')` after its own retries.
   * `purpose` lets asymmetric models treat questions differently.
   */
  embed(
    texts: readonly string[],
    options?: { readonly purpose?: 'document' | 'query'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}
