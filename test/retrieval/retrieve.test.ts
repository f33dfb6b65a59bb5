import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/embedders/embedder.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Reranker } from '../../src/rerankers/reranker.ts';
import type { RetrieveOptions } from '../../src/retrieval/options.ts';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { shortHash } from '../../src/text/hash.ts';
import { memoryStore } from './memory-store.ts';
import { sampleDocument } from './sample-chunks.ts';

const handbook = sampleDocument('hr/handbook.md', {
  'Parental leave': ['Parents take sixteen weeks off.', 'The weeks may be split in two.'],
  Dismissal: ['Leave that was not taken is paid out.', 'Notice is given in writing.'],
});
const faq = sampleDocument('faq.md', { Time: ['Parents take sixteen weeks off.', 'Ask about weeks off early.'] });
const corpus = [...handbook, ...faq];

/** Embeds by table: the text itself is the key; unknown texts get the zero vector. */
function tableEmbedder(table: Readonly<Record<string, readonly number[]>>): Embedder & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    id: 'table',
    dimensions: 2,
    asked,
    embed: async (texts, options) => {
      asked.push([texts, options?.purpose]);
      return texts.map((text) => new Float32Array(table[text] ?? [0, 0]));
    },
  };
}

function vectorsOf(chunks: readonly Chunk[], textVectors: number[][], headerVectors: number[][]) {
  return new Map([
    ...chunks.map((chunk, i) => [chunk.embedHash, new Float32Array(textVectors[i])] as const),
    ...chunks.map((chunk, i) => [shortHash(chunk.header), new Float32Array(headerVectors[i])] as const),
  ]);
}

async function ids(query: string, options?: RetrieveOptions): Promise<string[]> {
  return (await retrieve(memoryStore(corpus), query, options)).hits.map(({ chunk }) => chunk.id);
}

describe('retrieve, lexical', () => {
  it('ranks from 1 with the evidence of the one list', async () => {
    const { hits, version } = await retrieve(memoryStore(corpus, { version: 7 }), 'notice in writing');
    expect(version).toBe(7);
    expect(hits.map(({ rank, chunk }) => [rank, chunk.id])).toEqual([[1, 'hr/handbook.md#3']]);
    expect(hits[0].score).toBe(1 / 61);
    expect(hits[0].explanation.evidence).toMatchObject([{ list: 'lexical', rank: 1, weight: 1, contribution: 1 / 61 }]);
  });

  it('finds a chunk by its section', async () => {
    expect(await ids('parental leave')).toContain('hr/handbook.md#1');
  });

  it('asks for 200 candidates and hands the filter to the store', async () => {
    const store = memoryStore(corpus);
    const filter = { documents: ['hr/'] };
    const { hits } = await retrieve(store, 'weeks', { filter });
    const weights = { bodyWeight: 1, headingsWeight: 2, contextWeight: 0.3 };
    expect(store.lexicalQueries).toEqual([{ terms: ['week'], phrases: [], limit: 200, filter, ...weights }]);
    expect(new Set(hits.map(({ chunk }) => chunk.documentId))).toEqual(new Set(['hr/handbook.md']));
  });

  it('raises what holds quoted words side by side', async () => {
    expect((await ids('weeks "may be split"'))[0]).toBe('hr/handbook.md#1');
    expect((await ids('weeks "early weeks off"'))[0]).toBe((await ids('weeks early off'))[0]);
    expect(await ids('weeks "split be may"')).toEqual(await ids('weeks split be may'));
  });

  it.each(['', '  ', '?!'])('finds nothing for %j and asks nobody', async (query) => {
    const store = memoryStore(corpus, { version: 3 });
    expect(await retrieve(store, query)).toEqual({ hits: [], dropped: [], version: 3 });
    expect(store.calls).toEqual([]);
  });

  it('stops at topK', async () => {
    expect(await ids('weeks leave notice', { topK: 2 })).toHaveLength(2);
  });
});

