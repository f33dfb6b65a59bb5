/** What a UTF-16 unit is to the search for sentences: tables, so that the scans need one look a unit. */

/** White space of any kind, line feeds and no-break spaces included. */
export const BLANK = 1;
/** Ends a sentence when white space or the end of the text follows. */
export const STOP = 2;
/** Ends a sentence whatever follows. */
export const BARE = 4;
/** Belongs to the sentence when it stands right behind the stop: quotes, brackets, Markdown's marks, the emoji form. */
export const CLOSER = 8;
/** Closes in one language and opens in another: belongs to the sentence when no letter follows. */
export const QUOTE = 16;
/** A stop in one script and something else in others. */
export const LOOKALIKE = 32;
/** Letters of scripts without stops, whose spaces separate phrases: Thai, Lao. */
export const PHRASE = 64;
/** Any of the stops. */
export const ANY_STOP = STOP | BARE;
/** What a stop and its company may consist of, but for a `QUOTE`. */
export const TAIL = ANY_STOP | CLOSER;

const UNITS = 0x10000;

/** Latin and Arabic marks; the ellipsis; doubled marks, marks as emoji. */
const STOPS = '.!?…؟‼⁇⁈⁉‽❓❔❕❗';
/** By script: the stops that need no space behind them. */
const BARE_STOPS = [
  '。！？．｡﹒﹖﹗', // Chinese, Japanese
  '।॥', // Devanagari, Bengali and their neighbours
  '۔', // Urdu
  '։', // Armenian
  '׃', // Hebrew (Bible)
  '܀܁܂', // Syriac
  '።፧፨', // Ethiopic
  '။', // Myanmar
  '។៕', // Khmer
  '།༎༏༐༑', // Tibetan
  '๚๛', // Thai, old texts
  '෴', // Sinhala
  '᠃᠉', // Mongolian
  '᱾᱿', // Santali
  '꧉', // Javanese
  '꯫', // Meetei
  '߹', // N'Ko
].join('');
const CLOSERS = `"'”’)]}»›」』】〕〗〙〛）〉》］｝｣*_~\`¹²³⁰⁴⁵⁶⁷⁸⁹\ufe0f`;
/** „Deutsch“, »dansk«, ‚so‘ close with what opens elsewhere. */
const QUOTES = '“‘«‹';
/** Armenian colon, Greek semicolon, Ethiopic word space (doubled), Greek question mark. */
const LOOKALIKES = ':;፡;';
const BLANKS = '\u00a0\u1680\u2007\u2028\u2029\u202f\u205f\u3000\ufeff';
const PHRASE_FIRST = 0xe01;
const PHRASE_LAST = 0xedf;

/** The class of every UTF-16 unit: the sum of the above, 0 for what no rule looks at. */
export const SENTENCE_CLASS: Uint8Array = /* @__PURE__ */ classes();

function classes(): Uint8Array {
  const table = new Uint8Array(UNITS);
  table.fill(BLANK, 0, 33);
  table.fill(BLANK, 0x2000, 0x200b);
  table.fill(PHRASE, PHRASE_FIRST, PHRASE_LAST + 1);
  const kinds: readonly (readonly [string, number])[] = [
    [BLANKS, BLANK],
    [STOPS, STOP],
    [BARE_STOPS, BARE],
    [CLOSERS, CLOSER],
    [QUOTES, QUOTE],
    [LOOKALIKES, LOOKALIKE],
  ];
  for (const [characters, kind] of kinds) for (const one of characters) table[one.charCodeAt(0)] = kind;
  return table;
}

/** Letter or mark that belongs to a word. */
export const LETTER = 1;
export const LOWER = 2;
export const UPPER = 4;
export const DIGIT = 8;
/** Looked at, and none of them. */
const NEITHER = 128;

const letters = new Uint8Array(UNITS);
const WORD_CHARACTER = /^[\p{L}\p{M}]$/u;
const DIGIT_CHARACTER = /^\p{Nd}$/u;

/** What `unit` is as part of a word: a sum of `LETTER`, `LOWER`, `UPPER`, `DIGIT`; 0 for all else, half pairs too. */
export function letterOf(unit: number): number {
  return (letters[unit] || look(unit)) & ~NEITHER;
}

function look(unit: number): number {
  const character = String.fromCharCode(unit);
  let kind = NEITHER;
  if (WORD_CHARACTER.test(character)) {
    kind |= LETTER;
    if (character !== character.toUpperCase()) kind |= LOWER;
    else if (character !== character.toLowerCase()) kind |= UPPER;
  } else if (DIGIT_CHARACTER.test(character)) kind |= DIGIT;
  letters[unit] = kind;
  return kind;
}
