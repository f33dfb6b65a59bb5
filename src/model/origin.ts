/** Origin map: from offsets in `document.text` back to offsets in the raw source text. */
import type { Span } from './span.ts';

export interface OriginMap {
  /** Raw characters in front of the text: 1 where a byte-order mark was dropped, else 0. */
  readonly lead: number;
  /** Offsets in `document.text`, rising, of each LF that was CRLF in the source. */
  readonly crlf: Uint32Array;
}

export const IDENTITY_ORIGIN: OriginMap = { lead: 0, crlf: new Uint32Array(0) };

/** The raw offset (UTF-16 units of the decoded file) of text offset `offset`. */
export function toRawOffset(origin: OriginMap, offset: number): number {
  const { crlf } = origin;
  let low = 0;
  let high = crlf.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (crlf[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return offset + origin.lead + low;
}

/** The raw span of `span`: the slice of the raw text that normalises to the slice of the text. */
export function toRawSpan(origin: OriginMap, span: Span): Span {
  return { start: toRawOffset(origin, span.start), end: toRawOffset(origin, span.end) };
}
