/** Both granularities in one index: they are kept apart through edits, and a search reads no text twice. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from '../../src/chunking/options.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import { indexSources, search } from '../../src/engine.ts';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

const tokenCounter = o200kTokenCounter();
const CHUNKING: ChunkOptions = { tokenCounter, maxTokens: 120, granularity: 'both' };

const MANUAL = `# Lock manual

The lock lifts boats by four metres. It was built in 1911. Two keepers work in it by day.

## Lower gate

The lower gate is closed before the basin is filled. A red lamp is lit while it moves. Nobody walks over it then.

The gate is oiled on the first Monday of each month. Keepers write it into the green book.

## Upper gate

The upper gate is opened by hand. It takes eleven minutes.
`;

function sourceOf(text: string, documentId = 'manual.md') {
  return { documentId, mediaType: 'text/markdown', text };
}

function chunked(text: string): readonly Chunk[] {
  return chunkDocument(parseSource(sourceOf(text)), CHUNKING);
}

describe('an index of both granularities', () => {
  it('gives back what was planned, one at a time too', async () => {
    const store = await openSqliteStore(':memory:');
    await indexSources({ store, sources: [sourceOf(MANUAL)], chunking: CHUNKING });
    const chunks = chunked(MANUAL);
    expect(chunks.filter(({ granularity }) => granularity === 'sentence').length).toBeGreaterThan(3);
    expect(await store.readDocumentChunks('manual.md')).toEqual(chunks);
    for (const chunk of chunks) expect(await store.readChunks([chunk.id])).toEqual([chunk]);
    expect(await store.check()).toEqual([]);
    await store.close();
  });

  it('keeps ids and parents apart when a passage and its sentence are one text', () => {
    const short = '# A\n\nOne is.\n\n# B\n\nTwo is.\n';
    const old = chunked(short);
    const plan = planDocument('manual.md', old, chunked(short.replace('# B', '# New\n\nNew is.\n\n# B')));
    const changes = plan.chunks.map(({ chunk, change }) => `${chunk.granularity} ${change}`);
    expect(changes).toEqual([
      'passage unchanged',
      'passage added',
      'passage unchanged',
      'sentence unchanged',
      'sentence added',
      'sentence unchanged',
    ]);
    for (const { chunk } of plan.chunks.slice(3)) expect(chunk.parentId).toBe(plan.chunks[chunk.index - 3].chunk.id);
  });

  it('survives random edits: what is planned and stored verifies', async () => {
    const lines = MANUAL.split('\n');
    const edit = fc.record({
      at: fc.nat(lines.length - 1),
      words: fc.constantFrom('', 'New words here.', '## New part'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
        const store = await openSqliteStore(':memory:');
        const own = [...lines];
        for (const { at, words } of edits) {
          own[at] = words;
          const text = own.join('\n');
          await indexSources({ store, sources: [sourceOf(text)], chunking: CHUNKING });
          const stored = await store.readDocumentChunks('manual.md');
          const { checks } = verifyChunks(parseSource(sourceOf(text)), stored, resolveChunkOptions(CHUNKING));
          expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
          expect(stored.map((chunk) => chunk.text)).toEqual(chunked(text).map((chunk) => chunk.text));
        }
        await store.close();
      }),
      { numRuns: 40 },
    );
  });

  it('one edited sentence leaves the other sentence chunks as they are', () => {
    const plan = planDocument('manual.md', chunked(MANUAL), chunked(MANUAL.replace('eleven', 'twelve')));
    const changed = plan.chunks.filter(({ change }) => change !== 'unchanged').map(({ chunk }) => chunk.granularity);
    expect(changed).toEqual(['passage', 'sentence']);
    expect(plan.removed).toEqual([]);
  });

  it('finds sentences and reads passages, no text twice', async () => {
    const store = await openSqliteStore(':memory:');
    await indexSources({ store, sources: [sourceOf(MANUAL)], chunking: CHUNKING });
    const query = 'Which lamp is lit while the gate moves?';
    const { hits: found } = await retrieve(store, query);
    expect(found[0].pinpoints?.[0].text).toContain('A red lamp is lit');
    const { hits, context } = await search({ store, query, tokenCounter });
    expect(hits.every(({ chunk }) => chunk.granularity === 'passage')).toBe(true);
    expect(new Set(hits.map(({ chunk }) => chunk.id)).size).toBe(hits.length);
    expect(hits[0].explanation.notes[0]).toMatch(/^passage of the sentences in lines? \d/);
    expect(context.text.split('A red lamp is lit').length).toBe(2);
    await store.close();
  });
});
