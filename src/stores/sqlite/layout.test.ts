import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNALS } from '../../model/chunk.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { decodeLayout, encodeLayout } from './layout.ts';

const offset = fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 2 ** 32 }));
const span = fc.tuple(offset, offset).map(([start, length]) => ({ start, end: start + length }));
const end = fc.record({
  signal: fc.constantFrom(...SIGNALS),
  strength: fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x + 0),
});
const place = fc.record({
  row: fc.nat({ max: 2 ** 40 }),
  span,
  rawSpan: span,
  lines: span,
  overlap: fc.option(span, { nil: null }),
  contextSpans: fc.array(span, { maxLength: 3 }),
  boundary: fc.record({ start: end, end }),
  parentId: fc.string({ unit: 'grapheme', maxLength: 6 }),
});

describe('layout', () => {
  it('comes back as written, whatever order chunks and spans are in', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        expect(decodeLayout(encodeLayout(places))).toEqual(places);
      }),
    );
  });

  it('takes little room for an ordinary document', () => {
    const places = Array.from({ length: 1_000 }, (_, i) => ({
      row: 50_000 + i,
      span: { start: i * 802, end: i * 802 + 800 },
      rawSpan: { start: i * 802, end: i * 802 + 800 },
      lines: { start: i * 12 + 1, end: i * 12 + 11 },
      overlap: null,
      contextSpans: [],
      boundary: {
        start: { signal: 'block' as const, strength: 0.7 },
        end: { signal: 'section' as const, strength: 0.9 },
      },
      parentId: '0123456789abcdef',
    }));
    expect(encodeLayout(places).length).toBeLessThan(20_000);
  });

  it('says when bytes are cut off', () => {
    expect(() => decodeLayout(Uint8Array.of(5, 2))).toThrow();
  });
});

describe('bytes', () => {
  it('hold every safe whole number of either sign', () => {
    const writer = new ByteWriter();
    const numbers = [0, 1, -1, 127, 128, -64, -65, 2 ** 31, -(2 ** 31), 2 ** 52 - 1, -(2 ** 52) + 1];
    for (const number of numbers) writer.signed(number);
    writer.unsigned(Number.MAX_SAFE_INTEGER);
    const reader = new ByteReader(writer.finish());
    expect(numbers.map(() => reader.signed())).toEqual(numbers);
    expect(reader.unsigned()).toBe(Number.MAX_SAFE_INTEGER);
  });
});
