/** The stages after chunking with the real parser, chunker and store: search, expand, assemble. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleContext } from '../../src/assembly/assemble.ts';
import { tokensSaved } from '../../src/assembly/tokens-saved.ts';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Document } from '../../src/model/document.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { expandHits } from '../../src/retrieval/expand.ts';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();
const HANDBOOK = `# Handbook

## Parental leave

Parents take sixteen weeks of leave. The weeks may be split in two parts. Both parts end before the third birthday.

The request is made in writing, seven weeks ahead. It names the first day and the length of the leave.

## Dismissal

Leave that was not taken is paid out. The notice period follows the law.

## Prices

| Plan   | Monthly | Yearly |
| ------ | ------- | ------ |
| Start  | $9      | $90    |
| Growth | $49     | $490   |

Réservez tôt: the café opens at 08:30. Configure \`maxTokens\` in \`kerf.config.ts\`.
`;
const NOTES = '# Notes\n\n検索エンジンは文書を探します。\n\nNothing about leave of parents here, only the word.\n';

describe('search over a SQLite store', () => {
  let store: Store;
  const documents = new Map<string, Document>();

  beforeAll(async () => {
    store = await openSqliteStore(':memory:');
    const version = await store.beginVersion();
    for (const [documentId, text] of Object.entries({ 'hr/handbook.md': HANDBOOK, 'notes.md': NOTES })) {
      const document = parseSource({ documentId, mediaType: 'text/markdown', text });
      documents.set(documentId, document);
      const chunks = chunkDocument(document, { tokenCounter, maxTokens: 60 });
      const record = {
        documentId,
        mediaType: 'text/markdown',
        title: document.title,
        sourceHash: documentId,
        configHash: 'test',
        sizeBytes: text.length,
        tokenCount: tokenCounter.count(text),
        updatedAt: null,
        metadata: {},
        dropped: document.dropped,
      };
      const plan = planDocument(documentId, [], chunks);
      await store.applyDocument(version, { record, plan, embedderId: null, vectors: [] });
    }
  });

  afterAll(() => store.close());

  it.each([
    ['how many weeks of parental leave?', 'sixteen weeks'],
    ['growth plan yearly price', '$490'],
    ['reservez tot', 'Réservez'],
    ['CAFÉ', 'café'],
    ['max_tokens', 'maxTokens'],
    ['kerf config', 'kerf.config.ts'],
    ['検索', '検索エンジン'],
  ])('%s → %s', async (query, answer) => {
    const { hits, version } = await retrieve(store, query);
    expect(hits[0].chunk.text).toContain(answer);
    expect(version).toBe((await store.status()).version);
  });

  it('keeps to the filter', async () => {
    const { hits } = await retrieve(store, 'leave', { filter: { documents: ['notes.md'] } });
    expect(hits.map(({ chunk }) => chunk.documentId)).toEqual(['notes.md']);
  });

  it('answers within the budget, by exact slices, and says what that saves', async () => {
    const { hits, version } = await retrieve(store, 'weeks of parental leave', { topK: 3 });
    const expanded = await expandHits(store, hits, { neighbours: 2 });
    for (const tokenBudget of [20, 40, 80, 200]) {
      const context = assembleContext({ ...expanded, version }, { tokenCounter, tokenBudget });
      expect(context.tokenCount).toBe(tokenCounter.count(context.text));
      expect(context.tokenCount).toBeLessThanOrEqual(tokenBudget);
      expect(context.passages.length).toBeGreaterThan(0);
      for (const { documentId, span, rawSpan, text } of context.passages) {
        expect(documents.get(documentId)?.text.slice(span.start, span.end)).toBe(text);
        expect((documentId === 'notes.md' ? NOTES : HANDBOOK).slice(rawSpan.start, rawSpan.end)).toBe(text);
      }
      const { savedTokens, wholeTokens } = tokensSaved(context, await store.listDocuments());
      expect(savedTokens).toBe(wholeTokens - context.tokenCount);
    }
  });
});
