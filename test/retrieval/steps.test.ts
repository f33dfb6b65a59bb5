/** The steps between fusion and the hits: each by small examples, then by laws over random candidates. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Hit } from '../../src/model/retrieval.ts';
import type { Reranker } from '../../src/rerankers/reranker.ts';
import type { Candidate } from '../../src/retrieval/candidate.ts';
import { collapse as collapseInto, emptyCollapsed } from '../../src/retrieval/collapse.ts';
import { diversify } from '../../src/retrieval/diversity.ts';
import { expandHits } from '../../src/retrieval/expand.ts';
import { pinpoint } from '../../src/retrieval/pinpoint.ts';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { shinglesOf, similarityOf } from '../../src/retrieval/similarity.ts';
import { memoryStore } from './memory-store.ts';
import { sampleDocument } from './sample-chunks.ts';

const candidatesOf = (chunks: readonly Chunk[]): Candidate[] =>
  chunks.map((chunk, i) => ({
    chunk,
    place: i + 1,
    otherPlaces: [],
    notes: [],
    fused: { chunkId: chunk.id, score: 1 / (i + 1), evidence: [] },
  }));
const hitsOf = (chunks: readonly Chunk[]): Hit[] =>
  chunks.map((chunk, i) => ({
    chunk,
    score: 1,
    rank: i + 1,
    explanation: { evidence: [], expandedWith: [], notes: [] },
  }));
const collapse = (candidates: readonly Candidate[], least: number) => {
  const collapsed = emptyCollapsed();
  collapseInto(candidates, least, collapsed);
  return collapsed;
};
const idsOf = (candidates: readonly { chunk: Chunk }[]) => candidates.map(({ chunk }) => chunk.id);

const CLAUSE =
  'The supplier delivers the goods within thirty days of the order, at its own cost and risk, to the place that the order names. ' +
  'Delays are announced in writing as soon as they are known, with the new date and the reason for them.';
const WORDS = ['leave', 'weeks', 'notice', 'paid', 'the', 'a', 'order', 'days', 'supplier'];
const texts = fc.array(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 30 }).map((words) => words.join(' ')),
  {
    maxLength: 20,
  },
);

describe('similarity', () => {
  it('is 1 for the same words, whatever their case and punctuation, and 0 for other ones', () => {
    const of = (a: string, b: string) => similarityOf(shinglesOf(a), shinglesOf(b));
    expect(of(CLAUSE, CLAUSE.toUpperCase().replaceAll(',', ' -'))).toBe(1);
    expect(of(CLAUSE, 'Something else is said here, in about as many words as nobody would ever count.')).toBe(0);
    expect(of('', '')).toBe(0);
    expect(of('C++ or C', 'C# or C')).toBe(0);
    expect(of('日本語の文章はここで終わります。', '日本語の文章はここで終わるでしょう。')).toBeGreaterThan(0.4);
  });

  it('is that of counting runs of words in the plain way', () => {
    const runs = (text: string) => {
      const words = text.split(' ');
      return new Set(words.slice(0, Math.max(0, words.length - 4)).map((_, i) => words.slice(i, i + 5).join(' ')));
    };
    fc.assert(
      fc.property(
        fc.tuple(texts, texts).map(([a, b]) => [a.join(' ') || 'x', b.join(' ') || 'y']),
        ([a, b]) => {
          const [left, right] = [runs(a), runs(b)];
          const shared = [...left].filter((run) => right.has(run)).length;
          const similarity = shared === 0 ? 0 : shared / (left.size + right.size - shared);
          expect(similarityOf(shinglesOf(a), shinglesOf(b))).toBeCloseTo(similarity);
        },
      ),
    );
  });
});

describe('collapse', () => {
  const old = sampleDocument('old.md', { Delivery: [CLAUSE] });
  const now = sampleDocument('new.md', {
    Delivery: [CLAUSE.replace('thirty', 'twenty')],
    Price: ['The price is fixed.'],
  });

  it('drops a copy with another number, and says so on both', () => {
    const { kept, dropped } = collapse(candidatesOf([...now, ...old]), 0.7);
    expect(idsOf(kept)).toEqual(['new.md#0', 'new.md#1']);
    expect(dropped[0].notes).toEqual(['dropped: similarity 0.78 to new.md, lines 1-1 (new.md#0)']);
    expect(kept[0].notes).toEqual(['similarity 0.78 in old.md, lines 1-1 (old.md#0)']);
    const { span, lines } = old[0];
    expect(kept[0].otherPlaces).toEqual([
      { documentId: 'old.md', chunkId: 'old.md#0', span, lines, similarity: expect.closeTo(0.78, 2) },
    ]);
  });

  it('keeps it at 1, where only equal texts count', () => {
    expect(collapse(candidatesOf([...now, ...old]), 1).dropped).toEqual([]);
    expect(collapse(candidatesOf([...old, ...sampleDocument('copy.md', { X: [CLAUSE] })]), 1).dropped).toHaveLength(1);
  });

  it('drops what comparing every pair drops, in one call or several', () => {
    fc.assert(
      fc.property(texts, fc.double({ min: 0.1, max: 1, noNaN: true }), fc.nat({ max: 20 }), (all, least, cut) => {
        const candidates = candidatesOf(all.flatMap((text, i) => sampleDocument(`${i}.md`, { '': [text] })));
        const kept: Candidate[] = [];
        for (const candidate of candidates) {
          const alike = (other: Candidate) =>
            other.chunk.text === candidate.chunk.text ||
            (least < 1 && similarityOf(shinglesOf(other.chunk.text), shinglesOf(candidate.chunk.text)) >= least);
          if (!kept.some(alike)) kept.push(candidate);
        }
        const collapsed = emptyCollapsed();
        const given = [
          ...collapseInto(candidates.slice(0, cut), least, collapsed),
          ...collapseInto(candidates.slice(cut), least, collapsed),
        ];
        expect(idsOf(collapsed.kept)).toEqual(idsOf(kept));
        expect(given).toEqual(collapsed.kept);
        const places = collapsed.kept.flatMap(({ otherPlaces }) => otherPlaces.map(({ chunkId }) => chunkId));
        expect(places.sort()).toEqual(idsOf(collapsed.dropped).sort());
      }),
    );
  });

  it('loses nothing, keeps the order, and changes nothing the second time', () => {
    fc.assert(
      fc.property(texts, fc.double({ min: 0.1, max: 1, noNaN: true }), (all, least) => {
        const chunks = all.flatMap((text, i) => sampleDocument(`${i}.md`, { '': [text] }));
        const { kept, dropped } = collapse(candidatesOf(chunks), least);
        expect([...kept, ...dropped].map(({ place }) => place).sort((a, b) => a - b)).toEqual(
          chunks.map((_, i) => i + 1),
        );
        expect(kept.map(({ place }) => place)).toEqual([...kept].map(({ place }) => place).sort((a, b) => a - b));
        for (const { notes } of dropped) expect(notes.at(-1)).toMatch(/^dropped: (same text as|similarity [\d.]+ to) /);
        expect(collapse(kept, least).dropped).toEqual([]);
      }),
    );
  });
});

describe('diversify', () => {
  it('moves back what repeats, and says so', () => {
    const copy = sampleDocument('copy.md', { Delivery: [CLAUSE] });
    const first = sampleDocument('first.md', { Delivery: [CLAUSE] });
    const other = sampleDocument('other.md', { Price: ['The price is fixed for a year.'] });
    const order = diversify(candidatesOf([...first, ...copy, ...other]), 0.5);
    expect(idsOf(order)).toEqual(['first.md#0', 'other.md#0', 'copy.md#0']);
    expect(order[2].notes).toEqual(['moved from rank 2 to 3 for diversity']);
  });

  it('is a reordering that leaves the first where it is, and nothing at 0', () => {
    fc.assert(
      fc.property(texts, fc.double({ min: 0, max: 0.9, noNaN: true }), (all, diversity) => {
        const candidates = candidatesOf(all.flatMap((text, i) => sampleDocument(`${i}.md`, { '': [text] })));
        const order = diversify(candidates, diversity);
        expect(new Set(order)).toEqual(new Set(candidates));
        expect(order[0]).toBe(candidates[0]);
        if (diversity === 0) expect(order).toEqual(candidates);
      }),
    );
  });
});

describe('retrieve with a reranker', () => {
  const corpus = Array.from({ length: 30 }, (_, i) =>
    sampleDocument(`d${String(i).padStart(2, '0')}.md`, { '': [`apple ${i}`] }),
  ).flat();
  const byNumber: Reranker = {
    id: 'by-number',
    rerank: async (_, candidates) => candidates.map(({ text }) => Number(text.split(' ')[1])),
  };
  const search = (options: object) => retrieve(memoryStore(corpus), 'apple', { topK: 3, ...options });

  it('puts the first candidates in its order and leaves the others behind them', async () => {
    const { hits } = await search({ reranker: byNumber, rerankDepth: 10 });
    expect(idsOf(hits)).toEqual(['d09.md#0', 'd08.md#0', 'd07.md#0']);
    expect(hits[0].explanation.rerank).toEqual({ rerankerId: 'by-number', score: 9, rankBefore: 10 });
    const all = await search({ reranker: byNumber, rerankDepth: 2, topK: 30 });
    expect(idsOf(all.hits).slice(0, 4)).toEqual(['d01.md#0', 'd00.md#0', 'd02.md#0', 'd03.md#0']);
  });

  it('is given as many as it should read, whatever was dropped before', async () => {
    const copies = Array.from({ length: 30 }, (_, i) => sampleDocument(`c${i}.md`, { '': ['apple 1'] })).flat();
    const counts: number[] = [];
    const reranker: Reranker = {
      id: 'counting',
      rerank: async (_, candidates) => candidates.map(() => counts.push(candidates.length)),
    };
    await retrieve(memoryStore([...copies, ...corpus]), 'apple', { topK: 1, reranker, rerankDepth: 20 });
    expect(counts[0]).toBe(20);
  });

  it('shows it heading and text, and caps a document after it', async () => {
    const seen: unknown[] = [];
    const reranker: Reranker = {
      id: 'watching',
      rerank: async (query, candidates) => {
        seen.push(query, ...candidates);
        return candidates.map((_, i) => i);
      },
    };
    const store = memoryStore(sampleDocument('a.md', { Leave: ['apple one', 'apple two'] }));
    const { hits, dropped } = await retrieve(store, 'apple', { reranker, maxPerDocument: 1 });
    expect(seen).toEqual(['apple', { heading: 'Leave', text: 'apple one' }, { heading: 'Leave', text: 'apple two' }]);
    expect([idsOf(hits), idsOf(dropped)]).toEqual([['a.md#1'], ['a.md#0']]);
  });

  it.each([
    [[1], '1 score for 30 candidates'],
    [Array.from({ length: 30 }, () => Number.NaN), 'the score NaN'],
  ])('refuses %j', async (scores, message) => {
    const reranker: Reranker = { id: 'odd', rerank: async () => scores };
    await expect(search({ reranker })).rejects.toMatchObject({
      code: 'reranker-failed',
      message: expect.stringContaining(message),
    });
  });

  it.each([{ rerankDepth: 0 }, { rerankDepth: 201 }, { diversity: 2 }, { nearDuplicateSimilarity: -1 }])(
    'refuses %j',
    async (options) => {
      await expect(search(options)).rejects.toMatchObject({ code: 'invalid-option' });
    },
  );
});

describe('mergeShare', () => {
  const chunks = sampleDocument('d', { One: ['a', 'b', 'c', 'e'], Two: Array.from({ length: 13 }, (_, i) => `t${i}`) });
  const around = async (indexes: readonly number[], mergeShare?: number) => {
    const { hits, expansions } = await expandHits(memoryStore(chunks), hitsOf(indexes.map((i) => chunks[i])), {
      mergeShare,
    });
    return expansions.map(({ before, after }, i) =>
      [...before, hits[i].chunk, ...after].map(({ text }) => text).join(''),
    );
  };

  it('takes a section whole when enough of it was found', async () => {
    expect(await around([0, 1], 0.5)).toEqual(['abce', 'abce']);
    expect(await around([0, 1], 0.6)).toEqual(['ab', 'abc']);
    expect(await around([0], 0.1)).toEqual(['ab']);
    expect(await around([0, 1])).toEqual(['ab', 'abc']);
  });

  it('says so on each of its hits', async () => {
    const { hits } = await expandHits(memoryStore(chunks), hitsOf([chunks[0], chunks[2]]), { mergeShare: 0.5 });
    const notes = [
      'section taken whole: 2 of its 4 chunks were found',
      'expanded with 2 neighbours of the same section',
    ];
    expect(hits.map(({ explanation }) => explanation.notes)).toEqual([notes, notes]);
  });

  it('leaves a large section as it is', async () => {
    expect(await around([4, 6], 0.1)).toEqual(['t0t1', 't1t2t3']);
  });

  it('refuses a share that is none', async () => {
    await expect(around([0], 0)).rejects.toThrow('mergeShare is 0');
  });
});

describe('pinpoint', () => {
  const text = 'Leave is granted in weeks. Notice is given in writing, a month before. It is paid.';
  const [chunk] = sampleDocument('hr.md', { Rules: [text] });

  it('names the sentence that holds the query’s terms', () => {
    const [hit] = pinpoint('is notice given in writing?', hitsOf([chunk]));
    expect(hit.pinpoints?.map((place) => place.text)).toEqual(['Notice is given in writing, a month before.']);
    expect(hit.explanation.matched).toEqual(['notic', 'given', 'write']);
  });

  it('takes rows of tables and items of lists by themselves', () => {
    const [table] = sampleDocument('t.md', { T: ['| Plan | Price |\n| --- | --- |\n| Basic | 9 |\n| Growth | 49 |'] });
    const [row] = pinpoint('price of the growth plan', hitsOf([{ ...table, kind: 'table' }]))[0].pinpoints ?? [];
    expect([row.text, row.lines]).toEqual(['| Growth | 49 |', { start: 4, end: 4 }]);
    const [list] = sampleDocument('l.md', { L: ['- apples are red\n- pears are green\n- plums are blue'] });
    expect(pinpoint('pears', hitsOf([list]))[0].pinpoints?.[0].text).toBe('- pears are green');
  });

  it('names nothing where no term stands', () => {
    expect(pinpoint('zebra', hitsOf([chunk]))[0].pinpoints).toEqual([]);
    expect(pinpoint('?!', hitsOf([chunk]))[0].pinpoints).toEqual([]);
  });

  it('names slices inside the hit, best first, for any text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      texts.map((all) => all.join('. ')),
    );
    fc.assert(
      fc.property(
        fc.array(
          anything.filter((one) => one.trim() !== ''),
          { minLength: 1, maxLength: 5 },
        ),
        anything,
        (all, query) => {
          const chunks = all.flatMap((one, i) => sampleDocument(`${i}.md`, { '': [one] }));
          for (const {
            chunk: { text: whole, span, lines },
            pinpoints = [],
          } of pinpoint(query, hitsOf(chunks))) {
            expect(pinpoints.length).toBeLessThanOrEqual(3);
            for (const [i, place] of pinpoints.entries()) {
              expect(whole.slice(place.span.start - span.start, place.span.end - span.start)).toBe(place.text);
              expect(place.text.trim()).toBe(place.text);
              expect(place.lines.start).toBeGreaterThanOrEqual(lines.start);
              expect(place.lines.end).toBeLessThanOrEqual(lines.end);
              if (i > 0) expect(place.score).toBeLessThanOrEqual(pinpoints[i - 1].score);
            }
          }
        },
      ),
    );
  });
});

describe('two granularities', () => {
  it('count passages, not the sentences that led to them', async () => {
    const passages = sampleDocument('p.md', { '': ['apple one. apple two.', 'apple three.', 'apple four.'] });
    const sentence = (id: string, text: string, parent: Chunk): Chunk => ({
      ...parent,
      id,
      text,
      contentHash: id,
      granularity: 'sentence',
      parentId: parent.id,
    });
    const sentences = [sentence('s1', 'apple one.', passages[0]), sentence('s2', 'apple two.', passages[0])];
    const { hits } = await retrieve(memoryStore([...sentences, ...passages]), 'apple', { topK: 2 });
    expect(hits.map(({ chunk, rank }) => [chunk.granularity, rank])).toEqual([
      ['passage', 1],
      ['passage', 2],
    ]);
    expect(hits[0].pinpoints?.map(({ text }) => text)).toEqual(['apple one.', 'apple two.']);
  });
});
