/** Every strategy against the published suite for chunkers. */
import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '../../src/chunking/presets.ts';
import { CONFORMANCE_CASES, checkChunker, describeChunker } from '../../src/testing/chunker-suite.ts';
import { kerfChunker } from './kerf-chunkers.ts';

for (const strategy of STRATEGIES) describeChunker(strategy, kerfChunker(strategy), { describe, it, expect });

it('has one case to an id', () => {
  expect(new Set(CONFORMANCE_CASES).size).toBe(CONFORMANCE_CASES.length);
});

it('says of every case what came of it', async () => {
  const report = await checkChunker(kerfChunker('fixed'));
  expect(new Set(report.results.map(({ id }) => id))).toEqual(new Set(CONFORMANCE_CASES));
  expect(report).toMatchObject({ chunker: 'fixed', failed: 0 });
  expect(report.passed + report.notApplicable).toBe(report.results.length);
  expect(report.kinds.reduce((sum, { passed }) => sum + passed, 0)).toBe(report.passed);
});
