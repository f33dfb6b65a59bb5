import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areSameWords, findWords } from './find-words.ts';

const find = (words: string, ...texts: readonly string[]) =>
  findWords(
    words,
    texts.map((text, i) => [String(i), text] as const),
  ).map(({ documentId, span }) => texts[Number(documentId)].slice(span.start, span.end));

describe('findWords', () => {
  it.each([
    ['across a line break', 'two weeks before', 'Ask two\n  weeks before.', ['two\n  weeks before']],
    ['from the middle of a word', 'wo  weeks be', 'Ask two\r\nweeks before.', ['wo\r\nweeks be']],
    ['with white space around it', '\ttwo ', 'one two', ['two']],
    ['not where the words are others', 'two weeks', 'twoweeks two-weeks', []],
    ['not where there are no words', ' ', 'a\tb', []],
  ])('%s', (_name, words, text, expected) => {
    expect(find(words, text)).toEqual(expected);
  });

  it('takes words as they stand before words in other white space', () => {
    expect(find('a b', 'a\nb', 'a b')).toEqual(['a b']);
  });

  it('gives two places where there are several', () => {
    expect(find('a b', 'a\nb a\nb a\nb')).toHaveLength(2);
    expect(find('a b', 'a\nb', 'a\tb', 'a  b')).toHaveLength(2);
    expect(find('aa', 'aaa')).toHaveLength(2);
  });

  it('finds any stretch again, whatever its white space has become', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '\u00a0', '😀'), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), fc.constantFrom(' ', '\n\n', '\t '), (whole, from, length, space) => {
        const stretch = whole.slice(from, from + length).trim();
        const found = find(stretch.replace(/\s+/g, space), whole);
        if (stretch === '') expect(found).toEqual([]);
        else expect(found.length).toBeGreaterThan(0);
        for (const words of found) expect(areSameWords(words, stretch)).toBe(true);
      }),
    );
  });
});
