/** Evaluation, numbers: one value per query → a mean with its interval, and the comparison of two paired series. */
import { KerfError } from '../model/error.ts';
import { seededNumbers } from '../text/seeded-numbers.ts';

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
  /**
   * How often a difference this large, either way, comes up when the two values of each query are exchanged at random
   * (Fisher's randomisation test; Smucker, Allan and Carterette 2007). From 1 / 2001 to 1.
   */
  readonly p: number;
}

/**
 * Of fewer queries an interval says little: one that all of them passed is `[100, 100]`, though the next query may fail. With 20, and
 * none failed, 14 in a hundred still may (the 95 % bound, about 3 / n).
 */
export const FEW_QUERIES = 20;

const RESAMPLES = 2000;
const SEED = 20240607;

/** Mean of `values`, of which there must be at least one. */
export function estimate(values: readonly number[]): Estimate {
  if (values.length === 0) throw new KerfError('invalid-option', 'There is no mean of no values.');
  return { mean: meanOf(values), ...intervalOf(resampledMeans(values)) };
}

function resampledMeans(values: readonly number[], seed = SEED): Float64Array {
  const random = generator(seed);
  const means = new Float64Array(RESAMPLES);
  for (let round = 0; round < RESAMPLES; round++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)];
    means[round] = sum / values.length;
  }
  return means;
}

function intervalOf(means: Float64Array): { readonly low: number; readonly high: number } {
  means.sort();
  return { low: means[Math.floor(RESAMPLES * 0.025)], high: means[Math.ceil(RESAMPLES * 0.975) - 1] };
}

/** The mean of `a[i] - b[i]`: both series stand in the order of the same queries. */
export function compare(a: readonly number[], b: readonly number[]): Comparison {
  if (a.length !== b.length)
    throw new KerfError('invalid-option', `Paired series of ${a.length} and ${b.length} values.`);
  const differences = a.map((value, i) => value - b[i]);
  const count = (sign: number) => differences.filter((difference) => Math.sign(difference) === sign).length;
  return { ...estimate(differences), wins: count(1), losses: count(-1), p: randomisationTest(differences) };
}

/**
 * The mean over sets of the mean of each, every set counting the same however many queries it has; resampled inside each
 * set.
 */
export function estimateOverSets(sets: readonly (readonly number[])[]): Estimate {
  if (sets.length === 0) throw new KerfError('invalid-option', 'There is no mean of no sets.');
  const means = sets.map((values, place) => resampledMeans(values, SEED + place));
  const over = new Float64Array(RESAMPLES).map((_, round) => meanOf(means.map((set) => set[round])));
  return { mean: meanOf(sets.map(meanOf)), ...intervalOf(over) };
}

function randomisationTest(differences: readonly number[]): number {
  const random = generator(SEED);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  let asLarge = 1;
  for (let round = 0; round < RESAMPLES; round++) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? difference : -difference;
    // Sums of the same numbers in another order differ in their last digits.
    if (Math.abs(sum) >= observed - 1e-9) asLarge++;
  }
  return asLarge / (RESAMPLES + 1);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Numbers in [0, 1). */
function generator(seed: number): () => number {
  const next = seededNumbers(seed);
  return () => (next() >>> 0) / 2 ** 32;
}

/** The value below which `share` of `values` lie (nearest rank); `values` need no order and must not be empty. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new KerfError('invalid-option', 'There is no percentile of no values.');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
