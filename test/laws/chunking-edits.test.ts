/** One edited sentence in a 100 KB document changes a handful of chunks, wherever it stands. */
import { describe, expect, it } from 'vitest';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { measureEdits, plainCut } from './chunking-edits.ts';
import { SHAPES } from './edit-shapes.ts';

const SEED = 7;
const EDITS = 12;
const OPTIONS: readonly (readonly [string, ChunkOptions])[] = [
  ['structural in tokens', { tokenCounter: o200kTokenCounter() }],
  ['structural in characters', { maxChars: 1000 }],
  ['paragraph', { strategy: 'paragraph' }],
  ['sentence', { strategy: 'sentence' }],
];

describe.each(SHAPES)('an edited sentence, %s', (shape) => {
  it.each(OPTIONS)('reaches few chunks: %s', async (_, options) => {
    const reaches = await measureEdits(shape, EDITS, SEED, plainCut(options));
    for (const { chunks, changedTexts, changedIds } of reaches) {
      expect(chunks).toBeGreaterThan(80);
      expect(changedTexts).toBeLessThanOrEqual(12);
      expect(changedIds).toBeLessThanOrEqual(4);
    }
    const mean = reaches.reduce((sum, { changedTexts }) => sum + changedTexts, 0) / reaches.length;
    expect(mean).toBeLessThanOrEqual(4);
  });
});
