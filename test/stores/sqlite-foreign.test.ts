/** Files that are no Kerf store, and stores of another format: refused, and left as they were. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/sqlite.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-foreign-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database with a write-ahead log, as other programs leave it when they close it. */
function foreign(sql: string): string {
  const path = join(folder, 'other.db');
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal');
  database.exec(sql);
  database.close();
  return path;
}

test.each([
  ['the database of another program', 'create table tides (port text)', 'store-open'],
  ['a store of an older format', 'pragma application_id = 1262834246; pragma user_version = 1', 'store-version'],
])('%s is not changed', async (_, sql, code) => {
  const path = foreign(sql);
  const before = readFileSync(path);
  await expect(openSqliteStore(path)).rejects.toMatchObject({ code });
  expect(readFileSync(path).equals(before)).toBe(true);
});
