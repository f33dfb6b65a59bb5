/**
 * Known faults of chunkers: quadratic time and memory. Work is measured as the characters given to the token counter;
 * in characters, where nothing is counted, the inputs are so large that quadratic code would not end in time.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { PLAIN_STRATEGIES } from '../../src/chunking/presets.ts';
import { cutSpans } from '../../src/chunking/spans.ts';
import type { TokenCounter } from '../../src/model/token-counter.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { cl100kTokenCounter, o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { MARKDOWN, PLAIN } from './every-way.ts';

const INPUTS = [
  ['F108 a blank line far away', (scale: number) => `${'word '.repeat(12_000 * scale)}\n\nend`],
  ['F109 one long line', (scale: number) => 'a,'.repeat(30_000 * scale)],
  ['F111 a heading over very many paragraphs', (scale: number) => `# H\n\n${'p\n\n'.repeat(12_500 * scale)}`],
  ['F112 one character over and over', (scale: number) => '_'.repeat(25_000 * scale)],
  ['F114 opening angle brackets', (scale: number) => '<'.repeat(15_000 * scale)],
  ['F114 opening square brackets', (scale: number) => '['.repeat(15_000 * scale)],
  ['F114 emphasis that never closes', (scale: number) => '*a '.repeat(10_000 * scale)],
] as const;

/** Characters that are counted to chunk `text`, as a multiple of its length. */
function countedShare(text: string, strategy: (typeof PLAIN_STRATEGIES)[number]): number {
  let counted = 0;
  const exact = o200kTokenCounter();
  const tokenCounter: TokenCounter = {
    ...exact,
    count(part) {
      counted += part.length;
      return exact.count(part);
    },
  };
  const document = parseSource({ documentId: 'doc', mediaType: MARKDOWN, text });
  chunkDocument(document, { strategy, tokenCounter, maxTokens: 240 });
  return counted / text.length;
}

describe.each(INPUTS)('%s', (_, make) => {
  it.each(PLAIN_STRATEGIES)('is chunked by %s', (strategy) => {
    for (const mediaType of [MARKDOWN, PLAIN]) {
      const document = parseSource({ documentId: 'doc', mediaType, text: make(10) });
      expect(chunkDocument(document, { strategy, maxChars: 1000 }).length).toBeGreaterThan(30);
    }
  });

  it.each(PLAIN_STRATEGIES)('is counted a bounded number of times by %s', (strategy) => {
    const [once, twice] = [countedShare(make(2), strategy), countedShare(make(4), strategy)];
    expect(twice).toBeLessThanOrEqual(once * 1.2 + 1);
  });
});

it.each(['x', 'End.--'])('words of millions of characters (%s) are chunked with overlap', (part) => {
  const text = part.repeat(4_000_000 / part.length);
  const document = parseSource({ documentId: 'doc', mediaType: PLAIN, text });
  expect(chunkDocument(document, { maxChars: 200, overlapChars: 50 }).length).toBeGreaterThan(30);
});

test('records of a file that is one line are cut without the rest of it being read for each', () => {
  const records = Array.from({ length: 60_000 }, (_, i) => ({
    id: i,
    note: `${i} ${'tide table of the outer basin '.repeat(8)}`,
  }));
  const text = JSON.stringify(records);
  const document = parseSource({ documentId: 'doc', mediaType: 'application/json', text });
  expect(cutSpans(document, { maxChars: 100 }).length).toBeGreaterThan(records.length);
});

test('F112 counters count a run of one character', () => {
  for (const counter of [o200kTokenCounter(), cl100kTokenCounter()])
    for (const character of ['_', 'a', ' ', '\n', '🧭', '今']) {
      const tokens = counter.count(character.repeat(50_000));
      expect(tokens, character).toBeGreaterThan(50);
      expect(tokens, character).toBeLessThanOrEqual(200_000);
    }
});

test('F113 counting again and again leaves no memory behind', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const text = Array.from({ length: 20_000 }, (_, i) => `Basin ${i} is ${i * 7} cm deep.`).join('\n');
  const counter = o200kTokenCounter();
  counter.count(text);
  const before = used();
  for (let i = 0; i < 20; i++) counter.count(text);
  expect(used()).toBeLessThan(before * 1.1);
});

test('a fence of thousands of marks is not repeated as context', () => {
  const counter = o200kTokenCounter();
  let counted = 0;
  const counting: TokenCounter = {
    ...counter,
    count(text) {
      counted += text.length;
      return counter.count(text);
    },
  };
  const text = `${'`'.repeat(50_000)}x`;
  const chunks = chunkDocument(parseSource({ documentId: 'b.md', mediaType: 'text/markdown', text }), {
    tokenCounter: counting,
  });
  expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
  expect(counted).toBeLessThan(text.length * 100);
});

const RECORDS = [
  ['keys in one line', 'application/json', (n: number) => `{${Array.from({ length: n }, (_, i) => `"k${i}":${i}`)}}`],
  ['elements that never close', 'application/xml', (n: number) => '<a><b></a>'.repeat(n)],
  ['sections that never close', 'text/x-ini', (n: number) => '[\n'.repeat(4 * n)],
] as const;

it.each(RECORDS)('%s are chunked in tokens (%s)', (_, mediaType, make) => {
  const document = parseSource({ documentId: 'doc', mediaType, text: make(60_000) });
  expect(chunkDocument(document, { tokenCounter: o200kTokenCounter() }).length).toBeGreaterThan(30);
});

it.each(['markdown', 'pairs', 'json'] as const)(
  'a huge name of a column is not counted for each row (%s)',
  (tableRows) => {
    let counted = 0;
    const exact = o200kTokenCounter();
    const count = (part: string): number => {
      counted += part.length;
      return exact.count(part);
    };
    const countSpan = (part: string, start: number, end: number): number => {
      counted += end - start;
      return exact.countSpan?.(part, start, end) ?? exact.count(part.slice(start, end));
    };
    const text = `"${'name '.repeat(4000)}",b\n${'1,2\n'.repeat(4000)}`;
    const document = parseSource({ documentId: 'doc', mediaType: 'text/csv', text });
    chunkDocument(document, { tokenCounter: { ...exact, count, countSpan }, tableRows });
    expect(counted).toBeLessThan(60 * text.length);
  },
);

const REPEATED = [
  [
    'a long footnote of very many paragraphs',
    `${'Word[^n].\n\n'.repeat(3000)}[^n]: ${'A long note. '.repeat(1500)}`,
    60,
  ],
  [
    'names of columns about as large as the limit',
    `| ${'name '.repeat(9000)}| b |\n|-|-|\n${'| 1 | 2 |\n'.repeat(3000)}`,
    8000,
  ],
] as const;

it.each(REPEATED)('%s are not counted for each chunk', (_, text, maxTokens) => {
  let counted = 0;
  const exact = o200kTokenCounter();
  const { countSpan: _span, ...plain } = exact;
  const tokenCounter: TokenCounter = {
    ...plain,
    count(part) {
      counted += part.length;
      return exact.count(part);
    },
  };
  chunkDocument(parseSource({ documentId: 'doc', mediaType: MARKDOWN, text }), { tokenCounter, maxTokens });
  expect(counted).toBeLessThan(30 * text.length);
});
