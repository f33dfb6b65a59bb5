/** Latent semantic analysis, algebra: products of tall dense matrices, and an orthonormal basis of what columns span. */

/** A dense matrix, row after row. */
export interface TallMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** Rows of `from` (each `width` long) that are to be added up: row `rows[n]` times `by[n]`, for n from `start` to `end`. */
export interface Combination {
  readonly rows: Uint32Array;
  readonly by: Float32Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds a combination of rows of `from` to `sums`, from `to` on. The hot loop: four rows at a time, so that each sum is
 * loaded and stored once for four products.
 */
export function addCombination(
  sums: Float32Array,
  to: number,
  { rows, by, start, end }: Combination,
  from: Float32Array,
  width: number,
): void {
  let n = start;
  for (; n + 4 <= end; n += 4) {
    const [i, j, k, l] = [rows[n] * width, rows[n + 1] * width, rows[n + 2] * width, rows[n + 3] * width];
    const [a, b, c, d] = [by[n], by[n + 1], by[n + 2], by[n + 3]];
    for (let at = 0; at < width; at++)
      sums[to + at] += a * from[i + at] + b * from[j + at] + c * from[k + at] + d * from[l + at];
  }
  for (; n < end; n++) addScaled(sums, to, by[n], from, rows[n] * width, width);
}

export function addScaled(
  sums: Float32Array,
  to: number,
  by: number,
  from: Float32Array,
  at: number,
  width: number,
): void {
  for (let k = 0; k < width; k++) sums[to + k] += by * from[at + k];
}

/** `matrix` × `small`, which has as many rows as `matrix` has columns. */
export function timesSmall(matrix: TallMatrix, small: TallMatrix): TallMatrix {
  const values = new Float32Array(matrix.rows * small.columns);
  const rows = Uint32Array.from({ length: matrix.columns }, (_, i) => i);
  for (let row = 0; row < matrix.rows; row++) {
    const by = matrix.values.subarray(row * matrix.columns, (row + 1) * matrix.columns);
    addCombination(values, row * small.columns, { rows, by, start: 0, end: rows.length }, small.values, small.columns);
  }
  return { rows: matrix.rows, columns: small.columns, values };
}

/** Adds the inner products of all pairs of columns to the lower triangle of `products`, four rows at a time. */
export function addProducts(products: Float64Array, { rows, columns, values }: TallMatrix): void {
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    const first = row * columns;
    const [second, third, fourth] = [first + columns, first + 2 * columns, first + 3 * columns];
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [values[first + i], values[second + i], values[third + i], values[fourth + i]];
      const to = i * columns;
      for (let j = 0; j <= i; j++)
        products[to + j] +=
          a * values[first + j] + b * values[second + j] + c * values[third + j] + d * values[fourth + j];
    }
  }
  for (let at = row * columns; row < rows; row++, at += columns)
    for (let i = 0; i < columns; i++)
      for (let j = 0; j <= i; j++) products[i * columns + j] += values[at + i] * values[at + j];
}

/**
 * An orthonormal basis of the columns of `matrix`, as far as 32-bit values go: Cholesky of their inner products,
 * columns × inverse of the factor (CholeskyQR; Yamamoto and others 2015, who show that doing it twice is as good as any
 * other way). A column that depends on those before it becomes zero. Time rows × columns², memory one more such matrix.
 */
export function orthonormal(matrix: TallMatrix): TallMatrix {
  const { columns } = matrix;
  const products = new Float64Array(columns * columns);
  addProducts(products, matrix);
  factor(products, columns);
  return timesSmall(matrix, { rows: columns, columns, values: transposedInverse(products, columns) });
}

/**
 * What is left of a squared column once its share in the columns before it is taken away, below which it is no
 * direction of its own. Rounding of 32-bit values leaves about 1e-14 of the square.
 */
const DEPENDENT = 1e-12;

/** The lower triangle L with L × its transpose = `products`, in place; 0 on the diagonal marks a dependent column. */
function factor(products: Float64Array, columns: number): void {
  for (let i = 0; i < columns; i++) {
    const row = i * columns;
    let left = products[row + i];
    const least = left * DEPENDENT;
    for (let j = 0; j < i; j++) {
      const pivot = products[j * columns + j];
      let sum = products[row + j];
      for (let k = 0; k < j; k++) sum -= products[row + k] * products[j * columns + k];
      products[row + j] = pivot === 0 ? 0 : sum / pivot;
      left -= products[row + j] ** 2;
    }
    products[row + i] = left > least ? Math.sqrt(left) : 0;
  }
}

/** The transposed inverse of a lower triangle; zeros where its diagonal is 0. */
function transposedInverse(lower: Float64Array, columns: number): Float32Array {
  const inverse = new Float64Array(columns * columns);
  for (let i = 0; i < columns; i++) {
    const pivot = lower[i * columns + i];
    if (pivot === 0) continue;
    // Row i of the inverse, kept as a row while it is summed up: -(row i of L × rows of the inverse above) / pivot.
    const row = inverse.subarray(i * columns, (i + 1) * columns);
    row[i] = 1 / pivot;
    for (let k = 0; k < i; k++) {
      const by = lower[i * columns + k] / pivot;
      if (by !== 0) for (let j = 0; j <= k; j++) row[j] -= by * inverse[k * columns + j];
    }
  }
  const transposed = new Float32Array(columns * columns);
  for (let i = 0; i < columns; i++) for (let j = 0; j <= i; j++) transposed[j * columns + i] = inverse[i * columns + j];
  return transposed;
}
