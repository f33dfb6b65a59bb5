/** A bounded memory of token counts: from a piece of text, read where it stands, to the count that was found before. */

/** Pieces longer than this, in UTF-16 units, are not kept. */
const LONGEST_KEPT = 127;
/** Pieces kept at most; then all are forgotten and those in use come back. */
const MOST_KEPT = 1 << 16;
const SLOTS = MOST_KEPT * 2;
/** Room for the letters of all pieces kept, in UTF-16 units. */
const LETTERS = 1 << 20;
/** Slots looked at for one piece: many pieces made to fall into the same slot are not kept instead of searched for. */
const MOST_PROBES = 16;
/** Each slot is three numbers: hash, start in `letters`, and count * 128 + length; 0 is an empty slot. */
const SLOT_SIZE = 3;
/** 2^32 divided by the golden ratio, as an odd number. */
const MULTIPLIER = 0x9e3779b1;
const LENGTH_BITS = 7;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;

export interface PieceCounts {
  /** Tokens of `text[start, end)`, from memory or else from `count`, which is called with the text of the piece. */
  of(text: string, start: number, end: number): number;
}

/** An empty memory in front of `count`; about 3.5 MB. */
export function pieceCounts(count: (piece: string) => number): PieceCounts {
  const slots = new Int32Array(SLOTS * SLOT_SIZE);
  const letters = new Uint16Array(LETTERS);
  let kept = 0;
  let used = 0;

  const isAt = (slot: number, text: string, start: number, length: number): boolean => {
    const first = slots[slot + 1];
    for (let i = 0; i < length; i++) if (letters[first + i] !== text.charCodeAt(start + i)) return false;
    return true;
  };

  /** The slot that holds the piece, or the empty one where it belongs; -1 when the slots for it are taken. */
  const find = (hash: number, text: string, start: number, length: number): number => {
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = ((hash + probe) & (SLOTS - 1)) * SLOT_SIZE;
      const known = slots[slot + 2];
      if (known === 0) return slot;
      if (slots[slot] === hash && (known & LENGTH_MASK) === length && isAt(slot, text, start, length)) return slot;
    }
    return -1;
  };

  const keep = (slot: number, hash: number, piece: string, tokens: number): void => {
    slots[slot] = hash;
    slots[slot + 1] = used;
    slots[slot + 2] = (tokens << LENGTH_BITS) | piece.length;
    for (let i = 0; i < piece.length; i++) letters[used++] = piece.charCodeAt(i);
    kept++;
    if (kept < MOST_KEPT && used <= LETTERS - LONGEST_KEPT) return;
    slots.fill(0);
    kept = 0;
    used = 0;
  };

  return {
    of(text, start, end) {
      if (end - start > LONGEST_KEPT) return count(text.slice(start, end));
      const hash = hashOf(text, start, end);
      const slot = find(hash, text, start, end - start);
      const known = slot < 0 ? 0 : slots[slot + 2];
      if (known !== 0) return known >> LENGTH_BITS;
      const piece = text.slice(start, end);
      const tokens = count(piece);
      if (slot >= 0) keep(slot, hash, piece, tokens);
      return tokens;
    },
  };
}

function hashOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