describe('retrieve, what is passed over', () => {
  it('collapses equal texts and says so on both', async () => {
    const { hits, dropped } = await retrieve(memoryStore(corpus), 'parents sixteen');
    expect(hits.map(({ chunk }) => chunk.id)).toEqual(['hr/handbook.md#0', 'hr/handbook.md#1']);
    expect(hits[0].explanation.notes).toEqual(['same text in faq.md, lines 1-1 (faq.md#0)']);
    expect(dropped.map(({ chunk, rank, explanation }) => [chunk.id, rank, explanation.notes])).toEqual([
      ['faq.md#0', 2, ['dropped: same text as hr/handbook.md, lines 1-1 (hr/handbook.md#0)']],
    ]);
  });

  it('caps the hits of one document', async () => {
    const { hits, dropped } = await retrieve(memoryStore(corpus), 'weeks leave', { maxPerDocument: 1 });
    expect(hits.map(({ chunk }) => chunk.documentId).sort()).toEqual(['faq.md', 'hr/handbook.md']);
    const notes = dropped.flatMap(({ explanation }) => explanation.notes);
    expect(notes).toContain('dropped: hr/handbook.md is at its cap of 1 per document');
  });

  it('says last why a chunk over the cap was dropped, also when its repeat is read later', async () => {
    const many = sampleDocument('0.md', { '': Array.from({ length: 12 }, (_, i) => `apple number${i}`) });
    const repeat = sampleDocument('1.md', { '': ['apple number5'] });
    const options = { topK: 2, maxPerDocument: 1, nearDuplicateSimilarity: 1 };
    const { dropped } = await retrieve(memoryStore([...many, ...repeat]), 'apple', options);
    const repeated = dropped.find(({ chunk }) => chunk.id === many[5].id);
    expect(repeated?.explanation.notes).toEqual([
      expect.stringMatching(/^same text in 1\.md/),
      'dropped: 0.md is at its cap of 1 per document',
    ]);
  });

  it('gives a copy of a document no cap of its own', async () => {
    const paragraphs = ['apple one', 'apple two', 'apple three', 'apple four'];
    const twins = ['a.md', 'b.md'].flatMap((name) => sampleDocument(name, { '': paragraphs }));
    const { hits } = await retrieve(memoryStore(twins), 'apple', { maxPerDocument: 2 });
    expect(hits).toHaveLength(2);
  });

  it('reads on until topK hits stand, however many repeats come first', async () => {
    const repeats = Array.from({ length: 40 }, (_, i) => sampleDocument(`r${i}.md`, { '': ['apple apple'] })).flat();
    const other = sampleDocument('z.md', { '': ['apple once'] });
    const { hits, dropped } = await retrieve(memoryStore([...repeats, ...other]), 'apple', { topK: 2 });
    expect(hits.map(({ chunk, rank }) => [chunk.documentId, rank])).toEqual([
      ['r0.md', 1],
      ['z.md', 2],
    ]);
    expect(dropped).toHaveLength(39);
  });
});

