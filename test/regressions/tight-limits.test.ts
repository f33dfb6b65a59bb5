/** What tight limits, tiny documents and odd separators once broke in chunking and in verifyChunks. */
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from '../../src/chunking/options.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { cl100kTokenCounter, o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { wordCounter } from '../laws/chunking-options.ts';
import { MARKDOWN, PLAIN } from './every-way.ts';

const o200k = o200kTokenCounter();
const cl100k = cl100kTokenCounter();

function chunked(text: string, options: ChunkOptions, mediaType = MARKDOWN) {
  const document = parseSource({ documentId: 'doc', mediaType, text });
  const chunks = chunkDocument(document, options);
  const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
  return {
    chunks,
    texts: chunks.map((chunk) => chunk.text),
    failed: checks.filter((c) => c.failures.length > 0).map((c) => c.name),
  };
}

describe('limit', () => {
  it.each([
    [
      'a header is not given up for a row that would fit alone',
      'a \ud83e\n| k | v |\n-|-\n| n g l l',
      { strategy: 'structural', maxTokens: 12, tokenCounter: wordCounter },
    ],
    [
      'same, cl100k',
      `|k|v\n-|-\n|g  llll  ${'cng ongllg '.repeat(8)}c  \`s`,
      { strategy: 'paragraph', maxTokens: 66, tokenCounter: cl100k, context: true },
    ],
    [
      'title in front of fixed',
      '## Gat! Call api.example.test/v1.2?q=a,b&c=dat 9 a.m. s',
      { strategy: 'fixed', maxChars: 53, targetChars: 37, context: true },
    ],
    [
      'title in front of fixed, words',
      `r r r ;\n\n${'var a=1;'.repeat(14)} = r r r r r r = r r a r = a r r r = r r a r = a r r r = r r a r = a r r r = ;`,
      { strategy: 'fixed', maxTokens: 42, tokenCounter: wordCounter, context: true, overlapTokens: 0 },
    ],
    ['zero-width space behind the cut', 'zero\u200bw', { strategy: 'heading', maxChars: 4 }],
    [
      'fence reopened where it does not fit',
      '```\nde\n>',
      { strategy: 'paragraph', maxTokens: 2, tokenCounter: wordCounter, context: true },
    ],
    ['fence closed where it does not fit', '```\nn', { strategy: 'structural', maxTokens: 2, tokenCounter: cl100k }],
  ] as readonly (readonly [string, string, ChunkOptions])[])('%s', (_, text, options) => {
    const { chunks } = chunked(text, options);
    for (const { embedText } of chunks) {
      const size = options.tokenCounter ? options.tokenCounter.count(embedText) : embedText.length;
      expect(size, JSON.stringify(embedText)).toBeLessThanOrEqual(options.maxTokens ?? options.maxChars ?? 0);
    }
  });
});

describe('tokens', () => {
  it.each([
    [
      'a mark before line feeds',
      '. .-\n',
      { strategy: 'structural', maxTokens: 2, tokenCounter: o200k, overlapTokens: 1 },
    ],
    [
      'no-break spaces behind a space',
      'match => 2 \u00a0\u00a0\u00a0\u00a0\u00a0} and more',
      { strategy: 'structural', maxTokens: 6, tokenCounter: o200k },
    ],
    [
      'byte-order marks behind a space',
      '[},: \ufeff\ufeff\ufefft',
      { strategy: 'structural', maxTokens: 10, tokenCounter: o200k },
    ],
    ['B5', '5 %.\n\n', { strategy: 'sentence', maxTokens: 1, tokenCounter: cl100k, overlapSentences: 2 }],
    ['B5', '  ```\n', { strategy: 'fixed', maxTokens: 1, tokenCounter: o200k, overlapSentences: 1 }],
    ['B5', '2. \ud83e\n> ', { strategy: 'structural', maxTokens: 2, tokenCounter: o200k, overlapSentences: 2 }],
  ] as const)('%s', (_, text, options) => {
    for (const { tokenCount, textTokenCount, embedText, text: own } of chunked(text, options).chunks) {
      expect(tokenCount).toBe(options.tokenCounter.count(embedText));
      expect(textTokenCount).toBe(options.tokenCounter.count(own));
    }
  });
});

