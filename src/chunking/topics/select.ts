/** Topic shifts, last step: from scores to the gaps that are shifts, and how strong each is. */
import type { GapScores } from './thresholds.ts';

/** Strengths of shifts: between a sentence end (0.55) and the end of a block (0.8). */
export const WEAKEST_SHIFT = 0.55;
export const STRONGEST_SHIFT = 0.75;

/** Differences below this come from the rounding of vectors: equal sentences make no shift. */
const NOISE = 1e-6;

export interface SelectedGaps {
  /** Indexes of gaps, rising. */
  readonly gaps: readonly number[];
  readonly strengths: readonly number[];
}

/**
 * The gaps whose score is above their threshold, whose distance is the greatest within `separation` gaps (the first of
 * equals), and which leave at least `least` units on either side inside their range.
 */
export function selectShifts(
  distances: ArrayLike<number>,
  { scores, thresholds, spreads }: GapScores,
  separation: number,
  least: number,
): SelectedGaps {
  const gaps: number[] = [];
  const strengths: number[] = [];
  for (let i = least - 1; i + least <= distances.length; i++) {
    if (!(scores[i] - thresholds[i] > NOISE) || !isPeak(distances, i, separation)) continue;
    gaps.push(i);
    strengths.push(strengthOf(scores[i] - thresholds[i], spreads[i]));
  }
  return { gaps, strengths };
}

/** Neighbouring gaps share most of their windows: of a run of great distances only the summit is the shift. */
function isPeak(distances: ArrayLike<number>, i: number, separation: number): boolean {
  const last = Math.min(distances.length - 1, i + separation);
  for (let j = Math.max(0, i - separation); j <= last; j++) {
    if (distances[j] > distances[i] || (j < i && distances[j] === distances[i])) return false;
  }
  return true;
}

/** From the weakest just above the threshold half way to the strongest at one spread above it, and so on. */
function strengthOf(excess: number, spread: number): number {
  const share = spread > 0 ? excess / (excess + spread) : 1;
  return WEAKEST_SHIFT + (STRONGEST_SHIFT - WEAKEST_SHIFT) * share;
}
