/** The evaluation of topic shifts runs on its sample as the guide says, and its measures are the ones worked out by hand. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { segmentationScores } from '../../eval/segmentation.ts';

interface Result {
  readonly embedder: string;
  readonly rows: readonly {
    readonly name: string;
    readonly recall: number;
    readonly precision: number;
    readonly pk: number;
  }[];
  readonly edits: readonly { readonly name: string; readonly most: number; readonly furthest: number }[];
}

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-eval-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ stdout: string; results: readonly Result[] }> {
  const json = join(folder, 'out.json');
  const program = ['--import', 'tsx', 'eval/topic-shifts.ts', ...args, '--json', json];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  return { stdout, results: JSON.parse(await readFile(json, 'utf8')) as Result[] };
}

test('on the sample every method is better than random, with words alone', async () => {
  const { stdout, results } = await run('--parts', '6-8', '--sentences', '3-10');
  const [{ embedder, rows }] = results;
  expect(embedder).toBe('terms');
  expect(stdout).toContain('## sample-topics: 8 topics, embedder terms');
  expect(rows.map(({ name }) => name)).toEqual(
    'localMinimum percentile standardDeviation gradient random fixed none'.split(' '),
  );
  const random = rows[4];
  for (const { precision, recall, pk } of rows.slice(0, 4)) {
    expect(precision).toBeGreaterThan(random.precision + 0.2);
    expect(recall).toBeGreaterThan(random.recall + 0.1);
    expect(pk).toBeLessThan(random.pk - 0.1);
  }
});

test('edits are measured on a long text', async () => {
  const { results } = await run('--documents', '1', '--edits', '5', '--methods', 'localMinimum', '--embedder', 'hash');
  expect(results[0].edits).toHaveLength(1);
  // The reach of 50 sentences, the valley, and the windows.
  expect(results[0].edits[0].furthest).toBeLessThan(80);
});

test('a folder without topics stops the run with the reason', async () => {
  await expect(run(folder)).rejects.toThrow('holds 0 text or Markdown files');
});

test('boundaries count as found at the place or one gap beside it, each once', () => {
  const scores = segmentationScores(20, [4, 9, 14], [4, 8, 10, 17]);
  expect(scores).toMatchObject({ precision: 2 / 4, recall: 2 / 3, exactPrecision: 1 / 4, exactRecall: 1 / 3 });
  expect(segmentationScores(20, [4], [])).toMatchObject({ precision: 0, recall: 0 });
});

test('Pk and WindowDiff of a window of two units', () => {
  // Segments of four: windows of two units; the boundary at 3 is missed by two windows, that at 5 is wrongly in two.
  const missed = segmentationScores(8, [3], []);
  expect([missed.pk, missed.windowDiff]).toEqual([2 / 6, 2 / 6]);
  const wrong = segmentationScores(8, [3], [3, 5]);
  expect(wrong.windowDiff).toBeCloseTo(2 / 6);
  expect(segmentationScores(8, [3], [3])).toMatchObject({ pk: 0, windowDiff: 0, precision: 1, recall: 1 });
  // A second boundary in the same window is an error for WindowDiff alone.
  const doubled = segmentationScores(8, [3], [3, 4]);
  expect(doubled.pk).toBeLessThan(doubled.windowDiff);
});
