/** Parsing: counts the words of a text, and those among them that contracts and statutes have and other prose hardly has. */

/** Words and phrases that count, beside those of `indemnif\w+`. */
const LEGAL =
  'shall|hereby|herein|hereto|hereof|hereunder|hereinafter|thereof|thereto|therein|whereas|notwithstanding|pursuant|party|parties|agreement|licensor|licensee|obligation|obligations|governing law|in accordance with';
const LEGAL_WORD = new RegExp(`(?:${LEGAL}|indemnif\\w+)\\b`, 'iy');
/** What is longer has the bit of this length. */
const LONGEST = 31;
/** `indemnif\w+` has so many letters at least, before what may be an underscore. */
const INDEMNIFY = 'indemnif'.length;

/** What a character is. */
const OTHER = 0;
/** Letter or digit. */
const WORD = 1;
/** Goes on with a word for `\b`, but not for a count of words. */
const UNDERSCORE = 2;
const LINE_END = 3;
const CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return WORD;
  return character === '_' ? UNDERSCORE : /[\n\r]/.test(character) ? LINE_END : OTHER;
});

/** By first letter in lower case, a bit for each length of a first word in `LEGAL`: nearly all other words are dismissed by it. */
const LENGTHS = lengthsByLetter();

function lengthsByLetter(): Int32Array {
  const lengths = new Int32Array(128);
  for (const words of LEGAL.split('|')) lengths[words.charCodeAt(0)] |= 1 << words.split(' ')[0].length;
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
  let before = OTHER;
  for (let at = 0; at < text.length; at++) {
    const start = at;
    at = asciiWordEnd(text, start);
    if (at > start) {
      if (before !== WORD) words++;
      if (before !== UNDERSCORE && isLegalWord(text, start, at - start)) legalWords++;
      before = WORD;
    }
    const kind = kindAt(text, at);
    if (kind === LINE_END) lineStarts.push(at + 1);
    if (kind === WORD && before !== WORD) words++;
    before = kind;
  }
  return { words, legalWords, lineStarts };
}

/** Offset after the ASCII letters and digits at `from`. */
function asciiWordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code >= 128 || CHARACTERS[code] !== WORD) break;
    at++;
  }
  return at;
}

function kindAt(text: string, at: number): number {
  if (at === text.length) return OTHER;
  const code = text.charCodeAt(at);
  return code < 128 ? CHARACTERS[code] : kindBeyondAscii(text, at, code);
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
