/** The store as a file: what is refused on opening, history, several connections, and damage that is found. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { KerfError } from '../../src/model/error.ts';
import { checkStore } from '../../src/stores/sqlite/check.ts';
import { readDocumentChunks } from '../../src/stores/sqlite/chunk-rows.ts';
import { type Connection, connect } from '../../src/stores/sqlite/driver.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { sampleChunks } from '../../src/testing/sample-chunks.ts';
import { chunksOf, sampleUpdate, sampleVector } from '../../src/testing/sample-updates.ts';

const PAGE_BYTES = 4096;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-store-'));
  path = join(folder, 'kerf.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(open: Promise<unknown>): Promise<KerfError> {
  const error = await open.then(
    () => 'opened',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KerfError);
  return error as KerfError;
}

/** Runs `change` on the file behind the store's back. */
async function tamper(change: (connection: Connection) => void): Promise<void> {
  const connection = await connect(path);
  change(connection);
  connection.close();
}

async function fill(): Promise<void> {
  const store = await openSqliteStore(path);
  const update = sampleUpdate('doc.md', ['alpha', 'beta', 'gamma']);
  const vectors = chunksOf(update).map((chunk) => ({
    hash: chunk.embedHash,
    vector: sampleVector(chunk.embedHash, 4),
  }));
  await store.applyDocument(await store.beginVersion(), { ...update, embedderId: 'm', vectors });
  await store.close();
}

