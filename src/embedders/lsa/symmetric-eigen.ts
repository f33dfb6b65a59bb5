/** Latent semantic analysis, algebra: a small symmetric matrix → its eigenvalues and eigenvectors. */

export interface Eigen {
  /** Largest first. */
  readonly values: Float64Array;
  /** Eigenvector i in row i, of unit length. */
  readonly vectors: Float64Array;
}

/** Convergence is quadratic: eight rounds do for hundreds of rows, and the bound is never met. */
const MAX_ROUNDS = 40;
/** Values beside the diagonal below this share of the sum of the eigenvalues are rounding. */
const NEGLIGIBLE = 1e-14;

/**
 * Jacobi's method (1846): rotates pairs of rows and columns until nothing is left beside the diagonal. `matrix` is
 * given by its lower triangle, row after row, and is overwritten. Time size³ for each of some eight rounds.
 */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  mirror(matrix, size);
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  let sum = 0;
  for (let i = 0; i < size; i++) sum += Math.abs(matrix[i * size + i]);
  for (let round = 0; round < MAX_ROUNDS; round++) if (!rotateAll(matrix, vectors, size, sum * NEGLIGIBLE)) break;
  return sorted(matrix, vectors, size);
}

function mirror(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) matrix[j * size + i] = matrix[i * size + j];
}

/** One rotation for each pair with more than `least` beside the diagonal; false when none was needed. */
function rotateAll(matrix: Float64Array, vectors: Float64Array, size: number, least: number): boolean {
  let rotated = false;
  for (let p = 0; p < size; p++) {
    for (let q = p + 1; q < size; q++) {
      const off = matrix[p * size + q];
      if (Math.abs(off) <= least) continue;
      rotated = true;
      const theta = (matrix[q * size + q] - matrix[p * size + p]) / (2 * off);
      const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const cosine = 1 / Math.sqrt(tangent * tangent + 1);
      rotateRows(matrix, p * size, q * size, size, cosine, tangent * cosine);
      rotateColumns(matrix, p, q, size, cosine, tangent * cosine);
      rotateRows(vectors, p * size, q * size, size, cosine, tangent * cosine);
    }
  }
  return rotated;
}

function rotateRows(m: Float64Array, p: number, q: number, size: number, cosine: number, sine: number): void {
  for (let k = 0; k < size; k++) {
    const [a, b] = [m[p + k], m[q + k]];
    m[p + k] = cosine * a - sine * b;
    m[q + k] = sine * a + cosine * b;
  }
}

function rotateColumns(m: Float64Array, p: number, q: number, size: number, cosine: number, sine: number): void {
  for (let at = 0; at < size * size; at += size) {
    const [a, b] = [m[at + p], m[at + q]];
    m[at + p] = cosine * a - sine * b;
    m[at + q] = sine * a + cosine * b;
  }
}

function sorted(matrix: Float64Array, vectors: Float64Array, size: number): Eigen {
  const diagonal = (i: number): number => matrix[i * size + i];
  const order = Array.from({ length: size }, (_, i) => i).sort((a, b) => diagonal(b) - diagonal(a) || a - b);
  const ordered = new Float64Array(size * size);
  for (const [place, i] of order.entries()) ordered.set(vectors.subarray(i * size, (i + 1) * size), place * size);
  return { values: Float64Array.from(order, diagonal), vectors: ordered };
}
