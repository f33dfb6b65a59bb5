/** Latent semantic analysis, result: what was learned from texts, as plain data. */

export const LSA_FORMAT_VERSION = 1;

export interface LsaModel {
  readonly formatVersion: typeof LSA_FORMAT_VERSION;
  /** Numbers per vector. The last one is 0 but for texts that have no known term. */
  readonly dimensions: number;
  /** In code unit order. */
  readonly terms: readonly string[];
  /** By term: its entropy weight times what one step of its codes is worth. */
  readonly weights: Float32Array;
  /** By term its direction, `dimensions - 1` codes. */
  readonly codes: Int8Array;
}
