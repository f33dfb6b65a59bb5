/** Evaluation, numbers: one value per query → a mean with its interval, and the comparison of two paired series. */

export interface Estimate {
  readonly mean: number;
  /** Ends of the 95 % interval of the mean: percentile bootstrap over queries, always the same for the same values. */
  readonly low: number;
  readonly high: number;
}

export interface Comparison extends Estimate {
  /** Queries where the first series is larger, and where it is smaller. */
  readonly wins: number;
  readonly losses: number;
}

const RESAMPLES = 2000;
const SEED = 20240607;

/** Mean of `values`, of which there must be at least one. */
export function estimate(values: readonly number[]): Estimate {
  if (values.length === 0) throw new Error('There is no mean of no values.');
  const random = generator(SEED);
  const means = new Float64Array(RESAMPLES);
  for (let round = 0; round < RESAMPLES; round++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)];
    means[round] = sum / values.length;
  }
  means.sort();
  return {
    mean: meanOf(values),
    low: means[Math.floor(RESAMPLES * 0.025)],
    high: means[Math.ceil(RESAMPLES * 0.975) - 1],
  };
}

/** The mean of `a[i] - b[i]`: both series stand in the order of the same queries. */
export function compare(a: readonly number[], b: readonly number[]): Comparison {
  if (a.length !== b.length) throw new Error(`Paired series of ${a.length} and ${b.length} values.`);
  const differences = a.map((value, i) => value - b[i]);
  const count = (sign: number) => differences.filter((difference) => Math.sign(difference) === sign).length;
  return { ...estimate(differences), wins: count(1), losses: count(-1) };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Numbers in [0, 1) from a 32-bit state stepped by the golden ratio and mixed (after Steele, Lea and Flood, 2014). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
