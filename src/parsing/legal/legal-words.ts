/** Parsing: counts the words of a text, and those among them that contracts and statutes have and other prose hardly has. */

/** A word that counts, from its first letter on. */
const LEGAL_WORD =
  /(?:shall|hereby|herein|hereto|hereof|hereunder|hereinafter|thereof|thereto|therein|whereas|notwithstanding|pursuant|indemnif\w+|party|parties|agreement|licensor|licensee|obligations?|governing law|in accordance with)\b/iy;
/** The beginnings of those, by which nearly all other words are dismissed: what is longer than `LONGEST` has its length. */
const BEGINNINGS =
  'shall hereby herein hereto hereof hereunder hereinafter thereof thereto therein whereas notwithstanding pursuant party parties agreement licensor licensee obligation obligations governing in';
const LONGEST = 31;
/** `indemnif\w+` has at least so many letters. */
const INDEMNIFY = 9;

/** What a character is, in bits: in a word as everybody has it, which adds one to a count, and in one as `\b` has it. */
const OTHER = 0;
const WORD = 1;
const ASCII_WORD = 2;
const LINE_END = 4;
const CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return WORD | ASCII_WORD;
  return character === '_' ? ASCII_WORD : /[\n\r]/.test(character) ? LINE_END : OTHER;
});

/** By first letter in lower case, a bit for each length that a legal word has. */
const LENGTHS = lengthsByLetter();

function lengthsByLetter(): Int32Array {
  const lengths = new Int32Array(128);
  for (const word of BEGINNINGS.split(' ')) lengths[word.charCodeAt(0)] |= 1 << word.length;
  for (let length = INDEMNIFY; length <= LONGEST; length++) lengths['i'.charCodeAt(0)] |= 1 << length;
  return lengths;
}

export interface WordCount {
  /** Runs of letters and digits of any script. */
  readonly words: number;
  readonly legalWords: number;
  /** Where lines begin, the first one included. */
  readonly lineStarts: readonly number[];
}

/** Counts in one walk over `text`. */
export function countWords(text: string): WordCount {
  const lineStarts = [0];
  let words = 0;
  let legalWords = 0;
  let start = 0;
  let before = OTHER;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const kind = code < 128 ? CHARACTERS[code] : kindBeyondAscii(text, at, code);
    if (kind === LINE_END) lineStarts.push(at + 1);
    if (kind === before) continue;
    const begins = kind & ~before;
    words += begins & WORD;
    if ((begins & ASCII_WORD) !== 0) start = at;
    else if ((before & ~kind & ASCII_WORD) !== 0 && isLegalWord(text, start, at - start)) legalWords++;
    before = kind;
  }
  return { words, legalWords, lineStarts };
}

const LETTER = /[\p{L}\p{N}]/u;

function kindBeyondAscii(text: string, at: number, code: number): number {
  if (code === 0x2028 || code === 0x2029) return LINE_END;
  const isSecondHalf = (code & 0xfc00) === 0xdc00 && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  const point = text.codePointAt(isSecondHalf ? at - 1 : at) as number;
  return LETTER.test(String.fromCodePoint(point)) ? WORD : OTHER;
}

function isLegalWord(text: string, at: number, length: number): boolean {
  if ((LENGTHS[text.charCodeAt(at) | 32] & (1 << Math.min(length, LONGEST))) === 0) return false;
  LEGAL_WORD.lastIndex = at;
  return LEGAL_WORD.test(text);
}
