/** A store whose writer is killed holds every document that was reported, is sound, and a second run heals it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/stores/sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerf-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const WRITER = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');

/** Runs the writer and kills it once it has reported `documents`; returns those it reported. */
async function index(path: string, edition: string, documents = Number.POSITIVE_INFINITY): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', TSX, WRITER, path, edition], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > documents) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output.split('\n').slice(0, -1);
}

describe('a killed writer', () => {
  it('loses nothing it reported, leaves a sound store, and a second run completes it', async () => {
    const path = join(folder, 'kerf.db');
    for (const [edition, documents] of [
      ['one', 7],
      ['one', 60],
      ['two', 40],
    ] as const) {
      const reported = await index(path, edition, documents);
      expect(reported.length).toBeGreaterThanOrEqual(documents);
      expect(reported.length).toBeLessThan(400);
      const store = await openSqliteStore(path);
      expect(await store.check()).toEqual([]);
      const written = new Set((await store.listDocuments()).map((document) => document.documentId));
      expect(reported.filter((id) => !written.has(id))).toEqual([]);
      await store.close();
    }
    expect(await index(path, 'two')).toHaveLength(400);
    const store = await openSqliteStore(path);
    expect(await store.check()).toEqual([]);
    expect(await store.status()).toMatchObject({ documents: 400, chunks: 400 * 30 });
    const texts = (await store.readDocumentChunks('folder/doc0.md')).map((chunk) => chunk.text);
    expect(texts.slice(0, 2)).toEqual(['text 0 of 0 two', 'text 1 of 0']);
    await store.close();
  });
});
