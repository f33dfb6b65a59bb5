import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WindowDistances } from './windows.ts';

interface Unit {
  readonly vector: Float32Array;
  readonly weight: number;
}

function distancesOf(units: readonly Unit[], window: number, dimensions: number): readonly number[] {
  const distances: number[] = [];
  const windows = new WindowDistances(window, dimensions, (distance) => distances.push(distance));
  for (const { vector, weight } of units) windows.push(vector, weight);
  windows.end();
  return distances;
}

/** The sum of one window, nearest unit first: the definition, written down without a thought for memory. */
function windowSum(side: readonly Unit[], window: number): readonly number[] {
  let weight = 0;
  const sum = [0, 0, 0];
  for (const unit of side.slice(0, 3 * window)) {
    if (weight >= window) break;
    weight += unit.weight;
    const length = Math.hypot(...unit.vector);
    for (let k = 0; k < 3 && length > 0; k++) sum[k] += (unit.vector[k] / length) * unit.weight;
  }
  return sum;
}

const axis = (...values: number[]): Unit => ({ vector: Float32Array.from(values), weight: 1 });
const [x, y, zero] = [axis(1, 0), axis(0, 1), axis(0, 0)];

describe('WindowDistances', () => {
  it('is greatest where one direction gives way to another, and ramps up over the window', () => {
    const distances = distancesOf([x, x, x, x, y, y, y, y], 2, 2);
    expect(distances[3]).toBeCloseTo(1);
    expect(distances[2]).toBeCloseTo(1 - Math.SQRT1_2);
    expect(distances[4]).toBeCloseTo(1 - Math.SQRT1_2);
    expect(distances.map((value) => value.toFixed(3)).filter((value) => value === '0.000')).toHaveLength(4);
  });

  it('does not mind the length of vectors, and passes over zeros', () => {
    expect(distancesOf([axis(9, 0), axis(0, 0.1)], 1, 2)).toEqual([1]);
    expect(distancesOf([zero, zero, zero], 2, 2)).toEqual([0, 0]);
    expect(distancesOf([x, zero, y], 2, 2)[0]).toBeCloseTo(1);
    expect(distancesOf([x, axis(-1, 0)], 1, 2)).toEqual([2]);
  });

  it('has no gap for one unit or none, and nothing crosses the end of a range', () => {
    expect(distancesOf([], 3, 2)).toEqual([]);
    expect(distancesOf([x], 3, 2)).toEqual([]);
    const distances: number[] = [];
    const windows = new WindowDistances(3, 2, (distance) => distances.push(distance));
    for (const unit of [x, x, x]) windows.push(unit.vector, 1);
    windows.end();
    for (const unit of [y, y]) windows.push(unit.vector, 1);
    windows.end();
    expect(distances).toEqual([0, 0, 0]);
  });

  it('stretches over light units, to three times the window at most', () => {
    const light = { ...x, weight: 0.5 };
    expect(distancesOf([y, light, light, y], 1, 2)[2]).toBeCloseTo(1);
    expect(distancesOf([y, light, y], 1, 2)[1]).toBeCloseTo(1 - 1 / Math.hypot(0.5, 1));
    const lightest = { ...x, weight: 0.01 };
    expect(distancesOf([y, lightest, lightest, lightest, y], 1, 2)[3]).toBeCloseTo(1);
  });

  it('equals the definition for any vectors and weights', () => {
    const value = fc.integer({ min: -3, max: 3 });
    const unit = fc.record({
      vector: fc.tuple(value, value, value).map((values) => Float32Array.from(values)),
      weight: fc.constantFrom(0, 0.25, 0.5, 1),
    });
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (units, window) => {
        const distances = distancesOf(units, window, 3);
        expect(distances).toHaveLength(Math.max(0, units.length - 1));
        distances.forEach((distance, gap) => {
          const a = windowSum(units.slice(0, gap + 1).reverse(), window);
          const b = windowSum(units.slice(gap + 1), window);
          const [lengthA, lengthB] = [Math.hypot(...a), Math.hypot(...b)];
          // Vectors that cancel out leave rounding, which points anywhere.
          if (Math.min(lengthA, lengthB) < 1e-6) return;
          const cosine = a.reduce((sum, one, k) => sum + one * b[k], 0) / (lengthA * lengthB);
          expect(distance).toBeCloseTo(1 - cosine, 5);
        });
      }),
    );
  });
});
