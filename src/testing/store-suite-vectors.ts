/** Test kit, part of the store suite: vectors, their reuse and their search. */
import type { Chunk } from '../model/chunk.ts';
import { headerText } from '../model/header-text.ts';
import type { Store, VectorEntry, VectorQuery } from '../stores/store.ts';
import { shortHash } from '../text/hash.ts';
import { FILTER_CASES, FILTER_SAMPLES } from './filter-samples.ts';
import { referenceVectorSearch } from './reference-search.ts';
import type { SampleChunk } from './sample-chunks.ts';
import { chunksOf, sampleUpdate, sampleVector, type UpdateOptions } from './sample-updates.ts';
import { errorCode, type TestKit, type WithStore } from './test-kit.ts';

const MODEL = 'model';
const DIMENSIONS = 19;
const SCORE_DIGITS = 5;

const vectorOf = (hash: string): Float32Array => sampleVector(hash, DIMENSIONS);
const entriesOf = (chunks: readonly Chunk[]): VectorEntry[] =>
  chunks
    .flatMap((chunk) => [chunk.embedHash, shortHash(headerText(chunk))])
    .map((hash) => ({ hash, vector: vectorOf(hash) }));

/** Writes a document with a vector for each chunk's text and header. */
async function write(
  store: Store,
  version: number,
  documentId: string,
  parts: readonly (string | SampleChunk)[],
  options: UpdateOptions = {},
): Promise<readonly Chunk[]> {
  const update = sampleUpdate(documentId, parts, options);
  const chunks = chunksOf(update);
  await store.applyDocument(version, { ...update, embedderId: MODEL, vectors: entriesOf(chunks) });
  return chunks;
}

const near = (vector: Float32Array, more: Partial<VectorQuery> = {}): VectorQuery => ({
  field: 'text',
  embedderId: MODEL,
  vector,
  limit: 10,
  ...more,
});

