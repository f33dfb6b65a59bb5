/** Known faults of chunkers: chunks above the limit. `cutEveryWay` measures every embedded string. */
import { describe, expect, it, test } from 'vitest';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { cut, cutEveryWay, everyWay, MARKDOWN, PLAIN } from './every-way.ts';

test('F46 the limit holds after any strategy', () => {
  for (const { name, chunks } of cutEveryWay('The same idea again. '.repeat(400), { chars: 600, tokens: 128 }))
    expect(chunks.length, name).toBeGreaterThan(12);
});

test('F47 headings count', () => {
  const title = (depth: number) =>
    `${'#'.repeat(depth)} ${`heading ${depth} words about gates and tides `.repeat(2)}\n\n`;
  const text = [1, 2, 3, 4, 5, 6].map(title).join('') + 'cell '.repeat(300);
  for (const { name, chunks } of cutEveryWay(text, { chars: 300, tokens: 64 })) {
    expect(chunks.length, name).toBeGreaterThan(4);
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join(' ')
        .match(/cell/g),
      name,
    ).toHaveLength(300);
  }
});

test('F48 overlap counts', () => {
  for (const { name, chunks } of cutEveryWay('alpha beta gamma delta '.repeat(50), {
    chars: 50,
    tokens: 10,
    overlap: 25,
    overlapTokens: 5,
  }))
    expect(chunks.length, name).toBeGreaterThan(5);
});

test('F49 the final string is counted, not its parts', () => {
  const counter = o200kTokenCounter();
  for (const { name, chunks } of cutEveryWay(' x'.repeat(40), { tokens: 20 }))
    for (const { tokenCount, embedText } of chunks) {
      expect(tokenCount, name).toBe(counter.count(embedText));
      expect(tokenCount, name).toBeLessThanOrEqual(20);
    }
});

describe('F52 a line is not an atom', () => {
  it.each(everyWay({ chars: 1000, tokens: 240, overlap: 0 }))('$name', (way) => {
    const text = 'var a=1;'.repeat(200_000);
    const joined = cut(text, way).texts.join('').replaceAll(' ', '');
    // Not `toBe`: a difference between two strings of this size takes minutes to print.
    expect(joined === text.replaceAll(' ', '')).toBe(true);
  });
});

test('F53 every mode has the limit', () => {
  const text = 'The crew checks the pumps at noon, the gates at two, and the lamps when it is dark. '.repeat(60);
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, chunks } of cutEveryWay(text, { chars: 400, tokens: 100 }, mediaType))
      expect(chunks.length, name).toBeGreaterThan(9);
});

test('F54 a sentence above the limit is cut inside, and says so', () => {
  const text = `${'word '.repeat(100).trim()}.`;
  for (const { name, chunks } of cutEveryWay(text, { chars: 40, tokens: 12 })) {
    expect(chunks.length, name).toBeGreaterThan(7);
    for (const { notes, text: own } of chunks) {
      expect(notes, name).toContain('sentence-cut');
      expect(own, name).toMatch(/^word( word)*\.?$/);
    }
  }
});
