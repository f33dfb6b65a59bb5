/** Sentence chunks that are found bring their passages, and no text is read twice. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Hit } from '../../src/model/retrieval.ts';
import { expandHits } from '../../src/retrieval/expand.ts';
import { hitPassages } from '../../src/retrieval/passages.ts';
import { pinpoint } from '../../src/retrieval/pinpoint.ts';
import { shortHash } from '../../src/text/hash.ts';
import { memoryStore } from './memory-store.ts';
import { sampleDocument } from './sample-chunks.ts';

const passages = sampleDocument('d', { One: ['a. b. c.', 'd. e.'], Two: ['f. g.'] });
const sentences = passages.flatMap(sentencesOf);
const store = () => memoryStore([...passages, ...sentences]);

/** One sentence chunk a sentence, `d#0/1` the second of passage `d#0`. */
function sentencesOf(passage: Chunk): Chunk[] {
  return passage.text.split(' ').map((text, i) => {
    const start = passage.span.start + passage.text.indexOf(text);
    const span = { start, end: start + text.length };
    return {
      ...passage,
      id: `${passage.id}/${i}`,
      granularity: 'sentence',
      parentId: passage.id,
      text,
      span,
      contentHash: shortHash(text),
      previousId: i === 0 ? null : `${passage.id}/${i - 1}`,
      nextId: null,
    };
  });
}

function hitsOf(...ids: string[]): Hit[] {
  return ids.map((id, i) => ({
    chunk: [...passages, ...sentences].find((chunk) => chunk.id === id) as Chunk,
    score: 1 / (i + 1),
    rank: i + 1,
    explanation: {
      evidence: [{ list: 'lexical', rank: i + 1, score: 9 - i, weight: 1, contribution: 1 / (i + 1) }],
      expandedWith: [],
      notes: [],
    },
  }));
}

describe('sentence hits', () => {
  it('are replaced by their passages, each once, with the score and evidence of the best', async () => {
    const hits = await hitPassages(store(), hitsOf('d#1/1', 'd#0', 'd#2/0', 'd#1/0', 'd#0/2'));
    expect(hits.map(({ chunk, rank, score }) => [chunk.id, rank, score])).toEqual([
      ['d#1', 1, 1],
      ['d#0', 2, 1 / 2],
      ['d#2', 3, 1 / 3],
    ]);
    expect(hits[0].explanation.evidence[0].rank).toBe(1);
    expect(hits.map(({ explanation }) => explanation.notes)).toEqual([
      [
        'passage of the sentences in line 3, found at rank 1 (d#1/1)',
        'passage of the sentences in line 3, found at rank 4 (d#1/0)',
      ],
      ['passage of the sentences in line 1, found at rank 5 (d#0/2)'],
      ['passage of the sentences in line 5, found at rank 3 (d#2/0)'],
    ]);
  });

  it('are the pinpoints of their passages, before any others', async () => {
    const hits = await hitPassages(store(), hitsOf('d#1/1', 'd#2', 'd#1/0'));
    const pinpoints = (query: string) =>
      pinpoint(query, hits).map((hit) => hit.pinpoints?.map(({ text, lines }) => `${lines.start} ${text}`));
    expect(pinpoints('d')).toEqual([['3 e.', '3 d.'], []]);
    expect(pinpoints('g')).toEqual([['3 e.', '3 d.'], ['5 f. g.']]);
  });

  it('say when the passage was found itself, further down', async () => {
    const hits = await hitPassages(store(), hitsOf('d#0/0', 'd#0'));
    expect(hits).toHaveLength(1);
    expect(hits[0].chunk.id).toBe('d#0');
    expect(hits[0].explanation.notes[1]).toBe('found itself at rank 2');
  });

  it('bring the neighbours of the passage', async () => {
    const { expansions } = await expandHits(store(), await hitPassages(store(), hitsOf('d#1/0')));
    expect(expansions).toMatchObject([{ chunkId: 'd#1', before: [{ id: 'd#0' }], after: [] }]);
  });

  it('cost one read, and none where there are none', async () => {
    const some = store();
    await hitPassages(some, hitsOf('d#0/0', 'd#1/0', 'd#1'));
    await hitPassages(some, hitsOf('d#0', 'd#2'));
    expect(some.calls).toEqual(['readChunks 1']);
  });

  it('stay where their passage is gone', async () => {
    const hits = await hitPassages(memoryStore(sentences), hitsOf('d#0/0', 'd#0/1'));
    expect(hits.map(({ chunk }) => chunk.id)).toEqual(['d#0/0', 'd#0/1']);
  });
});
