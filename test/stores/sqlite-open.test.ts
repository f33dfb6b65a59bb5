/** The embedded store around its documents: options, what it leaves of the process it runs in, what it says of damage. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { indexSources } from '../../src/engine.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/stores/sqlite.ts';

test('an option that does not exist is refused', async () => {
  const options = { creat: false } as SqliteStoreOptions;
  await expect(openSqliteStore(':memory:', options)).rejects.toMatchObject({ code: 'unknown-option' });
});

/** Where SQLite is built into Node, its warning is kept back while it loads. */
test('stores that are opened side by side leave the warnings of the process alone', async () => {
  const { emitWarning } = process;
  const stores = await Promise.all([':memory:', ':memory:'].map((path) => openSqliteStore(path)));
  expect(process.emitWarning).toBe(emitWarning);
  for (const store of stores) await store.close();
});

test('a fault names the document, whatever its name means to a replacement', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-open-'));
  const path = join(folder, 'index.db');
  const store = await openSqliteStore(path);
  await indexSources({ store, sources: [{ documentId: 'a$&b.md', mediaType: 'text/markdown', text: 'Text.' }] });
  const database = new DatabaseSync(path);
  database.exec("update documents set metadata = '{'");
  database.close();
  expect(await store.check()).toContain('document a$&b.md has metadata that cannot be read');
  await store.close();
  rmSync(folder, { recursive: true });
});
