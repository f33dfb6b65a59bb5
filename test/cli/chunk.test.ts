import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANDBOOK, LEAVE } from './handbook.ts';
import { freshDirectory, kerf, shell } from './run-kerf.ts';

function parseLines(stdout: string): any[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('kerf chunk', () => {
  it('prints one JSON object a line with the promised fields in their order', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, stdout, stderr } = await kerf(['chunk', 'docs/leave.md', '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const chunks = parseLines(stdout);
    expect(Object.keys(chunks[0]).slice(0, 16)).toEqual([
      'id',
      'documentId',
      'index',
      'kind',
      'text',
      'context',
      'embedText',
      'span',
      'rawSpan',
      'tokenCount',
      'sectionPath',
      'contentHash',
      'boundary',
      'previousId',
      'nextId',
      'parentId',
    ]);
    for (const chunk of chunks) {
      expect(chunk.documentId).toBe('docs/leave.md');
      expect(chunk.text).toBe(LEAVE.slice(chunk.span.start, chunk.span.end));
      expect(Object.keys(chunk.boundary.start)).toEqual(['signal', 'strength']);
    }
    expect(chunks.map((chunk) => chunk.index)).toEqual(chunks.map((_, i) => i));
    expect(chunks.at(-1).sectionPath).toEqual(['Time away', 'When you leave the company']);
  });

  it('takes folders in a fixed order and leaves out hidden, foreign and binary files', async () => {
    const cwd = freshDirectory({
      ...HANDBOOK,
      'docs/.git/config': 'not a document',
      'docs/node_modules/x/readme.md': '# not ours',
      'docs/logo.png': new Uint8Array([137, 80, 78, 71, 0, 0, 0, 13, 0, 1, 2, 3, 0, 0, 0, 0]),
    });
    symlinkSync(join(cwd, 'docs'), join(cwd, 'docs', 'loop'));
    const { code, stdout } = await kerf(['chunk', 'docs/', '--json'], { cwd });
    expect(code).toBe(0);
    const ids = [...new Set(parseLines(stdout).map((chunk) => chunk.documentId))];
    expect(ids).toEqual(['docs/leave.md', 'docs/pricing/plans.md', 'docs/radio.txt']);
  });

  it('prints a readable list without --json, without colour into a pipe', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { stdout } = await kerf(['chunk', 'docs/leave.md'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('docs/leave.md:');
    expect(stdout).toContain('Time away > Parental leave');
    expect(stdout).not.toContain('\u001b');
  });

  it('shows all that is embedded with --full, context and text told apart', async () => {
    const cwd = freshDirectory({
      'a.md': '# Gate\n\n## Code\n\n```sh\nopen lower\nwait high water\nopen upper\n```\n',
    });
    const { code, stdout } = await kerf(['chunk', 'a.md', '--max-tokens', '19', '--full'], { cwd });
    expect(code).toBe(0);
    const shown = stdout.split('\n').filter((line) => /^ {6}[:|]/.test(line));
    expect(shown.filter((line) => line.startsWith('      |')).join('\n')).toContain('      | wait high water');
    expect(shown).toContain('      : ```sh');
    expect(shown).toContain('      : ```');
  });

  it('obeys the sizes', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const small = await kerf(['chunk', 'docs', '--json', '--max-tokens', '40', '--no-context'], { cwd });
    for (const chunk of parseLines(small.stdout)) expect(chunk.tokenCount).toBeLessThanOrEqual(40);
    const chars = await kerf(['chunk', 'docs', '--json', '--max-chars=120', '--strategy', 'sentence'], { cwd });
    for (const chunk of parseLines(chars.stdout)) expect(chunk.embedText.length).toBeLessThanOrEqual(120);
  });

  it.each([
    [['--max-token', '9'], 'Unknown flag --max-token; did you mean --max-tokens?'],
    [['--max-tokens', 'many'], '--max-tokens "many" must be a whole number from 1.'],
    [['--max-tokens', '0'], '--max-tokens "0" must be a whole number from 1.'],
    [['--max-tokens'], '--max-tokens needs a value'],
    [['--strategy', 'structral'], 'did you mean "structural"?'],
    [['--max-tokens', '9', '--max-chars', '9'], 'give one of them'],
    [['--max-tokens', '9', '--max-tokens', '8'], 'was already given as "9"'],
    [['--max-tokens', '100', '--overlap', '100'], 'Lower the overlap'],
    [['--json=yes'], 'takes no value'],
  ])('refuses %j with the value and the remedy', async (flags, message) => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, stdout, stderr } = await kerf(['chunk', 'docs', ...flags], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it.each(['chunk', 'index', 'verify', 'cost'])('says that a folder is empty: kerf %s', async (command) => {
    const cwd = freshDirectory({ 'docs/.hidden.md': 'Text.' });
    const { code, stderr } = await kerf([command, 'docs'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'docs: no file to read; hidden files and node_modules are left out\n',
    });
  });

  it('says which path does not exist', async () => {
    const { code, stderr } = await kerf(['chunk', 'nowhere.md'], { cwd: freshDirectory() });
    expect(code).toBe(2);
    expect(stderr).toContain('"nowhere.md" does not exist');
    const piped = await kerf(['chunk', '-'], { cwd: freshDirectory() });
    expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('standard input is not read') });
  });

  it('goes on after a file it cannot use, and says so with exit status 1', async () => {
    const cwd = freshDirectory({ ...HANDBOOK, 'a.bin': new Uint8Array(64) });
    const { code, stdout, stderr } = await kerf(['chunk', 'a.bin', 'docs/radio.txt', '--json'], { cwd });
    expect(code).toBe(1);
    expect(parseLines(stdout)[0].documentId).toBe('docs/radio.txt');
    expect(stderr).toContain('a.bin: The file is not text');
  });

  it('keeps control characters of file names away from the terminal', async () => {
    const cwd = freshDirectory({ 'evil\u001b[31m.md': 'Text.' });
    const { stdout } = await kerf(['chunk', '.'], { cwd });
    expect(stdout).toContain('evil?[31m.md');
    expect(stdout).not.toContain('\u001b');
  });

  it('treats what follows -- as a path', async () => {
    const cwd = freshDirectory({ '--odd.md': 'Text.' });
    const { code, stdout } = await kerf(['chunk', '--json', '--', '--odd.md'], { cwd });
    expect(code).toBe(0);
    expect(parseLines(stdout)[0].documentId).toBe('--odd.md');
  });

  it('ends quietly when nobody reads on', async () => {
    const cwd = freshDirectory({ 'long.md': 'A sentence that is repeated.\n\n'.repeat(50_000) });
    const line = '$KERF chunk long.md --json --max-tokens 20 | head -n 1 > first.json; echo $PIPESTATUS';
    const { stdout, stderr } = await shell(line, { cwd });
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });
});
