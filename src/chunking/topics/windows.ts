/** Topic shifts, second step: from the vectors of units, one after the other, to the distance across each gap. */

/** Units of a window that says little (short answers in a talk) stretch it to at most this many times its size. */
const MOST_STRETCH = 3;

/**
 * Distances across the gaps between the units of one range. A window holds the nearest units on its side of the gap until
 * their weights add up to `window`; its direction is the weighted mean of their unit vectors. Only the vectors of
 * the last few units are kept, and every sum is made anew from them: no distance depends on anything further away.
 */
export class WindowDistances {
  private readonly window: number;
  private readonly emit: (distance: number) => void;
  /** Units a window holds at most. */
  private readonly reach: number;
  /** The last units: number `first` and those behind it. */
  private first = 0;
  private vectors: Float32Array[] = [];
  /** What a unit counts towards the size of a window, from 0 to 1. */
  private weights: number[] = [];
  /** The same divided by the length of the vector: what it is multiplied with; 0 for a vector of zeros. */
  private scales: number[] = [];
  private nextGap = 0;
  private readonly before: Float64Array;
  private readonly after: Float64Array;

  /** `emit` gets the distance of each gap in order: 1 - cosine, from 0 to 2; 0 where a window points nowhere. */
  constructor(window: number, dimensions: number, emit: (distance: number) => void) {
    this.window = window;
    this.emit = emit;
    this.reach = window * MOST_STRETCH;
    this.before = new Float64Array(dimensions);
    this.after = new Float64Array(dimensions);
  }

  /** The next unit of the range. */
  push(vector: Float32Array, weight: number): void {
    const length = Math.sqrt(dot(vector, vector));
    this.vectors.push(vector);
    this.weights.push(weight);
    this.scales.push(length > 0 ? weight / length : 0);
    while (this.nextGap + this.reach < this.first + this.vectors.length) this.closeGap();
    if (this.vectors.length > 4 * this.reach) this.forget();
  }

  /** The range ends here; the next unit begins another. */
  end(): void {
    while (this.nextGap + 1 < this.first + this.vectors.length) this.closeGap();
    this.first = 0;
    this.nextGap = 0;
    this.vectors = [];
    this.weights = [];
    this.scales = [];
  }

  private closeGap(): void {
    const at = this.nextGap++ - this.first;
    this.sumUp(this.before, at, -1);
    this.sumUp(this.after, at + 1, 1);
    const lengths = Math.sqrt(dot(this.before, this.before) * dot(this.after, this.after));
    const cosine = lengths > 0 ? dot(this.before, this.after) / lengths : 1;
    this.emit(Math.min(2, Math.max(0, 1 - cosine)));
  }

  private sumUp(sum: Float64Array, from: number, step: 1 | -1): void {
    sum.fill(0);
    let weight = 0;
    for (let i = from, n = 0; n < this.reach && weight < this.window; i += step, n++) {
      const vector = this.vectors[i];
      if (vector === undefined) return;
      const scale = this.scales[i];
      weight += this.weights[i];
      for (let k = 0; k < sum.length; k++) sum[k] += vector[k] * scale;
    }
  }

  /** Drops the units in front of every window that is still to come. */
  private forget(): void {
    const gone = this.nextGap - this.first - this.reach;
    if (gone <= 0) return;
    this.first += gone;
    this.vectors = this.vectors.slice(gone);
    this.weights = this.weights.slice(gone);
    this.scales = this.scales.slice(gone);
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
