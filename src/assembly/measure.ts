/** Counting while assembling: the tokens of a text given in pieces, each distinct piece counted once. */
import type { TokenCounter } from '../model/token-counter.ts';

/** Tokens of the concatenation of `pieces`, each of which, the last aside, ends in a line feed. */
export type Measure = (pieces: readonly string[]) => number;

/** With an additive counter the pieces add up, since each join stands right behind a line feed; else all is counted. */
export function measureWith(counter: TokenCounter): Measure {
  if (!counter.additive) return (pieces) => counter.count(pieces.join(''));
  const counts = new Map<string, number>();
  const count = (piece: string) => {
    const known = counts.get(piece) ?? counter.count(piece);
    counts.set(piece, known);
    return known;
  };
  return (pieces) => glued(pieces).reduce((sum, piece) => sum + count(piece), 0);
}

/** Where the next piece begins with a line feed or a slash the contract of additive counters promises nothing. */
function glued(pieces: readonly string[]): readonly string[] {
  if (!pieces.some(startsInDoubt)) return pieces;
  const joined: string[] = [];
  for (const piece of pieces) {
    if (joined.length > 0 && startsInDoubt(piece)) joined.push(`${joined.pop()}${piece}`);
    else joined.push(piece);
  }
  return joined;
}

function startsInDoubt(piece: string): boolean {
  return piece.startsWith('\n') || piece.startsWith('/');
}
