/**
 * SQLite store: vectors of 32-bit floats as whole numbers with one scale, stored ones in 8 bits and queries in 16, and how
 * far a product of the rounded ones can be from the true one.
 */

const LARGEST_CODE = 127;
const LARGEST_QUERY_CODE = 32_767;
/** Four lanes of 32 bits each add up a quarter of the products (scan-kernel.wat). */
const LARGEST_SUM = 2 ** 31 - 1;
const LANES = 4;

export interface QuantizedVector {
  readonly codes: Int8Array;
  /** What one step of a code is worth. 0 for a vector of zeros. */
  readonly scale: number;
}

/** Rounds each number to the nearest of 255 steps between minus and plus the largest magnitude. */
export function quantize(vector: Float32Array): QuantizedVector {
  const scale = largestOf(vector) / LARGEST_CODE;
  const codes = new Int8Array(vector.length);
  if (scale > 0) for (let i = 0; i < vector.length; i++) codes[i] = Math.round(vector[i] / scale);
  return { codes, scale };
}

export interface QuantizedQuery {
  readonly codes: Int16Array;
  /** What one step of a code is worth. 0 for a vector of zeros. */
  readonly step: number;
  /**
   * For each stored vector v with codes c and scale s, the inner product of the query with v differs from
   * `s * step * (codes of the query · c)` by at most `s * slack`.
   */
  readonly slack: number;
}

/** A share of the query's magnitude, far above what sums of 64-bit floats lose and far below what rounding to codes does. */
const FLOAT_SLACK = 1e-6;

/**
 * Rounds a query as finely as sums over `stride` products allow. The slack: with v = s c + e, where no number of e is
 * beyond s / 2, and q = step k + f, q·v = step s (k·c) + s (f·c) + q·e, and no code is beyond 127.
 */
export function quantizeQuery(query: Float32Array, stride: number): QuantizedQuery {
  const fits = Math.floor(LARGEST_SUM / (LARGEST_CODE * Math.ceil(stride / LANES)));
  const step = largestOf(query) / Math.min(LARGEST_QUERY_CODE, fits);
  const codes = new Int16Array(stride);
  let magnitude = 0;
  let lost = 0;
  for (let i = 0; i < query.length; i++) {
    if (step > 0) codes[i] = Math.round(query[i] / step);
    magnitude += Math.abs(query[i]);
    lost += Math.abs(query[i] - codes[i] * step);
  }
  return { codes, step, slack: (0.5 + FLOAT_SLACK) * magnitude + LARGEST_CODE * lost };
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** Inner product in double precision. */
export function innerProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
