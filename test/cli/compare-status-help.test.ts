import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HANDBOOK } from './handbook.ts';
import { freshDirectory, kerf, kerfJson } from './run-kerf.ts';

const COMMANDS = ['chunk', 'index', 'search', 'verify', 'compare', 'status'];

describe('kerf compare', () => {
  it('sets the strategies side by side', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, json } = await kerfJson(['compare', 'docs/leave.md', '--max-tokens', '60'], { cwd });
    expect(code).toBe(0);
    const names = json.strategies.map((entry: any) => entry.strategy);
    expect(names).toEqual(['fixed', 'sentence', 'paragraph', 'heading', 'structural']);
    const { stdout } = await kerf(['compare', 'docs/leave.md', '--max-tokens', '60'], { cwd });
    for (const name of names) expect(stdout).toMatch(new RegExp(`^\\s*${name} `, 'm'));
  });

  it('refuses a folder and a missing file', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const folder = await kerf(['compare', 'docs'], { cwd });
    expect(folder.code).toBe(2);
    expect(folder.stderr).toContain('"docs" cannot be compared; name one file. It is a folder.');
    expect(await kerf(['compare', 'nowhere.md'], { cwd })).toMatchObject({ code: 2 });
  });
});

describe('kerf status', () => {
  it('counts documents, chunks, versions, sizes and what is stale', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    const { code, json } = await kerfJson(['status'], { cwd });
    expect(code).toBe(0);
    expect(Object.keys(json).slice(0, 5)).toEqual(['documents', 'chunks', 'versions', 'sizes', 'stale']);
    expect(json).toMatchObject({
      documents: 3,
      versions: { index: 1 },
      stale: { configuration: 0, edited: 0, missing: 0 },
    });
    expect(json.sizes.storeBytes).toBeGreaterThan(json.sizes.sourceBytes);
    const { stdout } = await kerf(['status'], { cwd });
    expect(stdout).toContain('0 edited, 0 missing, 0 made with other flags');
  });

  it('says how to make an index where there is none', async () => {
    const { code, stderr } = await kerf(['status'], { cwd: freshDirectory() });
    expect(code).toBe(2);
    expect(stderr).toContain('make one with kerf index DIR');
  });
});

describe('help', () => {
  it('gives the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await kerf(['--version'], { cwd: '.' })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('lists the commands and what the exit status means', async () => {
    const { code, stdout } = await kerf(['help'], { cwd: '.' });
    expect(code).toBe(0);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    for (const status of ['0', '1', '2', '130']) expect(stdout).toMatch(new RegExp(`^ +${status} {2}\\S`, 'm'));
  });

  it.each(COMMANDS)('explains %s the same with help and --help', async (name) => {
    const long = await kerf([name, '--help'], { cwd: '.' });
    expect(long.code).toBe(0);
    expect(long.stdout).toContain(`Usage: kerf ${name}`);
    expect(long.stdout).toContain('--json');
    expect(await kerf(['help', name], { cwd: '.' })).toEqual(long);
  });

  it.each(COMMANDS)('%s --version prints the version', async (name) => {
    const version = await kerf(['--version'], { cwd: '.' });
    expect(await kerf([name, '--version'], { cwd: '.' })).toEqual(version);
    expect(await kerf([name, '--json', '-V'], { cwd: '.' })).toEqual(version);
  });

  it('proposes the nearest command, and shows the overview as an error when there is none', async () => {
    const wrong = await kerf(['serch', 'x'], { cwd: '.' });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('did you mean kerf search?');
    const none = await kerf([], { cwd: '.' });
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('Usage: kerf COMMAND');
  });
});
