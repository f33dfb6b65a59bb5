import { describe, expect, it, onTestFinished } from 'vitest';
import type { Embedder } from '../../src/embedders/embedder.ts';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import { type IndexOptions, indexSources } from '../../src/engine.ts';
import type { Source } from '../../src/model/document.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';

async function memoryStore(): Promise<Store> {
  const store = await openSqliteStore(':memory:');
  onTestFinished(() => store.close());
  return store;
}

function source(documentId: string, text: string): Source {
  return { documentId, mediaType: 'text/markdown', text };
}

const SOURCES = [
  source('a/one.md', '# One\n\n## First\n\nApples are red.\n\n## Second\n\nPears are green.\n'),
  source('a/two.md', '# Two\n\nPlums are blue.\n'),
  source('b/three.md', '# Three\n\nCherries are small.\n'),
];

/** Everything a reader could see of a store. */
async function contents(store: Store): Promise<unknown> {
  const documents = await store.listDocuments();
  const chunks = await Promise.all(documents.map(({ documentId }) => store.readDocumentChunks(documentId)));
  return { documents, chunks, version: (await store.status()).version };
}

/** An embedder that remembers what it was asked. */
function countingEmbedder(): Embedder & { readonly texts: string[] } {
  const embedder = hashEmbedder({ dimensions: 16 });
  const texts: string[] = [];
  return {
    ...embedder,
    texts,
    embed(batch, options) {
      texts.push(...batch);
      return embedder.embed(batch, options);
    },
  };
}

