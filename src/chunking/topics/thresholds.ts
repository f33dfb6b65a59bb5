/**
 * Topic shifts, third step: from the distances across gaps to a score for each gap and the threshold it has to pass.
 *
 * All thresholds are local: what a gap has to pass depends on the gaps within `reach` of it and on no other, and no
 * sum is carried along. So an edit cannot change what happens further away.
 */
import { countBelow } from '../../text/rising.ts';

/** By gap: what is compared, what it must be above, and how far values spread there (0 where all are equal). */
export interface GapScores {
  readonly scores: Float64Array;
  readonly thresholds: Float64Array;
  readonly spreads: Float64Array;
}

/** A way to judge gaps: numbers that are not finite count nowhere and score NaN. */
export type ThresholdMethod = (distances: ArrayLike<number>, amount: number, reach: number) => GapScores;

/**
 * A gap scores its distance and must be above the percentile `amount` (0 to 100) of the distances around it: the
 * rule of Kamradt's "5 Levels of Text Splitting" (2023), who takes the percentile over the whole document.
 */
export function percentileScores(distances: ArrayLike<number>, amount: number, reach: number): GapScores {
  const scores = Float64Array.from(distances, finite);
  return { scores, thresholds: slidingPercentile(scores, amount, reach), spreads: deviations(scores, reach).spreads };
}

/**
 * A gap scores its distance and must be above the mean of the distances around it by `amount` standard deviations,
 * the counterpart for distances of the cut-off in Hearst's TextTiling (1997, section 5.4).
 */
export function standardDeviationScores(distances: ArrayLike<number>, amount: number, reach: number): GapScores {
  const scores = Float64Array.from(distances, finite);
  const { means, spreads } = deviations(scores, reach);
  return { scores, thresholds: means.map((mean, i) => mean + amount * spreads[i]), spreads };
}

/**
 * A gap scores the steepest rise on the way up to it and must be above the percentile `amount` of all rises around it.
 * Follows the gradient threshold of LangChain's SemanticChunker (2024), which takes central differences over the
 * whole document; the shift is put at the top of the rise and not on its slope.
 */
export function gradientScores(distances: ArrayLike<number>, amount: number, reach: number): GapScores {
  const clean = Float64Array.from(distances, finite);
  const rises = clean.map((distance, i) => distance - clean[Math.max(0, i - 1)]);
  const scores = rises.map((rise, i) => {
    let steepest = rise;
    for (let j = i; j > 0 && j >= i - reach && rises[j] > 0; j--) steepest = Math.max(steepest, rises[j]);
    return steepest;
  });
  return { scores, thresholds: slidingPercentile(rises, amount, reach), spreads: deviations(rises, reach).spreads };
}

/** Gaps on either side in which the lowest distance is looked for: a few windows, about the shortest topic worth a cut. */
const VALLEY = 10;

/**
 * A gap scores its depth: how far similarity rises from it on the left plus on the right, before it falls below that of the
 * gap again; and must be deeper than `amount` standard deviations of the distances around it. The depth score of
 * Hearst's TextTiling (1997, section 5.3), with small bumps on the slopes passed over, and measured in deviations of
 * the distances, so that one amount does for embedders whose distances are large and for those whose are small.
 */
export function depthScores(distances: ArrayLike<number>, amount: number, reach: number): GapScores {
  const clean = Float64Array.from(distances, finite);
  const scores = clean.map((distance, i) => 2 * distance - lowestAround(clean, i, -1) - lowestAround(clean, i, 1));
  const { spreads } = deviations(clean, reach);
  return { scores, thresholds: spreads.map((spread) => amount * spread), spreads };
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The least distance from gap `i` on, in one direction, up to the next greater one and at most `VALLEY` gaps away. */
function lowestAround(distances: Float64Array, i: number, step: 1 | -1): number {
  let lowest = distances[i];
  for (let n = 1, j = i + step; n <= VALLEY && j >= 0 && j < distances.length; n++, j += step) {
    if (distances[j] > distances[i]) break;
    if (distances[j] < lowest) lowest = distances[j];
  }
  return lowest;
}

/** By place, the percentile of the finite values within `reach`, between two of them by their distances; NaN for none. */
function slidingPercentile(values: Float64Array, percentile: number, reach: number): Float64Array {
  const sorted = new Float64Array(2 * reach + 2);
  let count = 0;
  const insert = (value: number): void => {
    if (!Number.isFinite(value)) return;
    const at = countBelow(sorted, count, value);
    sorted.copyWithin(at + 1, at, count++);
    sorted[at] = value;
  };
  const remove = (value: number): void => {
    if (!Number.isFinite(value)) return;
    const at = countBelow(sorted, count, value);
    sorted.copyWithin(at, at + 1, count--);
  };
  for (let i = 0; i < Math.min(reach, values.length); i++) insert(values[i]);
  return values.map((_, i) => {
    if (i + reach < values.length) insert(values[i + reach]);
    if (i > reach) remove(values[i - reach - 1]);
    if (count === 0) return Number.NaN;
    const place = ((count - 1) * percentile) / 100;
    const below = Math.floor(place);
    const above = Math.min(count - 1, below + 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  });
}

/** By place, mean and standard deviation of the finite values within `reach`. */
function deviations(values: Float64Array, reach: number): { means: Float64Array; spreads: Float64Array } {
  const means = new Float64Array(values.length);
  const spreads = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const from = Math.max(0, i - reach);
    const to = Math.min(values.length, i + reach + 1);
    let count = 0;
    let sum = 0;
    for (let j = from; j < to; j++) {
      if (!Number.isFinite(values[j])) continue;
      sum += values[j];
      count++;
    }
    const mean = count > 0 ? sum / count : Number.NaN;
    let squares = 0;
    for (let j = from; j < to; j++) if (Number.isFinite(values[j])) squares += (values[j] - mean) ** 2;
    means[i] = mean;
    spreads[i] = count > 0 ? Math.sqrt(squares / count) : 0;
  }
  return { means, spreads };
}
