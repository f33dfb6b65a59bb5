import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../src/stores/sqlite/driver.ts';
import { startJsonServer } from '../conformance/json-server.ts';
import { freshDirectory, kerf, kerfJson, outcomeOf, startKerf, writeFile } from './run-kerf.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with the sample set, its documents copied in. */
function withSet(files: Readonly<Record<string, string>> = {}): string {
  const cwd = freshDirectory(files);
  cpSync(join(ROOT, 'eval/sample/queries.jsonl'), join(cwd, 'set/queries.jsonl'));
  cpSync(join(ROOT, 'examples/docs'), join(cwd, 'set/corpus'), { recursive: true });
  return cwd;
}

const GOOD_AND_BAD = JSON.stringify({
  budgets: [100, 300],
  configurations: {
    kerf: {},
    torn: { chunking: { strategy: 'fixed', maxTokens: 12, overlapTokens: 0 }, expansion: { neighbours: 0 } },
  },
});

describe('kerf eval', () => {
  it('measures configurations beside each other', async () => {
    const cwd = withSet({ 'experiment.json': GOOD_AND_BAD });
    const { code, json } = await kerfJson(['eval', 'set', '--config', 'experiment.json'], { cwd });
    expect(code).toBe(0);
    const [set] = json.report.sets;
    expect(set).toMatchObject({ name: 'set', documents: 13, weak: false });
    const [kerfResult, torn] = set.results;
    expect(torn.index.chunks).toBeGreaterThan(3 * kerfResult.index.chunks);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(kerfResult.values['gold@300'])).toBeGreaterThan(mean(torn.values['gold@300']) + 0.2);
    expect(mean(torn.values.goldCut)).toBeGreaterThan(0.5);
    for (const { values } of set.results) {
      expect(values['exactCitations@300'].every((value: number) => value === 1)).toBe(true);
      expect(values['repeated@300'].every((value: number) => value === 0)).toBe(true);
      for (const [measure, column] of Object.entries<number[]>(values))
        if (!/latency|tokens/.test(measure)) expect(column.every((value) => value >= 0 && value <= 1)).toBe(true);
      for (const tokens of values['tokens@100']) expect(tokens).toBeLessThanOrEqual(100);
    }
  });

  it('gives the same values twice, and writes the report in every form', async () => {
    const cwd = withSet();
    const files = ['--out', 'a.json', '--out', 'a.md', '--out', 'a.html'];
    expect(await kerf(['eval', 'set', '--fresh', ...files], { cwd })).toMatchObject({ code: 0 });
    await kerf(['eval', 'set', '--fresh', '--out', 'b.json'], { cwd });
    const timeless = (file: string) =>
      JSON.parse(readFileSync(join(cwd, file), 'utf8'), (key, value) =>
        ['latency', 'indexMs'].includes(key) ? null : value,
      );
    expect(timeless('b.json')).toEqual(timeless('a.json'));
    expect(readFileSync(join(cwd, 'a.md'), 'utf8')).toContain('| default |');
    expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toContain('<svg');
    expect(existsSync(join(cwd, '.kerf'))).toBe(false);
  });

  it('opens the gate for the same, closes it for something worse, and names it', async () => {
    const cwd = withSet({ 'experiment.json': GOOD_AND_BAD });
    const config = ['eval', 'set', '--config', 'experiment.json'];
    await kerf([...config, '--only', 'kerf', '--out', 'baseline.json'], { cwd });
    const same = await kerf([...config, '--only', 'kerf', '--baseline', 'baseline.json'], { cwd });
    expect(same.code).toBe(0);
    expect(same.stdout).toContain('No measure dropped beyond chance');
    const worse = { budgets: [100, 300], configurations: { kerf: JSON.parse(GOOD_AND_BAD).configurations.torn } };
    writeFile(cwd, 'worse.json', JSON.stringify(worse));
    const { code, stdout } = await kerf(['eval', 'set', '--config', 'worse.json', '--baseline', 'baseline.json'], {
      cwd,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /set, kerf, gold@300: \d+\.\d to \d+\.\d, difference -\d+\.\d \[.*\]; worse in \d+ queries: \S+/,
    );
    const lenient = ['--tolerance', '100'];
    const let100 = await kerf(['eval', 'set', '--config', 'worse.json', '--baseline', 'baseline.json', ...lenient], {
      cwd,
    });
    expect(let100.code).toBe(0);
  });

  it('goes on where it was stopped, and uses what it kept', async () => {
    const cwd = withSet({ 'experiment.json': GOOD_AND_BAD });
    const args = ['eval', 'set', '--config', 'experiment.json', '--work', 'work'];
    const child = startKerf(args, { cwd });
    const ended = outcomeOf(child);
    child.kill('SIGINT');
    await ended;
    expect(await kerf(args, { cwd })).toMatchObject({ code: 0 });
    expect(readdirSync(join(cwd, 'work/results'))).toHaveLength(2);
    expect(readdirSync(join(cwd, 'work/indexes'))).toEqual([]);
    const times = (json: Record<string, any>) => json.report.sets[0].results.map(({ index }: any) => index.indexMs);
    const [first, second] = [await kerfJson(args, { cwd }), await kerfJson(args, { cwd })];
    expect(times(second.json)).toEqual(times(first.json));
  });

  it('gives the same beside another run in the same work folder', async () => {
    const cwd = withSet({ 'experiment.json': GOOD_AND_BAD });
    const args = ['eval', 'set', '--config', 'experiment.json', '--work', 'work'];
    const runs = await Promise.all([1, 2, 3].map(() => kerfJson(args, { cwd })));
    const timeless = (json: object) =>
      JSON.parse(JSON.stringify(json, (key, value) => (['latency', 'indexMs'].includes(key) ? null : value)));
    for (const { code, json } of runs) {
      expect(code).toBe(0);
      expect(timeless(json)).toEqual(timeless(runs[0].json));
    }
    expect(readdirSync(join(cwd, 'work/results'))).toHaveLength(2);
    expect(readdirSync(join(cwd, 'work/indexes'))).toEqual([]);
  });

  it('keeps its indexes in memory while the folder is in use, and leaves those there alone', async () => {
    const cwd = withSet({ 'work/indexes/other.db': 'of another run' });
    const lock = await connect(join(cwd, 'work/in-use.db'));
    onTestFinished(() => lock.close());
    lock.exec('begin exclusive');
    const { code, stderr } = await kerf(['eval', 'set', '--work', 'work'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('Another kerf eval works in work: this one keeps its indexes in memory');
    expect(readdirSync(join(cwd, 'work/indexes'))).toEqual(['other.db']);
    expect(readdirSync(join(cwd, 'work/results'))).toHaveLength(1);
  });

  it.each([
    ['damaged', { 'work/in-use.db': 'no database, but longer than the name of one' }],
    ['a folder', { 'work/in-use.db/file': '' }],
  ])('names a lock file that is %s, and what to do about it', async (_, files: Record<string, string>) => {
    const { code, stderr } = await kerf(['eval', 'set', '--work', 'work'], { cwd: withSet(files) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/in-use\.db cannot be locked \(.+\): delete it, .+ \[invalid-option\]\n$/);
  });

  it('cuts with a chunker of the user', async () => {
    const chunker = `
      export const adapter = {
        name: 'lines',
        can: { plainText: true },
        chunk: ({ text }) => text.split('\\n\\n').map((part) => ({ text: part.trim() })),
      };`;
    const experiment = { configurations: { mine: { chunker: './lines.mjs', chunking: { maxChars: 800 } }, kerf: {} } };
    const cwd = withSet({ 'lines.mjs': chunker, 'experiment.json': JSON.stringify(experiment) });
    const { code, json, stderr } = await kerfJson(['eval', 'set', '--config', 'experiment.json'], { cwd });
    // A busy machine takes long enough to be told how far it is.
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^(set, \w+: \w+ \d+ of \d+\n)*$/) });
    const [mine, ours] = json.report.sets[0].results;
    expect(mine.index.chunks).not.toBe(ours.index.chunks);
    expect(mine.values['exactCitations@500'].every((value: number) => value === 1)).toBe(true);
    expect(mine.values['spanRecall@5'].some((value: number) => value === 1)).toBe(true);
  });

  it.each([
    ['throw new Error("oops")', 'oops'],
    ['return [{ text: 5 }]', 'a chunk has no text'],
    ['return undefined', 'failed on'],
    ['return (function* () { for (;;) yield { text }; })()', 'it makes chunks without end'],
  ])('names the chunker that does %j, and the document', async (body, message) => {
    const module = `export const adapter = { name: 'bad', can: {}, chunk: ({ text }) => { ${body}; } };`;
    const experiment = { configurations: { bad: { chunker: './bad.mjs', chunking: { maxChars: 800 } } } };
    const cwd = withSet({ 'bad.mjs': module, 'experiment.json': JSON.stringify(experiment) });
    const { code, stderr } = await kerf(['eval', 'set', '--config', 'experiment.json'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('The chunker "./bad.mjs"');
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['works on a document', "({ name: 'never', can: {}, chunk: () => new Promise(() => {}) })", 'api.md": it did'],
    ['is loaded', 'await new Promise(() => {})', 'cannot be loaded: it'],
    ['is made', '() => new Promise(() => {})', 'cannot be loaded: it'],
  ])('gives up a chunker that never ends when it %s', async (_, adapter, message) => {
    const bad = { chunker: './never.mjs', chunkerSeconds: 0.5, chunking: { maxChars: 800 } };
    const cwd = withSet({
      'never.mjs': `export const adapter = ${adapter};`,
      'experiment.json': JSON.stringify({ configurations: { bad } }),
    });
    for (const args of [
      ['eval', 'set'],
      ['cost', 'set/corpus'],
    ]) {
      const { code, stderr } = await kerf([...args, '--config', 'experiment.json'], { cwd });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
      expect(stderr).toContain('did not end in 0.5 seconds; chunkerSeconds gives it longer');
    }
  });

  it('has a generator answer from the contexts, and measures the answers', async () => {
    const server = await startJsonServer(({ body }) => {
      // A reader that knows one answer and cites the first passage.
      const known = /16 weeks/.test(body.messages[0].content) ? '16 weeks [1]' : 'not answered';
      return { body: { choices: [{ message: { content: known } }] } };
    });
    const cwd = freshDirectory({
      'set/corpus/leave.md': '# Leave\n\nThe first 16 weeks are paid in full by us.\n',
      'set/queries.jsonl': JSON.stringify({
        id: 'leave',
        query: 'How many weeks are paid?',
        gold: [{ doc: 'leave.md', quote: 'The first 16 weeks are paid' }],
        answer: '16 weeks',
      }),
    });
    const flags = ['--generator', server.baseUrl, '--generator-model', 'm'];
    const { code, json } = await kerfJson(['eval', 'set', ...flags], { cwd });
    await server.close();
    expect(code).toBe(0);
    const { values } = json.report.sets[0].results[0];
    expect(values).toMatchObject({ answered: [1], exactMatch: [1], answerF1: [1], grounded: [1], citationsRight: [1] });
    const [request] = server.requests;
    expect(request.body.messages[0].content).toContain('The first 16 weeks are paid in full by us.');
    // Kept results need no server, and a run without a generator does not take them for its own.
    expect((await kerf(['eval', 'set', ...flags], { cwd })).code).toBe(0);
    expect(Object.keys((await kerfJson(['eval', 'set'], { cwd })).json.report.sets[0].results[0].values)).not.toContain(
      'answered',
    );
  });

  it.each([
    [['eval'], 'needs at least one set'],
    [['eval', 'nowhere'], 'There is no "nowhere/queries.jsonl"'],
    [['eval', 'set', '--config', 'none.json'], 'cannot be read'],
    [['eval', 'set', '--config', 'broken.json'], 'is not JSON'],
    [
      ['eval', 'set', '--config', 'odd.json'],
      'Configuration "a": Unknown chunk option "maxToken": did you mean "maxTokens"?',
    ],
    [['eval', 'set', '--config', 'embedder.json'], 'There is no embedder of the kind "hassh": did you mean "hash"?'],
    [['eval', 'set', '--config', 'chunker.json'], 'cannot be loaded'],
    [['eval', 'set', '--out', 'report.txt'], 'must end in .json, .md, .html'],
    [['eval', 'set', '--baseline', 'odd.json'], 'is no report'],
    [['eval', 'set', '--only', 'x'], '--only "x" is no configuration: they are default'],
    [['eval', 'set', '--tolerance', 'much'], '--tolerance "much" must be a number'],
  ])('refuses %j', async (args, message) => {
    const cwd = withSet({
      'broken.json': '{',
      'odd.json': '{"configurations": {"a": {"chunking": {"maxToken": 3}}}}',
      'embedder.json': '{"configurations": {"a": {"embedder": "hassh"}}}',
      'chunker.json': '{"configurations": {"a": {"chunker": "./none.mjs", "chunking": {"maxTokens": 9}}}}',
    });
    const { code, stderr, stdout } = await kerf(args, { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('lists the faulty lines of a set', async () => {
    const cwd = freshDirectory({
      'set/corpus/a.md': '# A\n\nText.\n',
      'set/queries.jsonl': '{"id": "1", "query": "?", "gold": [{"doc": "b.md"}]}\nnonsense\n',
    });
    const { code, stderr } = await kerf(['eval', 'set'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('has 2 faulty lines. line 1: gold names "b.md", which is not in the corpus; line 2:');
  });
});

describe('a set for kerf eval', () => {
  const question = (doc: string, place: object) =>
    JSON.stringify({ id: doc, query: 'Why?', gold: [{ doc, ...place }] });

  it('may be a file, such as a reviewed one, beside its documents or with --corpus', async () => {
    const cwd = withSet();
    cpSync(join(cwd, 'set/queries.jsonl'), join(cwd, 'set/queries.reviewed.jsonl'));
    const beside = await kerfJson(['eval', 'set/queries.reviewed.jsonl', '--fresh'], { cwd });
    cpSync(join(cwd, 'set/queries.jsonl'), join(cwd, 'elsewhere/mine.jsonl'), { recursive: true });
    const given = await kerfJson(['eval', 'elsewhere/mine.jsonl', '--corpus', 'set/corpus', '--fresh'], { cwd });
    const [first, second] = [beside, given].map(({ json }) => json.report.sets[0]);
    expect([first.name, second.name]).toEqual(['set/queries.reviewed', 'elsewhere/mine']);
    expect(second.results[0].values['gold@500']).toEqual(first.results[0].values['gold@500']);
    const lost = await kerf(['eval', 'elsewhere/mine.jsonl', '--fresh'], { cwd });
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining('check the spelling, or what --corpus') });
  });

  it('of few queries is called that', async () => {
    const cwd = withSet();
    const { stdout } = await kerf(['eval', 'set', '--fresh'], { cwd });
    expect(stdout).toContain('15 queries; fewer than 20, so only large differences mean anything');
    const { stderr } = await kerf(['tune', 'set'], { cwd });
    expect(stderr).toContain('Only 7 queries to judge by, fewer than 20');
    const single = await kerf(['tune', 'set', '--max-queries', '2'], { cwd });
    expect(single.stderr).toContain('Only 1 query to judge by');
    writeFile(cwd, 'set/queries.jsonl', question('api.md', {}));
    const divided = await kerf(['tune', 'set'], { cwd });
    expect(divided).toMatchObject({ code: 2, stderr: expect.stringContaining('has one query and cannot be divided') });
  });

  it('is refused with blank gold by eval as by check', async () => {
    const cwd = freshDirectory({ 'set/corpus/a.md': '# A\n\nText.\n', 'set/corpus/b.md': '\n' });
    writeFile(cwd, 'set/queries.jsonl', `${question('a.md', { start: 3, end: 5 })}\n${question('b.md', {})}\n`);
    const { code, stderr } = await kerf(['eval', 'set'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('line 1: its gold in "a.md" is blank; line 2: its gold in "b.md" is blank');
    const check = await kerf(['queries', 'check', 'set'], { cwd });
    expect(check.code).toBe(1);
    expect(check.stdout).toContain('queries.jsonl:1: its gold in "a.md" is blank');
    expect(check.stdout).toContain('queries.jsonl:2: its gold in "b.md" is blank');
  });
});

describe('kerf tune', () => {
  it('says what each value scored and whether it holds on other queries', async () => {
    const file = { vary: { 'expansion.neighbours': [0, 1], 'retrieval.headingsWeight': [0, 2] }, budgets: [120] };
    const cwd = withSet({ 'tune.json': JSON.stringify(file) });
    const { code, json } = await kerfJson(['tune', 'set', '--config', 'tune.json'], { cwd });
    expect(code).toBe(0);
    expect(json.measure).toBe('coverage@120');
    expect(json.steps.slice(0, 2).map(({ path }: any) => path)).toEqual(Object.keys(file.vary));
    expect(json.score).toBeGreaterThanOrEqual(json.scoreBefore);
    expect(json.judged).toHaveLength(1);
    const { stdout } = await kerf(['tune', 'set', '--config', 'tune.json'], { cwd });
    expect(stdout).toMatch(/^expansion.neighbours: 0 \d+\.\d, 1 \d+\.\d; (left as it was|takes \d)$/m);
    expect(stdout).toMatch(/^Difference [+-]?\d+\.\d points \[.*\]: \S/m);
  });

  it.each([
    [['tune'], 'needs at least one set'],
    [['tune', 'set', '--measure', 'latency'], '--measure "latency" cannot be raised'],
    [['tune', 'set', '--config', 'matrix.json'], 'take configurations and matrix out of the file'],
    [
      ['tune', 'set', '--config', 'value.json'],
      'Configuration "retrieval.topK "5"": retrieval.topK is "5": give a number, 5 without quotes.',
    ],
    [
      ['tune', 'set', '--config', 'path.json'],
      'Unknown retrieval option "headingWeight": did you mean "headingsWeight"?',
    ],
  ])('refuses %j', async (args, message) => {
    const cwd = withSet({
      'matrix.json': '{"matrix": {"retrieval.topK": [1]}}',
      'value.json': '{"vary": {"retrieval.topK": [1, "5"]}}',
      'path.json': '{"vary": {"retrieval.headingWeight": [1]}}',
    });
    const { code, stderr } = await kerf(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
