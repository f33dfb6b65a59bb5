/** Texts into a store in memory, and a lexical search over them. */
import { onTestFinished } from 'vitest';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { indexSources, type SearchResult, search } from '../../src/engine.ts';
import type { Source } from '../../src/model/document.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

export async function memoryStore(): Promise<Store> {
  const store = await openSqliteStore(':memory:');
  onTestFinished(() => store.close());
  return store;
}

export function markdown(documentId: string, text: string): Source {
  return { documentId, mediaType: 'text/markdown', text };
}

/** Indexes `texts` as Markdown with `chunking` and asks `query`. */
export async function searchIn(
  texts: readonly { readonly id: string; readonly text: string }[],
  query: string,
  chunking: ChunkOptions,
  options: { readonly tokenBudget?: number; readonly neighbours?: number } = {},
): Promise<SearchResult> {
  const store = await memoryStore();
  await indexSources({ store, sources: texts.map(({ id, text }) => markdown(id, text)), chunking });
  return search({ store, query, tokenCounter: o200kTokenCounter(), ...options });
}
