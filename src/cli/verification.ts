/** What `kerf verify` found: reports of single documents, summed up per check. */
import type { VerifyReport } from '../chunking/verify.ts';
import type { Span } from '../model/span.ts';

export interface VerificationFailure {
  readonly check: string;
  readonly documentId?: string;
  readonly message: string;
  readonly chunkId?: string;
  readonly span?: Span;
}

/** Running totals. */
export interface Verification {
  checks: { name: string; checked: number; failures: number }[];
  failures: VerificationFailure[];
  documents: number;
  chunks: number;
  /** Documents of a store that were not compared with their file, and why. */
  skipped: { edited: number; missing: number; otherFlags: number };
}

export function createVerification(): Verification {
  return { checks: [], failures: [], documents: 0, chunks: 0, skipped: { edited: 0, missing: 0, otherFlags: 0 } };
}

/** Adds the report of one document. */
export function addReport(
  verification: Verification,
  documentId: string,
  chunkCount: number,
  report: VerifyReport,
): void {
  verification.documents++;
  verification.chunks += chunkCount;
  for (const { name, checked, failures } of report.checks) {
    addFailure(verification, name, { checked });
    for (const failure of failures) addFailure(verification, name, { checked: 0, documentId, ...failure });
  }
}

/** Adds to the number of things that `check` looked at and, when there is a `message`, a failure. */
export function addFailure(
  verification: Verification,
  check: string,
  entry: { readonly checked: number } & Partial<Omit<VerificationFailure, 'check'>>,
): void {
  const { checked, message, ...place } = entry;
  let total = verification.checks.find(({ name }) => name === check);
  if (total === undefined) {
    total = { name: check, checked: 0, failures: 0 };
    verification.checks.push(total);
  }
  total.checked += checked;
  if (message === undefined) return;
  total.failures++;
  verification.failures.push({ check, message, ...place });
}
