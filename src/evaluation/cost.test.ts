import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../model/token-counter.ts';
import { type CostedChunk, CostTally, estimateIndex, estimateUpdate, sampleBySize } from './cost.ts';
import { editText, spreadEdits } from './cost-edits.ts';
import { EMBEDDING_PRICES, priceOf } from './prices.ts';

/** One token a word. */
const words: TokenCounter = {
  id: 'words',
  additive: false,
  count: (text) => text.split(/\s+/).filter((word) => word !== '').length,
};

const MARKDOWN = { mediaType: 'text/markdown' };

function chunk(text: string, over: Partial<CostedChunk> = {}): CostedChunk {
  const embedText = over.embedText ?? text;
  return {
    embedText,
    embedHash: embedText,
    documentId: '',
    header: '',
    overlap: null,
    tokenCount: words.count(embedText),
    textTokenCount: words.count(text),
    granularity: 'passage',
    kind: 'text',
    ...MARKDOWN,
    ...over,
  };
}

describe('CostTally', () => {
  it('counts equal texts and headers once, and chunks each time', () => {
    const tally = new CostTally(words);
    tally.add({ ...MARKDOWN, id: 'a', text: 'one two three' }, [chunk('one two three', { header: 'A title' })]);
    tally.add({ ...MARKDOWN, id: 'b', text: 'one two three four' }, [
      chunk('one two three', { header: 'A title' }),
      chunk('four', { header: 'Other' }),
    ]);
    expect(tally.result()).toMatchObject({
      documents: 2,
      documentTokens: 7,
      largestDocument: { documentId: 'b', tokens: 4 },
      chunks: 3,
      texts: 2,
      headers: 2,
      headerTokens: 3,
      embeddedTokens: 3 + 1 + 3,
      indexedTokens: 7,
    });
  });

  it('tells overlap from context', () => {
    const tally = new CostTally(words);
    const text = 'alpha beta gamma delta';
    tally.add({ ...MARKDOWN, id: 'a', text }, [
      chunk('gamma delta', { overlap: { start: 6, end: 11 }, embedText: 'Path > here\nbeta gamma delta' }),
    ]);
    expect(tally.result()).toMatchObject({ embeddedTokens: 6, overlapTokens: 1, contextTokens: 3 });
  });

  it('counts of a page what a reader sees', () => {
    const tally = new CostTally(words);
    const page = { id: 'a', mediaType: 'text/html', text: '<p class="x y z">one two <b id="w">three</b> four</p>' };
    const overlap = { start: page.text.indexOf('<b'), end: page.text.indexOf('four') };
    tally.add(page, [chunk('four</p>', { ...page, textTokenCount: 1, overlap, embedText: 'three four' })]);
    expect(tally.result()).toMatchObject({ documentTokens: 4, overlapTokens: 1, contextTokens: 0 });
  });

  it('takes no tokens off where what was written out is shorter than the slice', () => {
    const tally = new CostTally(words);
    tally.add({ ...MARKDOWN, id: 'a', text: '| a | b |' }, [chunk('| a | b |', { embedText: 'a b' })]);
    expect(tally.result()).toMatchObject({ embeddedTokens: 2, contextTokens: 0 });
  });

  it('knows sentence chunks from passages', () => {
    const tally = new CostTally(words);
    tally.add({ ...MARKDOWN, id: 'a', text: 'x y' }, [chunk('x y'), chunk('x', { granularity: 'sentence' })]);
    expect(tally.result()).toMatchObject({ chunks: 2, passages: 1, sentenceTokens: 1 });
  });
});

describe('estimates', () => {
  const index = { emptyBytes: 100, lexicalBytes: 300, vectorBytes: 700, indexedTokens: 50, vectors: 10 };

  it('is the sample itself where the sample is the corpus', () => {
    expect(estimateIndex(index, { indexedTokens: 50, texts: 7, headers: 3 })).toEqual({
      lexicalBytes: 300,
      totalBytes: 700,
    });
  });

  it('grows with tokens and vectors, beyond what an empty store takes', () => {
    expect(estimateIndex(index, { indexedTokens: 100, texts: 20, headers: 10 })).toEqual({
      lexicalBytes: 500,
      totalBytes: 1700,
    });
  });

  it('says an empty store for nothing', () => {
    const empty = { emptyBytes: 100, lexicalBytes: 100, vectorBytes: 100, indexedTokens: 0, vectors: 0 };
    expect(estimateIndex(empty, { indexedTokens: 0, texts: 0, headers: 0 })).toEqual({
      lexicalBytes: 100,
      totalBytes: 100,
    });
  });

  it('costs an update by its edits, and never more than everything', () => {
    const sample = { edits: 2, embeddedTokens: 80, editedDocumentTokens: 300, indexedTokens: 1000 };
    expect(estimateUpdate(sample, { embeddedTokens: 10_000 }, 20)).toEqual({
      edits: 20,
      embeddedTokens: 800,
      wholeDocumentTokens: 3000,
    });
    expect(estimateUpdate(sample, { embeddedTokens: 500 }, 20).embeddedTokens).toBe(500);
    expect(estimateUpdate({ ...sample, edits: 0, embeddedTokens: 0 }, { embeddedTokens: 0 }, 0).embeddedTokens).toBe(0);
  });
});

describe('sampleBySize', () => {
  it('takes all of what is small enough, and about as much as asked of the rest', () => {
    expect(sampleBySize([10, 20, 30], 60)).toEqual([0, 1, 2]);
    expect(sampleBySize(Array(100).fill(10), 100)).toHaveLength(10);
    expect(sampleBySize([], 100)).toEqual([]);
    expect(sampleBySize([1_000_000], 100)).toEqual([0]);
  });

  it('names each document once, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 2000 }),
        (sizes, most) => {
          const chosen = sampleBySize(sizes, most);
          expect(chosen.length).toBeGreaterThan(0);
          expect([...new Set(chosen)].sort((a, b) => a - b)).toEqual(chosen);
          for (const i of chosen) expect(sizes[i]).toBeDefined();
        },
      ),
    );
  });
});

/** Without half a surrogate pair. */
const isWhole = (text: string): boolean => !/\p{Cs}/u.test(text);

describe('edits', () => {
  it('are spread evenly, at least one', () => {
    expect(spreadEdits(100, 0.04)).toEqual([12, 37, 62, 87]);
    expect(spreadEdits(3, 0.01)).toEqual([1]);
    expect(spreadEdits(0, 0.5)).toEqual([]);
    expect(spreadEdits(4, 1)).toEqual([0, 1, 2, 3]);
  });

  it('put a word behind a space in the middle', () => {
    expect(editText('one two three four', [{ start: 0, end: 18 }])).toBe('one two three edited four');
    expect(
      editText('ab|cd', [
        { start: 0, end: 2 },
        { start: 3, end: 5 },
      ]),
    ).toBe('aedited b|cedited d');
  });

  it('tear no character, and take nothing away', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 2, maxLength: 40 }), (text) => {
        const edited = editText(text, [{ start: 0, end: text.length }]);
        expect(edited.replace('edited ', '')).toBe(text);
        expect(isWhole(edited)).toBe(isWhole(text));
      }),
    );
  });
});

describe('prices', () => {
  it('are dated and sourced', () => {
    for (const { pricePerMillion, source, asOf } of EMBEDDING_PRICES) {
      expect(pricePerMillion).toBeGreaterThan(0);
      expect(source).toMatch(/^https:/);
      expect(asOf).toMatch(/^\d{4}-\d\d/);
    }
    expect(priceOf(2_500_000, 0.02)).toBeCloseTo(0.05);
  });
});
