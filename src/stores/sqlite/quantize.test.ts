import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approximateScores, innerProduct, positionsOfLargest, quantize } from './quantize.ts';

const numbers = (length: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((list) => Float32Array.from(list));

describe('quantize', () => {
  it('is off by at most half a step', () => {
    fc.assert(
      fc.property(numbers(9), (vector) => {
        const { codes, scale } = quantize(vector);
        for (const [i, value] of vector.entries()) {
          expect(Math.abs(codes[i] * scale - value)).toBeLessThanOrEqual(scale * 0.501);
        }
      }),
    );
  });

  it('scores close to the inner product, for the vectors asked for only', () => {
    fc.assert(
      fc.property(numbers(7), numbers(7), numbers(7), (query, first, second) => {
        const parts = [first, second].map(quantize);
        const codes = Int8Array.from(parts.flatMap((part) => [...part.codes]));
        const scales = Float32Array.from(parts.map((part) => part.scale));
        const scores = approximateScores({ dimensions: 7, codes, scales }, quantize(query), Uint32Array.of(1));
        expect(scores.length).toBe(1);
        expect(Math.abs(scores[0] - innerProduct(query, second))).toBeLessThan(7 * 0.01);
      }),
    );
  });
});

describe('positionsOfLargest', () => {
  it('is what sorting gives, with everything that ties with the last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer()), { maxLength: 300 }),
        fc.integer({ min: 1, max: 20 }),
        (list, count) => {
          const least = [...list].sort((a, b) => b - a)[Math.min(count, list.length) - 1] ?? 0;
          const expected = list.flatMap((score, i) => (score >= least ? [i] : []));
          expect(positionsOfLargest(Float64Array.from(list), count)).toEqual(expected);
        },
      ),
    );
  });
});
