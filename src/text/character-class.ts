/** Term analysis, first part: what a character is to the scanner (a table over code points, filled as met). */

/** Ends every term. */
export const SEPARATOR = 0;
/** Letter or digit of a script that puts spaces between words. */
export const WORD = 1;
/** May hold two word parts together when it stands between them: `_ - . : , ' &`. */
export const JOINER = 2;
/** Letter of a script written without spaces: becomes character pairs. */
export const UNSPACED = 3;
/** Combining mark or invisible joining character: belongs to what stands before it. */
export const MARK = 4;
/** Korean: spaced, but particles stick to words, so words get character pairs beside them. */
export const HANGUL = 5;
/** Not looked at yet. */
const UNKNOWN = 255;

/**
 * Invisible inside words: soft hyphen, zero width non-joiner and joiner, word joiner, byte-order mark. The zero
 * width space is not among them: Thai and Khmer writers use it to separate words.
 */
export const INVISIBLE = /\u00AD|\u200C|\u200D|\u2060|\uFEFF/g;

const JOINERS = "_-.:,'&\u2019\u2010";
const INVISIBLE_CODES = new Set([0xad, 0x200c, 0x200d, 0x2060, 0xfeff]);
const MARK_CLASS = /^\p{M}$/u;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const HANGUL_CLASS = /^\p{Script=Hangul}$/u;
const UNSPACED_CLASS =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Tai_Viet}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Yi}]$/u;

const CODE_POINTS = 0x110000;
const classes = new Uint8Array(CODE_POINTS).fill(UNKNOWN, 0x80);
for (let code = 0; code < 0x80; code++) classes[code] = classify(code);

/** The class of the character at `offset`; a surrogate pair is one character, a lone surrogate a separator. */
export function classAt(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  const code = (unit & 0xfc00) === 0xd800 ? (text.codePointAt(offset) as number) : unit;
  const known = classes[code];
  return known === UNKNOWN ? (classes[code] = classify(code)) : known;
}

/** How many UTF-16 units the character at `offset` takes. */
export function widthAt(text: string, offset: number): number {
  if ((text.charCodeAt(offset) & 0xfc00) !== 0xd800) return 1;
  return (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (JOINERS.includes(character)) return JOINER;
  if (INVISIBLE_CODES.has(code) || MARK_CLASS.test(character)) return MARK;
  if (!LETTER_OR_DIGIT.test(character)) return SEPARATOR;
  if (HANGUL_CLASS.test(character)) return HANGUL;
  // Full-width digits and Latin letters never get here: the text is in compatibility form already.
  return UNSPACED_CLASS.test(character) ? UNSPACED : WORD;
}
