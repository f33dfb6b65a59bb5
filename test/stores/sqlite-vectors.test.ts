/** Vector search of the embedded store against brute force over every vector, through edits by two connections. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/model/chunk.ts';
import { headerText } from '../../src/model/header-text.ts';
import type { Filter } from '../../src/model/retrieval.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import type { ScoredChunk, Store, VectorField } from '../../src/stores/store.ts';
import { chunksOf, sampleUpdate, sampleVector } from '../../src/testing/sample-updates.ts';
import { shortHash } from '../../src/text/hash.ts';

const MODEL = 'model';
const DIMENSIONS = 7;
const folder = mkdtempSync(join(tmpdir(), 'kerf-vectors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Few texts, so that chunks share vectors; every third text has none until a document brings it. */
const vectorOf = (hash: string): Float32Array => sampleVector(hash, DIMENSIONS);

/** What the test knows: the living chunks, and the hashes that have come with vectors since anybody used them. */
interface Known {
  readonly documents: Map<string, readonly Chunk[]>;
}

interface Edit {
  readonly document: number;
  /** Numbers of the texts of the document; none removes it. */
  readonly texts: readonly number[];
  readonly section: number;
  readonly withVectors: boolean;
  readonly newVersion: boolean;
  /** Which of two connections writes. */
  readonly writer: 0 | 1;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  document: fc.integer({ min: 0, max: 3 }),
  texts: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }),
  section: fc.integer({ min: 0, max: 2 }),
  withVectors: fc.boolean(),
  newVersion: fc.boolean(),
  writer: fc.constantFrom(0, 1),
});

async function apply(store: Store, known: Known, edit: Edit): Promise<void> {
  const next = await store.beginVersion();
  const version = edit.newVersion || next === 1 ? next : next - 1;
  const documentId = `${edit.document % 2 === 0 ? 'even' : 'odd'}/${edit.document}.md`;
  if (edit.texts.length === 0) {
    await store.removeDocument(version, documentId);
    known.documents.delete(documentId);
    return;
  }
  const parts = edit.texts.map((text) => ({ text: `text ${text}`, sectionPath: [`Section ${edit.section}`] }));
  const update = sampleUpdate(documentId, parts, { old: known.documents.get(documentId) ?? [] });
  const chunks = chunksOf(update);
  const hashes = new Set(chunks.flatMap((chunk) => [chunk.embedHash, shortHash(headerText(chunk))]));
  const vectors = edit.withVectors ? [...hashes].map((hash) => ({ hash, vector: vectorOf(hash) })) : [];
  await store.applyDocument(version, { ...update, embedderId: edit.withVectors ? MODEL : null, vectors });
  known.documents.set(documentId, chunks);
}

async function bruteForce(store: Store, known: Known, field: VectorField, query: Float32Array, filter: Filter) {
  const hashOf = (chunk: Chunk): string => (field === 'text' ? chunk.embedHash : shortHash(headerText(chunk)));
  const living = [...known.documents.values()].flat();
  const stored = await store.knownVectors(MODEL, living.map(hashOf));
  const folders = filter.documents ?? [''];
  const passing = living.filter((chunk) => folders.some((folder) => chunk.documentId.startsWith(folder)));
  const scored = passing
    .filter((chunk) => stored.has(hashOf(chunk)))
    .map((chunk) => {
      const score = vectorOf(hashOf(chunk)).reduce((sum, value, i) => sum + value * query[i], 0);
      return { chunkId: chunk.id, score };
    });
  return scored.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}

const FILTERS: readonly Filter[] = [{}, { documents: ['odd/'] }, { documents: ['even/2.md'] }, { documents: [] }];

async function expectBruteForce(stores: readonly Store[], known: Known, seed: number): Promise<void> {
  const vector = sampleVector(`query ${seed}`, DIMENSIONS);
  for (const field of ['text', 'header'] as const) {
    for (const filter of FILTERS) {
      const expected = await bruteForce(stores[0], known, field, vector, filter);
      for (const limit of [1, 2, 5, 1000]) {
        for (const store of stores) {
          const hits = await store.searchVectors({ field, embedderId: MODEL, vector, limit, filter });
          expect(hits).toEqual(expected.slice(0, limit));
        }
      }
    }
  }
}

