/** Trouble found in input is data: a document is always returned, with these beside it. */
import type { Span } from './span.ts';

export const DIAGNOSTIC_CODES = [
  'invalid-utf8',
  'binary-content',
  'front-matter-invalid',
  'unclosed-fence',
  'malformed-data',
  'syntax-error',
  'lone-surrogate',
  'content-left-out',
  'unreadable-file',
  'unsupported-format',
  'context-clipped',
  'limit-unreachable',
] as const;

export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** Something wrong or odd in the input, with its place where there is one. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly documentId: string;
  /** Range in `document.text`; absent when the whole file is meant. */
  readonly span?: Span;
}
