import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSource, readSources } from '../../src/sources/files.ts';
import { walkFiles } from '../../src/sources/walk.ts';

function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'kerf-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function walk(root: string, ...paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of walkFiles(paths.map((path) => join(root, path))))
    found.push(path.slice(root.length + 1));
  return found;
}

describe('walkFiles', () => {
  it('goes in code unit order, folder by folder, and leaves out hidden and foreign ones', async () => {
    const root = folder({
      'b.md': '',
      'a/z.md': '',
      'a/B.md': '',
      'a/é.md': '',
      '.hidden.md': '',
      'a/.git/config': '',
      'node_modules/x.md': '',
    });
    expect(await walk(root, '')).toEqual(['a/B.md', 'a/z.md', 'a/é.md', 'b.md']);
  });

  it('gives each file once, and a named file whatever its name', async () => {
    const root = folder({ 'a/x.md': '', 'a/.secret.md': '' });
    expect(await walk(root, 'a/.secret.md', 'a', 'a/x.md')).toEqual(['a/.secret.md', 'a/x.md']);
  });

  it('follows links, but not in a circle', async () => {
    const root = folder({ 'a/x.md': '', 'other/y.md': '' });
    symlinkSync(join(root, 'a'), join(root, 'a/loop'));
    symlinkSync(join(root, 'other'), join(root, 'a/other'));
    symlinkSync(join(root, 'nowhere'), join(root, 'a/dangling'));
    expect(await walk(root, 'a')).toEqual(['a/other/y.md', 'a/x.md']);
  });

  it('takes names as they are', async () => {
    const root = folder({ 'a\\b c\n.md': '' });
    expect(await walk(root, '')).toEqual(['a\\b c\n.md']);
    expect(await walk(root, 'a\\b c\n.md')).toEqual(['a\\b c\n.md']);
  });

  it('walks a deep folder', async () => {
    const deep = Array.from({ length: 200 }, () => 'd').join('/');
    const root = folder({ [`${deep}/x.md`]: '' });
    expect(await walk(root, '')).toEqual([`${deep}/x.md`]);
  });

  it('names the path that does not exist', async () => {
    await expect(walk(folder({}), 'nowhere')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('readSource', () => {
  it('tells when the file changed and what it holds', async () => {
    const root = folder({ 'a.md': '\ufeff# A\r\n' });
    expect(await readSource(join(root, 'a.md'))).toMatchObject({
      mediaType: 'text/markdown',
      text: '\ufeff# A\r\n',
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      diagnostics: [],
    });
  });

  it('reports what cannot be read instead of throwing', async () => {
    const root = folder({ 'a.md': '', 'b.bin': new Uint8Array(32) });
    expect(await readSource(join(root, 'gone.md'))).toMatchObject({ code: 'unreadable-file' });
    expect(await readSource(root)).toMatchObject({ code: 'unreadable-file' });
    expect(await readSource(join(root, 'b.bin'))).toMatchObject({ code: 'binary-content' });
  });

  it('passes over binary files of a folder in silence, and reports those that were named', async () => {
    const root = folder({ 'a.md': 'A', 'b.bin': new Uint8Array(32) });
    const read = async (path: string) => {
      const ids: string[] = [];
      for await (const source of readSources([path])) ids.push('code' in source ? source.code : 'source');
      return ids;
    };
    expect(await read(root)).toEqual(['source']);
    expect(await read(join(root, 'b.bin'))).toEqual(['binary-content']);
  });

  it('counts the documents of a folder that it cannot read, in one diagnostic', async () => {
    const bytes = new Uint8Array(32);
    const root = folder({ 'a.md': 'A', 'b.pdf': bytes, 'c/d.PDF': bytes, 'c/e.docx': bytes, 'f.png': bytes });
    const found: unknown[] = [];
    for await (const source of readSources([root])) if ('code' in source) found.push(source);
    expect(found).toEqual([
      {
        code: 'unsupported-format',
        documentId: join(root, 'b.pdf'),
        message:
          '3 documents of formats that Kerf does not read are left out (2 .pdf, 1 .docx): convert to Markdown, HTML or text what is to be found.',
      },
    ]);
  });

  it('takes a list of paths, and says so to who gives one path alone', async () => {
    const read = readSources('docs' as unknown as readonly string[]).next();
    await expect(read).rejects.toMatchObject({ code: 'invalid-option', message: expect.stringContaining('["docs"]') });
  });

  // Root may open everything.
  it.skipIf(process.getuid?.() === 0)('reports a folder that may not be opened, and goes on', async () => {
    const root = folder({ 'a/x.md': '', 'b.md': '' });
    chmodSync(join(root, 'a'), 0o000);
    onTestFinished(() => chmodSync(join(root, 'a'), 0o755));
    expect(await walk(root, '')).toEqual(['a', 'b.md']);
    expect(await readSource(join(root, 'a'))).toMatchObject({ code: 'unreadable-file' });
  });
});

describe('what is no ordinary file', () => {
  it.runIf(process.platform === 'linux')('reports a pipe that was named instead of waiting for it', async () => {
    const root = folder({});
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await readSource(join(root, 'pipe'))).toMatchObject({ code: 'unreadable-file' });
  });

  it.runIf(process.platform === 'linux')('reports a file whose name is no valid UTF-8', async () => {
    const root = folder({ 'a.md': 'x' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from('.md')]), 'lost');
    const found = [];
    for await (const source of readSources([root])) found.push('code' in source ? source.code : 'source');
    expect(found.sort()).toEqual(['source', 'unreadable-file']);
  });
});
