/** Splits text into the pieces that the OpenAI encodings merge one by one: text and offset to the end of a piece. */
import {
  BREAK,
  classAt,
  LETTER,
  LOWER_RUN,
  NUMBER,
  SPACE,
  SYMBOL,
  UNIT_CLASSES,
  UNRESOLVED,
  UPPER_RUN,
} from './unit-classes.ts';

/** End of the piece of `text[from, to)` that begins at `at`; `from <= at < to`. What lies outside is not looked at. */
export type PieceEnd = (text: string, at: number, from: number, to: number) => number;

const SPACE_UNIT = 32;
const APOSTROPHE = 39;
const FIRST_SMALL = 97;
const LAST_SMALL = 122;
const FIRST_NOT_ASCII = 128;
const SLASH = 47;
/** This bit set makes an ASCII letter lower-case, and nothing else a lower-case letter. */
const LOWER_CASE = 32;
const [D, E, L, M, R, S, T, V] = [100, 101, 108, 109, 114, 115, 116, 118];
const LONGEST_NUMBER = 3;
const WORD = UPPER_RUN | LOWER_RUN;
const NOT_A_PREFIX = LETTER | NUMBER | BREAK;

/**
 * The split of `o200k_base`: words with the character in front of them, their first capitals and their contraction;
 * up to three digits; symbols with the line breaks and slashes behind them; white space up to its last line break.
 */
export function o200kPieceEnd(text: string, at: number, from: number, to: number): number {
  const plain = plainWordEnd(text, at, to);
  if (plain > 0) return plain;
  const first = classAt(text, at, from, to);
  // A mark is a letter here even where it could be the character in front: the words that come out are the same.
  if ((first & WORD) !== 0) return contractionEnd(text, wordEnd(text, at, from, to), to);
  if ((first & NOT_A_PREFIX) === 0) {
    const start = at + unitsAt(text, at, to);
    if (start < to && (classAt(text, start, from, to) & WORD) !== 0)
      return contractionEnd(text, wordEnd(text, start, from, to), to);
  }
  return otherEnd(text, at, from, to, first, true);
}

/** The split of `cl100k_base`: as above, but words do not end at a change of case, and contractions stand alone. */
export function cl100kPieceEnd(text: string, at: number, from: number, to: number): number {
  const plain = plainWordEnd(text, at, to);
  if (plain > 0 && !isCapital(text.charCodeAt(plain))) return plain;
  const first = classAt(text, at, from, to);
  if (text.charCodeAt(at) === APOSTROPHE) {
    const end = contractionEnd(text, at, to);
    if (end > at) return end;
  }
  if ((first & (NUMBER | BREAK)) === 0) {
    const start = (first & LETTER) === 0 ? at + unitsAt(text, at, to) : at;
    const end = runEnd(text, start, from, to, LETTER);
    if (end > start) return end;
  }
  return otherEnd(text, at, from, to, first, false);
}

/**
 * A short way for most pieces: the end of ASCII small letters, with at most one capital and one space in front of them
 * and an ASCII character other than an apostrophe behind them; 0 for all else.
 */
function plainWordEnd(text: string, at: number, to: number): number {
  let end = text.charCodeAt(at) === SPACE_UNIT ? at + 1 : at;
  if (end < to && isCapital(text.charCodeAt(end))) end++;
  const start = end;
  let unit = 0;
  while (end < to) {
    unit = text.charCodeAt(end);
    if (unit < FIRST_SMALL || unit > LAST_SMALL) break;
    end++;
  }
  return end > start && end < to && unit < FIRST_NOT_ASCII && unit !== APOSTROPHE ? end : 0;
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

/**
 * End of `[upper]*[lower]+` at `at`, else of `[upper]+[lower]*`, else `at`. Letters without case are in both, so that
 * the upper-case run gives back its last such letter when no lower-case letter follows.
 */
function wordEnd(text: string, at: number, from: number, to: number): number {
  const upperEnd = runEnd(text, at, from, to, UPPER_RUN);
  const lowerEnd = runEnd(text, upperEnd, from, to, LOWER_RUN);
  if (lowerEnd > upperEnd) return lowerEnd;
  let last = upperEnd;
  while (last > at && (classAt(text, last - 1, from, to) & LOWER_RUN) === 0) last--;
  return last > at ? last : upperEnd;
}

function otherEnd(text: string, at: number, from: number, to: number, first: number, slashes: boolean): number {
  if ((first & NUMBER) !== 0) return numberEnd(text, at, from, to);
  const start = text.charCodeAt(at) === SPACE_UNIT ? at + 1 : at;
  const end = runEnd(text, start, from, to, SYMBOL);
  return end > start ? trailEnd(text, end, to, slashes) : blankEnd(text, at, from, to, slashes);
}

function numberEnd(text: string, at: number, from: number, to: number): number {
  let end = at;
  for (let k = 0; k < LONGEST_NUMBER && end < to && (classAt(text, end, from, to) & NUMBER) !== 0; k++)
    end += unitsAt(text, end, to);
  return end;
}

/** The line breaks, and slashes, behind symbols. */
function trailEnd(text: string, at: number, to: number, slashes: boolean): number {
  let end = at;
  while (end < to) {
    const unit = text.charCodeAt(end);
    if (unit !== 10 && unit !== 13 && !(slashes && unit === SLASH)) break;
    end++;
  }
  return end;
}

/** White space up to its last line break; without one, all but the last, which belongs to the word behind. */
function blankEnd(text: string, at: number, from: number, to: number, breaksFirst: boolean): number {
  const end = runEnd(text, at, from, to, SPACE);
  if (end === to && !breaksFirst) return end;
  let last = end;
  while (last > at && (classAt(text, last - 1, from, to) & BREAK) === 0) last--;
  if (last > at) return last;
  return end === to || end - at === 1 ? end : end - 1;
}

/** End of the characters of `mask` that begin at `at`. */
function runEnd(text: string, at: number, from: number, to: number, mask: number): number {
  let end = at;
  while (end < to) {
    let bits = UNIT_CLASSES[text.charCodeAt(end)];
    if (bits >= UNRESOLVED) bits = classAt(text, end, from, to);
    if ((bits & mask) === 0) break;
    end++;
  }
  return end;
}

/** End of `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve` or `'re` at `at`, in either case; `at` when there is none. */
function contractionEnd(text: string, at: number, to: number): number {
  if (at + 1 >= to || text.charCodeAt(at) !== APOSTROPHE) return at;
  const first = text.charCodeAt(at + 1) | LOWER_CASE;
  if (first === S || first === D || first === M || first === T) return at + 2;
  if (at + 2 >= to) return at;
  const second = text.charCodeAt(at + 2) | LOWER_CASE;
  const isLong = first === L ? second === L : (first === V || first === R) && second === E;
  return isLong ? at + 3 : at;
}

/** UTF-16 units of the character at `at`: 2 for a surrogate pair. */
function unitsAt(text: string, at: number, to: number): number {
  if (UNIT_CLASSES[text.charCodeAt(at)] < UNRESOLVED) return 1;
  return at + 1 < to && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}