export function describeStoreVectors(withStore: WithStore, { expect }: TestKit): void {
  withStore('knows which vectors it has, per model', async (store) => {
    const [a, b] = await write(store, await store.beginVersion(), 'doc.md', ['a', 'b']);
    const hashes = [b.embedHash, 'nowhere', a.embedHash];
    expect([...(await store.knownVectors(MODEL, hashes))].sort()).toEqual([a.embedHash, b.embedHash].sort());
    expect([...(await store.knownVectors('another model', hashes))]).toEqual([]);
    expect((await store.status()).embedderIds).toEqual([MODEL]);
  });

  withStore('finds nothing under a model it does not know', async (store) => {
    await write(store, await store.beginVersion(), 'doc.md', ['a']);
    expect(await store.searchVectors(near(vectorOf('q'), { embedderId: 'another model' }))).toEqual([]);
  });

  withStore('searches as brute force does', async (store) => {
    const version = await store.beginVersion();
    const vectors = new Map<string, Float32Array>();
    for (let d = 0; d < 10; d++) {
      const parts = Array.from({ length: 60 }, (_, i) => `text ${d} ${i}`);
      for (const chunk of await write(store, version, `doc${d}.md`, parts))
        vectors.set(chunk.id, vectorOf(chunk.embedHash));
    }
    for (let q = 0; q < 20; q++) {
      const query = sampleVector(`query ${q}`, DIMENSIONS);
      for (const limit of [1, 10, 200, 1_000]) {
        const hits = await store.searchVectors(near(query, { limit }));
        const expected = referenceVectorSearch(vectors, query, limit);
        expect(hits.map((hit) => hit.chunkId)).toEqual(expected.map((hit) => hit.chunkId));
        for (const [i, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[i].score, SCORE_DIGITS);
      }
    }
  });

  withStore('searches headers apart from texts, one vector for all chunks of a section', async (store) => {
    const parts = [
      { text: 'a', sectionPath: ['Red'] },
      { text: 'b', sectionPath: ['Red'] },
      { text: 'c', sectionPath: ['Blue'] },
    ];
    const [a, b, c] = await write(store, await store.beginVersion(), 'doc.md', parts);
    const hits = await store.searchVectors(near(vectorOf(shortHash(headerText(a))), { field: 'header' }));
    expect(hits.map((hit) => hit.chunkId)).toEqual([...[a.id, b.id].sort(), c.id]);
    expect(hits[0].score).toBeCloseTo(1, SCORE_DIGITS);
    const texts = await store.searchVectors(near(vectorOf(c.embedHash), { limit: 1 }));
    expect(texts.map((hit) => hit.chunkId)).toEqual([c.id]);
  });

  withStore('filters vector hits before it cuts to the limit', async (store) => {
    const version = await store.beginVersion();
    for (const [documentId, parts, options] of FILTER_SAMPLES) await write(store, version, documentId, parts, options);
    for (const { filter, passing } of FILTER_CASES) {
      for (const limit of [10, 1]) {
        const hits = await store.searchVectors(near(vectorOf('any'), { filter, limit }));
        const chunks = await store.readChunks(hits.map((hit) => hit.chunkId));
        const words = chunks.map((chunk) => chunk.text.slice('kerf '.length));
        expect({ filter, count: words.length }).toEqual({ filter, count: Math.min(limit, passing.length) });
        expect({ filter, inside: words.every((word) => passing.includes(word)) }).toEqual({ filter, inside: true });
      }
    }
  });

  withStore('sees new vectors and forgets those of chunks that ended', async (store) => {
    const old = await write(store, await store.beginVersion(), 'doc.md', ['a', 'b']);
    const target = vectorOf(old[0].embedHash);
    expect((await store.searchVectors(near(target)))[0].chunkId).toBe(old[0].id);
    const next = await write(store, await store.beginVersion(), 'doc.md', ['a changed', 'b'], { old });
    const hits = await store.searchVectors(near(target));
    expect(hits.length).toBe(2);
    expect(hits.every((hit) => hit.score < 0.99)).toBe(true);
    expect((await store.searchVectors(near(vectorOf(next[0].embedHash))))[0].chunkId).toBe(next[0].id);
  });

  withStore('keeps a vector as long as any chunk uses it, living or ended', async (store) => {
    const old = await write(store, await store.beginVersion(), 'one.md', ['shared', 'only here']);
    await write(store, await store.beginVersion(), 'two.md', ['shared']);
    await write(store, await store.beginVersion(), 'one.md', ['shared'], { old });
    const all = old.map((chunk) => chunk.embedHash);
    expect((await store.knownVectors(MODEL, all)).size).toBe(2);
    await store.removeDocument(await store.beginVersion(), 'one.md');
    expect([...(await store.knownVectors(MODEL, all))]).toEqual([old[0].embedHash]);
    await store.removeDocument(await store.beginVersion(), 'two.md');
    expect(await store.status()).toMatchObject({ vectors: 0, embedderIds: [] });
  });

  withStore('filters chunks that share a vector one by one', async (store) => {
    const version = await store.beginVersion();
    await write(store, version, 'one.md', ['shared']);
    const [twin] = await write(store, version, 'two.md', ['shared']);
    const hits = await store.searchVectors(near(vectorOf('any'), { filter: { documents: ['two.md'] } }));
    expect(hits.map((hit) => hit.chunkId)).toEqual([twin.id]);
  });

  withStore('forgets the vectors of chunks that no version shows', async (store) => {
    const version = await store.beginVersion();
    const old = await write(store, version, 'doc.md', ['a', 'b']);
    await write(store, version, 'doc.md', ['c', 'b'], { old });
    expect((await store.knownVectors(MODEL, [old[0].embedHash])).size).toBe(0);
  });

  withStore('does not keep vectors that no chunk uses', async (store) => {
    const update = sampleUpdate('doc.md', ['a']);
    const stray = { hash: 'stray', vector: vectorOf('stray') };
    await store.applyDocument(await store.beginVersion(), { ...update, embedderId: MODEL, vectors: [stray] });
    expect((await store.status()).vectors).toBe(0);
  });

  withStore('refuses vectors and queries of another length', async (store) => {
    const [a] = await write(store, await store.beginVersion(), 'doc.md', ['a']);
    expect(await errorCode(() => store.searchVectors(near(Float32Array.of(1, 0))))).toBe('store-config');
    const update = sampleUpdate('two.md', ['b']);
    const short = { hash: chunksOf(update)[0].embedHash, vector: Float32Array.of(1, 0) };
    const version = await store.beginVersion();
    const broken = { ...update, embedderId: MODEL, vectors: [short] };
    expect(await errorCode(() => store.applyDocument(version, broken))).toBe('store-write');
    expect((await store.searchVectors(near(vectorOf(a.embedHash)))).length).toBe(1);
  });
}
