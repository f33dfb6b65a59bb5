/** SQLite store: vectors of 32-bit floats as signed bytes with one scale, and the scan over many of them. */

const LARGEST_CODE = 127;

export interface QuantizedVector {
  readonly codes: Int8Array;
  /** What one step of a code is worth. 0 for a vector of zeros. */
  readonly scale: number;
}

/** Rounds each number to the nearest of 255 steps between minus and plus the largest magnitude. */
export function quantize(vector: Float32Array): QuantizedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / LARGEST_CODE;
  const codes = new Int8Array(vector.length);
  if (scale > 0) for (let i = 0; i < vector.length; i++) codes[i] = Math.round(vector[i] / scale);
  return { codes, scale };
}

/** Vectors one after another, `dimensions` codes each. */
export interface CodeMatrix {
  readonly dimensions: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;
}

/** Approximate inner products of `query` with the vectors `indexes` of the matrix. The hot loop of vector search. */
export function approximateScores(matrix: CodeMatrix, query: QuantizedVector, indexes: Uint32Array): Float64Array {
  const { dimensions, codes, scales } = matrix;
  const q = query.codes;
  const scores = new Float64Array(indexes.length);
  const unrolled = dimensions - (dimensions % 4);
  for (let n = 0; n < indexes.length; n++) {
    const base = indexes[n] * dimensions;
    let sum = 0;
    let i = 0;
    for (; i < unrolled; i += 4) {
      const at = base + i;
      sum += (codes[at] * q[i] + codes[at + 1] * q[i + 1] + codes[at + 2] * q[i + 2] + codes[at + 3] * q[i + 3]) | 0;
    }
    for (; i < dimensions; i++) sum += codes[base + i] * q[i];
    scores[n] = sum * scales[indexes[n]] * query.scale;
  }
  return scores;
}

/** Positions of the `count` largest scores and of all that equal the last of them, in no order. Linear on average. */
export function positionsOfLargest(scores: Float64Array, count: number): number[] {
  const positions: number[] = [];
  const least = count >= scores.length ? Number.NEGATIVE_INFINITY : kthLargest(scores, count);
  for (let i = 0; i < scores.length; i++) if (scores[i] >= least) positions.push(i);
  return positions;
}

/** The `count`th largest score, kept with a heap whose root is the smallest of those kept. */
function kthLargest(scores: Float64Array, count: number): number {
  const heap = scores.slice(0, count).sort();
  for (let n = count; n < scores.length; n++) {
    if (scores[n] <= heap[0]) continue;
    heap[0] = scores[n];
    sink(heap);
  }
  return heap[0];
}

function sink(heap: Float64Array): void {
  let parent = 0;
  while (true) {
    let child = parent * 2 + 1;
    if (child >= heap.length) return;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (heap[parent] <= heap[child]) return;
    const value = heap[parent];
    heap[parent] = heap[child];
    heap[child] = value;
    parent = child;
  }
}

/** Inner product in double precision. */
export function innerProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
