/** Character classes as the split patterns of the OpenAI encodings see them: UTF-16 units to bits. */

/** May stand in the run of upper-case letters: Lu, Lt, Lm, Lo, M. */
export const UPPER_RUN = 1;
/** May stand in the run of lower-case letters: Ll, Lm, Lo, M. */
export const LOWER_RUN = 2;
export const LETTER = 4;
export const NUMBER = 8;
/** White space, line breaks included. */
export const SPACE = 16;
/** Carriage return or line feed; `SPACE` is set, too. */
export const BREAK = 32;
/** Neither white space nor letter nor number: punctuation, symbols, marks, controls, lone surrogates. */
export const SYMBOL = 64;
/** Not in the table yet, or a surrogate, whose class depends on its neighbour. */
export const UNRESOLVED = 128;

const PAGE = 256;
const FIRST_SURROGATE = 0xd800;
const FIRST_LOW_SURROGATE = 0xdc00;
const LAST_SURROGATE = 0xdfff;

/** The class of every UTF-16 unit that turned up so far. Read it through `classAt` where `UNRESOLVED` may be. */
export const UNIT_CLASSES: Uint8Array = new Uint8Array(0x10000).fill(UNRESOLVED);

/** The same for code points above U+FFFF, by page of 256. */
const ASTRAL_PAGES: (Uint8Array | undefined)[] = [];

/** In the order of frequency; the first that matches holds, and what none matches is a symbol. */
const PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/\p{Lo}|\p{Lm}/u, UPPER_RUN | LOWER_RUN | LETTER],
  [/\p{Ll}/u, LOWER_RUN | LETTER],
  [/\p{Lu}|\p{Lt}/u, UPPER_RUN | LETTER],
  [/\p{M}/u, UPPER_RUN | LOWER_RUN | SYMBOL],
  [/\p{N}/u, NUMBER],
  [/[\r\n]/, SPACE | BREAK],
  [/\s/, SPACE],
];

/** The class of the character that the unit at `i` belongs to, in `text[from, to)`, where `from <= i < to`. */
export function classAt(text: string, i: number, from: number, to: number): number {
  const known = UNIT_CLASSES[text.charCodeAt(i)];
  return known < UNRESOLVED ? known : resolveClass(text, i, from, to);
}

function resolveClass(text: string, i: number, from: number, to: number): number {
  const unit = text.charCodeAt(i);
  if (unit < FIRST_SURROGATE || unit > LAST_SURROGATE) {
    const bits = classOf(unit);
    UNIT_CLASSES[unit] = bits;
    return bits;
  }
  const high = unit < FIRST_LOW_SURROGATE ? i : i - 1;
  if (high < from || high + 1 >= to) return SYMBOL;
  const point = text.codePointAt(high) as number;
  return isHigh(text.charCodeAt(high)) && point > 0xffff ? astralClass(point) : SYMBOL;
}

function isHigh(unit: number): boolean {
  return unit >= FIRST_SURROGATE && unit < FIRST_LOW_SURROGATE;
}

function astralClass(point: number): number {
  const page = Math.floor(point / PAGE);
  const classes = ASTRAL_PAGES[page] ?? new Uint8Array(PAGE).fill(UNRESOLVED);
  ASTRAL_PAGES[page] = classes;
  const known = classes[point % PAGE];
  const bits = known < UNRESOLVED ? known : classOf(point);
  classes[point % PAGE] = bits;
  return bits;
}

function classOf(point: number): number {
  const character = String.fromCodePoint(point);
  for (const [pattern, bits] of PATTERNS) if (pattern.test(character)) return bits;
  return SYMBOL;
}
