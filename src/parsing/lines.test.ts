import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSpace, readLines } from './lines.ts';

/** Start, end, indentation and gap of each line that is not blank, read one character at a time. */
function linesOneByOne(text: string): number[][] {
  const lines: number[][] = [];
  let gap = 1;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== '\n' && text[at] !== '\f') continue;
    const black = [...Array(at - from).keys()].map((i) => from + i).filter((i) => !isSpace(text.charCodeAt(i)));
    if (black.length > 0) {
      lines.push([black[0], black[black.length - 1] + 1, Math.min(black[0] - from, 255), gap]);
      gap = 0;
    } else if (gap === 0 && at < text.length) gap = 1;
    if (text[at] === '\f') gap = 2;
    from = at + 1;
  }
  return lines;
}

test('lines are those that a look at each character finds, also where they are shorter than expected', () => {
  const pieces = fc.constantFrom('a', 'bc', ' ', '\t', '\n', '\n', '\n', '\f', '\u00a0', ' '.repeat(300));
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 300 }), (parts) => {
      const text = parts.join('');
      const { count, starts, ends, indents, gaps } = readLines(text);
      const found = [...Array(count).keys()].map((i) => [starts[i], ends[i], indents[i], gaps[i]]);
      expect(found).toEqual(linesOneByOne(text));
    }),
    { numRuns: 300 },
  );
});
