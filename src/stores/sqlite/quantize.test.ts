import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { innerProduct, quantize, quantizeQuery } from './quantize.ts';

/** Numbers of any size beside each other: the worst that rounding with one scale can meet. */
const number = fc.oneof(fc.float({ min: -1, max: 1, noNaN: true }), fc.float({ noNaN: true, noDefaultInfinity: true }));
const vectorPair = fc
  .array(fc.tuple(number, number), { maxLength: 80 })
  .map((pairs) => [0, 1].map((side) => Float32Array.from(pairs, (pair) => pair[side])));

describe('quantize', () => {
  it('is off by at most half a step', () => {
    fc.assert(
      fc.property(vectorPair, ([vector]) => {
        const { codes, scale } = quantize(vector);
        for (const [i, value] of vector.entries()) {
          expect(Math.abs(codes[i] * scale - value)).toBeLessThanOrEqual(scale * 0.500_001);
        }
      }),
    );
  });
});

describe('quantizeQuery', () => {
  it('says how far from the true product the product of the codes can be', () => {
    fc.assert(
      fc.property(vectorPair, ([query, vector]) => {
        const stride = Math.ceil(Math.max(1, query.length) / 16) * 16;
        const { codes, step, slack } = quantizeQuery(query, stride);
        const stored = quantize(vector);
        const product = stored.codes.reduce((sum, code, i) => sum + code * codes[i], 0) * step * stored.scale;
        expect(Math.abs(product - innerProduct(query, vector))).toBeLessThanOrEqual(slack * stored.scale);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves room for the sums of vectors of any length', () => {
    for (const stride of [16, 2048, 2064, 4096, 65_536, 1_048_576]) {
      const largest = quantizeQuery(new Float32Array(stride).fill(1), stride).codes[0];
      expect(largest).toBeGreaterThan(0);
      expect((largest * 127 * stride) / 4).toBeLessThan(2 ** 31);
    }
  });
});
