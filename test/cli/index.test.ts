import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANDBOOK, LEAVE } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, remarksIn, writeFile } from './run-kerf.ts';

describe('kerf index', () => {
  it('prints the promised fields, and has nothing to do the second time', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const first = await kerfJson(['index', 'docs'], { cwd });
    expect({ code: first.code, remarks: remarksIn(first.stderr) }).toEqual({ code: 0, remarks: '' });
    expect(Object.keys(first.json).slice(0, 10)).toEqual([
      'documents',
      'added',
      'changed',
      'moved',
      'unchanged',
      'removed',
      'embedded',
      'embeddedTokens',
      'tookMs',
      'diagnostics',
    ]);
    expect(first.json).toMatchObject({ documents: 3, changed: 0, embedded: 0, documentsWritten: 3, version: 1 });
    expect(first.json.added).toBe(first.json.chunks);
    const second = await kerfJson(['index', 'docs'], { cwd });
    expect(second.json).toMatchObject({ documents: 3, added: 0, changed: 0, documentsWritten: 0, version: null });
    expect(second.json.unchanged).toBe(first.json.added);
  });

  it('writes what changed, and removes what is gone', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    writeFile(cwd, 'docs/leave.md', LEAVE.replace('30 days a year', '28 days a year'));
    rmSync(join(cwd, 'docs/radio.txt'));
    const { json } = await kerfJson(['index', 'docs'], { cwd });
    expect(json).toMatchObject({ documents: 2, added: 0, changed: 1, documentsWritten: 1, documentsRemoved: 1 });
    const status = await kerfJson(['status'], { cwd });
    expect(status.json).toMatchObject({ documents: 2, chunks: json.chunks });
    const search = await kerfJson(['search', 'gate codes channel'], { cwd });
    expect(search.json.hits.map((hit: any) => hit.documentId)).not.toContain('docs/radio.txt');
  });

  it('leaves no word of a removed document in the file', async () => {
    const cwd = freshDirectory({ ...HANDBOOK, 'docs/pay.md': '# Wages\n\nXylophonists earn fortyseven ducats.\n' });
    const stored = (): string => readFileSync(join(cwd, '.kerf/index.db'), 'latin1').toLowerCase();
    await kerf(['index', 'docs'], { cwd });
    expect(stored()).toContain('xylophonist');
    rmSync(join(cwd, 'docs/pay.md'));
    await kerf(['index', 'docs'], { cwd });
    for (const word of ['xylophonist', 'fortyseven', 'ducat', 'pay.md']) expect(stored()).not.toContain(word);
  });

  it('says which file was renamed', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    renameSync(join(cwd, 'docs/radio.txt'), join(cwd, 'docs/channels.txt'));
    const { stdout } = await kerf(['index', 'docs', '--dry-run'], { cwd });
    expect(stdout).toContain('documents   written 1 · removed 1 (renamed 1)');
    const { json } = await kerfJson(['index', 'docs'], { cwd });
    expect(json.documentsRenamed).toEqual([{ from: 'docs/radio.txt', to: 'docs/channels.txt' }]);
  });

  it('writes nothing in a dry run', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const dry = await kerfJson(['index', 'docs', '--dry-run'], { cwd });
    expect(dry.json).toMatchObject({ documents: 3, documentsWritten: 3, dryRun: true, version: null });
    expect(dry.json.changedTokens).toBeGreaterThan(0);
    expect(readdirSync(cwd)).toEqual(['docs']);

    await kerf(['index', 'docs'], { cwd });
    writeFile(cwd, 'docs/leave.md', LEAVE.replace('30 days', '28 days'));
    expect((await kerfJson(['index', 'docs', '--dry-run'], { cwd })).json).toMatchObject({ changed: 1 });
    expect((await kerfJson(['status'], { cwd })).json).toMatchObject({ versions: { index: 1 }, stale: { edited: 1 } });
  });

  it('uses the flags an index was built with, and says so', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs', '--max-tokens', '60'], { cwd });
    const again = await kerfJson(['index', 'docs'], { cwd });
    expect(again.json.documentsWritten).toBe(0);
    expect(again.stderr).toContain('Using the flags this index was built with: --max-tokens=60');
    const other = await kerfJson(['index', 'docs', '--max-tokens', '200'], { cwd });
    expect(other.json.documentsWritten).toBe(3);
    expect((await kerfJson(['index', 'docs'], { cwd })).json.documentsWritten).toBe(0);
  });

  it('keeps the documents of other folders, and knows a folder by any spelling', async () => {
    const cwd = freshDirectory({ ...HANDBOOK, 'notes/a.md': '# A\n\nSome text.' });
    await kerf(['index', 'docs'], { cwd });
    const notes = await kerfJson(['index', 'notes'], { cwd });
    expect(notes.json).toMatchObject({ documents: 1, documentsRemoved: 0 });
    const spelled = await kerfJson(['index', './docs/'], { cwd });
    expect(spelled.json).toMatchObject({ documentsWritten: 0, documentsRemoved: 0 });
    expect((await kerfJson(['status'], { cwd })).json.documents).toBe(4);
  });

  it('names the store with --store', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs', '--store', 'deep/er/my.db'], { cwd });
    expect(existsSync(join(cwd, 'deep/er/my.db'))).toBe(true);
    expect(existsSync(join(cwd, '.kerf'))).toBe(false);
  });

  it('reports readable totals with a speed', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, stdout, stderr } = await kerf(['index', 'docs'], { cwd });
    expect({ code, remarks: remarksIn(stderr) }).toEqual({ code: 0, remarks: '' });
    expect(stdout).toMatch(/^docs: 3 documents, \d+ B, \d+ chunks in .* s \(\S+ K?B\/s\)$/m);
    expect(stdout).toContain('store       .kerf/index.db, version 1');
  });

  it.each([
    [['index'], 'needs one folder (or file), got none'],
    [['index', 'a', 'b'], 'got 2: a, b'],
    [['index', 'nowhere'], '"nowhere" does not exist'],
    [['index', '.', '--embedder-url', 'http://127.0.0.1:9'], 'give both or none'],
    [
      ['index', '.', '--embedder-url', 'nonsense', '--embedder-model', 'm'],
      '--embedder-url "nonsense" is not an address',
    ],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await kerf(args, { cwd: freshDirectory() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('leaves a file alone that is no store', async () => {
    const cwd = freshDirectory({ ...HANDBOOK, 'notes.db': 'These are my notes, not a database.' });
    const { code, stderr } = await kerf(['index', 'docs', '--store', 'notes.db'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('[store-open]');
  });
});
