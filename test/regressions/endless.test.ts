/** Known faults of chunkers: endless loops and crashes. Each test would hang, overflow or throw where the fault is. */
import { describe, expect, it, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { KerfError } from '../../src/model/error.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { cut, cutEveryWay, everyWay, MARKDOWN, PLAIN } from './every-way.ts';

test('F33 overlap as large as the limit is refused', () => {
  const document = parseSource({ documentId: 'doc', mediaType: MARKDOWN, text: 'one two three four five six' });
  for (const overlap of [2, 3])
    for (const { name, options } of everyWay({ chars: 2, tokens: 2, overlap })) {
      expect(() => chunkDocument(document, options), name).toThrow(KerfError);
      expect(() => chunkDocument(document, options), name).toThrow(`Overlap ${overlap} is not below the limit 2`);
    }
});

describe('every step moves on', () => {
  it.each([
    [
      'F34 on a long address with overlap',
      `https://depot.example/${'k9'.repeat(2000)}`,
      { chars: 150, tokens: 50, overlap: 10 },
    ],
    ['F36 on text without spaces', '0123456789'.repeat(300), { chars: 64, tokens: 64, overlap: 16 }],
    ['F42 at the end of the text', 'abcdefghij', { chars: 4, tokens: 4, overlap: 3 }],
  ] as const)('%s', (_, text, sizes) => {
    for (const { name, chunks } of cutEveryWay(text, { ...sizes, also: { context: false } })) {
      for (let i = 1; i < chunks.length; i++)
        expect(chunks[i].span.start, name).toBeGreaterThan(chunks[i - 1].span.start);
      expect(
        chunks.filter(({ span }) => span.end === text.length),
        name,
      ).toHaveLength(1);
    }
  });
});

test('F37 a long word needs no separators and no stack', () => {
  const text = 'q'.repeat(100_000);
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, texts } of cutEveryWay(text, { chars: 500, tokens: 200, overlap: 0 }, mediaType))
      expect(texts.join('') === text, name).toBe(true);
});

test('F38 a heading larger than the limit is shortened before it fills the chunk', () => {
  const text = `# ${'tide table of the outer basin '.repeat(10)}\n\nrow 1\nrow 2`;
  for (const { name, chunks } of cutEveryWay(text, { chars: 150, tokens: 50 })) {
    const last = chunks.at(-1);
    expect(last?.text, name).toMatch(/row 2$/);
    if (last?.context.length) expect(last.notes, name).toContain('context-clipped');
  }
});

describe('F39 depth costs no stack', () => {
  it.each([
    ['brackets', `x=${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['square brackets', `${'['.repeat(20_000)}a${']'.repeat(20_000)}(u)`],
    ['quotes', `${'>'.repeat(5000)} deep`],
    ['lists', Array.from({ length: 90 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n')],
  ])('%s', (_, text) => {
    for (const { name, texts } of cutEveryWay(text, { chars: 400, tokens: 150 }))
      expect(texts.length, name).toBeGreaterThan(0);
  });
});

test('F41 a fence that does not fit again is not opened again', () => {
  const text = `\`\`\`typescript\n${'b'.repeat(50)}`;
  for (const { name, texts } of cutEveryWay(text, { chars: 5, tokens: 5 }))
    expect(texts.join('').replace(/[^b]/g, ''), name).toBe('b'.repeat(50));
});

test('F43 metadata that is not there is empty', () => {
  const [first, second] = [{ id: 1 }, undefined].map((metadata, i) => {
    const text = ['aaa', 'bbb'][i];
    const source = { documentId: `${i}.md`, mediaType: MARKDOWN, text, ...(metadata ? { metadata } : {}) };
    return chunkDocument(parseSource(source));
  });
  expect(first.map(({ metadata }) => metadata)).toEqual([{ id: 1 }]);
  expect(second.map(({ metadata }) => metadata)).toEqual([{}]);
});

test('F44 a chunk of many tokens is data, not arguments', () => {
  const text = 'm'.repeat(400_000);
  for (const way of everyWay({ chars: 200_000, tokens: 20_000, overlap: 0 }))
    expect(cut(text, way).texts.join('') === text, way.name).toBe(true);
});