describe('indexSources', () => {
  it('does nothing the second time', async () => {
    const store = await memoryStore();
    const first = await indexSources({ store, sources: SOURCES });
    expect(first).toMatchObject({ documents: 3, documentsWritten: 3, version: 1, interrupted: false });
    const before = await contents(store);
    const second = await indexSources({ store, sources: SOURCES });
    expect(second).toMatchObject({ documents: 3, documentsWritten: 0, unchanged: first.chunks, version: null });
    expect(await contents(store)).toEqual(before);
  });

  it('adding twice equals adding once, and removing leaves what was there before', async () => {
    const [store, other] = [await memoryStore(), await memoryStore()];
    await indexSources({ store, sources: SOURCES.slice(0, 2) });
    await indexSources({ store, sources: SOURCES });
    await indexSources({ store, sources: SOURCES.slice(0, 2) });
    await indexSources({ store: other, sources: SOURCES.slice(0, 2) });
    const visible = async (from: Store) => {
      const documents = await from.listDocuments();
      return Promise.all(documents.map(({ documentId }) => from.readDocumentChunks(documentId)));
    };
    expect(await visible(store)).toEqual(await visible(other));
    expect(await store.check()).toEqual([]);
  });

  it('removes only inside its scope', async () => {
    const store = await memoryStore();
    await indexSources({ store, sources: SOURCES });
    const report = await indexSources({ store, sources: [SOURCES[0]], scope: 'a/' });
    expect(report).toMatchObject({ documentsRemoved: 1, documents: 1 });
    expect((await store.listDocuments()).map(({ documentId }) => documentId)).toEqual(['a/one.md', 'b/three.md']);
  });

  it('reports renamed documents, and embeds nothing but their headers, which name the file', async () => {
    const store = await memoryStore();
    const embedder = countingEmbedder();
    const first = await indexSources({ store, sources: SOURCES, embedder });
    expect(first.documentsRenamed).toEqual([]);
    const renames = [
      { from: 'a/one.md', to: 'c/uno.md' },
      { from: 'b/three.md', to: 'a/tres.md' },
    ];
    const renamed = SOURCES.map((each) => ({
      ...each,
      documentId: renames.find(({ from }) => from === each.documentId)?.to ?? each.documentId,
    }));
    embedder.texts.length = 0;
    for (const dryRun of [true, false]) {
      const report = await indexSources({ store, sources: renamed, embedder, dryRun });
      expect(report).toMatchObject({
        documentsWritten: 2,
        documentsRemoved: 2,
        documentsRenamed: renames,
      });
      expect(report.added).toBe(report.removed);
    }
    expect(embedder.texts).not.toEqual([]);
    for (const text of embedder.texts) expect(text).toMatch(/\n(uno|tres)$/);
    const { vectors } = await store.status();
    expect(await store.check()).toEqual([]);
    await indexSources({ store, sources: renamed, embedder });
    expect((await store.status()).vectors).toBe(vectors);
  });

  it('pairs each vanished document with one new copy, and a copy of a document that stays with none', async () => {
    const store = await memoryStore();
    const [one, two] = [source('1.md', '# Same\n\nText.\n'), source('2.md', '# Same\n\nText.\n')];
    await indexSources({ store, sources: [one, two] });
    const copied = await indexSources({ store, sources: [one, two, { ...one, documentId: '3.md' }] });
    expect(copied.documentsRenamed).toEqual([]);
    const moved = await indexSources({ store, sources: [{ ...one, documentId: '4.md' }] });
    expect(moved).toMatchObject({ documentsRemoved: 3, documentsRenamed: [{ from: '1.md', to: '4.md' }] });
    const edited = await indexSources({ store, sources: [source('5.md', '# Same\n\nOther text.\n')] });
    expect(edited).toMatchObject({ documentsRemoved: 1, documentsRenamed: [] });
  });

  it('keeps a document whose source could not be read this time', async () => {
    const store = await memoryStore();
    await indexSources({ store, sources: SOURCES });
    const trouble = { code: 'unreadable-file', message: 'The disk is on fire.', documentId: 'a/two.md' } as const;
    const report = await indexSources({ store, sources: [SOURCES[0], trouble, SOURCES[2]] });
    expect(report).toMatchObject({ documentsRemoved: 0, documentsWritten: 0, diagnostics: [trouble] });
    expect(await store.readDocument('a/two.md')).toBeDefined();
  });

  it('keeps the documents of a folder that could not be opened', async () => {
    const store = await memoryStore();
    await indexSources({ store, sources: SOURCES });
    const trouble = { code: 'unreadable-file', message: 'No permission.', documentId: 'a' } as const;
    const report = await indexSources({ store, sources: [trouble] });
    expect(report).toMatchObject({ documentsRemoved: 1 });
    expect((await store.listDocuments()).map(({ documentId }) => documentId)).toEqual(['a/one.md', 'a/two.md']);
  });

  it.each(['.', '/'])('keeps what was found in the folder %s when that could not be opened', async (folder) => {
    const store = await memoryStore();
    const file = source(folder === '/' ? '/notes.md' : 'notes.md', '# Notes\n\nThe boat is red.\n');
    await indexSources({ store, sources: [file] });
    const trouble = { code: 'unreadable-file', message: 'No permission.', documentId: folder } as const;
    expect(await indexSources({ store, sources: [trouble] })).toMatchObject({ documentsRemoved: 0 });
    expect(await store.listDocuments()).toHaveLength(1);
  });

  it('plans in a dry run exactly what a real run does', async () => {
    const store = await memoryStore();
    const embedder = countingEmbedder();
    await indexSources({ store, sources: SOURCES, embedder });
    const edited = [source('a/one.md', SOURCES[0].text.replace('red', 'yellow')), SOURCES[2]];
    const before = await contents(store);
    embedder.texts.length = 0;
    const dry = await indexSources({ store, sources: edited, embedder, dryRun: true });
    expect(await contents(store)).toEqual(before);
    expect(embedder.texts).toEqual([]);
    const real = await indexSources({ store, sources: edited, embedder });
    expect({ ...dry, version: real.version }).toEqual(real);
    expect(real).toMatchObject({ changed: 1, added: 0, documentsWritten: 1, documentsRemoved: 1, embedded: 1 });
  });

  it('embeds every text once, also when documents share it', async () => {
    const store = await memoryStore();
    const embedder = countingEmbedder();
    const twin = source('z/copy.md', SOURCES[1].text);
    const options: IndexOptions = { store, sources: [...SOURCES, twin], embedder };
    const dry = await indexSources({ ...options, dryRun: true });
    const report = await indexSources(options);
    expect(embedder.texts).toHaveLength(new Set(embedder.texts).size);
    expect(report.embedded).toBe(embedder.texts.length);
    expect(dry.embedded).toBe(report.embedded);
  });

  it('makes vectors for documents that were indexed without an embedder', async () => {
    const store = await memoryStore();
    await indexSources({ store, sources: SOURCES });
    const report = await indexSources({ store, sources: SOURCES, embedder: countingEmbedder() });
    expect(report.embedded).toBeGreaterThan(0);
    expect(report).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(await store.check()).toEqual([]);
  });

  it('makes documents again when the options change', async () => {
    const store = await memoryStore();
    await indexSources({ store, sources: SOURCES });
    const report = await indexSources({ store, sources: SOURCES, chunking: { maxChars: 40, context: false } });
    expect(report.documentsWritten).toBe(3);
    const chunks = await store.readDocumentChunks('a/one.md');
    for (const chunk of chunks) expect(chunk.embedText.length).toBeLessThanOrEqual(40);
  });

  it('finds the topics of each document that changed, once, and cuts by them', async () => {
    const store = await memoryStore();
    const topicEmbedder = countingEmbedder();
    const chunking = { strategy: 'semantic', maxChars: 400 } as const;
    const first = await indexSources({ store, sources: SOURCES, chunking, topicEmbedder });
    expect(first.topicTexts).toBe(topicEmbedder.texts.length);
    expect(first).toMatchObject({ documentsWritten: 3, embedded: 0 });
    expect(first.topicTexts).toBeGreaterThan(0);
    topicEmbedder.texts.length = 0;
    expect(await indexSources({ store, sources: SOURCES, chunking, topicEmbedder })).toMatchObject({
      documentsWritten: 0,
      topicTexts: 0,
    });
    const edited = [...SOURCES.slice(0, 2), source('b/three.md', '# Three\n\nCherries are very small.\n')];
    expect((await indexSources({ store, sources: edited, chunking, topicEmbedder })).documentsWritten).toBe(1);
    expect(topicEmbedder.texts.every((text) => /Three|Cherries/.test(text))).toBe(true);
    const other = await indexSources({ store, sources: edited, chunking, topicEmbedder: hashEmbedder() });
    expect(other.documentsWritten).toBe(3);
  });

  it('uses the embedder of the index for topics, and does without one for hybrid', async () => {
    const store = await memoryStore();
    const embedder = countingEmbedder();
    const report = await indexSources({ store, sources: SOURCES, chunking: { strategy: 'semantic' }, embedder });
    expect(embedder.texts).toHaveLength(report.topicTexts + report.embedded);
    expect(report.topicTexts).toBeGreaterThan(0);
    const hybrid = await indexSources({ store, sources: SOURCES, chunking: { strategy: 'hybrid' } });
    expect(hybrid).toMatchObject({ documentsWritten: 3, topicTexts: 0 });
  });

  it('refuses semantic without an embedder, and topics of one document for all', async () => {
    const store = await memoryStore();
    const semantic = indexSources({ store, sources: SOURCES, chunking: { strategy: 'semantic' } });
    await expect(semantic).rejects.toThrow('give embedder or topicEmbedder');
    const topics = { offsets: new Uint32Array(0), strengths: new Float32Array(0) };
    const chunking = { strategy: 'hybrid', topics } as const;
    await expect(indexSources({ store, sources: SOURCES, chunking })).rejects.toThrow('belong to one document');
  });

  it('says how many of the embedded characters are overlap', async () => {
    const store = await memoryStore();
    const long = source('long.md', 'Apples are red and round. '.repeat(60));
    const chunking = { strategy: 'sentence', maxChars: 200, overlapSentences: 1 } as const;
    const { overlapChars, embedChars } = await indexSources({ store, sources: [long], chunking });
    expect(overlapChars / embedChars).toBeGreaterThan(0.05);
    expect(overlapChars / embedChars).toBeLessThan(0.3);
    expect(await indexSources({ store, sources: [SOURCES[0]] })).toMatchObject({ overlapChars: 0 });
  });

  it('stops between documents, removes nothing then, and goes on the next time', async () => {
    const store = await memoryStore();
    await indexSources({ store, sources: [...SOURCES, source('old.md', 'Gone soon.')] });
    const controller = new AbortController();
    const edited = SOURCES.map(({ documentId, text }) => source(documentId, `${text}\nMore.\n`));
    const stopped = await indexSources({
      store,
      sources: edited,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(stopped).toMatchObject({ documents: 1, documentsWritten: 1, documentsRemoved: 0, interrupted: true });
    const rest = await indexSources({ store, sources: edited });
    expect(rest).toMatchObject({ documents: 3, documentsWritten: 2, documentsRemoved: 1, interrupted: false });
  });

  it('leaves the documents before whole when the embedder fails in the middle', async () => {
    const store = await memoryStore();
    const embedder = countingEmbedder();
    const failing: Embedder = {
      ...embedder,
      embed(texts, options) {
        return texts.some((text) => text.includes('Plums'))
          ? Promise.reject(new Error('The server went home.'))
          : embedder.embed(texts, options);
      },
    };
    await expect(indexSources({ store, sources: SOURCES, embedder: failing })).rejects.toThrow('went home');
    expect((await store.listDocuments()).map(({ documentId }) => documentId)).toEqual(['a/one.md']);
    expect(await store.check()).toEqual([]);
  });

  it('refuses wrong options before it reads a source', async () => {
    const store = await memoryStore();
    const untouched = {
      [Symbol.iterator](): Iterator<Source> {
        throw new Error('A source was read.');
      },
    };
    const chunking = { maxChars: 10, overlapChars: 10 };
    await expect(indexSources({ store, sources: untouched, chunking })).rejects.toMatchObject({
      code: 'invalid-option',
    });
  });

  it('refuses chunk options that stand beside `chunking` instead of in it', async () => {
    const options = { store: await memoryStore(), sources: SOURCES, maxChars: 100 };
    await expect(indexSources(options)).rejects.toMatchObject({ code: 'unknown-option' });
  });
});

it('refuses a document whose name no store can keep, and would call vanished', async () => {
  const store = await openSqliteStore(':memory:');
  for (const name of ['a\ud800.md', 'a\u0000.md'])
    await expect(indexSources({ store, sources: [source(name, 'The boat is red.')] })).rejects.toMatchObject({
      code: 'invalid-source',
      message: expect.stringContaining(JSON.stringify(name)),
    });
  expect(await indexSources({ store, sources: [source('a🚤.md', 'The boat is red.')] })).toMatchObject({ added: 1 });
  await store.close();
});

it.each([
  ['fewer vectors', (vectors: readonly Float32Array[]) => vectors.slice(1), 'vector'],
  ['more vectors', (vectors: readonly Float32Array[]) => [...vectors, ...vectors], 'vectors'],
  ['shorter vectors', (vectors: readonly Float32Array[]) => vectors.map((vector) => vector.subarray(1)), 'numbers'],
])('an embedder that gives %s is named, and nothing is written', async (_, spoilt, what) => {
  const store = await openSqliteStore(':memory:');
  const embedder = hashEmbedder({ dimensions: 16 });
  const broken = { ...embedder, embed: async (texts: readonly string[]) => spoilt(await embedder.embed(texts)) };
  await expect(indexSources({ store, sources: SOURCES, embedder: broken })).rejects.toMatchObject({
    code: 'embedder-failed',
    message: expect.stringContaining(what),
  });
  expect((await store.status()).documents).toBe(0);
  await store.close();
});
