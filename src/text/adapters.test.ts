import { expect, it } from 'vitest';
import { requireAdapter, requireAdapters } from './adapters.ts';

const EXAMPLE = 'give one with count, for example o200kTokenCounter() of kerf/token-counters/openai.';

it.each<[unknown, string]>([
  [Promise.resolve({ count: () => 1 }), 'tokenCounter is a promise: write await in front of the call that gives it.'],
  [(text: string) => text.length, `tokenCounter is a function: ${EXAMPLE}`],
  ['o200k', `tokenCounter is "o200k": ${EXAMPLE}`],
  [{ id: 'a', counts: 1 }, `tokenCounter is an object with id, counts: ${EXAMPLE}`],
  [{ count: 5 }, `tokenCounter is an object with count: ${EXAMPLE}`],
  [{ count: null }, `tokenCounter is an object with count: ${EXAMPLE}`],
  [{}, `tokenCounter is an object with nothing in it: ${EXAMPLE}`],
  [null, `tokenCounter is null: ${EXAMPLE}`],
  [undefined, `tokenCounter is undefined: ${EXAMPLE}`],
])('%j is no token counter', (given, message) => {
  expect(() => requireAdapter('tokenCounter', given)).toThrow(
    expect.objectContaining({ code: 'invalid-option', message }),
  );
});

it('takes what has the part that matters, and options that are not there', () => {
  expect(() => requireAdapter('reranker', { rerank: () => [] })).not.toThrow();
  for (const embedder of [undefined, null, false])
    expect(() => requireAdapters({ embedder }, ['embedder'])).not.toThrow();
  expect(() => requireAdapter('topics', { offsets: [] })).not.toThrow();
  expect(() => requireAdapters({ embedder: 1 }, ['embedder'])).toThrow('embedder is 1');
});
