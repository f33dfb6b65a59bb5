/** The lexical index of the embedded store gives the scores of BM25 written out, through edits and removals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Chunk, ChunkKind } from '../../src/model/chunk.ts';
import { contextTerms, headingTerms } from '../../src/stores/sqlite/lexical-rows.ts';
import { PathTokens } from '../../src/stores/sqlite/path-tokens.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';
import { type ReferenceChunk, referenceBm25 } from '../../src/testing/reference-search.ts';
import { type SampleChunk, sampleChunks } from '../../src/testing/sample-chunks.ts';
import { sampleRecord } from '../../src/testing/sample-updates.ts';
import { analyzeText } from '../../src/text/terms.ts';

const WORDS = [
  'kerf',
  'blade',
  'Oak',
  'naïve',
  'データベース',
  'v1.2.3',
  'getUserName',
  'C++',
  'don’t',
  'été',
  'मराठी',
  'X_y',
  '😀',
  'Straße',
  'İstanbul',
  'a',
];
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const part = fc.record({
  text,
  sectionPath: fc.array(word, { maxLength: 2 }),
  kind: fc.constantFrom<ChunkKind>('text', 'table'),
});
/** One step: document `id` gets these parts; without any it is removed. */
const step = fc.record({
  id: fc.constantFrom('a/one.md', 'a/two-blades.md', 'b.md'),
  parts: fc.array(part, { maxLength: 8 }),
});

const referenceOf = (chunk: Chunk): ReferenceChunk => ({
  chunkId: chunk.id,
  body: analyzeText(chunk.text),
  headings: headingTerms(chunk),
  context: contextTerms(chunk),
  otherTerms: new PathTokens().of(chunk).split(' ').length,
});

async function run(store: Store, steps: readonly { id: string; parts: SampleChunk[] }[]): Promise<Chunk[]> {
  const living = new Map<string, readonly Chunk[]>();
  for (const { id, parts } of steps) {
    const version = await store.beginVersion();
    const plan = planDocument(id, await store.readDocumentChunks(id), sampleChunks(id, parts));
    if (parts.length === 0) await store.removeDocument(version, id);
    else await store.applyDocument(version, { record: sampleRecord(id), plan, embedderId: null, vectors: [] });
    living.set(
      id,
      plan.chunks.map((planned) => planned.chunk),
    );
  }
  return [...living.values()].flat();
}

describe('lexical search', () => {
  it('equals BM25 over the living chunks, whatever was written before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
        fc.constantFrom([1, 2.5, 0.3], [1, 0, 0], [0, 1, 2], [0, 0, 1]),
        async (steps, asked, quoted, [bodyWeight, headingsWeight, contextWeight]) => {
          const store = await openSqliteStore(':memory:');
          const chunks = await run(store, steps);
          const phrases = quoted.map((words) => words.flatMap(analyzeText)).filter((terms) => terms.length > 0);
          const query = { terms: asked.flatMap(analyzeText), phrases, bodyWeight, headingsWeight, contextWeight };
          const hits = await store.searchLexical({ ...query, limit: 1_000 });
          const expected = chunks.length === 0 ? [] : referenceBm25(chunks.map(referenceOf), query);
          const score = new Map(expected.map((hit) => [hit.chunkId, hit.score]));
          expect(hits.map((hit) => hit.chunkId).sort()).toEqual([...score.keys()].sort());
          for (const hit of hits) expect(hit.score).toBeCloseTo(score.get(hit.chunkId) ?? Number.NaN, 9);
          expect([...hits].sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1))).toEqual(hits);
          expect(await store.check()).toEqual([]);
          await store.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});
