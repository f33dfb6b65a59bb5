import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../model/token-counter.ts';
import { measureWith } from './measure.ts';

/** One token per UTF-16 unit; a line feed and what the contract excludes behind it are one token together. */
function merging(counted: string[] = []): TokenCounter {
  const count = (text: string) => {
    counted.push(text);
    return text.replace(/\n[\n/]/g, '+').length;
  };
  return { id: 'merging', additive: true, count };
}

describe('measureWith', () => {
  it.each([
    [['a\n', 'b\n', 'c']],
    [['a\n', '/usr\n', 'c']],
    [['a\n', '\n', '\nb']],
    [['/a\n', '/', 'b']],
    [[]],
    [['\n', 'a']],
  ])('%j counts as its concatenation', (pieces) =>
    expect(measureWith(merging())(pieces)).toBe(merging().count(pieces.join(''))),
  );

  it('counts each piece once', () => {
    const counted: string[] = [];
    const measure = measureWith(merging(counted));
    measure(['a\n', 'b\n', 'c']);
    measure(['a\n', 'c\n', 'b\n', 'c']);
    expect(counted).toEqual(['a\n', 'b\n', 'c', 'c\n']);
  });

  it('counts all as one text when the counter does not add up', () => {
    const counted: string[] = [];
    measureWith({ ...merging(counted), additive: false })(['a\n', 'b']);
    expect(counted).toEqual(['a\nb']);
  });
});
