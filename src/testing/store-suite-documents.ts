/** Test kit, part of the store suite: documents, chunks, versions, settings. */
import { chunksOf, planById, sampleRecord, sampleUpdate } from './sample-updates.ts';
import { errorCode, type TestKit, type WithStore } from './test-kit.ts';

const DOC = 'docs/guide.md';

/** Documents and their chunks come back as written, whatever is done in between. */
export function describeStoreDocuments(withStore: WithStore, { expect }: TestKit): void {
  withStore('is empty at first', async (store) => {
    expect(await store.status()).toMatchObject({ version: 0, documents: 0, chunks: 0, endedChunks: 0, vectors: 0 });
    expect(await store.listDocuments()).toEqual([]);
    expect(await store.readDocument(DOC)).toBe(undefined);
    expect(await store.readDocumentChunks(DOC)).toEqual([]);
    expect(await store.readChunks(['nowhere'])).toEqual([]);
    expect(await store.searchLexical({ terms: ['word'], limit: 5, bodyWeight: 1, headingsWeight: 1 })).toEqual([]);
  });

  withStore('gives back every field of every chunk', async (store) => {
    const parts = [
      {
        text: 'First 😀 \u0301text\r\n',
        sectionPath: ['A', 'B "quoted"'],
        metadata: { loc: { page: 1 }, list: [1, null] },
      },
      { text: '| c | d |', kind: 'table' as const, sectionPath: ['A'], overlap: 5 },
      { text: 'lone \ud800 and nul \0 inside' },
    ];
    const options = { title: 'Guide \0', updatedAt: '2024-05-01T00:00:00Z' };
    const update = sampleUpdate(DOC, parts, options);
    await store.applyDocument(await store.beginVersion(), update);
    expect(await store.readDocumentChunks(DOC)).toEqual(chunksOf(update));
    expect(await store.readDocument(DOC)).toEqual({ ...sampleRecord(DOC, options), chunkCount: 3, version: 1 });
  });

  withStore('reads chunks by id in the order asked, across documents', async (store) => {
    const version = await store.beginVersion();
    const one = sampleUpdate('one.md', ['a', 'b', 'c']);
    const two = sampleUpdate('two.md', ['d', 'e']);
    await store.applyDocument(version, one);
    await store.applyDocument(version, two);
    const [a, b, c] = chunksOf(one);
    const [d, e] = chunksOf(two);
    expect(await store.readChunks([e.id, 'nowhere', b.id, d.id, c.id, a.id])).toEqual([e, b, d, c, a]);
  });

  withStore('starts a version with the first write, not before', async (store) => {
    const version = await store.beginVersion();
    expect((await store.status()).version).toBe(version - 1);
    expect(await store.beginVersion()).toBe(version);
    await store.applyDocument(version, sampleUpdate(DOC, ['a']));
    expect((await store.status()).version).toBe(version);
    expect(await store.beginVersion()).toBe(version + 1);
  });

  withStore('replaces, moves and removes chunks, and keeps ended ones', async (store) => {
    const first = sampleUpdate(DOC, ['a', 'b', 'c', 'd']);
    await store.applyDocument(await store.beginVersion(), first);
    const [a, b, c, d] = chunksOf(first);
    const fresh = chunksOf(sampleUpdate(DOC, ['d', 'a', 'b edited longer', 'new']));
    const ids = [d.id, a.id, b.id, 'new-id'];
    const next = fresh.map((chunk, i) => ({
      ...chunk,
      id: ids[i],
      previousId: ids[i - 1] ?? null,
      nextId: ids[i + 1] ?? null,
    }));
    const plan = planById(DOC, [a, b, c, d], next);
    expect(plan.chunks.map((planned) => planned.change)).toEqual(['moved', 'moved', 'changed', 'added']);
    await store.applyDocument(await store.beginVersion(), { ...first, plan });
    expect(await store.readDocumentChunks(DOC)).toEqual(next);
    expect(await store.readChunks([c.id])).toEqual([]);
    expect(await store.status()).toMatchObject({ version: 2, chunks: 4, endedChunks: 2 });
  });

  withStore('writes no chunk when only offsets shift', async (store) => {
    const first = sampleUpdate(DOC, ['a', 'b', 'c']);
    await store.applyDocument(await store.beginVersion(), first);
    const ids = chunksOf(first).map((chunk) => chunk.id);
    expect(await store.readChunks(ids)).toEqual(chunksOf(first));
    const next = sampleUpdate(DOC, ['a is longer now', 'b', 'c'], { old: chunksOf(first) });
    await store.applyDocument(await store.beginVersion(), next);
    expect(await store.readChunks(ids)).toEqual(chunksOf(next));
    expect(await store.readDocumentChunks(DOC)).toEqual(chunksOf(next));
    expect(await store.status()).toMatchObject({ chunks: 3, endedChunks: 1 });
  });

  withStore('takes the same document twice without a trace', async (store) => {
    const first = sampleUpdate(DOC, ['a', 'b']);
    await store.applyDocument(await store.beginVersion(), first);
    const again = sampleUpdate(DOC, ['a', 'b'], { old: chunksOf(first) });
    await store.applyDocument(await store.beginVersion(), again);
    expect(await store.readDocumentChunks(DOC)).toEqual(chunksOf(first));
    expect(await store.status()).toMatchObject({ documents: 1, chunks: 2, endedChunks: 0 });
  });

  withStore('writes a document several times in one version; the last one counts', async (store) => {
    const version = await store.beginVersion();
    const first = sampleUpdate(DOC, ['a', 'b']);
    await store.applyDocument(version, first);
    const last = sampleUpdate(DOC, ['x'], { old: chunksOf(first) });
    await store.applyDocument(version, last);
    expect(await store.readDocumentChunks(DOC)).toEqual(chunksOf(last));
  });

  withStore('removes a document with its history and its terms', async (store) => {
    const first = sampleUpdate(DOC, ['alpha', 'beta']);
    await store.applyDocument(await store.beginVersion(), first);
    await store.applyDocument(await store.beginVersion(), sampleUpdate(DOC, ['gamma'], { old: chunksOf(first) }));
    await store.applyDocument(await store.beginVersion(), sampleUpdate('other.md', ['alpha']));
    await store.removeDocument(await store.beginVersion(), DOC);
    expect(await store.status()).toMatchObject({ version: 4, documents: 1, chunks: 1, endedChunks: 0 });
    const hits = await store.searchLexical({ terms: ['alpha', 'gamma'], limit: 9, bodyWeight: 1, headingsWeight: 1 });
    expect(hits.length).toBe(1);
    await store.removeDocument(await store.beginVersion(), DOC);
    expect((await store.listDocuments()).map((document) => document.documentId)).toEqual(['other.md']);
  });

  withStore('keeps a document without chunks', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate(DOC, []));
    expect(await store.readDocument(DOC)).toMatchObject({ documentId: DOC, chunkCount: 0 });
    expect(await store.readDocumentChunks(DOC)).toEqual([]);
  });

  withStore('lists documents in code unit order', async (store) => {
    const version = await store.beginVersion();
    for (const id of ['b', '\u{1f600}', '\uffee', 'B', 'a/b', 'a.b']) {
      await store.applyDocument(version, sampleUpdate(id, ['x']));
    }
    const ids = (await store.listDocuments()).map((document) => document.documentId);
    expect(ids).toEqual(['B', 'a.b', 'a/b', 'b', '\u{1f600}', '\uffee']);
  });

  withStore('refuses a plan that does not fit, and is as it was before', async (store) => {
    const first = sampleUpdate(DOC, ['a', 'b']);
    await store.applyDocument(await store.beginVersion(), first);
    const [a] = chunksOf(first);
    const version = await store.beginVersion();
    const stale = [
      sampleUpdate(DOC, ['a', 'b']),
      sampleUpdate(DOC, ['a'], { old: [a] }),
      sampleUpdate(DOC, ['x', 'y'], { old: [...chunksOf(first), { ...a, id: 'ghost' }] }),
      { ...first, plan: { ...first.plan, documentId: 'other.md' } },
    ];
    for (const update of stale) {
      expect(await errorCode(() => store.applyDocument(version, update))).toBe('store-write');
    }
    expect(await errorCode(() => store.applyDocument(0, sampleUpdate('other.md', ['z'])))).toBe('store-write');
    expect(await store.readDocumentChunks(DOC)).toEqual(chunksOf(first));
    expect(await store.status()).toMatchObject({ version: 1, documents: 1, chunks: 2, endedChunks: 0 });
  });

  withStore('rolls back a write that fails half way, and takes it when it comes right', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate('first.md', ['a']));
    const update = sampleUpdate(DOC, ['b', 'c']);
    const hash = chunksOf(update)[1].embedHash;
    const broken = { ...update, embedderId: 'm', vectors: [{ hash, vector: Float32Array.of(Number.NaN) }] };
    const version = await store.beginVersion();
    expect(await errorCode(() => store.applyDocument(version, broken))).toBe('store-write');
    expect(await store.readDocument(DOC)).toBe(undefined);
    expect(await store.status()).toMatchObject({ version: 1, documents: 1, chunks: 1, embedderIds: [] });
    await store.applyDocument(version, update);
    expect(await store.readDocumentChunks(DOC)).toEqual(chunksOf(update));
  });

  withStore('remembers settings', async (store) => {
    expect(await store.readSetting('options')).toBe(undefined);
    await store.writeSetting('options', '{"a":1}');
    await store.writeSetting('options', '{"a":2}');
    expect(await store.readSetting('options')).toBe('{"a":2}');
  });

  withStore('closes twice without complaint and refuses work afterwards', async (store) => {
    await store.applyDocument(await store.beginVersion(), sampleUpdate(DOC, ['a']));
    const sound = await store.check();
    await store.close();
    await store.close();
    expect(await errorCode(() => store.status())).toBe('store-open');
    expect(await errorCode(() => store.writeSetting('a', 'b'))).toBe('store-open');
    store.check = async () => sound;
  });
}
