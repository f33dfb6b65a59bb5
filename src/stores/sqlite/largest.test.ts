import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kthLargest, positionsBetween } from './largest.ts';

const numbers = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer(), fc.constant(-Infinity)), {
  maxLength: 300,
});

it('finds the number that sorting puts in that place', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 320 }), (list, count) => {
      const sorted = [...list].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
      expect(kthLargest(Float64Array.from(list), count)).toBe(sorted[count - 1] ?? -Infinity);
    }),
  );
  expect(kthLargest(Float64Array.of(1, 2), Number.POSITIVE_INFINITY)).toBe(-Infinity);
});

it('finds the numbers of a range, without those of minus infinity', () => {
  const list = Float64Array.of(3, -Infinity, 1, 5, 3, 4);
  expect(positionsBetween(list, 3, 5)).toEqual([0, 4, 5]);
  expect(positionsBetween(list, -Infinity, 4)).toEqual([0, 2, 4]);
  expect(positionsBetween(list, 1, Infinity)).toEqual([0, 2, 3, 4, 5]);
});
