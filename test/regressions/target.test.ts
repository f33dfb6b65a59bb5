/** A target far below the limit was once not felt at all. */
import { expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { STRATEGIES } from '../../src/chunking/presets.ts';
import { parseSource } from '../../src/parsing/parse.ts';

const SENTENCES = Array.from({ length: 120 }, (_, i) => `Sentence number ${i + 100} is here.`);
const TEXTS = { 'one paragraph': SENTENCES.join(' '), 'many paragraphs': SENTENCES.join('\n\n') };

function sizesOf(text: string, options: ChunkOptions): number[] {
  const source = { documentId: 'a.md', mediaType: 'text/markdown', text };
  return chunkDocument(parseSource(source), { maxChars: 600, overlapChars: 0, ...options }).map((c) => c.text.length);
}

// fixed fills every chunk up to the limit; semantic needs an embedder.
const AIMING = STRATEGIES.filter((name) => name !== 'semantic' && name !== 'fixed');

for (const [what, text] of Object.entries(TEXTS)) {
  it.each(AIMING)(`packs ${what} near a target far below the limit (%s)`, (strategy) => {
    const sizes = sizesOf(text, { strategy, targetChars: 150 });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(80);
  });
}

it('makes each sentence a chunk when the target is 1', () => {
  expect(sizesOf(TEXTS['one paragraph'], { targetChars: 1 })).toHaveLength(SENTENCES.length);
});

it('does not part a heading from its text for a target far below the limit', () => {
  const text = `### A heading of some length\n${SENTENCES[0]}\n\n${SENTENCES[1]}`;
  for (const strategy of AIMING) {
    const source = { documentId: 'a.md', mediaType: 'text/markdown', text };
    const chunks = chunkDocument(parseSource(source), {
      strategy,
      maxChars: 67,
      targetChars: 20,
      overlapChars: 0,
      context: false,
    });
    expect(chunks[0].text).toBe(`### A heading of some length\n${SENTENCES[0]}`);
  }
});