describe('cuts that need not be', () => {
  it('fixed in tokens ends one word early in front of line feeds', () => {
    const { texts } = chunked('Bell rings.\n\nTide turns.', {
      strategy: 'fixed',
      maxTokens: 4,
      tokenCounter: o200k,
      overlapTokens: 0,
    });
    expect(texts).toEqual(['Bell rings.', 'Tide turns.']);
  });

  it('F12 pages in tokens', () => {
    const options: ChunkOptions = { strategy: 'paragraph', maxTokens: 4, tokenCounter: o200k };
    expect(chunked('first page text\f\fthird page text', options, PLAIN).texts).toEqual([
      'first page text',
      'third page text',
    ]);
  });

  it('indentation makes a word not fit', () => {
    const { texts } = chunked('   more   \n', { strategy: 'heading', maxChars: 6 }, PLAIN);
    expect(texts.at(-1)?.trim()).toBe('more');
  });

  it('a thematic break in front tears the sentence behind it', () => {
    const { failed } = chunked('---\n\nOne a. Two b.', { maxChars: 8 });
    expect(failed).toEqual([]);
  });

  it('a heading in front tears a sentence that fits', () => {
    const { texts } = chunked('## A\n\nSee above.\n\n## B\n\nSee above.\n', { strategy: 'sentence', maxChars: 12 });
    expect(texts.filter((text) => text.includes('See above.'))).toHaveLength(2);
  });

  it('a sentence that would fit after a list marker', () => {
    const { failed } = chunked('.\n- 𐆐𐎯. otd. ', {
      strategy: 'heading',
      maxTokens: 14,
      tokenCounter: o200k,
      context: false,
    });
    expect(failed).toEqual([]);
  });

  it.each(['|k| v\n-|-|\n', 'r|t \n|--|--'])('a header row without body is cut: %j', (text) => {
    expect(
      chunked(text, { strategy: 'paragraph', maxTokens: 7, tokenCounter: o200k, overlapTokens: 0 }).failed,
    ).toEqual([]);
  });
});

describe('overlap and context', () => {
  it('F98 paragraph leaves out overlap that was asked for without a word', () => {
    const { chunks } = chunked('Water the ferns on Mondays.\n\nFeed the koi.', {
      strategy: 'paragraph',
      maxChars: 30,
      overlapChars: 10,
    });
    expect(chunks[1].overlap !== null || chunks[1].notes.some((note) => note.startsWith('overlap-'))).toBe(true);
  });

  it('paragraph keeps no room for its overlap of one fifth, so full chunks never have any', () => {
    const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
    const { chunks } = chunked(text, { strategy: 'paragraph', maxTokens: 60, tokenCounter: o200k });
    for (const { overlap } of chunks.slice(1)) expect(overlap).not.toBeNull();
  });

  it('F69 a caption that is also the title is repeated twice', () => {
    const text = `Table 1. Tides\n\n| k | v |\n|---|---|\n${'| a | b |\n'.repeat(12)}`;
    for (const { embedText } of chunked(text, { maxChars: 100 }).chunks)
      expect(embedText.split('Table 1. Tides')).toHaveLength(2);
  });
});

describe('verifyChunks', () => {
  it.each([
    ['a heading in an item that is larger than the limit', '># cod', { strategy: 'paragraph', maxChars: 5 }],
    ['B13', '- ###### Deep.', { strategy: 'paragraph', maxChars: 13, overlapChars: 1 }],
    ['an empty heading in a quote', '>#\n#', { strategy: 'heading', maxTokens: 10, tokenCounter: o200k }],
    [
      'a heading in an item in front of a rest',
      'x\n- # Gpaddlbt',
      { strategy: 'heading', maxTokens: 8, tokenCounter: o200k },
    ],
  ] as const)('%s', (_, text, options) => {
    expect(chunked(text, options).failed).toEqual([]);
  });

  it('looks at a long paragraph a bounded number of times', () => {
    let counted = 0;
    const tokenCounter = {
      ...o200k,
      count: (text: string) => {
        counted += text.length;
        return o200k.count(text);
      },
    };
    const options: ChunkOptions = { maxTokens: 240, tokenCounter };
    const text = 'var a=1;'.repeat(5000);
    const document = parseSource({ documentId: 'doc', mediaType: MARKDOWN, text });
    const chunks = chunkDocument(document, options);
    counted = 0;
    verifyChunks(document, chunks, resolveChunkOptions(options));
    expect(counted / text.length).toBeLessThan(10);
  });
});
