/** The evaluation program runs on the sample as its guide says, and its numbers are the ones worked out by hand. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compare, estimate } from '../../eval/statistics.ts';

interface Result {
  readonly set: string;
  readonly variants: readonly {
    readonly variant: string;
    readonly queries: readonly {
      readonly id: string;
      readonly rank: number | null;
      readonly outcomes: readonly { readonly full: boolean; readonly coverage: number; readonly tokens: number }[];
    }[];
  }[];
}

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-eval-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ stdout: string; results: readonly Result[] }> {
  const json = join(folder, 'out.json');
  const program = ['--import', 'tsx', 'eval/gold-in-context.ts', ...args, '--json', json];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  return { stdout, results: JSON.parse(await readFile(json, 'utf8')) as Result[] };
}

async function writeSet(documents: Record<string, string>, queries: readonly object[]): Promise<string> {
  await mkdir(join(folder, 'set/corpus'), { recursive: true });
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, 'set/corpus', name), text);
  await writeFile(join(folder, 'set/queries.jsonl'), queries.map((query) => JSON.stringify(query)).join('\n'));
  return join(folder, 'set');
}

test('the command of the guide finds most answers of the sample and keeps every budget', async () => {
  const { stdout, results } = await run('eval/sample', '--budgets', '200,500');
  const [{ set, variants }] = results;
  expect([set, variants.map(({ variant }) => variant)]).toEqual(['sample', ['structural', 'fixed']]);
  expect(stdout).toContain('13 documents, 15 queries');
  expect(stdout).toContain('| structural − fixed | 500 |');
  for (const { queries } of variants) {
    expect(queries).toHaveLength(15);
    for (const { outcomes } of queries) {
      expect(outcomes[0].tokens).toBeLessThanOrEqual(200);
      expect(outcomes[1].tokens).toBeLessThanOrEqual(500);
    }
    expect(queries.filter(({ outcomes }) => outcomes[1].full).length).toBeGreaterThanOrEqual(12);
  }
});

test('gold counts only inside the cited range of its own document, blank characters aside', async () => {
  const both = 'Apples are red.\r\n\r\nPears are green.\r\n';
  const set = await writeSet({ 'a.txt': both, 'b.txt': 'Apples are red in autumn.\n' }, [
    { id: 'range', query: 'red apples', gold: [{ doc: 'a.txt', start: 0, end: 19 }], scope: 'a.txt' },
    {
      id: 'half',
      query: 'red apples',
      gold: [
        { doc: 'a.txt', quote: 'red' },
        { doc: 'b.txt', quote: 'red' },
      ],
      corpus: 'a',
    },
    { id: 'other', query: 'autumn', gold: [{ doc: 'a.txt', quote: 'Pears' }] },
    { id: 'whole', query: 'autumn', gold: [{ doc: 'b.txt' }] },
  ]);
  const { results } = await run(set, '--budgets', '60', '--variant', 'tiny:structural:maxTokens=12,neighbours=0');
  const outcomes = results[0].variants[0].queries.map(({ id, rank, outcomes: [{ coverage, full }] }) => [
    id,
    rank,
    coverage,
    full,
  ]);
  expect(outcomes).toEqual([
    ['range', 1, 1, true],
    ['half', 1, 0.5, false],
    ['other', null, 0, false],
    ['whole', 1, 1, true],
  ]);
});

test('gold that does not fit its document stops the run with the reason', async () => {
  const set = await writeSet({ 'a.txt': 'red and red' }, [
    { id: 'twice', query: 'red', gold: [{ doc: 'a.txt', quote: 'red' }] },
  ]);
  await expect(run(set)).rejects.toThrow('twice: the quote must stand exactly once in "a.txt": "red"');
});

test('intervals are repeatable, hold the mean and shrink with more values; pairs are counted', () => {
  const few = [0, 1, 1, 1];
  const many = Array.from({ length: 100 }, (_, i) => few[i % 4]);
  expect(estimate(few)).toEqual(estimate(few));
  const [wide, narrow] = [estimate(few), estimate(many)];
  expect([wide.mean, narrow.mean]).toEqual([0.75, 0.75]);
  expect([wide.low, wide.high]).toEqual([0.25, 1]);
  // 1.96 standard errors are 0.085.
  expect(narrow.low).toBeGreaterThan(0.64);
  expect(narrow.low).toBeLessThan(0.69);
  expect(narrow.high).toBeGreaterThan(0.8);
  expect(narrow.high).toBeLessThan(0.86);
  expect(compare([1, 1, 0, 0.5], [0, 1, 1, 0])).toMatchObject({ mean: 0.125, wins: 2, losses: 1 });
});
