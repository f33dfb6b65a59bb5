import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshDirectory, kerf } from './run-kerf.ts';

function folderWithDocs(): string {
  return freshDirectory({
    'docs/a.md': '# Gates\n\nClose both gates.\n',
    'docs/b.md': '# Pumps\n\nStart the pump.\n',
  });
}

async function index(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await kerf(['index', ...args, '--json'], { cwd });
  return { code, stderr, report: stdout === '' ? null : (JSON.parse(stdout) as Record<string, number>) };
}

it('gives a document one id, from the current folder and from its own', async () => {
  const cwd = folderWithDocs();
  await index(cwd, '.');
  expect((await index(cwd, 'docs')).report).toMatchObject({ documents: 2, added: 0, unchanged: 2 });
  renameSync(join(cwd, 'docs'), join(cwd, 'papers'));
  expect((await index(cwd, '.')).report).toMatchObject({ documents: 2, documentsRemoved: 2 });
});

it('removes what was in a folder that is gone, and still refuses a folder it never knew', async () => {
  const cwd = folderWithDocs();
  await index(cwd, 'docs');
  rmSync(join(cwd, 'docs'), { recursive: true });
  expect(await index(cwd, 'docs')).toMatchObject({ code: 0, report: { documents: 0, documentsRemoved: 2 } });
  const unknown = await index(cwd, 'dcos');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('"dcos" does not exist');
});

it('leaves the store out of itself', async () => {
  const cwd = folderWithDocs();
  await index(cwd, '.', '--store', 'in.db');
  expect((await index(cwd, '.', '--store', 'in.db')).report).toMatchObject({ documents: 2, documentsWritten: 0 });
});

it('refuses a store without a name', async () => {
  expect(await index(folderWithDocs(), 'docs', '--store', '')).toMatchObject({ code: 2 });
});
