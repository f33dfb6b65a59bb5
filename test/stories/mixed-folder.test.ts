/**
 * One folder, one file of each type: a note with a table, code, settings, a contract, a chat, a parts list. Each question finds
 * its file, and the context holds what explains the answer, though the chunks are small.
 */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexSources, type SearchResult, search } from '../../src/engine.ts';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { readSources } from '../../src/sources/files.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';
import { o200kTokenCounter } from '../../src/token-counters/o200k.ts';

const FOLDER = fileURLToPath(new URL('../../examples/formats', import.meta.url));
const tokenCounter = o200kTokenCounter();

const QUESTIONS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'Which van is with Amara: Siskin?',
    'vans.md',
    ['| Van | Load | Range |', '| Siskin | 400 kg | 190 km | 9 April | With Amara |'],
  ],
  ['What adds a stop at the end?', 'rounds.py', ['class Round', 'def add(self, stop: Stop)', 'return False']],
  ['How much rain moves work on roofs?', 'planner.yaml', ['planner', 'rain_mm: 4']],
  ['What does a later return cost?', 'loan.txt', ['LOAN AGREEMENT', '40 dollars for each day', 'Clause 2.2 applies']],
  ['Who has the lifting card today?', 'dispatch.txt', ['Ines: Who has the lifting card', 'Jonas: Only Amara']],
  ['How many flue sensors are in stock?', 'stock.csv', ['part,name,shelf,in stock,price', 'Flue sensor,C2,17']],
];

describe('a folder of everything', () => {
  let store: Store;

  beforeAll(async () => {
    store = await openSqliteStore(':memory:');
    const chunking = { tokenCounter, maxTokens: 110 };
    await indexSources({ store, sources: readSources([FOLDER]), chunking, syntax: loadSyntaxParsers });
    return () => store.close();
  });

  it.each(QUESTIONS)('%s', async (query, file, expected) => {
    const options = { store, query, tokenCounter, neighbours: 0, retrieval: { topK: 1 } };
    const { hits, context }: SearchResult = await search(options);
    expect(hits[0].chunk.documentId.endsWith(file)).toBe(true);
    for (const words of expected) expect(context.text).toContain(words);
  });
});
