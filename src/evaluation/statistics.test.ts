import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, estimate, estimateOverSets, percentile } from './statistics.ts';

const repeated = (values: readonly number[], times: number) => Array.from({ length: times }, () => values).flat();

describe('estimate', () => {
  it('is repeatable, holds the mean and shrinks with more values', () => {
    const few = [0, 1, 1, 1];
    expect(estimate(few)).toEqual(estimate(few));
    expect(estimate(few)).toEqual({ mean: 0.75, low: 0.25, high: 1 });
    // 1.96 standard errors are 0.085.
    const { mean, low, high } = estimate(repeated(few, 25));
    expect(mean).toBe(0.75);
    expect(low).toBeGreaterThan(0.64);
    expect(low).toBeLessThan(0.69);
    expect(high).toBeGreaterThan(0.8);
    expect(high).toBeLessThan(0.86);
  });

  it('holds the mean of any values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }), (values) => {
        const { mean, low, high } = estimate(values);
        expect(low).toBeLessThanOrEqual(mean + 1e-9);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
      }),
      { numRuns: 30 },
    );
  });

  it('counts every set the same, however many queries it has', () => {
    expect(estimateOverSets([[1], repeated([0], 99)]).mean).toBe(0.5);
    expect(estimateOverSets([[1], [0]])).toMatchObject({ low: 0.5, high: 0.5 });
  });

  it('refuses nothing', () => {
    expect(() => estimate([])).toThrow('no mean of no values');
    expect(() => estimateOverSets([])).toThrow('no mean of no sets');
    expect(() => percentile([], 0.5)).toThrow('no percentile of no values');
    expect(() => compare([1], [])).toThrow('1 and 0 values');
  });
});

describe('compare', () => {
  it('takes differences pair by pair and counts them', () => {
    expect(compare([1, 1, 0, 0.5], [0, 1, 1, 0])).toMatchObject({ mean: 0.125, wins: 2, losses: 1 });
  });

  it('gives a p near that of the exact sign test', () => {
    // Eight wins and no loss: 2 of 256 ways to exchange the pairs are as extreme.
    const { p } = compare(repeated([1], 8), repeated([0], 8));
    expect(p).toBeGreaterThan(0.004);
    expect(p).toBeLessThan(0.013);
    expect(compare([1, 0], [0, 1]).p).toBe(1);
    expect(compare([0.3, 0.3], [0.3, 0.3]).p).toBe(1);
  });
});

it('percentile is the nearest rank', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([1, 3, 5, 5]);
});
