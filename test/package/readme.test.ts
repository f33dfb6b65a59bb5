/** What the README shows is run: the example is the file it came from, and commands print what the README says. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KERF = join(ROOT, 'dist/cli/main.js');
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

/** What is written between the fences of the first block that begins with `opening`. */
function shown(opening: string): string {
  const block = README.split(opening)[1];
  if (block === undefined) throw new Error(`README has no block that begins with ${JSON.stringify(opening)}.`);
  return block.split('\n```')[0];
}

/** Runs commands in a copy of `examples/`, and gives what they print. */
function printed(...commands: readonly (readonly string[])[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'kerf-readme-'));
  try {
    cpSync(join(ROOT, 'examples/docs'), join(directory, 'docs'), { recursive: true });
    return commands
      .map((args) => execFileSync(process.execPath, [KERF, ...args], { cwd: directory, encoding: 'utf8' }))
      .join('');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Time and speed differ from run to run. */
function untimed(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/ in \d.*$/, ''));
}

it('shows what the command line prints', () => {
  const lines = untimed(shown('```console\n')).filter((line) => !line.startsWith('$ ') && line !== '...');
  const search = [
    'search',
    'What does the Growth plan cost for a year?',
    '--top-k',
    '1',
    '--neighbours',
    '0',
    '--explain',
  ];
  const output = untimed(printed(['index', 'docs'], search));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) expect(output).toContain(line);
});

it('shows the chunk of a divided table as it is', () => {
  const example = JSON.parse(shown('```json\n'));
  const { embedText, ...exact } = example;
  const lines = printed(['chunk', 'docs/configuration.md', '--max-tokens', '110', '--json']).trim().split('\n');
  const chunk = lines.map((line) => JSON.parse(line)).find(({ span }) => span.start === exact.span.start);
  expect(chunk).toMatchObject(exact);
  expect(chunk.embedText.startsWith(embedText.split('...')[0])).toBe(true);
});

it('shows what the strategies tear', () => {
  const output = printed(['compare', 'docs/api.md', '--max-tokens', '120']);
  expect(output).toContain(shown('```text\nTorn'));
});
