import { describe, expect, it } from 'vitest';
import { embeddingServer } from './embedding-server.ts';
import { HANDBOOK, LEAVE } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, outcomeOf, startKerf, writeFile } from './run-kerf.ts';

describe('kerf with an embedder', () => {
  it('embeds each text once, ever, and searches with the same model', async () => {
    const server = await embeddingServer();
    const cwd = freshDirectory(HANDBOOK);
    const flags = ['--embedder-url', server.url, '--embedder-model', 'tiny'];
    const env = { KERF_EMBEDDER_KEY: 'secret-key' };

    const dry = await kerfJson(['index', 'docs', '--dry-run', ...flags], { cwd, env });
    expect(dry.json.embedded).toBeGreaterThan(0);
    const first = await kerfJson(['index', 'docs', ...flags], { cwd, env });
    expect(first.json.embedded).toBe(dry.json.embedded);
    expect(first.json.embeddedTokens).toBe(dry.json.embeddedTokens);
    expect(server.keys.every((key) => key === 'Bearer secret-key')).toBe(true);

    server.texts.length = 0;
    const second = await kerfJson(['index', 'docs'], { cwd, env });
    expect(second.json).toMatchObject({ embedded: 0, documentsWritten: 0 });
    writeFile(cwd, 'docs/leave.md', LEAVE.replace('30 days', '28 days'));
    const edited = await kerfJson(['index', 'docs'], { cwd, env });
    expect(edited.json.embedded).toBe(1);
    expect(server.texts).toHaveLength(1);
    expect(server.texts[0]).toContain('28 days');

    const found = await kerfJson(['search', 'annual leave days'], { cwd, env });
    const lists = found.json.hits.flatMap((hit: any) => hit.explanation.evidence.map((entry: any) => entry.list));
    expect(new Set(lists)).toEqual(new Set(['lexical', 'dense', 'header']));
    const lexical = await kerfJson(['search', 'annual leave days', '--no-embedder'], { cwd, env });
    expect(lexical.json.hits[0].explanation.evidence.map((entry: any) => entry.list)).toEqual(['lexical']);
    expect((await kerfJson(['status'], { cwd })).json.embedderIds).toEqual(['http:tiny']);
  });

  it('names an address that is none', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, stderr } = await kerf(['index', 'docs', '--embedder-url', 'localhost', '--embedder-model', 'm'], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('--embedder-url "localhost" is not an address; write it like http://');
  });

  it('never shows the key, and leaves a whole store when the server fails', async () => {
    const server = await embeddingServer({ status: 401 });
    const cwd = freshDirectory(HANDBOOK);
    const flags = ['--embedder-url', server.url, '--embedder-model', 'm', '--embedder-dimensions', '8'];
    const env = { KERF_EMBEDDER_KEY: 'secret-key' };
    const { code, stderr, stdout } = await kerf(['index', 'docs', ...flags], { cwd, env });
    expect(stderr).toContain('[embedder-failed]');
    expect(code).toBe(2);
    expect(stderr + stdout).not.toContain('secret-key');
    expect((await kerf(['verify', '--store', '.kerf/index.db'], { cwd })).code).toBe(0);
  });

  it('finishes the document when interrupted, exits with 130, and goes on the next time', async () => {
    let interrupt = (): void => undefined;
    let told = Promise.resolve();
    const server = await embeddingServer({
      async beforeAnswer() {
        interrupt();
        await told;
      },
    });
    const cwd = freshDirectory(HANDBOOK);
    const flags = ['--embedder-url', server.url, '--embedder-model', 'tiny', '--embedder-dimensions', '8'];
    const child = startKerf(['index', 'docs', ...flags, '--json'], { cwd });
    // The signal is sent while the first document waits for its vectors; they come once the command has heard it.
    told = new Promise((resolve) => child.stderr?.on('data', () => resolve()));
    interrupt = () => void child.kill('SIGINT');
    const { code, stdout, stderr } = await outcomeOf(child);
    interrupt = () => undefined;
    expect(code).toBe(130);
    expect(stderr).toContain('Stopping after this document');
    expect(JSON.parse(stdout)).toMatchObject({ documents: 1, documentsWritten: 1, interrupted: true });

    expect((await kerf(['verify', '--store', '.kerf/index.db'], { cwd })).code).toBe(0);
    const rest = await kerfJson(['index', 'docs'], { cwd });
    expect(rest.json).toMatchObject({ documents: 3, documentsWritten: 2, interrupted: false });
  });
});

describe('kerf with the model that comes with it', () => {
  it('searches by meaning without a server, and remembers the model', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { json } = await kerfJson(['index', 'docs', '--embedder', 'static'], { cwd });
    expect(json.embedded).toBeGreaterThan(0);
    const found = await kerfJson(['search', 'vacation'], { cwd });
    expect(found.code).toBe(0);
    expect(found.json.hits[0].explanation.evidence.map(({ list }: any) => list)).toContain('dense');
    expect((await kerfJson(['index', 'docs'], { cwd })).json).toMatchObject({ embedded: 0, documentsWritten: 0 });
  });

  it.each([
    [['--embedder', 'nowhere'], 'is neither "static" nor a folder with model.safetensors'],
    [['--embedder', 'static', '--embedder-url', 'http://127.0.0.1:1/v1', '--embedder-model', 'm'], 'give one of them'],
    [['--embedder', 'static', '--no-embedder'], '--no-embedder and an embedder were both given'],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await kerf(['index', 'docs', ...flags], { cwd: freshDirectory(HANDBOOK) });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses the model where the strategy asks no embedder', async () => {
    const { code, stderr } = await kerf(['chunk', 'docs', '--embedder', 'static'], { cwd: freshDirectory(HANDBOOK) });
    expect(code).toBe(2);
    expect(stderr).toContain('--strategy structural asks no embedder: leave --embedder out');
  });
});