describe('retrieve, hybrid', () => {
  const vectors = vectorsOf(
    handbook,
    [
      [1, 0],
      [0, 1],
      [0.5, 0.5],
      [0.9, 0],
    ],
    [
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ],
  );
  const store = () => memoryStore(handbook, { embedderId: 'table', vectors });
  const embedder = () => tableEmbedder({ 'notice in writing': [0, 1] });

  it('searches three lists and shows what each said', async () => {
    const at = store();
    const asking = embedder();
    const { hits } = await retrieve(at, 'notice in writing', { embedder: asking });
    expect(at.calls.slice(0, 3).sort()).toEqual(['searchLexical', 'searchVectors header', 'searchVectors text']);
    expect(at.vectorQueries.map(({ limit, embedderId }) => [limit, embedderId])).toEqual([
      [200, 'table'],
      [200, 'table'],
    ]);
    expect(asking.asked).toEqual([[['notice in writing'], 'query']]);
    expect(hits[0].chunk.id).toBe('hr/handbook.md#3');
    expect(hits[0].explanation.evidence.map(({ list, rank, weight }) => [list, rank, weight])).toEqual([
      ['dense', 4, 0.3],
      ['header', 4, 0.2],
      ['lexical', 1, 1],
    ]);
  });

  it('asks the embedder alone when the query has signs and no term', async () => {
    const at = store();
    const { hits } = await retrieve(at, '=>', { embedder: tableEmbedder({ '=>': [0, 1] }) });
    expect(at.calls.filter((call) => call.startsWith('search'))).toEqual([
      'searchVectors text',
      'searchVectors header',
    ]);
    expect(hits[0].chunk.id).toBe('hr/handbook.md#1');
  });

  it('leaves out the vectors of a query of which the embedder knows no word', async () => {
    const asking = embedder();
    const at = store();
    expect((await retrieve(at, '?!', { embedder: asking })).hits).toEqual([]);
    expect((await retrieve(at, ' ', { embedder: asking })).hits).toEqual([]);
    expect(asking.asked).toEqual([[['?!'], 'query']]);
    const { hits } = await retrieve(at, 'notice of dismissal', { embedder: asking });
    expect(hits[0].explanation.evidence.map(({ list }) => list)).toEqual(['lexical']);
    expect(at.vectorQueries).toEqual([]);
  });

  it('refuses an embedder that gives nothing', async () => {
    const asking: Embedder = { id: 'table', dimensions: 2, embed: async () => [] };
    await expect(retrieve(store(), 'notice', { embedder: asking })).rejects.toMatchObject({ code: 'embedder-failed' });
  });

  it('lets the dense list win when its weight says so', async () => {
    const { hits } = await retrieve(store(), 'notice in writing', {
      embedder: embedder(),
      weights: { lexical: 0, dense: 1, header: 0 },
    });
    expect(hits[0].chunk.id).toBe('hr/handbook.md#1');
    expect(hits[0].explanation.evidence.map(({ list }) => list)).toEqual(['dense']);
  });

  it('does not run a search of weight 0, nor the embedder when nothing needs it', async () => {
    const at = store();
    const asking = embedder();
    await retrieve(at, 'notice in writing', { embedder: asking, weights: { dense: 0, header: 0 } });
    expect(at.calls.filter((call) => call.startsWith('search'))).toEqual(['searchLexical']);
    expect(asking.asked).toEqual([]);
  });

  it('fuses by scores on request', async () => {
    const { hits } = await retrieve(store(), 'notice in writing', {
      embedder: embedder(),
      fusion: { method: 'min-max' },
    });
    expect(hits[0].score).toBeCloseTo(1 + 0.3 * 0 + 0.1 * 0, 12);
  });

  it('refuses an embedder that the index does not know', async () => {
    await expect(retrieve(memoryStore(handbook), 'notice', { embedder: embedder() })).rejects.toThrow(
      'The index has no vectors of embedder "table" (it has none at all): index with it, or search without it.',
    );
  });
});

describe('retrieve, wrong options', () => {
  it.each<[object, string]>([
    [{ topk: 3 }, 'Unknown retrieval option "topk": did you mean "topK"?'],
    [{ topK: 0 }, 'topK is 0: give a whole number of at least 1.'],
    [{ windowSize: 1.5 }, 'windowSize is 1.5: give a whole number of at least 1.'],
    [{ maxPerDocument: -1 }, 'maxPerDocument is -1: give a whole number of at least 1.'],
    [{ weights: { lexcal: 1 } }, 'Unknown weights option "lexcal": did you mean "lexical"?'],
    [{ weights: { lexical: -1 } }, 'The weight of the lexical list is -1: give a number of at least 0.'],
    [{ weights: { lexical: 0 } }, 'Every list has weight 0'],
    [{ weights: { dense: 1 } }, 'The dense list has weight 1 but there is no embedder'],
    [{ bodyWeight: Number.NaN }, 'The weight of the body list is NaN'],
    [{ contextWeight: -1 }, 'The weight of the context list is -1'],
    [{ filter: { document: ['a'] } }, 'Unknown filter option "document": did you mean "documents"?'],
    [{ fusion: { method: 'sum' } }, 'Unknown fusion method "sum"'],
  ])('refuses %j', async (options, message) => {
    await expect(retrieve(memoryStore(corpus), 'weeks', options as RetrieveOptions)).rejects.toThrow(message);
  });
});