describe('vector search', () => {
  it('is brute force after every edit, through any connection, with any filter, for any limit', async () => {
    let stores = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const path = join(folder, `${stores++}.db`);
        const connections = [await openSqliteStore(path), await openSqliteStore(path)];
        const known: Known = { documents: new Map() };
        try {
          for (const [i, step] of edits.entries()) {
            await apply(connections[step.writer], known, step);
            await expectBruteForce(connections, known, i);
          }
        } finally {
          for (const connection of connections) await connection.close();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('keeps another embedder apart that takes the place of one that is gone', async () => {
    const store = await openSqliteStore(':memory:');
    const write = async (embedderId: string, dimensions: number): Promise<readonly Chunk[]> => {
      await store.removeDocument(await store.beginVersion(), 'doc.md');
      const update = sampleUpdate('doc.md', ['a', 'b']);
      const chunks = chunksOf(update);
      const vectors = chunks.map(({ embedHash: hash }) => ({ hash, vector: sampleVector(hash, dimensions) }));
      await store.applyDocument(await store.beginVersion(), { ...update, embedderId, vectors });
      return chunks;
    };
    for (const [embedderId, dimensions] of [
      ['one', 5],
      ['two', 40],
      ['one', 3],
    ] as const) {
      const chunks = await write(embedderId, dimensions);
      const vector = sampleVector(chunks[1].embedHash, dimensions);
      const hits = await store.searchVectors({ field: 'text', embedderId, vector, limit: 1 });
      expect(hits.map(({ chunkId }) => chunkId)).toEqual([chunks[1].id]);
    }
    await store.close();
  });

  it('puts a chunk first that rounding to codes alone would put last', async () => {
    const store = await openSqliteStore(':memory:');
    const parts = Array.from({ length: 300 }, (_, i) => `chunk ${i}`);
    const update = sampleUpdate('doc.md', parts);
    const chunks = chunksOf(update);
    // The large number makes the other of each vector round to 0, and the query sees the other alone. Where the large one is
    // larger, more may be hidden: the vectors that can score highest are those that score lowest.
    const vectors = chunks.map(({ embedHash: hash }, i) => ({
      hash,
      vector: Float32Array.of(2 - i / 1000, i / 100_000, 0),
    }));
    await store.applyDocument(await store.beginVersion(), { ...update, embedderId: MODEL, vectors });
    const vector = Float32Array.of(0, 1, 0);
    const hits = await store.searchVectors({ field: 'text', embedderId: MODEL, vector, limit: 3 });
    expect(hits.map(({ chunkId }) => chunkId)).toEqual([299, 298, 297].map((i) => chunks[i].id));
    await store.close();
  });

  it('finds the best of thousands that share one header, by id', async () => {
    const store = await openSqliteStore(':memory:');
    const parts = Array.from({ length: 3_000 }, (_, i) => ({ text: `chunk ${i}`, sectionPath: ['Same'] }));
    const update = sampleUpdate('doc.md', parts);
    const hash = shortHash(headerText(chunksOf(update)[0]));
    const vector = sampleVector('header', DIMENSIONS);
    await store.applyDocument(await store.beginVersion(), {
      ...update,
      embedderId: MODEL,
      vectors: [{ hash, vector }],
    });
    const hits = await store.searchVectors({ field: 'header', embedderId: MODEL, vector, limit: 20 });
    const ids = chunksOf(update).map(({ id }) => id);
    expect(hits.map(({ chunkId }: ScoredChunk) => chunkId)).toEqual(ids.sort().slice(0, 20));
    await store.close();
  });

  it('refuses a query that holds no number', async () => {
    const store = await openSqliteStore(':memory:');
    const update = sampleUpdate('doc.md', ['a']);
    const { embedHash: hash } = chunksOf(update)[0];
    const vectors = [{ hash, vector: vectorOf(hash) }];
    await store.applyDocument(await store.beginVersion(), { ...update, embedderId: MODEL, vectors });
    const vector = new Float32Array(DIMENSIONS).fill(Number.NaN);
    const search = store.searchVectors({ field: 'text', embedderId: MODEL, vector, limit: 1 });
    await expect(search).rejects.toMatchObject({ code: 'store-config' });
    await store.close();
  });
});
