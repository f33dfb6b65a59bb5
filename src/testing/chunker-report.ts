/** Test kit: what a run of the chunker suite says, as data: a result per case and kind of fault, and counts. */

/** Kinds of fault, in the order of the report. */
export const FAULT_KINDS = [
  'offsets',
  'lost-text',
  'endless',
  'limit',
  'characters',
  'tables',
  'fences',
  'headings',
  'front-matter',
  'line-ends',
  'overlap',
  'sentences',
  'lists',
  'code',
  'records',
  'effort',
  'odd-input',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One kind of fault looked for in one case: what the case is about, and every law that can be judged by its input. */
export interface ConformanceResult {
  /** Stable name of the case; those that begin with F are the numbers of docs/known-faults.md. */
  readonly id: string;
  readonly kind: FaultKind;
  /** What must hold, in a few words. */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not-applicable';
  /** What went wrong and where, or which ability the adapter does not declare; empty when passed. */
  readonly reason: string;
}

export interface KindTally {
  readonly kind: FaultKind;
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
}

export interface ConformanceReport {
  readonly chunker: string;
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
  readonly kinds: readonly KindTally[];
  readonly results: readonly ConformanceResult[];
}

export function reportOf(chunker: string, results: readonly ConformanceResult[]): ConformanceReport {
  const tally = (some: readonly ConformanceResult[]) => ({
    passed: some.filter(({ outcome }) => outcome === 'passed').length,
    failed: some.filter(({ outcome }) => outcome === 'failed').length,
    notApplicable: some.filter(({ outcome }) => outcome === 'not-applicable').length,
  });
  const kinds = FAULT_KINDS.map((kind) => ({ kind, ...tally(results.filter((result) => result.kind === kind)) }));
  return { chunker, ...tally(results), kinds, results };
}
