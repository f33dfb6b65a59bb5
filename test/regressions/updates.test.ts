/** Known faults of chunkers: incremental indexing, identity and determinism, through the engine and a real store. */
import { describe, expect, it, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import type { Embedder } from '../../src/embedders/embedder.ts';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import { indexSources, search } from '../../src/engine.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Source } from '../../src/model/document.ts';
import { KerfError } from '../../src/model/error.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import type { Store } from '../../src/stores/store.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { BLOCK_STRATEGIES, everyWay, MARKDOWN } from './every-way.ts';
import { markdown, memoryStore } from './searching.ts';

const tokenCounter = o200kTokenCounter();

/** An embedder that remembers the texts it was given. */
function rememberingEmbedder(): Embedder & { readonly texts: string[] } {
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

/** About 100 KB: chapters of paragraphs, no two alike. */
function handbook(): readonly string[] {
  const sentence = (i: number) =>
    `Keeper ${i} reads gauge ${i * 17} and writes level ${i * 31} into the log of basin ${i % 9}.`;
  return Array.from({ length: 360 }, (_, i) => {
    const text = [0, 1, 2, 3].map((k) => sentence(i * 4 + k)).join(' ');
    return i % 12 === 0 ? `## Chapter ${i / 12}\n\n${text}` : text;
  });
}

describe('F123 one inserted sentence is embedded in at most three chunks', () => {
  it.each([...everyWay({ chars: 1000, tokens: 240, strategies: BLOCK_STRATEGIES })])('$name', async ({ options }) => {
    const [store, embedder] = [await memoryStore(), rememberingEmbedder()];
    const paragraphs = handbook();
    const before = paragraphs.join('\n\n');
    expect(before.length).toBeGreaterThan(100_000);
    await indexSources({ store, sources: [markdown('handbook.md', before)], chunking: options, embedder });
    const first = embedder.texts.length;
    expect(first).toBeGreaterThan(90);
    const after = paragraphs.map((text, i) => (i === 2 ? text.replace('. ', '. The lamp must be lit first. ') : text));
    const report = await indexSources({
      store,
      sources: [markdown('handbook.md', after.join('\n\n'))],
      chunking: options,
      embedder,
    });
    expect(embedder.texts.length - first).toBeGreaterThan(0);
    expect(embedder.texts.length - first).toBeLessThanOrEqual(3);
    expect(report.added + report.removed).toBeLessThanOrEqual(1);
  });
});

test('F124 a renamed heading embeds what stands under it again, under the same ids', async () => {
  const [store, embedder] = [await memoryStore(), rememberingEmbedder()];
  const sections = Array.from({ length: 20 }, (_, i) => `## Part ${i}\n\nValve ${i} opens at ${i * 3} bar.\n`).join(
    '\n',
  );
  const chunking: ChunkOptions = { tokenCounter };
  await indexSources({ store, sources: [markdown('a.md', `# A\n\n${sections}`)], chunking, embedder });
  const before = (await store.readDocumentChunks('a.md')).map(({ id }) => id);
  const texts = embedder.texts.splice(0).filter((text) => text.includes('Valve'));
  expect([before.length, texts.length]).toEqual([20, 20]);
  const report = await indexSources({ store, sources: [markdown('a.md', `# B\n\n${sections}`)], chunking, embedder });
  const after = await store.readDocumentChunks('a.md');
  expect(after.map(({ id }) => id)).toEqual(before);
  expect(report).toMatchObject({ added: 0, removed: 0, changed: 20 });
  expect(embedder.texts.filter((text) => text.includes('Valve'))).toHaveLength(20);
  const known = await store.knownVectors(
    embedder.id,
    after.map(({ embedHash }) => embedHash),
  );
  expect(known.size).toBe(20);
});

test('F126 what was removed or replaced is gone', async () => {
  const store = await memoryStore();
  const [a, b] = [markdown('a.md', '# A\n\nFerns need water.\n'), markdown('b.md', '# B\n\nKoi need pellets.\n')];
  await indexSources({ store, sources: [a, b] });
  const gone = (await store.readDocumentChunks('b.md')).map(({ id }) => id);
  await indexSources({ store, sources: [a] });
  expect((await store.listDocuments()).map(({ documentId }) => documentId)).toEqual(['a.md']);
  expect(await store.readDocumentChunks('b.md')).toEqual([]);
  expect(await store.readChunks(gone)).toEqual([]);
  expect((await search({ store, query: 'koi pellets', tokenCounter })).hits).toEqual([]);
  await indexSources({ store, sources: [markdown('a.md', '# A\n\nMoss needs shade.\n')] });
  expect((await search({ store, query: 'ferns', tokenCounter })).hits).toEqual([]);
  expect(await store.check()).toEqual([]);
});

test('F127 nested metadata counts', async () => {
  const store = await memoryStore();
  const page = (number: number): Source => ({ ...markdown('a.md', 'Same text.'), metadata: { loc: { page: number } } });
  await indexSources({ store, sources: [page(1)] });
  const report = await indexSources({ store, sources: [page(2)] });
  expect(report).toMatchObject({ changed: 1, unchanged: 0 });
  expect((await store.readDocumentChunks('a.md')).map(({ metadata }) => metadata)).toEqual([{ loc: { page: 2 } }]);
});

test('F128 equal text in two places is two chunks', async () => {
  const options: ChunkOptions = { maxChars: 22, context: false };
  const store = await memoryStore();
  await indexSources({
    store,
    sources: [markdown('a.md', '## A\n\nFirst things.\n\nSee above.\n\n## B\n\nOther things.\n\nSee above.\n')],
    chunking: options,
  });
  const chunks = await store.readDocumentChunks('a.md');
  const same = chunks.filter(({ text }) => text === 'See above.');
  expect(same).toHaveLength(2);
  expect(new Set(same.map(({ id }) => id)).size).toBe(2);
  expect(new Set(same.map(({ contentHash }) => contentHash)).size).toBe(1);
  expect(same.map(({ sectionPath }) => sectionPath)).toEqual([['A'], ['B']]);
  for (const { name, options: way } of everyWay({ chars: 30, tokens: 10 })) {
    const ids = chunkDocument(parseSource(markdown('a.md', '## A\nSee above.\n## B\nSee above.\n')), way).map(
      ({ id }) => id,
    );
    expect(new Set(ids).size, name).toBe(ids.length);
  }
});

/** A store whose writes of one document fail until `heal` is called. */
function failingFor(store: Store, documentId: string): { readonly store: Store; readonly heal: () => void } {
  let broken = true;
  const wrapped: Store = Object.create(store, {
    applyDocument: {
      value: async (...args: Parameters<Store['applyDocument']>) => {
        if (broken && args[1].record.documentId === documentId) throw new KerfError('store-write', 'The disk is full.');
        return store.applyDocument(...args);
      },
    },
  });
  return { store: wrapped, heal: () => (broken = false) };
}

test('F129 a failed write is reported, and the next run heals', async () => {
  const inner = await memoryStore();
  const { store, heal } = failingFor(inner, 'b.md');
  const sources = ['a', 'b', 'c'].map((name) => markdown(`${name}.md`, `# ${name}\n\nFacts about ${name}.\n`));
  await expect(indexSources({ store, sources })).rejects.toThrow('The disk is full.');
  expect(await inner.check()).toEqual([]);
  expect((await inner.listDocuments()).map(({ documentId }) => documentId)).not.toContain('b.md');
  heal();
  await indexSources({ store, sources });
  const documents = (await inner.listDocuments()).map(({ documentId }) => documentId);
  expect(documents).toEqual(['a.md', 'b.md', 'c.md']);
  for (const source of sources) {
    const expected: readonly Chunk[] = chunkDocument(parseSource(source));
    expect((await inner.readDocumentChunks(source.documentId)).map(({ text }) => text)).toEqual(
      expected.map(({ text }) => text),
    );
  }
  expect(await inner.check()).toEqual([]);
});

test('F131 the same file gives the same bytes', () => {
  const text = handbook().slice(0, 40).join('\n\n');
  for (const { name, options } of everyWay({ chars: 400, tokens: 120, overlap: 20 })) {
    const run = () =>
      JSON.stringify(chunkDocument(parseSource({ documentId: 'a.md', mediaType: MARKDOWN, text }), options));
    const [first, second] = [run(), run()];
    expect(first === second, name).toBe(true);
  }
});
