/** Plans and the embedded store together: whatever is done to documents, the store holds what was planned. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/indexing/plan.ts';
import { summarizePlan, textsToEmbed } from '../../src/indexing/plan-summary.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';
import { type SampleChunk, sampleChunks } from '../../src/testing/sample-chunks.ts';
import { sampleRecord, sampleVector } from '../../src/testing/sample-updates.ts';

const MODEL = 'm';
const DIMENSIONS = 5;

/** Makes document `id` consist of `parts`, embedding only what has no vector yet. */
async function update(store: Store, id: string, parts: readonly SampleChunk[]) {
  const plan = planDocument(id, await store.readDocumentChunks(id), sampleChunks(id, parts));
  const wanted = textsToEmbed(plan, new Set(), { headers: true });
  const known = await store.knownVectors(
    MODEL,
    wanted.map((text) => text.hash),
  );
  const missing = textsToEmbed(plan, known, { headers: true });
  const vectors = missing.map(({ hash }) => ({ hash, vector: sampleVector(hash, DIMENSIONS) }));
  await store.applyDocument(await store.beginVersion(), { record: sampleRecord(id), plan, embedderId: MODEL, vectors });
  return { summary: summarizePlan(plan, missing), chunks: plan.chunks.map((planned) => planned.chunk) };
}

async function expectHolds(store: Store, living: ReadonlyMap<string, readonly Chunk[]>): Promise<void> {
  expect(await store.check()).toEqual([]);
  for (const [id, chunks] of living) expect(await store.readDocumentChunks(id)).toEqual(chunks);
  const all = [...living.values()].flat();
  const ids = all.map((chunk) => chunk.id);
  expect(await store.readChunks(ids)).toEqual(all);
  const vector = sampleVector('q', DIMENSIONS);
  const found = await store.searchVectors({ field: 'text', embedderId: MODEL, vector, limit: 999 });
  expect(found.map((hit) => hit.chunkId).sort()).toEqual(ids.sort());
}

const part = fc.record({
  text: fc.integer({ min: 0, max: 9 }).map((n) => `text ${n}`),
  sectionPath: fc.constantFrom<readonly string[]>([], ['A'], ['A', 'B']),
  metadata: fc.constantFrom({}, { page: 1 }),
});
const step = fc.record({
  id: fc.constantFrom('a.md', 'b.md', 'c.md'),
  parts: fc.option(fc.array(part, { maxLength: 10 }), { nil: null }),
});

describe('updates of a store', () => {
  it('leave it sound, holding exactly the living chunks, and empty when every document is removed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const store = await openSqliteStore(':memory:');
        const living = new Map<string, readonly Chunk[]>();
        for (const { id, parts } of steps) {
          if (parts === null) await store.removeDocument(await store.beginVersion(), id);
          living.set(id, parts === null ? [] : (await update(store, id, parts)).chunks);
        }
        await expectHolds(store, living);
        for (const { documentId } of await store.listDocuments())
          await store.removeDocument(await store.beginVersion(), documentId);
        expect(await store.status()).toMatchObject({
          documents: 0,
          chunks: 0,
          endedChunks: 0,
          vectors: 0,
          embedderIds: [],
        });
        expect(await store.check()).toEqual([]);
        await store.close();
      }),
      { numRuns: 80 },
    );
  });

  it('embed nothing twice: not an unchanged text, not a text that came back, not one another document has', async () => {
    const store = await openSqliteStore(':memory:');
    const parts = [
      { text: 'one', sectionPath: ['S'] },
      { text: 'two', sectionPath: ['S'] },
    ];
    expect((await update(store, 'a.md', parts)).summary).toMatchObject({ added: 2, textsToEmbed: 3 });
    expect((await update(store, 'a.md', parts)).summary).toMatchObject({
      unchanged: 2,
      textsToEmbed: 0,
      tokensToEmbed: 0,
    });
    expect((await update(store, 'a.md', [parts[0]])).summary).toMatchObject({ removed: 1, textsToEmbed: 0 });
    expect((await update(store, 'a.md', parts)).summary).toMatchObject({ added: 1, textsToEmbed: 0 });
    expect((await update(store, 'other/a.md', parts)).summary).toMatchObject({ added: 2, textsToEmbed: 0 });
    // Its header names the file.
    expect((await update(store, 'b.md', parts)).summary).toMatchObject({ added: 2, textsToEmbed: 1 });
    await store.close();
  });

  it('change chunks whose metadata changed, with the vectors they have', async () => {
    const store = await openSqliteStore(':memory:');
    const page = (n: number) => [{ text: 'a', metadata: { loc: { page: n } } }];
    await update(store, 'a.md', page(1));
    expect((await update(store, 'a.md', page(2))).summary).toMatchObject({ changed: 1, textsToEmbed: 0 });
    expect((await store.readDocumentChunks('a.md'))[0].metadata).toEqual({ loc: { page: 2 } });
    await store.close();
  });
});
