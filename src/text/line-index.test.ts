import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineOf, lineStarts, risingLineOf } from './line-index.ts';

it('numbers rising offsets as any others', () => {
  const lines = fc.string({ unit: fc.constantFrom('a', '\n'), maxLength: 40 });
  fc.assert(
    fc.property(lines, fc.array(fc.nat(40)), (text, offsets) => {
      const starts = lineStarts(text);
      const rising = risingLineOf(text);
      for (const offset of offsets.sort((a, b) => a - b)) expect(rising(offset)).toBe(lineOf(starts, offset));
    }),
  );
});
