import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  depthScores,
  gradientScores,
  percentileScores,
  standardDeviationScores,
  type ThresholdMethod,
} from './thresholds.ts';

const METHODS: readonly [string, ThresholdMethod, number][] = [
  ['percentile', percentileScores, 85],
  ['standardDeviation', standardDeviationScores, 1],
  ['gradient', gradientScores, 80],
  ['depth', depthScores, 3],
];
/** A depth and a rise look at most this far beyond `reach`. */
const VALLEY = 10;

const distances = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { maxLength: 80 });
const oddDistances = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.constantFrom(0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  ),
  { maxLength: 40 },
);

describe('percentileScores', () => {
  it('compares each distance with the percentile of those within reach, as if they were sorted anew', () => {
    fc.assert(
      fc.property(
        distances,
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (values, reach, share) => {
          const { thresholds } = percentileScores(values, share, reach);
          values.forEach((_, i) => {
            const near = values.slice(Math.max(0, i - reach), i + reach + 1).sort((a, b) => a - b);
            const place = ((near.length - 1) * share) / 100;
            const low = near[Math.floor(place)];
            const high = near[Math.ceil(place)];
            expect(thresholds[i]).toBeCloseTo(low + (high - low) * (place - Math.floor(place)), 10);
          });
        },
      ),
    );
  });
});

describe('standardDeviationScores', () => {
  it('adds deviations to the mean of the distances within reach', () => {
    const { thresholds, spreads } = standardDeviationScores([1, 2, 3, 10], 2, 1);
    expect(thresholds[1]).toBeCloseTo(2 + 2 * Math.sqrt(2 / 3));
    expect(spreads[3]).toBeCloseTo(3.5);
    expect(thresholds[3]).toBeCloseTo(6.5 + 2 * 3.5);
  });
});

describe('gradientScores', () => {
  it('gives the top of a rise the steepest step on the way up', () => {
    const { scores } = gradientScores([0.1, 0.1, 0.2, 0.7, 0.8, 0.3], 80, 10);
    expect(scores[4]).toBeCloseTo(0.5);
    expect(scores[5]).toBeCloseTo(-0.5);
  });
});

describe('depthScores', () => {
  it('adds the falls on both sides, over small bumps, up to the next greater distance', () => {
    const { scores } = depthScores([0.9, 0.3, 0.1, 0.6, 0.2, 0.25, 0.15, 0.7], 1, 50);
    expect(scores[3]).toBeCloseTo(0.6 - 0.1 + 0.6 - 0.15);
    expect(scores[0]).toBeCloseTo(0.9 - 0.1);
  });

  it('looks no further than ten gaps', () => {
    const flat = Array.from({ length: 10 }, () => 0.5);
    expect(depthScores([0, ...flat, 0.6, ...flat, 0], 1, 50).scores[11]).toBeCloseTo(0.2);
  });
});

describe.each(METHODS)('%s', (_, method, amount) => {
  it('gives one score and threshold per gap for anything, and NaN scores only where there is no finite number', () => {
    fc.assert(
      fc.property(oddDistances, fc.integer({ min: 1, max: 8 }), (values, reach) => {
        const { scores, thresholds, spreads } = method(values, amount, reach);
        expect([scores.length, thresholds.length, spreads.length]).toEqual(Array(3).fill(values.length));
        values.forEach((value, i) => {
          expect(spreads[i]).toBeGreaterThanOrEqual(0);
          if (!Number.isFinite(value)) expect(scores[i]).toBeNaN();
        });
      }),
    );
  });

  it('does not look further than it says', () => {
    fc.assert(
      fc.property(distances, distances, distances, fc.integer({ min: 1, max: 6 }), (head, other, tail, reach) => {
        const far = reach + VALLEY + 1;
        const one = method([...head, ...tail], amount, reach);
        const two = method([...other, ...tail], amount, reach);
        for (let k = far; k < tail.length; k++) {
          expect(one.scores[head.length + k]).toBe(two.scores[other.length + k]);
          expect(one.thresholds[head.length + k]).toBe(two.thresholds[other.length + k]);
        }
      }),
    );
  });
});
