/** Origin map: from offsets in `document.text` back to offsets in the raw source text. */
import type { Span } from './span.ts';

export interface OriginMap {
  /** Raw characters in front of the text: 1 where a byte-order mark was dropped, else 0. */
  readonly lead: number;
  /** Offsets in `document.text`, rising, of each LF that was CRLF in the source. */
  readonly crlf: Uint32Array;
  /** Where the text was derived from the source (chat exports, mail): what each piece of it was made from. Then `lead` and `crlf` say nothing. */
  readonly pieces?: OriginPieces;
}

/**
 * A derived text as pieces, one row each in all arrays; piece i runs from `starts[i]` to the start of the next one, the
 * last one to the end of the text. The first starts at 0. Raw ranges need not rise: replies are gathered under
 * their thread, wherever in the source they stood.
 */
export interface OriginPieces {
  /** Offsets in `document.text`, rising. */
  readonly starts: Uint32Array;
  readonly rawStarts: Uint32Array;
  readonly rawEnds: Uint32Array;
  /** 1 where the piece is a copy of its raw range, unit by unit; 0 where it was decoded or written anew. */
  readonly copied: Uint8Array;
}

export const IDENTITY_ORIGIN: OriginMap = { lead: 0, crlf: new Uint32Array(0) };

/** The raw offset (UTF-16 units of the decoded file) of text offset `offset`; inside a piece that is no copy, where its raw range starts. */
export function toRawOffset(origin: OriginMap, offset: number): number {
  if (origin.pieces !== undefined) return rawStart(origin.pieces, pieceAt(origin.pieces, offset), offset);
  return offset + origin.lead + countBelow(origin.crlf, offset);
}

/**
 * The raw span of `span`: the slice of the raw text that normalises to the slice of the text. Of a derived text, the
 * smallest range that holds the raw ranges of every piece it touches; the raw span of a part lies inside that of the whole.
 */
export function toRawSpan(origin: OriginMap, span: Span): Span {
  if (origin.pieces !== undefined) return rawHull(origin.pieces, span);
  return { start: toRawOffset(origin, span.start), end: toRawOffset(origin, span.end) };
}

function rawHull(pieces: OriginPieces, span: Span): Span {
  const first = pieceAt(pieces, span.start);
  const start = rawStart(pieces, first, span.start);
  if (span.end <= span.start || first < 0) return { start, end: start };
  let low = start;
  let high = rawEnd(pieces, first, span.end);
  for (let i = first + 1; i < pieces.starts.length && pieces.starts[i] < span.end; i++) {
    if (pieces.rawStarts[i] < low) low = pieces.rawStarts[i];
    const end = rawEnd(pieces, i, span.end);
    if (end > high) high = end;
  }
  return { start: low, end: high };
}

/** The piece that holds `offset`, -1 where there is none at all. */
function pieceAt(pieces: OriginPieces, offset: number): number {
  return countBelow(pieces.starts, offset + 1) - 1;
}

function rawStart(pieces: OriginPieces, piece: number, offset: number): number {
  if (piece < 0) return 0;
  const from = pieces.rawStarts[piece];
  return pieces.copied[piece] === 1 ? Math.min(from + offset - pieces.starts[piece], pieces.rawEnds[piece]) : from;
}

/** Where the raw range of `piece` ends when the text is taken up to `end`. */
function rawEnd(pieces: OriginPieces, piece: number, end: number): number {
  if (pieces.copied[piece] === 0) return pieces.rawEnds[piece];
  return Math.min(pieces.rawStarts[piece] + end - pieces.starts[piece], pieces.rawEnds[piece]);
}

/** How many values of the rising `values` are below `limit`. */
function countBelow(values: Uint32Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
