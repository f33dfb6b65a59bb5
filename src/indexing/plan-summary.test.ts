import { describe, expect, it } from 'vitest';
import { sampleChunks } from '../testing/sample-chunks.ts';
import { shortHash } from '../text/hash.ts';
import { planDocument } from './plan.ts';
import { summarizePlan, textsToEmbed } from './plan-summary.ts';

const parts = [
  { text: 'one two', sectionPath: ['A'] },
  { text: 'three', sectionPath: ['A'] },
  { text: 'four', sectionPath: ['B'] },
];

describe('plan summary', () => {
  it('counts changes, and nothing to embed without an embedder', () => {
    const old = sampleChunks('d', parts);
    const plan = planDocument('d', old, sampleChunks('d', [parts[1], { text: 'new' }, { ...parts[2], text: 'five' }]));
    expect(summarizePlan(plan)).toEqual({
      added: 1,
      changed: 1,
      moved: 0,
      unchanged: 1,
      removed: 1,
      textsToEmbed: 0,
      tokensToEmbed: 0,
    });
  });

  it('lists each text without a vector once, with its tokens', () => {
    const [a, b, c] = sampleChunks('d', parts);
    const plan = planDocument('d', [], sampleChunks('d', parts));
    expect(textsToEmbed(plan, new Set([b.embedHash]))).toEqual([
      { hash: a.embedHash, text: 'A\n\none two', tokenCount: 3 },
      { hash: c.embedHash, text: 'B\n\nfour', tokenCount: 2 },
    ]);
    const all = textsToEmbed(plan, new Set(), { headers: true });
    expect(all.map((entry) => entry.hash)).toEqual([
      a.embedHash,
      shortHash('A\nd'),
      b.embedHash,
      c.embedHash,
      shortHash('B\nd'),
    ]);
    expect(summarizePlan(plan, all)).toMatchObject({ added: 3, textsToEmbed: 5, tokensToEmbed: 11 });
  });

  it('leaves out a chunk that shows nothing', () => {
    const [shown, picture] = sampleChunks('d', [{ text: 'one' }, { text: '<img src="a.png">' }]);
    const plan = planDocument('d', [], [shown, { ...picture, embedText: '', tokenCount: 0 }]);
    expect(textsToEmbed(plan, new Set()).map(({ text }) => text)).toEqual(['one']);
  });
});