describe('opening a store', () => {
  it('finds again what was written', async () => {
    await fill();
    const store = await openSqliteStore(path);
    expect((await store.readDocumentChunks('doc.md')).map((chunk) => chunk.text)).toEqual(['alpha', 'beta', 'gamma']);
    expect(await store.check()).toEqual([]);
    expect((await store.status()).sizeBytes).toBeGreaterThan(0);
    await store.close();
    expect(readdirSync(folder)).toEqual(['kerf.db']);
  });

  it('refuses a newer format and names both versions and the remedy', async () => {
    await fill();
    await tamper((connection) => connection.exec('pragma user_version = 7'));
    const error = await refusal(openSqliteStore(path));
    expect(error.code).toBe('store-version');
    expect(error.message).toBe(
      `${path} has store format 7, this Kerf reads and writes format 2: use a newer Kerf, or index the documents again into another file`,
    );
  });

  it('refuses an older format and says that the file can be made again', async () => {
    await fill();
    await tamper((connection) => connection.exec('pragma user_version = 1'));
    const error = await refusal(openSqliteStore(path));
    expect([error.code, error.message]).toEqual([
      'store-version',
      `${path} has store format 1, this Kerf reads and writes format 2: delete the file and index the documents again`,
    ]);
  });

  it('refuses a file that is no database and leaves it alone', async () => {
    const content = 'this is a letter, not a store. '.repeat(200);
    writeFileSync(path, content);
    expect((await refusal(openSqliteStore(path))).code).toBe('store-open');
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('says what is wrong with a store that was not closed and lies where nothing may be written', async () => {
    const open = await openSqliteStore(path);
    const [locked, writable] = [join(folder, 'locked.db'), join(folder, 'writable.db')];
    copyFileSync(path, locked);
    copyFileSync(path, writable);
    await open.close();
    // What stands in its place keeps SQLite from making the index of the log, as a folder that may not be written does.
    mkdirSync(`${locked}-shm`);
    const error = await refusal(openSqliteStore(locked));
    expect(error.code).toBe('store-open');
    expect(error.message).toContain('where it or its folder may not be written');
    await (await openSqliteStore(writable)).close();
    expect(readdirSync(folder).filter((name) => name.startsWith('writable'))).toEqual(['writable.db']);
  });

  it('refuses the database of another program and leaves it alone', async () => {
    await tamper((connection) => connection.exec('create table notes (text)'));
    const before = readFileSync(path);
    const error = await refusal(openSqliteStore(path));
    expect([error.code, error.message]).toEqual([
      'store-open',
      `${path} is not a Kerf store; name another file, and Kerf will create it`,
    ]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a folder, and a file in a folder that is not there', async () => {
    mkdirSync(path);
    const error = await refusal(openSqliteStore(path));
    expect([error.code, error.message]).toEqual([
      'store-open',
      `${path} is a folder; name a file, and Kerf will create it`,
    ]);
    expect((await refusal(openSqliteStore(join(folder, 'missing', 'kerf.db')))).code).toBe('store-open');
  });

  it('does not create a file when told not to', async () => {
    expect((await refusal(openSqliteStore(path, { create: false }))).code).toBe('store-open');
    expect(existsSync(path)).toBe(false);
    await fill();
    await (await openSqliteStore(path, { create: false })).close();
  });
});

describe('history', () => {
  it('reads a document as it was at each version', async () => {
    const store = await openSqliteStore(path);
    const states = [
      ['a', 'b', 'c'],
      ['a longer', 'b', 'c'],
      ['c', 'b', 'new'],
    ];
    const written: (readonly Chunk[])[] = [];
    for (const texts of states) {
      const next = sampleChunks(
        'doc.md',
        texts.map((text) => ({ text })),
      );
      const plan = planDocument('doc.md', await store.readDocumentChunks('doc.md'), next);
      await store.applyDocument(await store.beginVersion(), { ...sampleUpdate('doc.md', []), plan });
      written.push(plan.chunks.map((planned) => planned.chunk));
    }
    await store.close();
    await tamper((connection) => {
      for (const [i, chunks] of written.entries())
        expect(readDocumentChunks(connection, 'doc.md', i + 1)).toEqual(chunks);
      expect(readDocumentChunks(connection, 'doc.md', 99)).toEqual(written[2]);
      expect(readDocumentChunks(connection, 'doc.md', 0)).toEqual([]);
    });
  });
});

describe('two connections', () => {
  it('see each other’s writes, vectors too', async () => {
    await fill();
    const [reader, writer] = [await openSqliteStore(path), await openSqliteStore(path)];
    const query = { field: 'text', embedderId: 'm', vector: sampleVector('q', 4), limit: 9 } as const;
    expect(await reader.searchVectors(query)).toHaveLength(3);
    const update = sampleUpdate('two.md', ['delta']);
    const [delta] = chunksOf(update);
    const vectors = [{ hash: delta.embedHash, vector: query.vector }];
    await writer.applyDocument(await writer.beginVersion(), { ...update, embedderId: 'm', vectors });
    expect((await reader.searchVectors(query))[0].chunkId).toBe(delta.id);
    expect((await reader.status()).version).toBe(2);
    await writer.removeDocument(await writer.beginVersion(), 'doc.md');
    expect(await reader.searchVectors(query)).toHaveLength(1);
    await reader.close();
    await writer.close();
  });

  it('refuse a plan made before the other one wrote', async () => {
    await fill();
    const [first, second] = [await openSqliteStore(path), await openSqliteStore(path)];
    const old = await first.readDocumentChunks('doc.md');
    const version = await first.beginVersion();
    await second.applyDocument(await second.beginVersion(), sampleUpdate('doc.md', ['alpha'], { old }));
    const error = await refusal(first.applyDocument(version, sampleUpdate('doc.md', ['alpha', 'beta', 'x'], { old })));
    expect([error.code, error.message.includes('plan anew')]).toEqual(['store-write', true]);
    await first.close();
    await second.close();
  });
});

describe('check', () => {
  it.each<[string, string, string]>([
    [
      'a chunk without terms',
      "insert into chunk_terms (chunk_terms) values ('delete-all')",
      'has no terms in the lexical index',
    ],
    [
      'terms without a chunk',
      "insert into chunk_terms (rowid, body) values (99, 'x')",
      'row 99, which is no living chunk',
    ],
    ['a chunk that vanished', 'delete from chunks where row = 2', 'does not list the chunks that lived then'],
    ['a layout that vanished', 'delete from layouts', 'document doc.md has no layout'],
    ['a layout that is noise', "update layouts set bytes = x'ff'", 'version 1 cannot be read'],
    ['a vector nobody uses', "update vectors set hash = 'stray' where vector = 1", 'vector stray is used by no chunk'],
    ['floats that are missing', 'delete from vector_floats where vector = 1', 'has no floats'],
    ['a vector of another length', "update vectors set codes = x'01' where vector = 1", 'has the wrong length'],
    ['a wrong count', 'update documents set chunk_count = 9', 'recorded with 9 chunks and has 3'],
    ['a version from the future', 'update documents set version = 9', 'doc.md is newer than the store'],
    ['a chunk without a document', 'update chunks set doc = 9 where row = 1', 'chunk row 1 belongs to no document'],
  ])('finds %s', async (_name, sql, sentence) => {
    await fill();
    await tamper((connection) => {
      connection.exec('pragma foreign_keys = off');
      connection.exec(sql);
    });
    const store = await openSqliteStore(path);
    expect((await store.check()).join('\n')).toContain(sentence);
    await store.close();
  });

  it('finds nothing wrong with a sound store that may not be written', async () => {
    await fill();
    await tamper((connection) => {
      connection.exec('pragma query_only = on');
      expect(checkStore(connection)).toEqual([]);
      connection.exec('pragma query_only = off');
    });
  });

  it('finds damage wherever it is in the file, or refuses to open it', async () => {
    await fill();
    const sound = readFileSync(path);
    for (let page = 1; page < sound.length / PAGE_BYTES; page++) {
      const bytes = Buffer.from(sound);
      bytes.fill(0xff, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
      writeFileSync(path, bytes);
      const found = await openSqliteStore(path)
        .then((store) => store.check().finally(() => store.close()))
        .catch((error: unknown) => [(error as KerfError).code]);
      expect({ page, faults: found.length > 0 }).toEqual({ page, faults: true });
    }
  });
});

describe('a changed analysis', () => {
  const search = { terms: ['beta'], limit: 9, bodyWeight: 1, headingsWeight: 1 };

  it('builds the lexical index anew when the store is opened', async () => {
    await fill();
    await tamper((connection) => {
      connection.exec("insert into chunk_terms (chunk_terms) values ('delete-all')");
      connection.exec("update meta set value = 1 where key = 'analysis'");
    });
    const store = await openSqliteStore(path);
    expect(await store.searchLexical(search)).toHaveLength(1);
    expect(await store.check()).toEqual([]);
    await store.close();
  });

  it.each([['beta edited'], ['']])('is noticed when a chunk ends, and nothing stale stays (%j)', async (text) => {
    await fill();
    await tamper((connection) => connection.exec('update chunks set terms_hash = 1'));
    const store = await openSqliteStore(path);
    const old = await store.readDocumentChunks('doc.md');
    const version = await store.beginVersion();
    if (text === '') await store.removeDocument(version, 'doc.md');
    else await store.applyDocument(version, sampleUpdate('doc.md', ['alpha', text, 'gamma'], { old }));
    expect(await store.searchLexical(search)).toHaveLength(text === '' ? 0 : 1);
    expect(await store.check()).toEqual([]);
    await store.close();
    await tamper((connection) => {
      expect(connection.get('select 1 from chunks where terms_hash = 1 and to_version is null')).toBe(undefined);
    });
  });
});

it('gives each caller a status of its own, which changes with the store', async () => {
  await fill();
  const store = await openSqliteStore(path);
  const first = await store.status();
  Object.assign(first, { chunks: 99 });
  Object.assign(first.documentsByConfig, { mine: 1 });
  const second = await store.status();
  expect(second.chunks).not.toBe(99);
  expect(second.documentsByConfig).not.toHaveProperty('mine');
  await store.removeDocument(await store.beginVersion(), 'doc.md');
  expect((await store.status()).chunks).toBe(0);
  await store.close();
});
