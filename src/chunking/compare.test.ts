import { describe, expect, it } from 'vitest';
import { KerfError } from '../model/error.ts';
import { parseSource } from '../parsing/parse.ts';
import { o200kTokenCounter } from '../token-counters/openai.ts';
import { compareStrategies } from './compare.ts';
import { PLAIN_STRATEGIES } from './presets.ts';

const SENTENCE = 'The keeper opens the upper gate only when the basin is level with the river. ';
const ROWS = Array.from({ length: 12 }, (_, i) => `| basin ${i} | ${i}.5 m |\n`).join('');
const TEXT = `# Locks\n\n${SENTENCE.repeat(6)}\n\n## Levels\n\n| basin | depth |\n| --- | --- |\n${ROWS}`;

const document = parseSource({ documentId: 'locks.md', mediaType: 'text/markdown', text: TEXT });

describe('compareStrategies', () => {
  it('sets every strategy under the same limit, in order', () => {
    const compared = compareStrategies(document, { maxChars: 200 });
    expect(compared.map(({ strategy }) => strategy)).toEqual(PLAIN_STRATEGIES);
    for (const { unit, limit, sizes, chunks, cuts } of compared) {
      expect([unit, limit]).toEqual(['chars', 200]);
      expect(sizes.min).toBeLessThanOrEqual(sizes.median);
      expect(sizes.median).toBeLessThanOrEqual(sizes.max);
      expect(sizes.max).toBeLessThanOrEqual(200);
      expect(sizes.fill).toBeCloseTo(sizes.mean / 200);
      expect(Object.values(cuts).reduce((sum, count) => sum + count, 0)).toBe(chunks - 1);
    }
  });

  it('says what blind cuts tear and structure does not', () => {
    const [fixed, structural] = compareStrategies(document, { maxChars: 200, strategies: ['fixed', 'structural'] });
    expect(fixed.avoidable.sentences.count).toBeGreaterThan(0);
    expect(fixed.avoidable.tableHeadersLost.count).toBeGreaterThan(0);
    for (const finding of Object.values(structural.avoidable)) expect(finding).toEqual({ count: 0, examples: [] });
  });

  it('takes the limit in tokens, and has a default one', () => {
    const tokenCounter = o200kTokenCounter();
    const [compared] = compareStrategies(document, { tokenCounter, maxTokens: 50, strategies: ['sentence'] });
    expect([compared.unit, compared.limit]).toEqual(['tokens', 50]);
    expect(compared.sizes.max).toBeLessThanOrEqual(50);
    for (const { unit, limit } of compareStrategies(document, { tokenCounter }))
      expect([unit, limit]).toEqual(['tokens', 240]);
    for (const { unit, limit } of compareStrategies(document)) expect([unit, limit]).toEqual(['chars', 1000]);
  });

  it('gives zeros for an empty document', () => {
    const empty = parseSource({ documentId: 'empty.md', mediaType: 'text/markdown', text: '' });
    for (const { chunks, sizes } of compareStrategies(empty, { maxChars: 100 }))
      expect({ chunks, sizes }).toEqual({ chunks: 0, sizes: { min: 0, median: 0, mean: 0, max: 0, fill: 0 } });
  });

  it('refuses options that do not exist and strategies nobody knows', () => {
    expect(() => compareStrategies(document, { maxCars: 10 } as never)).toThrow(/did you mean "maxChars"/);
    expect(() => compareStrategies(document, { strategies: ['blind' as never] })).toThrow(KerfError);
  });
});
