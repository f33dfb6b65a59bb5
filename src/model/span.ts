/** The one way Kerf says "where": a half-open range of UTF-16 offsets. */

/** Half-open range `[start, end)` of UTF-16 code units into `document.text`, unless a field says otherwise. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The number of UTF-16 code units that two spans share; 0 when they do not touch. */
export function sharedLength(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}
