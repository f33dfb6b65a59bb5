/** Evaluation, numbers: where a text was divided against where it should have been → how far the two agree. */

export interface SegmentationScores {
  /** Share of found boundaries that are true, and of true ones that were found; within one gap of each other. */
  readonly precision: number;
  readonly recall: number;
  /** The same for boundaries at exactly the true place. */
  readonly exactPrecision: number;
  readonly exactRecall: number;
  /** Share of windows whose two ends are wrongly taken for one segment or two (Beeferman, Berger and Lafferty 1999). */
  readonly pk: number;
  /** Share of windows with a wrong number of boundaries inside (Pevzner and Hearst 2002). */
  readonly windowDiff: number;
}

/**
 * Compares two divisions of a text of `units` units. A boundary is the index of the gap that it stands in: gap i lies
 * between unit i and unit i + 1. Both lists rise. The window is half the mean true segment, as both papers advise.
 */
export function segmentationScores(
  units: number,
  truth: readonly number[],
  found: readonly number[],
): SegmentationScores {
  const near = matches(truth, found, 1);
  const exact = matches(truth, found, 0);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const window = Math.max(1, Math.round(units / (truth.length + 1) / 2));
  const trueBefore = countsBefore(units, truth);
  const foundBefore = countsBefore(units, found);
  let parted = 0;
  let counted = 0;
  const places = Math.max(1, units - window);
  for (let i = 0; i + window < units; i++) {
    const wanted = trueBefore[i + window] - trueBefore[i];
    const got = foundBefore[i + window] - foundBefore[i];
    if (wanted > 0 !== got > 0) parted++;
    if (wanted !== got) counted++;
  }
  return {
    precision: share(near, found.length),
    recall: share(near, truth.length),
    exactPrecision: share(exact, found.length),
    exactRecall: share(exact, truth.length),
    pk: parted / places,
    windowDiff: counted / places,
  };
}

/** Pairs of a true and a found boundary at most `distance` apart, each used once, from left to right. */
function matches(truth: readonly number[], found: readonly number[], distance: number): number {
  let count = 0;
  let t = 0;
  for (const gap of found) {
    while (t < truth.length && truth[t] < gap - distance) t++;
    if (t >= truth.length || truth[t] > gap + distance) continue;
    count++;
    t++;
  }
  return count;
}

/** For each unit, how many boundaries stand in front of it. */
function countsBefore(units: number, boundaries: readonly number[]): Int32Array {
  const counts = new Int32Array(units);
  for (const gap of boundaries) if (gap + 1 < units) counts[gap + 1]++;
  for (let i = 1; i < units; i++) counts[i] += counts[i - 1];
  return counts;
}
