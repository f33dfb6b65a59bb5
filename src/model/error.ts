/** The one error class: wrong arguments and failing environments throw it; trouble in input never does. */

export const ERROR_CODES = [
  'invalid-option',
  'unknown-option',
  'invalid-source',
  'store-open',
  'store-version',
  'store-write',
  'store-config',
  'embedder-failed',
  'reranker-failed',
  'generator-failed',
  'not-found',
] as const;

export type KerfErrorCode = (typeof ERROR_CODES)[number];

/** `message` names the value and the remedy; `code` is stable and listed in docs/errors.md. */
export class KerfError extends Error {
  readonly code: KerfErrorCode;

  constructor(code: KerfErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'KerfError';
    this.code = code;
  }
}
