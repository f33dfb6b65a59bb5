import { describe, expect, it } from 'vitest';
import { HANDBOOK } from './handbook.ts';
import { freshDirectory, kerf, kerfJson } from './run-kerf.ts';

const CONFIG = JSON.stringify({
  configurations: {
    default: {},
    naive: { chunking: { strategy: 'fixed', maxTokens: 30, overlapTokens: 10 } },
    large: { embedder: { kind: 'http', model: 'text-embedding-3-large' } },
    own: { embedder: { kind: 'http', model: 'mine', dimensions: 7 } },
    topics: { chunking: { strategy: 'semantic', maxTokens: 60 } },
  },
});

describe('kerf cost', () => {
  it('agrees with what kerf index then does', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const { code, json } = await kerfJson(['cost', 'docs'], { cwd });
    expect(code).toBe(0);
    const [cost] = json.configurations;
    const { json: indexed } = await kerfJson(['index', 'docs'], { cwd });
    expect(cost).toMatchObject({ name: 'structural', documents: 3, chunks: indexed.chunks });
    expect(cost.vectors).toBe(cost.texts + cost.headers);
    expect(cost.vectorBytes).toBe(cost.vectors * 1536 * 4);
    expect(json.sampled).toEqual({ documents: 3, share: 1 });
    const { json: status } = await kerfJson(['status'], { cwd });
    expect(cost.index.lexicalBytes / status.sizes.storeBytes).toBeCloseTo(1, 1);
    expect(cost.documentTokens).toBe(status.sizes.sourceTokens);
    const dollars = (cost.embeddedTokens * 0.02) / 1e6;
    expect(cost.embeddingPrice['text-embedding-3-small']).toBeCloseTo(dollars, 12);
  });

  it('compares configurations', async () => {
    const cwd = freshDirectory({ ...HANDBOOK, 'c.json': CONFIG });
    const { code, json } = await kerfJson(['cost', 'docs', '--config', 'c.json'], { cwd });
    expect(code).toBe(0);
    const by = Object.fromEntries(json.configurations.map((cost: { name: string }) => [cost.name, cost]));
    expect(by.default.overlapTokens).toBe(0);
    expect(by.naive.overlapTokens).toBeGreaterThan(0);
    expect(by.naive.overlapShare).toBeCloseTo(by.naive.overlapTokens / by.naive.embeddedTokens);
    expect(by.default.contextTokens).toBeGreaterThan(by.naive.contextTokens);
    expect(by.large.dimensions).toBe(3072);
    expect(by.own.dimensions).toBe(7);
    expect(by.default.topicTokens).toBe(0);
    expect(by.topics.topicTokens).toBeGreaterThan(0);
    expect(by.topics.embeddingPrice['text-embedding-3-small']).toBeCloseTo(
      ((by.topics.embeddedTokens + by.topics.topicTokens) * 0.02) / 1e6,
      12,
    );
  });

  it('counts equal texts once, and a repeated full embedding against an update', async () => {
    const page = HANDBOOK['docs/leave.md'];
    const once = await kerfJson(['cost', 'docs'], { cwd: freshDirectory({ 'docs/a.md': page }) });
    const twice = await kerfJson(['cost', 'docs'], {
      cwd: freshDirectory({ 'docs/a.md': page, 'docs/more/a.md': page }),
    });
    const [one] = once.json.configurations;
    const [two] = twice.json.configurations;
    expect(two.embeddedTokens).toBe(one.embeddedTokens);
    expect(two.chunks).toBe(2 * one.chunks);
    expect(one.update.edits).toBe(0);
    const edited = await kerfJson(['cost', 'docs', '--edits', '100'], { cwd: freshDirectory(HANDBOOK) });
    const [all] = edited.json.configurations;
    expect(all.update.edits).toBe(all.passages);
    expect(all.update.wholeDocumentTokens).toBe(all.embeddedTokens);
  });

  it('takes prices of ones own, and says where list prices come from', async () => {
    const cwd = freshDirectory(HANDBOOK);
    const listed = await kerf(['cost', 'docs'], { cwd });
    expect(listed.stdout).toMatch(/text-embedding-3-small: \$0\.02 per million tokens, list price as of \d{4}-\d\d/);
    const args = ['cost', 'docs', '--price-per-million', 'mine=3', '--context-price', 'reader=2.5', '--budget', '50'];
    const own = await kerf(args, { cwd });
    expect(own.stdout).toContain('mine');
    expect(own.stdout).not.toContain('list price');
    const { json } = await kerfJson(args, { cwd });
    const [cost] = json.configurations;
    expect(cost.embeddingPrice).toEqual({ mine: (cost.embeddedTokens * 3) / 1e6 });
    expect(cost.question.context).toBe(50);
    expect(cost.questionPrice.reader).toBeCloseTo((50 * 2.5) / 1e6, 12);
  });

  it.each([
    [['--model', 'text-embeding-3-small'], 'did you mean "text-embedding-3-small"?'],
    [['--price-per-million', 'cheap'], 'must be a number of dollars'],
    [['--config', 'c.json', '--overlap', '5'], '--overlap and --config were both given'],
    [['--config', 'bad.json'], 'did you mean "chunking"?'],
    [['--dimensions', '99999999999'], '--dimensions "99999999999" must be a whole number from 1 to 16384'],
    [['--config', 'wide.json'], 'embedder.dimensions is 20000: give a whole number from 1 to 16384'],
    [['--config', 'type.json'], 'Configuration "a": chunking.maxTokens is "240": give a number, 240 without quotes'],
    [['--config', 'option.json'], 'Configuration "a": Unknown chunk option "maxToken"'],
  ])('refuses %j', async (args, message) => {
    const cwd = freshDirectory({
      ...HANDBOOK,
      'c.json': CONFIG,
      'wide.json': '{"configurations":{"a":{"embedder":{"kind":"lsa","dimensions":20000}}}}',
      'type.json': '{"configurations":{"a":{"chunking":{"maxTokens":"240"}}}}',
      'bad.json': '{"configurations":{"a":{"chunkin":{}}}}',
      'option.json': '{"configurations":{"a":{"chunking":{"maxToken":3}}}}',
    });
    const { code, stdout, stderr } = await kerf(['cost', 'docs', ...args], { cwd });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it('ends with 1 when a file cannot be read, and counts nothing as nothing', async () => {
    const cwd = freshDirectory({ 'bytes.bin': new Uint8Array([0, 1, 2, 0]), 'docs/.keep': '' });
    expect((await kerf(['cost', 'bytes.bin'], { cwd })).code).toBe(1);
    const { code, json } = await kerfJson(['cost', 'docs'], { cwd });
    expect(code).toBe(0);
    expect(json.configurations[0]).toMatchObject({ documents: 0, chunks: 0, embeddedTokens: 0, largestDocument: null });
  });
});
