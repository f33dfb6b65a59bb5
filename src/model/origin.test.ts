import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDENTITY_ORIGIN, type OriginMap, toRawOffset, toRawSpan } from './origin.ts';

/** Text `abcdef` + 3 decoded characters + `ghi`; the last piece stands first in the source. */
const DERIVED: OriginMap = {
  ...IDENTITY_ORIGIN,
  pieces: {
    starts: Uint32Array.of(0, 6, 9),
    rawStarts: Uint32Array.of(20, 30, 4),
    rawEnds: Uint32Array.of(26, 48, 7),
    copied: Uint8Array.of(1, 0, 1),
  },
};

test('inside a copy offsets are exact, inside other pieces they give the whole raw range', () => {
  expect(toRawSpan(DERIVED, { start: 1, end: 4 })).toEqual({ start: 21, end: 24 });
  expect(toRawSpan(DERIVED, { start: 7, end: 8 })).toEqual({ start: 30, end: 48 });
  expect(toRawSpan(DERIVED, { start: 3, end: 6 })).toEqual({ start: 23, end: 26 });
  expect(toRawOffset(DERIVED, 10)).toBe(5);
});

test('a span over pieces that stood in another order has the range of all of them', () => {
  expect(toRawSpan(DERIVED, { start: 5, end: 10 })).toEqual({ start: 4, end: 48 });
  expect(toRawSpan(DERIVED, { start: 9, end: 12 })).toEqual({ start: 4, end: 7 });
  expect(toRawSpan(DERIVED, { start: 6, end: 6 })).toEqual({ start: 30, end: 30 });
});

test('the raw span of a part lies inside the raw span of the whole', () => {
  const piece = fc.record({
    length: fc.integer({ min: 1, max: 9 }),
    rawStart: fc.nat({ max: 200 }),
    copied: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat({ max: 80 }), { minLength: 4, maxLength: 4 }),
      (list, cuts) => {
        let length = 0;
        const starts = list.map((each) => (length += each.length) - each.length);
        const [outerStart, start, end, outerEnd] = cuts.map((cut) => cut % (length + 1)).sort((a, b) => a - b);
        const pieces = {
          starts: Uint32Array.from(starts),
          rawStarts: Uint32Array.from(list, (each) => each.rawStart),
          rawEnds: Uint32Array.from(list, (each) => each.rawStart + (each.copied ? each.length : 3 * each.length)),
          copied: Uint8Array.from(list, (each) => Number(each.copied)),
        };
        const origin = { ...IDENTITY_ORIGIN, pieces };
        const outer = toRawSpan(origin, { start: outerStart, end: outerEnd });
        const inner = toRawSpan(origin, { start, end });
        expect(inner.start).toBeLessThanOrEqual(inner.end);
        if (start === end) return;
        expect(inner.start).toBeGreaterThanOrEqual(outer.start);
        expect(inner.end).toBeLessThanOrEqual(outer.end);
      },
    ),
    { numRuns: 2000, seed: 20_240_312 },
  );
});
