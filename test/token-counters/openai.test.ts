/** The counters of the OpenAI encodings count as the library does over the whole text, however often and from wherever. */
import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { cl100kTokenCounter, o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { openaiCounter } from '../../src/token-counters/openai-counter.ts';
import { o200kPieceEnd } from '../../src/token-counters/pieces.ts';
import { hostileText } from './hostile-text.ts';

const AS_TEXT = { disallowedSpecial: new Set<string>() };

describe.each([
  ['o200k_base', o200kTokenCounter(), countO200k],
  ['cl100k_base', cl100kTokenCounter(), countCl100k],
])('%s', (id, counter, countTokens) => {
  it('has the name of the encoding, and no tokens for nothing', () => {
    expect([counter.id, counter.count('')]).toEqual([id, 0]);
  });

  it('counts as the library does', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(counter.count(text)).toBe(countTokens(text, AS_TEXT));
      }),
      { numRuns: 20000 },
    );
  });

  it('counts a span as its slice', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(), fc.nat(), (text, a, b) => {
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        expect(counter.countSpan?.(text, start, end)).toBe(countTokens(text.slice(start, end), AS_TEXT));
      }),
    );
  });

  it('adds up behind a letter or digit with white space or punctuation following', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.constantFrom(...'azAZ09'),
        fc.constantFrom(...' \n.,:/(|"'),
        hostileText,
        (a, x, y, b) => {
          expect(counter.count(a + x + y + b)).toBe(counter.count(a + x) + counter.count(y + b));
        },
      ),
    );
  });

  it.each([
    ['spaces', ' '.repeat(100_000)],
    ['letters', 'x'.repeat(100_000)],
    ['rules', '-'.repeat(100_000)],
    ['blank lines', '\n'.repeat(100_000)],
  ])('counts a long run of %s as so many short ones', (_name, run) => {
    const short = run.slice(0, 1000 * 64);
    expect(counter.count(short)).toBe(countTokens(run.slice(0, 1024), AS_TEXT) * 62.5);
  });
});

it('asks the merge loop for short stretches only, and never splits a pair', () => {
  const asked: string[] = [];
  const counter = openaiCounter('probe', (text) => asked.push(text) && 1, o200kPieceEnd);
  const run = `a${'𐐨'.repeat(3000)}`;
  counter.count(run);
  expect(asked.join('')).toBe(run);
  expect(Math.max(...asked.map((text) => text.length))).toBeLessThanOrEqual(1024);
  expect(asked.filter((text) => /\p{Cs}/u.test(text))).toEqual([]);
});
