/** What the README shows is run: the example is the file it came from, and prints what the README says. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

it('shows the example as it stands in examples/', () => {
  expect(README).toContain(readFileSync(join(ROOT, 'examples/quickstart.mjs'), 'utf8'));
});

it('shows what the example prints', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kerf-readme-'));
  try {
    cpSync(join(ROOT, 'examples/docs'), join(directory, 'docs'), { recursive: true });
    const example = join(ROOT, 'examples/quickstart.mjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, [example], { cwd: directory, encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(README).toContain(stdout);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
