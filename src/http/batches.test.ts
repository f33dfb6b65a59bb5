import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, type BatchOptions, batchLimitsOf, estimateTokens, inBatches } from './batches.ts';

async function batchesOf(texts: readonly string[], options: BatchOptions): Promise<Batch[]> {
  const batches: Batch[] = [];
  const send = async (batch: Batch) => {
    batches.push(batch);
    return batch.texts;
  };
  await inBatches(texts, batchLimitsOf({ concurrency: 1, ...options }, 10), send);
  return batches;
}

const words = { id: 'words', additive: false, count: (text: string) => text.split(' ').length };

describe('inBatches', () => {
  it('cuts by tokens, a longer text alone', async () => {
    const batches = await batchesOf(['a b', 'c', 'd e f g h', 'i'], { maxBatchTokens: 3, tokenCounter: words });
    expect(batches).toMatchObject([
      { texts: ['a b', 'c'], tokens: 3 },
      { texts: ['d e f g h'], tokens: 5 },
      { texts: ['i'], tokens: 1 },
    ]);
  });

  it('counts no tokens where nothing asks for them', async () => {
    const count = () => {
      throw new Error('was counted');
    };
    expect(await batchesOf(['a', 'b'], { tokenCounter: { ...words, count } })).toMatchObject([{ tokens: 0 }]);
  });

  it('keeps every limit, every text and the order', async () => {
    const limit = fc.integer({ min: 1, max: 12 });
    const texts = fc.array(fc.string({ maxLength: 9 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, limit, limit, limit, async (given, maxBatchTexts, maxBatchChars, maxBatchTokens) => {
        const batches = await batchesOf(given, { maxBatchTexts, maxBatchChars, maxBatchTokens });
        expect(batches.flatMap(({ texts }) => texts)).toEqual(given);
        for (const { texts, tokens } of batches) {
          expect(tokens).toBe(texts.reduce((sum, text) => sum + estimateTokens(text), 0));
          if (texts.length === 1) continue;
          expect(texts.length).toBeLessThanOrEqual(maxBatchTexts);
          expect(texts.join('').length).toBeLessThanOrEqual(maxBatchChars);
          expect(tokens).toBeLessThanOrEqual(maxBatchTokens);
        }
      }),
    );
  });
});

describe('estimateTokens', () => {
  it('is a third of the bytes, rounded up', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(estimateTokens(text)).toBe(Math.ceil(new TextEncoder().encode(text).length / 3));
      }),
    );
    expect(['', 'abc', '数据库'].map(estimateTokens)).toEqual([0, 1, 3]);
  });
});