describe('retrieve, laws', () => {
  const word = fc.constantFrom('apple', 'pear', 'plum', 'tree', 'in', 'autumn');
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const chunks = fc
    .array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
    .map((documents) => documents.flatMap((texts, i) => sampleDocument(`${i}.md`, { '': texts })));
  const byLength: Reranker = { id: 'by-length', rerank: async (_, all) => all.map((one) => one.text.length % 7) };
  const options = fc.record(
    {
      topK: fc.integer({ min: 1, max: 15 }),
      maxPerDocument: fc.integer({ min: 1, max: 3 }),
      nearDuplicateSimilarity: fc.constantFrom(0.3, 0.9, 1),
      diversity: fc.constantFrom(0, 0.5, 1),
      rerankDepth: fc.integer({ min: 1, max: 30 }),
      reranker: fc.constant(byLength),
    },
    { requiredKeys: [] },
  );

  it('every chunk that was found is a hit, was dropped with a reason, or lies behind the last that was looked at', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, options, async (all, given) => {
        const { hits, dropped } = await retrieve(memoryStore(all), 'apple pear', given);
        const seen = [...hits, ...dropped].map(({ chunk }) => chunk.id);
        expect(new Set(seen).size).toBe(seen.length);
        expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, i) => i + 1));
        expect(hits.length).toBeLessThanOrEqual(given.topK ?? 10);
        for (const { explanation } of dropped) expect(explanation.notes.at(-1)).toMatch(/^dropped: /);
        const found = all.filter((chunk) => /apple|pear/.test(chunk.text)).map(({ id }) => id);
        for (const id of seen) expect(found).toContain(id);
        if (hits.length < (given.topK ?? 10)) expect(new Set(seen)).toEqual(new Set(found));
        for (const { chunk } of hits) {
          const ofDocument = hits.filter((hit) => hit.chunk.documentId === chunk.documentId);
          expect(ofDocument.length).toBeLessThanOrEqual(given.maxPerDocument ?? ofDocument.length);
        }
      }),
    );
  });

  it('the same again is the same', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, options, async (all, given) => {
        const once = await retrieve(memoryStore(all), 'apple pear', given);
        expect(await retrieve(memoryStore(all.toReversed()), 'apple pear', given)).toEqual(once);
      }),
    );
  });
});

describe('retrieve, suggested fusion', () => {
  const table = { weeks: [1, 0] };
  const vectors = vectorsOf(
    corpus,
    corpus.map(() => [1, 0]),
    corpus.map(() => [0, 1]),
  );
  const suggesting: Embedder = {
    ...tableEmbedder(table),
    suggestedFusion: { method: 'min-max', dense: 0.2, header: 0 },
  };
  const evidenceOf = async (options: RetrieveOptions) => {
    const store = memoryStore(corpus, { embedderId: 'table', vectors });
    const { hits } = await retrieve(store, 'weeks', options);
    return hits.flatMap(({ explanation }) => explanation.evidence.map(({ list, weight }) => `${list} ${weight}`));
  };

  it('is that of the embedder, and what the caller says goes before it', async () => {
    expect(new Set(await evidenceOf({ embedder: suggesting }))).toEqual(new Set(['dense 0.2', 'lexical 1']));
    const said = await evidenceOf({ embedder: suggesting, weights: { dense: 0.7 } });
    expect(new Set(said)).toEqual(new Set(['dense 0.7', 'lexical 1']));
    const own = await evidenceOf({ embedder: tableEmbedder(table) });
    expect(new Set(own)).toEqual(new Set(['dense 0.3', 'header 0.2', 'lexical 1']));
  });
});
