/** What the counters of the OpenAI encodings share: text is cut into pieces, and each piece that is new is merged once. */
import type { TokenCounter } from '../model/token-counter.ts';
import { pieceCounts } from './piece-counts.ts';
import type { PieceEnd } from './pieces.ts';
import { isInsidePair } from './words.ts';

/**
 * The merge loop is quadratic in the length of a piece. Longer ones are merged in stretches of this many UTF-16 units:
 * a power of two, so that runs of one character, whose tokens are powers of two long, still count exactly; a longer
 * run of mixed letters or mixed white space may count a few tokens more than the encoding has.
 */
const LONGEST_MERGED = 1024;
/** Every ASCII character is a token by itself. */
const FIRST_NOT_ASCII = 128;

/** Markers such as `<|endoftext|>` are ordinary text in a document. */
const SPECIAL_AS_TEXT = { disallowedSpecial: new Set<string>() };

type CountTokens = (text: string, options: typeof SPECIAL_AS_TEXT) => number;

/** The counter of one encoding; `countTokens` is asked for single pieces only, as `pieceEnd` cuts them. */
export function openaiCounter(id: string, countTokens: CountTokens, pieceEnd: PieceEnd): TokenCounter {
  const counts = pieceCounts((piece) => countPiece(piece, countTokens));
  const countSpan = (text: string, start: number, end: number): number => {
    let total = 0;
    let at = start;
    while (at < end) {
      const stop = pieceEnd(text, at, start, end);
      const isOneToken = stop - at === 1 && text.charCodeAt(at) < FIRST_NOT_ASCII;
      total += isOneToken ? 1 : counts.of(text, at, stop);
      at = stop;
    }
    return total;
  };
  return {
    id,
    additive: true,
    additiveAtPunctuation: true,
    count: (text) => countSpan(text, 0, text.length),
    countSpan,
  };
}

function countPiece(piece: string, countTokens: CountTokens): number {
  if (piece.length <= LONGEST_MERGED) return countTokens(piece, SPECIAL_AS_TEXT);
  let total = 0;
  let from = 0;
  while (from < piece.length) {
    let to = Math.min(from + LONGEST_MERGED, piece.length);
    if (to < piece.length && isInsidePair(piece, to)) to--;
    total += countTokens(piece.slice(from, to), SPECIAL_AS_TEXT);
    from = to;
  }
  return total;
}
