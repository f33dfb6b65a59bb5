import { describe, expect, it } from 'vitest';
import { embeddingServer } from './embedding-server.ts';
import { HANDBOOK } from './handbook.ts';
import { freshDirectory, kerf, kerfJson } from './run-kerf.ts';

/** What a run of `kerf index docs` says of the flags in force. */
async function inForce(cwd: string, ...flags: readonly string[]): Promise<string> {
  const { code, stderr } = await kerf(['index', 'docs', ...flags], { cwd });
  expect(code).toBe(0);
  return stderr.trim();
}

async function setSetting(cwd: string, name: string, value: string): Promise<void> {
  const { DatabaseSync } = (await import('@photostructure/sqlite')) as any;
  const database = new DatabaseSync(`${cwd}/.kerf/index.db`);
  expect(database.prepare('update settings set value = ? where key = ?').run(value, name).changes).toBe(1);
  database.close();
}

const KEPT = 'the flags this index was built with:';

describe('flags that an index was built with', () => {
  it('stay in force beside a flag that is given, and are remembered with it', async () => {
    const cwd = freshDirectory(HANDBOOK);
    expect(await inForce(cwd, '--strategy', 'heading', '--max-tokens', '60', '--no-context')).toBe('');
    expect(await inForce(cwd, '--max-tokens', '90')).toBe(
      `Using --max-tokens=90 and ${KEPT} --strategy=heading --no-context`,
    );
    expect(await inForce(cwd)).toBe(`Using ${KEPT} --strategy=heading --max-tokens=90 --no-context`);
    expect((await kerfJson(['status'], { cwd })).json.stale.configuration).toBe(0);
    expect((await kerf(['verify', '--store', '.kerf/index.db'], { cwd })).code).toBe(0);
  });

  it('give way to another unit and another kind of overlap', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await inForce(cwd, '--strategy', 'sentence', '--max-tokens', '60', '--target', '50', '--overlap', '10');
    expect(await inForce(cwd, '--overlap-sentences', '1')).toBe(
      `Using --overlap-sentences=1 and ${KEPT} --strategy=sentence --max-tokens=60 --target=50`,
    );
    expect(await inForce(cwd, '--max-chars', '300')).toBe(
      `Using --max-chars=300 and ${KEPT} --strategy=sentence --overlap-sentences=1`,
    );
    expect(await inForce(cwd, '--overlap', '20')).toBe(
      `Using --overlap=20 and ${KEPT} --strategy=sentence --max-chars=300`,
    );
    expect(await inForce(cwd, '--max-tokens', '70')).toBe(`Using --max-tokens=70 and ${KEPT} --strategy=sentence`);
  });

  it('are left out with --defaults', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await inForce(cwd, '--strategy', 'heading', '--max-tokens', '60');
    expect(await inForce(cwd, '--defaults', '--target', '100')).toBe('');
    expect(await inForce(cwd)).toBe(`Using ${KEPT} --target=100`);
    await setSetting(cwd, 'cli.chunk-flags', 'nonsense');
    expect(await inForce(cwd, '--defaults')).toBe('');
    expect(await inForce(cwd)).toBe('');
  });

  it('hold for the embedder alike: another model keeps the server, and no flag forgets the rest', async () => {
    const server = await embeddingServer();
    const cwd = freshDirectory(HANDBOOK);
    await inForce(cwd, '--embedder-url', server.url, '--embedder-model', 'tiny');
    expect(await inForce(cwd, '--embedder-model', 'small')).toContain(`--embedder-model=small --embedder-dimensions=`);
    expect((await kerfJson(['status'], { cwd })).json.embedderIds).toContain('http:small');
    expect(await inForce(cwd, '--no-embedder')).toBe('');
    expect(await inForce(cwd)).toBe(`Using ${KEPT} --no-embedder`);
  });

  it.each([
    ['cli.chunk-flags', 'nonsense'],
    ['cli.chunk-flags', '{}'],
    ['cli.chunk-flags', '["--max-tokens=many"]'],
    ['cli.embedder-flags', '["--colour=red"]'],
    ['cli.roots', '[1]'],
  ])('are refused with a remedy, not a stack trace, when %s is %s', async (name, value) => {
    const cwd = freshDirectory(HANDBOOK);
    await inForce(cwd);
    await setSetting(cwd, name, value);
    const { code, stderr } = await kerf(['index', 'docs'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`The setting ${name} of the store`);
    expect(stderr).toContain('[store-config]');
    expect(stderr).not.toContain(' at ');
  });
});
