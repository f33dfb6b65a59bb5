/** `--strategy semantic` and `hybrid` with an embedder, `--adaptive-overlap`, `--table-rows`. */
import { describe, expect, it } from 'vitest';
import { embeddingServer } from './embedding-server.ts';
import { HANDBOOK, PRICES } from './handbook.ts';
import { freshDirectory, kerf, kerfJson, writeFile } from './run-kerf.ts';

/** One paragraph long enough for hybrid to look into, on two subjects. */
const TALK = [
  ...Array.from({ length: 25 }, (_, i) => `Lock gate ${i} fills with water until the barge can leave the basin.`),
  ...Array.from({ length: 25 }, (_, i) => `Rye bread ${i} wants yeast, salt, a sour dough and a very hot oven.`),
].join(' ');
const FILES = { ...HANDBOOK, 'talk.txt': `${TALK}\n` } as const;

function chunksOf(stdout: string): any[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('strategies that ask an embedder', () => {
  it.each(['semantic', 'hybrid'])('%s cuts where the topic shifts', async (strategy) => {
    const server = await embeddingServer();
    const cwd = freshDirectory(FILES);
    const flags = ['--strategy', strategy, '--embedder-url', server.url, '--embedder-model', 'tiny'];
    const { code, stdout, stderr } = await kerf(['chunk', 'talk.txt', '--json', ...flags], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    const starts = chunksOf(stdout).filter(({ boundary }) => boundary.start.signal === 'topic');
    expect(starts.map(({ text }) => text.slice(0, 11))).toContain('Rye bread 0');
    expect(server.texts.filter((text) => text.startsWith('Rye bread 3 '))).toHaveLength(1);
    expect((await kerf(['verify', 'talk.txt', ...flags], { cwd })).code).toBe(0);
  });

  it('semantic says that it needs one', async () => {
    const cwd = freshDirectory(FILES);
    for (const args of [
      ['chunk', 'docs'],
      ['verify', 'docs'],
      ['index', 'docs'],
    ]) {
      const { code, stdout, stderr } = await kerf([...args, '--strategy', 'semantic'], { cwd });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('give --embedder static');
    }
    expect((await kerf(['compare', 'talk.txt', '--strategies', 'semantic'], { cwd })).code).toBe(2);
  });

  it('hybrid without one cuts as structural, and says so once', async () => {
    const cwd = freshDirectory(FILES);
    const hybrid = await kerf(['chunk', 'docs', 'talk.txt', '--json', '--strategy', 'hybrid'], { cwd });
    expect(hybrid.stderr.match(/Without an embedder hybrid cuts as structural/g)).toHaveLength(1);
    expect(hybrid.stdout).toBe((await kerf(['chunk', 'docs', 'talk.txt', '--json'], { cwd })).stdout);
  });

  it('the others refuse one they would not ask', async () => {
    const cwd = freshDirectory(FILES);
    const { code, stderr } = await kerf(
      ['chunk', 'docs', '--embedder-url', 'http://127.0.0.1:9/v1', '--embedder-model', 'x'],
      { cwd },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('--strategy structural asks no embedder');
  });

  it('an index by topics is in step with itself: nothing to do, nothing stale, verified', async () => {
    const server = await embeddingServer();
    const cwd = freshDirectory(FILES);
    const flags = ['--strategy', 'semantic', '--embedder-url', server.url, '--embedder-model', 'tiny'];
    const first = await kerfJson(['index', '.', ...flags], { cwd });
    expect(first.json.topicTexts).toBeGreaterThan(40);
    expect((await kerfJson(['status'], { cwd })).json.stale.configuration).toBe(0);
    const verified = await kerfJson(['verify', '--store', '.kerf/index.db'], { cwd });
    expect(verified.json).toMatchObject({ documents: 4, failures: [], skipped: { otherFlags: 0 } });
    server.texts.length = 0;
    expect((await kerfJson(['index', '.'], { cwd })).json).toMatchObject({ documentsWritten: 0, topicTexts: 0 });
    expect(server.texts).toEqual([]);
    writeFile(cwd, 'docs/radio.txt', 'RADIO\n\nChannel 2 is for calling and for emergencies.\n');
    const { stdout } = await kerf(['index', '.'], { cwd });
    expect(stdout).toMatch(/topics {6}\d sentences? embedded to find shifts/);
  });

  it('compare sets them beside the others when there is an embedder', async () => {
    const server = await embeddingServer();
    const cwd = freshDirectory(FILES);
    const flags = ['--embedder-url', server.url, '--embedder-model', 'tiny'];
    const { code, json } = await kerfJson(['compare', 'talk.txt', '--max-tokens', '120', ...flags], { cwd });
    expect(code).toBe(0);
    const found = Object.fromEntries(json.strategies.map((entry: any) => [entry.strategy, entry.cuts.topic]));
    expect(Object.keys(found)).toEqual([
      'fixed',
      'sentence',
      'paragraph',
      'heading',
      'structural',
      'semantic',
      'hybrid',
    ]);
    expect(found.semantic).toBeGreaterThan(0);
    expect(found.structural).toBe(0);
  });
});

describe('--adaptive-overlap', () => {
  it('repeats sentences where a text was cut between them, and reports what that costs', async () => {
    const cwd = freshDirectory(FILES);
    const { code, stdout } = await kerf(['chunk', 'talk.txt', '--adaptive-overlap'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^talk.txt {2}\d+ chunks, \d+ tokens, \d+ % overlap$/m);
    const index = await kerf(['index', '.', '--adaptive-overlap'], { cwd });
    expect(index.stdout).toMatch(/overlap {5}\d+ % of the characters/);
    expect((await kerf(['verify', '--store', '.kerf/index.db'], { cwd })).code).toBe(0);
  });

  it('does not go with a size', async () => {
    const cwd = freshDirectory(FILES);
    const { code, stderr } = await kerf(['chunk', 'docs', '--adaptive-overlap', '--overlap', '10'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('--adaptive-overlap chooses the size itself');
  });
});

describe('--table-rows', () => {
  it.each([
    ['pairs', 'Plan=Growth, Monthly=$49, Annual=$490'],
    ['json', '{"Plan":"Growth","Monthly":"$49","Annual":"$490"}'],
  ])('%s writes each row out', async (rows, written) => {
    const cwd = freshDirectory({ 'plans.md': PRICES });
    const { stdout } = await kerf(['chunk', 'plans.md', '--table-rows', rows, '--json'], { cwd });
    const row = chunksOf(stdout).find(({ text }) => text.includes('Growth'));
    expect(row.embedText).toContain(written);
    expect(row.text).toBe('| Growth | $49 | $490 |');
    expect(row.notes).toContain('rows-written');
  });

  it('is remembered by an index', async () => {
    const cwd = freshDirectory({ 'docs/plans.md': PRICES });
    await kerf(['index', 'docs', '--table-rows', 'pairs'], { cwd });
    expect((await kerfJson(['index', 'docs'], { cwd })).json.documentsWritten).toBe(0);
    expect((await kerf(['search', 'Growth plan', '--top-k', '1'], { cwd })).stdout).toContain('| Growth | $49');
  });
});
