import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Hit } from '../../src/model/retrieval.ts';
import { expandHits } from '../../src/retrieval/expand.ts';
import { memoryStore } from './memory-store.ts';
import { sampleDocument } from './sample-chunks.ts';

const chunks = sampleDocument('d', { One: ['a', 'b'], Two: ['c', 'd', 'e', 'f', 'g'], Three: ['h'] });

function hitsAt(...indexes: number[]): Hit[] {
  return indexes.map((index, i) => ({
    chunk: chunks[index],
    score: 1 / (i + 1),
    rank: i + 1,
    explanation: { evidence: [], expandedWith: [], notes: [] },
  }));
}

/** 'c (d) e' : the hit in brackets, its neighbours around it. */
async function expanded(indexes: number[], neighbours?: number): Promise<string[]> {
  const options = neighbours === undefined ? {} : { neighbours };
  const { hits, expansions } = await expandHits(memoryStore(chunks), hitsAt(...indexes), options);
  const texts = (list: readonly Chunk[]) => list.map(({ text }) => text);
  return expansions.map(({ before, after }, i) =>
    [...texts(before), `(${hits[i].chunk.text})`, ...texts(after)].join(' '),
  );
}

describe('expandHits', () => {
  it.each<[number[], number | undefined, string[]]>([
    [[4], undefined, ['d (e) f']],
    [[4], 0, ['(e)']],
    [[4], 2, ['c d (e) f g']],
    [[4], 50, ['c d (e) f g']],
    [[2], 2, ['(c) d e']],
    [[7], 3, ['(h)']],
    [[1, 2], 1, ['a (b)', '(c) d']],
    [[3, 4], 1, ['c (d) e', 'd (e) f']],
    [[], 1, []],
  ])('hits %j with %j neighbours → %j', async (indexes, neighbours, expectation) => {
    expect(await expanded(indexes, neighbours)).toEqual(expectation);
  });

  it('explains what was added, and does not count hits as added', async () => {
    const { hits } = await expandHits(memoryStore(chunks), hitsAt(3, 4));
    expect(hits.map(({ explanation }) => explanation.expandedWith)).toEqual([['d#2'], ['d#5']]);
    expect(hits[0].explanation.notes).toEqual(['expanded with 1 neighbour of the same section']);
  });

  it('reads each neighbour once, a whole round at a time', async () => {
    const store = memoryStore(chunks);
    await expandHits(store, hitsAt(3, 5), { neighbours: 2 });
    expect(store.calls).toEqual(['readChunks 3', 'readChunks 2']);
  });

  it.each<[object, string]>([
    [{ neighbors: 1 }, 'Unknown expansion option "neighbors": did you mean "neighbours"?'],
    [{ neighbours: -1 }, 'neighbours is -1: give a whole number of at least 0.'],
    [{ neighbours: 0.5 }, 'neighbours is 0.5'],
  ])('refuses %j', async (options, message) => {
    await expect(expandHits(memoryStore(chunks), [], options)).rejects.toThrow(message);
  });
});
