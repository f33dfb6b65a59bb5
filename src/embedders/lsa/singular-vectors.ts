/**
 * Latent semantic analysis, algebra: a sparse matrix of texts and terms → its leading singular values and the singular
 * vectors of the terms, by randomised subspace iteration.
 *
 * After Halko, Martinsson and Tropp, "Finding structure with randomness", SIAM Review 2011, algorithm 4.4 for the
 * transposed matrix: random combinations of the texts are sharpened by multiplying with the matrix and its transpose,
 * and the small problem inside the space they span is solved exactly. The values of the texts in that space are made
 * some texts at a time and never kept, so memory does not grow with the number of texts.
 */
import { seededNumbers } from '../../text/seeded-numbers.ts';
import { addCombination, addProducts, addScaled, orthonormal, type TallMatrix, timesSmall } from './dense.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** The terms of text i and their values: positions `starts[i]` to `starts[i + 1]`. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly values: Float32Array;
}

export interface SingularVectors {
  /** Largest first; fewer than asked for when the matrix has fewer that are not zero. */
  readonly values: Float64Array;
  /** Row t: the share of term t in each singular vector. */
  readonly vectors: TallMatrix;
}

/** Directions beyond those asked for, which make those asked for exact: Halko and others 2011, section 4.2. */
const SPARE_DIRECTIONS = 10;
/** Multiplications with the matrix and its transpose; two do for spectra that fall slowly (section 4.5). */
const ITERATIONS = 2;
/** Singular values below this share of the first are rounding. */
const NEGLIGIBLE = 1e-5;

/**
 * The first `count` singular vectors of the terms. The same matrix gives the same vectors. Time: with n values in
 * `matrix`, c = count + 10, about 6 n c + 4 columns c² + rows c² / 2. Memory: two matrices of columns × c floats.
 */
export function leadingSingularVectors(matrix: SparseMatrix, count: number): SingularVectors {
  const width = Math.min(count + SPARE_DIRECTIONS, matrix.rows, matrix.columns);
  let basis = randomCombinations(matrix, width);
  for (let i = 0; i < ITERATIONS; i++) basis = timesBoth(matrix, orthonormal(basis));
  basis = orthonormal(orthonormal(basis));
  const { values, vectors } = symmetricEigen(productsInside(matrix, basis), width);
  const sizes = values.map((value) => Math.sqrt(Math.max(0, value)));
  const kept = Math.min(count, sizes.filter((size) => size > sizes[0] * NEGLIGIBLE).length);
  return { values: sizes.slice(0, kept), vectors: timesSmall(basis, columnsOf(vectors, width, kept)) };
}

/** Transposed matrix × random numbers. */
function randomCombinations({ rows, columns, starts, terms, values }: SparseMatrix, width: number): TallMatrix {
  const sums = new Float32Array(columns * width);
  const random = randomNumbers();
  const row = new Float32Array(width);
  for (let text = 0; text < rows; text++) {
    for (let k = 0; k < width; k++) row[k] = random();
    for (let n = starts[text]; n < starts[text + 1]; n++) addScaled(sums, terms[n] * width, values[n], row, 0, width);
  }
  return { rows: columns, columns: width, values: sums };
}

/** Transposed matrix × matrix × basis. */
function timesBoth(matrix: SparseMatrix, basis: TallMatrix): TallMatrix {
  const { starts, terms, values } = matrix;
  const width = basis.columns;
  const sums = new Float32Array(basis.values.length);
  const row = new Float32Array(width);
  for (let text = 0; text < matrix.rows; text++) {
    row.fill(0);
    addText(row, 0, matrix, text, basis);
    for (let n = starts[text]; n < starts[text + 1]; n++) addScaled(sums, terms[n] * width, values[n], row, 0, width);
  }
  return { rows: basis.rows, columns: width, values: sums };
}

/** A multiple of four keeps the products fast. */
const TEXTS_AT_ONCE = 64;

/** The inner products of the columns of matrix × basis: the matrix as seen inside the space. */
function productsInside(matrix: SparseMatrix, basis: TallMatrix): Float64Array {
  const { columns } = basis;
  const products = new Float64Array(columns * columns);
  for (let first = 0; first < matrix.rows; first += TEXTS_AT_ONCE) {
    const rows = Math.min(TEXTS_AT_ONCE, matrix.rows - first);
    const values = new Float32Array(rows * columns);
    for (let i = 0; i < rows; i++) addText(values, i * columns, matrix, first + i, basis);
    addProducts(products, { rows, columns, values });
  }
  return products;
}

/** Adds row `text` of matrix × basis to `sums` from `to` on. */
function addText(sums: Float32Array, to: number, matrix: SparseMatrix, text: number, basis: TallMatrix): void {
  const { terms: rows, values: by, starts } = matrix;
  addCombination(sums, to, { rows, by, start: starts[text], end: starts[text + 1] }, basis.values, basis.columns);
}

/** The first `count` eigenvectors, one in each column. */
function columnsOf(vectors: Float64Array, size: number, count: number): TallMatrix {
  const values = new Float32Array(size * count);
  for (let k = 0; k < count; k++) for (let i = 0; i < size; i++) values[i * count + k] = vectors[k * size + i];
  return { rows: size, columns: count, values };
}

/** Numbers from -1 to 1, always the same. */
function randomNumbers(): () => number {
  const next = seededNumbers(0);
  return () => next() / 2 ** 31;
}
