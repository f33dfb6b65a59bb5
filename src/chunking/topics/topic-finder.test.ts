import { expect, it } from 'vitest';
import { hashEmbedder } from '../../embedders/hash.ts';
import type { Document } from '../../model/document.ts';
import { parseSource } from '../../parsing/parse.ts';
import { STRATEGIES } from '../presets.ts';
import { topicFinder } from './topic-finder.ts';
import { topicShifts } from './topic-shifts.ts';
import { uniformRanges } from './uniform-ranges.ts';

const embedder = hashEmbedder({ dimensions: 32 });

function sentences(about: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `${about} number ${i} is here for all who come to see it today.`).join(
    ' ',
  );
}

function documentOf(id: string, text: string): Document {
  return parseSource({ documentId: id, mediaType: 'text/markdown', text });
}

const long = documentOf('long.md', `${sentences('Herring', 30)}\n\n${sentences('Cloud', 30)}\n\n# Short\n\nThe end.\n`);

it('is there for the strategies that cut by topics, and with an embedder alone', () => {
  const found = STRATEGIES.filter((strategy) => topicFinder(strategy, embedder) !== undefined);
  expect(found).toEqual(['semantic', 'hybrid']);
  expect(topicFinder('hybrid', undefined)).toBeUndefined();
});

it('looks everywhere for semantic, and in uniform ranges for hybrid', async () => {
  expect(await topicFinder('semantic', embedder)?.find(long)).toEqual(await topicShifts(long, embedder));
  const ranges = uniformRanges(long);
  expect(ranges).toHaveLength(1);
  expect(await topicFinder('hybrid', embedder)?.find(long)).toEqual(await topicShifts(long, embedder, { ranges }));
});

it('knows the key before it has seen a document', async () => {
  for (const options of [{}, { method: 'percentile', window: 3 }] as const) {
    const finder = topicFinder('hybrid', embedder, options);
    expect(finder?.none.key).toBe((await finder?.find(long))?.key);
    expect(finder?.none).toMatchObject({ offsets: new Uint32Array(0), strengths: new Float32Array(0) });
  }
  expect(() => topicFinder('hybrid', embedder, { window: 0 })).toThrow('window is 0');
});

it('embeds a sentence that two documents share once, and counts what it embedded', async () => {
  const asked: string[] = [];
  const counting = topicFinder('semantic', {
    ...embedder,
    embed(texts, options) {
      asked.push(...texts);
      return embedder.embed(texts, options);
    },
  });
  await counting?.find(documentOf('a.md', sentences('Herring', 10)));
  expect(asked).toHaveLength(10);
  await counting?.find(documentOf('b.md', sentences('Herring', 12)));
  expect(asked).toHaveLength(12);
  expect(counting?.embedded).toBe(12);
});
