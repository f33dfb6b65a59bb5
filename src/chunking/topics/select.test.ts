import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STRONGEST_SHIFT, selectShifts, WEAKEST_SHIFT } from './select.ts';
import { depthScores, percentileScores, standardDeviationScores } from './thresholds.ts';

const over = (distances: readonly number[], threshold: number, spread = 0.1) => ({
  scores: Float64Array.from(distances),
  thresholds: new Float64Array(distances.length).fill(threshold),
  spreads: new Float64Array(distances.length).fill(spread),
});

it('takes the summit of a run of great distances, and the first of equals', () => {
  const distances = [0.1, 0.5, 0.6, 0.5, 0.1, 0.1, 0.6, 0.6, 0.1];
  expect(selectShifts(distances, over(distances, 0.4), 2, 1).gaps).toEqual([2, 6]);
  expect(selectShifts(distances, over(distances, 0.4), 4, 1).gaps).toEqual([2]);
});

it('leaves the asked number of units at both ends', () => {
  const distances = [0.9, 0.1, 0.1, 0.1, 0.9];
  expect(selectShifts(distances, over(distances, 0.5), 1, 1).gaps).toEqual([0, 4]);
  expect(selectShifts(distances, over(distances, 0.5), 1, 2).gaps).toEqual([]);
  expect(selectShifts([0.9], over([0.9], 0.5), 4, 2).gaps).toEqual([]);
  expect(selectShifts([], over([], 0.5), 4, 2).gaps).toEqual([]);
});

it('is stronger the further the score is above its threshold, half way at one spread', () => {
  const distances = [0.5, 0, 0.6, 0, 0.9];
  const { strengths } = selectShifts(distances, over(distances, 0.4), 1, 1);
  expect(strengths[0]).toBeCloseTo(0.65);
  expect(strengths[0]).toBeLessThan(strengths[1]);
  expect(strengths[1]).toBeLessThan(strengths[2]);
  expect(selectShifts([0.5], over([0.5], 0.4, 0), 1, 1).strengths).toEqual([STRONGEST_SHIFT]);
});

it('finds nothing where all distances are equal, or hardly differ', () => {
  for (const method of [depthScores, percentileScores, standardDeviationScores]) {
    for (const distances of [
      Array(30).fill(0),
      Array(30).fill(0.1),
      Array.from({ length: 30 }, (_, i) => 0.3 + (i % 2) * 1e-8),
    ])
      expect(selectShifts(distances, method(distances, 1, 10), 3, 1).gaps).toEqual([]);
  }
});

it('gives rising gaps at least the separation apart, with strengths in their range, for any numbers', () => {
  const value = fc.oneof(
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.constantFrom(0, 1, Number.NaN, Number.POSITIVE_INFINITY),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (distances, separation) => {
      const { gaps, strengths } = selectShifts(distances, percentileScores(distances, 50, 10), separation, 2);
      gaps.forEach((gap, i) => {
        if (i > 0) expect(gap - gaps[i - 1]).toBeGreaterThan(separation);
        expect(gap).toBeGreaterThanOrEqual(1);
        expect(gap).toBeLessThanOrEqual(distances.length - 2);
        expect(strengths[i]).toBeGreaterThanOrEqual(WEAKEST_SHIFT);
        expect(strengths[i]).toBeLessThanOrEqual(STRONGEST_SHIFT);
      });
    }),
  );
});
