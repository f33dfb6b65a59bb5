/** Adapters that nobody awaited: refused where they enter, before anything is read. */
import { expect, test } from 'vitest';
import { assembleContext } from '../../src/assembly/index.ts';
import { chunkDocument, chunksFrom, compareStrategies, topicFinder, topicShifts } from '../../src/chunking/index.ts';
import { httpEmbedder } from '../../src/embedders/http.ts';
import { CostTally } from '../../src/evaluation/index.ts';
import { evaluateSet, indexSources, search } from '../../src/index.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { expandHits, retrieve } from '../../src/retrieval/index.ts';
import type { Store } from '../../src/stores/store.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types refuse is what this is about.
const promise: any = Promise.resolve({});
const store = { searchLexical: () => [] } as unknown as Store;
const document = parseSource({ documentId: 'a.txt', mediaType: 'text/plain', text: 'One. Two.' });
const set = { name: 's', sources: [], queries: [{ id: '1', text: 'a', kind: 'k', gold: [], weak: false }] };
const query = 'word';

test.each<[string, string, () => unknown]>([
  ['chunkDocument', 'tokenCounter', () => chunkDocument(document, { tokenCounter: promise, maxTokens: 9 })],
  ['chunkDocument', 'sentenceRules', () => chunkDocument(document, { sentenceRules: promise })],
  ['chunkDocument', 'topics', () => chunkDocument(document, { strategy: 'semantic', topics: promise })],
  ['compareStrategies', 'tokenCounter', () => compareStrategies(document, { tokenCounter: promise })],
  ['chunksFrom', 'tokenCounter', () => chunksFrom(document, [], promise)],
  ['topicShifts', 'embedder', () => topicShifts(document, promise)],
  ['topicFinder', 'embedder', () => topicFinder('semantic', promise)],
  ['indexSources', 'store', () => indexSources({ store: promise, sources: [] })],
  ['indexSources', 'chunker', () => indexSources({ store, sources: [], chunker: promise })],
  ['indexSources', 'embedder', () => indexSources({ store, sources: [], embedder: promise })],
  ['indexSources', 'topicEmbedder', () => indexSources({ store, sources: [], topicEmbedder: promise })],
  [
    'search',
    'store',
    () => search({ store: promise, query, tokenCounter: { id: 'a', additive: true, count: () => 1 } }),
  ],
  ['search', 'tokenCounter', () => search({ store, query, tokenCounter: promise })],
  ['retrieve', 'store', () => retrieve(promise, query)],
  ['retrieve', 'embedder', () => retrieve(store, query, { embedder: promise })],
  ['retrieve', 'reranker', () => retrieve(store, query, { reranker: promise })],
  ['expandHits', 'store', () => expandHits(promise, [])],
  ['assembleContext', 'tokenCounter', () => assembleContext({ hits: [], version: 1 }, { tokenCounter: promise })],
  [
    'httpEmbedder',
    'tokenCounter',
    () => httpEmbedder({ baseUrl: 'http://127.0.0.1:9', model: 'm', dimensions: 1, tokenCounter: promise }),
  ],
  ['CostTally', 'tokenCounter', () => new CostTally(promise)],
  [
    'evaluateSet',
    'generator',
    () =>
      evaluateSet({ set, configurations: [], budgets: [1], openStore: promise, clock: () => 0, generator: promise }),
  ],
  [
    'evaluateSet',
    'tokenCounter',
    () =>
      evaluateSet({
        set,
        configurations: [{ ...promise, tokenCounter: promise }],
        budgets: [1],
        openStore: promise,
        clock: () => 0,
      }),
  ],
])('%s refuses a promise as %s', async (_, name, call) => {
  await expect((async () => call())()).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringContaining(`${name} is a promise`),
  });
});
