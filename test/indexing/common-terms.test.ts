/** Leaving common terms out of the search for the best rows changes no result, only the time it takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { divideTerms, isNarrow } from '../../src/stores/sqlite/common-terms.ts';
import { type Connection, connect } from '../../src/stores/sqlite/driver.ts';
import { contextTerms, headingTerms } from '../../src/stores/sqlite/lexical-rows.ts';
import { filterTokens, PathTokens } from '../../src/stores/sqlite/path-tokens.ts';
import { openSchema } from '../../src/stores/sqlite/schema.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { Store } from '../../src/stores/store.ts';
import { type ReferenceChunk, referenceBm25 } from '../../src/testing/reference-search.ts';
import { sampleChunks } from '../../src/testing/sample-chunks.ts';
import { sampleRecord } from '../../src/testing/sample-updates.ts';
import { seededNumbers } from '../../src/text/seeded-numbers.ts';
import { analyzeText } from '../../src/text/terms.ts';

const DOCUMENTS = 12;
const CHUNKS = 120;
const VOCABULARY = 300;
/** Word r is about as frequent as 1 / (r + 1). */
const wordAt = (share: number): string => `w${Math.floor(VOCABULARY ** share) - 1}q`;

const directory = mkdtempSync(join(tmpdir(), 'kerf-common-'));
const path = join(directory, 'store.db');
let store: Store;
let connection: Connection;
let chunks: readonly Chunk[];

function documentChunks(documentId: string, seed: number): Chunk[] {
  const draw = seededNumbers(seed);
  const next = (): number => (draw() >>> 0) / 2 ** 32;
  const words = (count: number): string => Array.from({ length: count }, () => wordAt(next())).join(' ');
  return sampleChunks(
    documentId,
    Array.from({ length: CHUNKS }, () => ({ text: words(3 + Math.floor(next() * 20)), sectionPath: [words(2)] })),
  );
}

beforeAll(async () => {
  store = await openSqliteStore(path);
  const all: Chunk[] = [];
  for (let d = 0; d < DOCUMENTS; d++) {
    const id = d < 2 ? `few/${d}.md` : `many/${d}.md`;
    const plan = planDocument(id, [], documentChunks(id, d + 1));
    const version = await store.beginVersion();
    await store.applyDocument(version, { record: sampleRecord(id), plan, embedderId: null, vectors: [] });
    all.push(...plan.chunks.map((planned) => planned.chunk));
  }
  chunks = all;
  connection = await connect(path);
  openSchema(connection);
});

afterAll(async () => {
  await store.close();
  connection.close();
  rmSync(directory, { recursive: true });
});

const referenceOf = (chunk: Chunk): ReferenceChunk => ({
  chunkId: chunk.id,
  body: analyzeText(chunk.text),
  headings: headingTerms(chunk),
  context: contextTerms(chunk),
  otherTerms: new PathTokens().of(chunk).split(' ').length,
});

describe('a search with common terms', () => {
  it('finds the best chunks with the scores of BM25 over all of them', async () => {
    const references = chunks.map(referenceOf);
    const documentOf = new Map(chunks.map(({ id, documentId }) => [id, documentId]));
    const word = fc.integer({ min: 0, max: 1_000_000 }).map((n) => wordAt(n / 1_000_001));
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 2, maxLength: 7 }),
        fc.array(fc.array(word, { minLength: 2, maxLength: 2 }), { maxLength: 1 }),
        fc.constantFrom([1, 2, 0.5], [1, 0, 0], [0, 1, 0], [0.1, 40, 1]),
        fc.constantFrom(1, 5, 40, 400),
        fc.constantFrom(undefined, 'few/', 'many/'),
        async (terms, phrases, [bodyWeight, headingsWeight, contextWeight], limit, folder) => {
          const query = { terms, phrases, bodyWeight, headingsWeight, contextWeight };
          const filter = folder === undefined ? {} : { filter: { documents: [folder] } };
          const hits = await store.searchLexical({ ...query, ...filter, limit });
          const passing = referenceBm25(references, query).filter(({ chunkId }) =>
            documentOf.get(chunkId)?.startsWith(folder ?? ''),
          );
          const best = passing.slice(0, limit);
          const score = new Map(passing.map((hit) => [hit.chunkId, hit.score]));
          expect(hits.length).toBe(best.length);
          for (const [i, hit] of hits.entries()) {
            expect(hit.score).toBeCloseTo(best[i].score, 9);
            expect(hit.score).toBeCloseTo(score.get(hit.chunkId) ?? Number.NaN, 9);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('divides terms by how many chunks hold them, and says what the common ones can add at most', () => {
    const columns = ['body', 'headings', 'context'];
    const divided = divideTerms(connection, ['w0q', 'w150q', 'w200q', 'w280q'], columns);
    expect(divided?.common).toEqual(['w0q']);
    expect(divided?.telling).toHaveLength(3);
    expect(divided?.bound).toBeGreaterThan(0);
    expect(divideTerms(connection, ['w150q', 'w280q'], columns)).toBeNull();
    expect(divideTerms(connection, ['w0q', 'w1q'], columns)?.common ?? []).not.toContain('w1q');
    expect(divideTerms(connection, ['absent'], columns)).toBeNull();
  });

  it('divides no terms so many that naming them twice costs more than it saves', () => {
    const common = Array.from({ length: 10 }, () => 'w0q');
    expect(divideTerms(connection, [...common.slice(2), 'w200q', 'w240q', 'w280q'], ['body'])).not.toBeNull();
    expect(divideTerms(connection, [...common, 'w200q', 'w240q', 'w280q'], ['body'])).toBeNull();
  });

  it('divides none behind a filter that passes few chunks', () => {
    expect(isNarrow(connection, filterTokens({ documents: ['few/'] }))).toBe(true);
    expect(isNarrow(connection, filterTokens({ documents: ['many/'] }))).toBe(false);
    expect(isNarrow(connection, [])).toBe(false);
  });
});
