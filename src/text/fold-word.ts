/** Term analysis, last part: one word → the form under which all its spellings meet, before it is stemmed. */
import { INVISIBLE } from './character-class.ts';

/** Longest term in UTF-16 units; the rest of a longer run (a hash, a base64 blob) tells nothing more. */
export const MAX_TERM_LENGTH = 64;

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const LATIN_OR_GREEK_MARKS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** Vowel signs that Arabic and Hebrew writers mostly leave out, and the Arabic stretching stroke. */
const OPTIONAL_SIGNS =
  /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]/g;
const VARIATION_SELECTORS = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/** Zero of decimal digit rows that stand beside ASCII digits in real text: Arabic, Persian, Devanagari, Bengali. */
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF]/g;
/** Letters that decomposition leaves alone, and letters that writers use for one another. */
const LETTER_FOLDS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
  ё: 'е',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
};
const FOLDABLE = /[ßæœøłđðþıħςёٱىیةک]/g;
/** The Arabic article, left out when a word of at least three letters remains. */
const ARABIC_ARTICLE = /^ال(?=\p{L}{3})/u;

/**
 * Folds case, Latin and Greek diacritics, optional vowel signs and digit rows, and cuts to `MAX_TERM_LENGTH`. May return
 * '' when nothing but invisible characters was given.
 */
export function foldWord(word: string): string {
  // Cut first with room to spare, so that a huge run costs nothing below; folding seldom makes a word longer.
  const lower = cut(word, 2 * MAX_TERM_LENGTH).toLowerCase();
  return cut(ASCII_ONLY.test(lower) ? lower : foldCharacters(lower), MAX_TERM_LENGTH);
}

/** The first `length` units of `text`, one less where that would tear a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length);
}

function foldCharacters(lower: string): string {
  return lower
    .replace(FOLDABLE, (letter) => LETTER_FOLDS[letter])
    .replace(INVISIBLE, '')
    .replace(VARIATION_SELECTORS, '')
    .normalize('NFD')
    .replace(LATIN_OR_GREEK_MARKS, '$1')
    .replace(OPTIONAL_SIGNS, '')
    .replace(/\u0435\u0308/g, '\u0435') // Cyrillic io written with a combining mark; short i keeps its breve
    .normalize('NFC')
    .replace(ARABIC_ARTICLE, '')
    .replace(OTHER_DIGITS, (digit) => String((digit.charCodeAt(0) - (digit.charCodeAt(0) < 0x700 ? 0 : 6)) & 15));
}
