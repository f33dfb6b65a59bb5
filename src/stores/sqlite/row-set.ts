/** SQLite store: a list of row numbers as one string, the cheapest form SQLite hands out → a set of them, one bit a row. */

const BITS = 32;
const COMMA = 44;
const ZERO = 48;
const TEN = 10;

export interface RowSet {
  /** Bit `row % 32` of word `row / 32` is set for each row of the set. */
  readonly words: Uint32Array;
}

/** The set of the numbers in `list` (`1,5,17`, in any order, none above `largest`); null lists nothing. */
export function parseRowSet(list: string | null, largest: number): RowSet {
  const words = new Uint32Array(Math.floor(largest / BITS) + 1);
  if (list === null) return { words };
  let row = 0;
  for (let i = 0; i <= list.length; i++) {
    const code = i < list.length ? list.charCodeAt(i) : COMMA;
    if (code !== COMMA) {
      row = row * TEN + code - ZERO;
      continue;
    }
    words[Math.floor(row / BITS)] |= 1 << (row % BITS);
    row = 0;
  }
  return { words };
}

export function hasRow({ words }: RowSet, row: number): boolean {
  const word = Math.floor(row / BITS);
  return word < words.length && (words[word] & (1 << (row % BITS))) !== 0;
}
