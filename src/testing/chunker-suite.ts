/** Test kit: puts a chunker through every case, as a report or as tests of a test runner. */
import type { ChunkerAdapter } from './chunker-adapter.ts';
import type { ConformanceCase } from './chunker-case.ts';
import { BOUND_CASES } from './chunker-cases-bounds.ts';
import { MARKDOWN_CASES } from './chunker-cases-markdown.ts';
import { PLACE_CASES } from './chunker-cases-places.ts';
import { RECORD_CASES } from './chunker-cases-records.ts';
import { TEXT_CASES } from './chunker-cases-text.ts';
import { judgeCase, missing, unended } from './chunker-judge.ts';
import { type ConformanceReport, type ConformanceResult, FAULT_KINDS, reportOf } from './chunker-report.ts';
import type { TestKit } from './test-kit.ts';

const CASES: readonly ConformanceCase[] = FAULT_KINDS.flatMap((kind) =>
  [...PLACE_CASES, ...BOUND_CASES, ...TEXT_CASES, ...MARKDOWN_CASES, ...RECORD_CASES].filter(
    (one) => one.kind === kind,
  ),
);

/** Ids of all cases, in the order of the report. */
export const CONFORMANCE_CASES: readonly string[] = CASES.map(({ id }) => id);

export interface CheckOptions {
  /** Ids of the cases to run; default: all. */
  readonly cases?: readonly string[];
  /**
   * How long one case may take before it counts as endless. Default 20. A chunker that never yields is only stopped by
   * `checkChunkerModule`.
   */
  readonly secondsPerCase?: number;
}

/** Enough for a slow chunker, far too little for a quadratic one. */
export const SECONDS_PER_CASE = 20;

/**
 * Puts a chunker through every case it can be asked and says what it did. Throws nothing that the chunker throws.
 *
 * @example
 * const report = await checkChunker({
 *   name: 'halves',
 *   chunk: ({ text }) => [{ text: text.slice(0, text.length / 2) }, { text: text.slice(text.length / 2) }],
 *   can: { plainText: true },
 * });
 */
export async function checkChunker(adapter: ChunkerAdapter, options: CheckOptions = {}): Promise<ConformanceReport> {
  const results: ConformanceResult[] = [];
  for (const one of CASES)
    if (options.cases?.includes(one.id) ?? true)
      results.push(...(await judgeCase(one, adapter, options.secondsPerCase ?? SECONDS_PER_CASE)));
  return reportOf(adapter.name, results);
}

/**
 * Declares a test for each case that the chunker can be asked; `kit` holds `describe`, `it` and `expect` of the runner.
 *
 * @example
 * describeChunker('my chunker', myAdapter, { describe, it, expect });
 */
export function describeChunker(name: string, adapter: ChunkerAdapter, kit: TestKit): void {
  kit.describe(`chunker ${name}`, () => {
    for (const one of CASES) {
      if (missing(one, adapter) !== '') continue;
      kit.it(`${one.id} ${one.title}`, async () => {
        const results = await judgeCase(one, adapter, SECONDS_PER_CASE);
        const failed = results.filter(({ outcome }) => outcome === 'failed');
        kit.expect(failed.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([]);
      });
    }
  });
}

/** The results of a case that had to be ended. */
export function endedCase(id: string, reason: string): readonly ConformanceResult[] {
  return unended(CASES.find((one) => one.id === id) as ConformanceCase, reason);
}
