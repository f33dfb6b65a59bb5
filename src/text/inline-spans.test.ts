import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineSpans } from './inline-spans.ts';

/** The text of each span. */
function spansOf(text: string): readonly string[] {
  const spans = inlineSpans(text, 0, text.length);
  return Array.from({ length: spans.length / 2 }, (_, i) => text.slice(spans[2 * i], spans[2 * i + 1]));
}

test.each([
  ['nothing to keep whole', 'plain [text] with (brackets), a_b and 1 > 0', []],
  ['code', 'a `b c` and ``d ` e`` and `f', ['`b c`', '``d ` e``']],
  ['code of unlike runs', '`` a ` b ` c', ['` b `']],
  ['an escaped backtick', 'a \\`b` c` d', []],
  ['a backslash that is escaped itself', 'a \\\\`b` c', ['`b`']],
  ['a backslash inside code', '`a\\` b `c`', ['`a\\`', '`c`']],
  ['links and images', 'see [a b](c d) and ![e](f)', ['[a b](c d)', '![e](f)']],
  ['a link around an image', '[![a](b)](c)', ['[![a](b)](c)']],
  ['code in a link', '[`a` b](c)', ['[`a` b](c)']],
  ['brackets in code are no link', '`[a](b`)', ['`[a](b`']],
  ['an escaped bracket', '\\[a](b) [c\\]](d)', ['[c\\]](d)']],
  ['brackets inside a destination', '[a](b(c)d)', ['[a](b(c)d)']],
  ['an autolink and a tag', '<https://a.example> <b> < c >', ['<https://a.example>', '<b>']],
  ['an escaped angle', '\\<a> <b>', ['<b>']],
  ['a link without an end', '[a](b', []],
])('%s', (_, text, spans) => {
  expect(spansOf(text)).toEqual(spans);
  const shifted = `[x](y) ${text} [z](w)`;
  const inner = inlineSpans(shifted, 7, 7 + text.length);
  expect(inner.map((offset) => offset - 7)).toEqual(inlineSpans(text, 0, text.length));
});

test('a stretch that ends inside a link, at any place, is read to its end', () => {
  const text = 'a [b](c) `d`';
  for (let to = 0; to <= text.length; to++)
    expect(inlineSpans(text, 0, to)).toEqual(inlineSpans(text.slice(0, to), 0, to));
});

test('spans rise, lie apart and inside any text', () => {
  const pieces = fc.constantFrom('`', '``', '[', ']', '](', ')', '(', '!', '<', '>', '\\', ' ', 'a', '\n', 'b.c');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), fc.nat(10), (parts, from) => {
      const text = parts.join('');
      const start = Math.min(from, text.length);
      let end = start;
      for (const [i, offset] of inlineSpans(text, start, text.length).entries()) {
        expect(offset >= end && offset <= text.length, `${i}`).toBe(true);
        if (i % 2 === 1) expect(offset).toBeGreaterThan(end);
        end = offset;
      }
    }),
    { numRuns: 2000 },
  );
});
