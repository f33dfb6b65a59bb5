/** Test kit, part of the store suite: lexical search and filters. */
import type { ContextPart, StructurePartType } from '../model/chunk.ts';
import type { LexicalQuery, Store } from '../stores/store.ts';
import { FILTER_CASES, FILTER_SAMPLES } from './filter-samples.ts';
import { chunksOf, sampleUpdate } from './sample-updates.ts';
import { errorCode, type TestKit, type WithStore } from './test-kit.ts';

const ask = (terms: readonly string[], more: Partial<LexicalQuery> = {}): LexicalQuery => ({
  terms,
  limit: 50,
  bodyWeight: 1,
  headingsWeight: 1,
  ...more,
});

/** Chunk texts of the hits, best first. */
async function found(store: Store, query: LexicalQuery): Promise<string[]> {
  const hits = await store.searchLexical(query);
  const chunks = await store.readChunks(hits.map((hit) => hit.chunkId));
  return chunks.map((chunk) => chunk.text);
}

async function fill(store: Store): Promise<void> {
  const version = await store.beginVersion();
  for (const [documentId, parts, options] of FILTER_SAMPLES) {
    await store.applyDocument(version, sampleUpdate(documentId, parts, options));
  }
}

export function describeStoreFilters(withStore: WithStore, { expect }: TestKit): void {
  withStore('finds chunks that hold any of the terms, best first', async (store) => {
    const parts = ['apple apple apple', 'apple banana pear', 'cherry', 'plum', 'grape', 'fig', 'lime'];
    await store.applyDocument(await store.beginVersion(), sampleUpdate('fruit.md', parts));
    expect(await found(store, ask(['banana', 'appl']))).toEqual(['apple banana pear', 'apple apple apple']);
    expect(await found(store, ask(['appl'], { limit: 1 }))).toEqual(['apple apple apple']);
    expect(await found(store, ask(['durian']))).toEqual([]);
    expect(await found(store, ask([]))).toEqual([]);
    expect(await found(store, ask(['appl'], { limit: 0 }))).toEqual([]);
    const scores = (await store.searchLexical(ask(['appl', 'banana']))).map((hit) => hit.score);
    expect(scores.every((score) => score > 0)).toBe(true);
  });

  withStore('weighs headings and body as asked', async (store) => {
    const parts = [
      { text: 'needle here' },
      { text: 'straw here', sectionPath: ['Needle'] },
      ...['w', 'x', 'y', 'z'].map((text) => ({ text })),
    ];
    await store.applyDocument(await store.beginVersion(), sampleUpdate('doc.md', parts));
    const first = async (bodyWeight: number, headingsWeight: number): Promise<string[]> =>
      found(store, ask(['needl'], { bodyWeight, headingsWeight }));
    expect((await first(1, 5))[0]).toBe('straw here');
    expect((await first(5, 1))[0]).toBe('needle here');
    expect(await first(0, 1)).toEqual(['straw here']);
    expect(await first(1, 0)).toEqual(['needle here']);
  });

  withStore(
    'searches what surrounds a chunk when it has a weight, and nothing that stands elsewhere',
    async (store) => {
      const update = sampleUpdate('doc.md', ['straw here', 'needle here', ...['w', 'x', 'y', 'z']]);
      const context = (types: readonly StructurePartType[]): ContextPart[] =>
        types.map((type) => ({ type, text: `Needle ${type}`, span: { start: 0, end: 5 } }));
      const parts = context(['tableHeader', 'scope', 'definition', 'footnote', 'import']);
      const chunks = update.plan.chunks.map((planned, i) =>
        i === 0 ? { ...planned, chunk: { ...planned.chunk, context: parts } } : planned,
      );
      await store.applyDocument(await store.beginVersion(), { ...update, plan: { ...update.plan, chunks } });
      expect(await found(store, ask(['needl']))).toEqual(['needle here']);
      expect(await found(store, ask(['needl'], { contextWeight: 0.3 }))).toEqual(['needle here', 'straw here']);
      expect(await found(store, ask(['needl'], { contextWeight: 9 }))).toEqual(['straw here', 'needle here']);
      expect(await found(store, ask(['scope'], { contextWeight: 1 }))).toEqual(['straw here']);
      expect(await found(store, ask(['definit', 'footnot', 'import'], { contextWeight: 1 }))).toEqual([]);
    },
  );

  withStore('finds a chunk by the words of its file name', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate('x/zebra-crossing.md', ['some text']));
    expect(await found(store, ask(['zebra']))).toEqual(['some text']);
  });

  withStore('breaks ties by chunk id, also where the limit falls between them', async (store) => {
    const version = await store.beginVersion();
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) {
      const update = sampleUpdate(`doc${i}`, ['twin', `other ${i}`, `more ${i}`]);
      ids.push(chunksOf(update)[0].id);
      await store.applyDocument(version, update);
    }
    const hits = await store.searchLexical(ask(['twin'], { limit: 5 }));
    expect(hits.map((hit) => hit.chunkId)).toEqual(ids.sort().slice(0, 5));
  });

  withStore('takes any text for a term and thousands of them', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate('doc.md', ['alpha', 'beta', 'gamma']));
    const odd = ['"', 'a" OR "b', "';--", '*', 'NEAR(', '^', '-', ' ', '', '\0', '\ud800', '( ) :', 'body : x'];
    expect(await found(store, ask([...odd, 'alpha']))).toEqual(['alpha']);
    const many = Array.from({ length: 20_000 }, (_, i) => `term${i}`);
    expect(await found(store, ask(['beta', ...many]))).toEqual(['beta']);
  });

  withStore('counts a term that is given twice twice', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate('doc.md', ['alpha', 'beta', 'c', 'd', 'e']));
    const [once] = await store.searchLexical(ask(['alpha']));
    const [twice] = await store.searchLexical(ask(['alpha', 'alpha']));
    expect(twice.score).toBeCloseTo(2 * once.score, 9);
    expect(await found(store, ask(['beta', 'alpha', 'alpha']))).toEqual(['alpha', 'beta']);
  });

  withStore('finds the terms of a phrase side by side, in order, in one column', async (store) => {
    const parts = [
      { text: 'red blue green' },
      { text: 'blue red' },
      { text: 'red, and then blue' },
      { text: 'green', sectionPath: ['Red blue'] },
      { text: 'blue', sectionPath: ['Red'] },
      ...['v', 'w', 'x', 'y', 'z'].map((text) => ({ text })),
    ];
    await store.applyDocument(await store.beginVersion(), sampleUpdate('doc.md', parts));
    const phrases = [['red', 'blue']];
    expect((await found(store, ask([], { phrases }))).sort()).toEqual(['green', 'red blue green']);
    expect(await found(store, ask([], { phrases, headingsWeight: 0 }))).toEqual(['red blue green']);
    expect(await found(store, ask([], { phrases, bodyWeight: 0 }))).toEqual(['green']);
    expect(await found(store, ask([], { phrases, filter: { sectionPath: ['Red blue'] } }))).toEqual(['green']);
    expect(await found(store, ask([], { phrases: [[], ['']] }))).toEqual([]);
  });

  withStore('lets a phrase raise a chunk and never empties a result', async (store) => {
    const parts = ['red red blue', 'blue red', 'red blue', ...['v', 'w', 'x', 'y', 'z']];
    await store.applyDocument(await store.beginVersion(), sampleUpdate('doc.md', parts));
    const terms = ['red', 'blue'];
    expect((await found(store, ask(terms, { phrases: [['blue', 'red']] })))[0]).toBe('blue red');
    expect(await store.searchLexical(ask(terms, { phrases: [['red', 'green']] }))).toEqual(
      await store.searchLexical(ask(terms)),
    );
  });

  withStore('takes any text for a phrase and phrases of any length', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate('doc.md', ['alpha beta', 'gamma', 'delta']));
    const odd = [
      ['"', 'a'],
      ['a"', 'OR', '"b'],
      ['NEAR(', 'x)'],
      ['\0', 'alpha'],
      ['alpha', '*'],
      ['^', 'alpha'],
    ];
    expect(await found(store, ask([], { phrases: [...odd, ['alpha', 'beta']] }))).toEqual(['alpha beta']);
    const long = Array.from({ length: 5_000 }, (_, i) => `term${i}`);
    expect(await found(store, ask(['gamma'], { phrases: [long] }))).toEqual(['gamma']);
  });

  withStore('filters lexical hits', async (store) => {
    await fill(store);
    for (const { filter, passing } of FILTER_CASES) {
      const texts = await found(store, ask(['kerf'], { filter }));
      expect({ filter, texts: texts.sort() }).toEqual({ filter, texts: passing.map((word) => `kerf ${word}`).sort() });
    }
  });

  withStore('filters before it cuts to the limit', async (store) => {
    await fill(store);
    for (const { filter, passing } of FILTER_CASES) {
      if (passing.length === 0) continue;
      const texts = await found(store, ask(['kerf'], { filter, limit: 1 }));
      expect({ filter, inside: passing.includes(texts[0]?.slice(5)) }).toEqual({ filter, inside: true });
    }
  });

  withStore('refuses a time that is none', async (store) => {
    await fill(store);
    const query = ask(['kerf'], { filter: { updatedFrom: 'last week' } });
    expect(await errorCode(() => store.searchLexical(query))).toBe('invalid-option');
  });

  withStore('forgets the terms of a chunk that changed', async (store) => {
    const first = sampleUpdate('doc.md', ['alpha', 'beta']);
    await store.applyDocument(await store.beginVersion(), first);
    await store.applyDocument(
      await store.beginVersion(),
      sampleUpdate('doc.md', ['gamma', 'beta'], { old: chunksOf(first) }),
    );
    expect(await found(store, ask(['alpha']))).toEqual([]);
    expect(await found(store, ask(['gamma']))).toEqual(['gamma']);
  });
}
