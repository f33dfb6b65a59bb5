/**
 * Sentence ends: a linear scan with rules for abbreviations, initials, numbers, ellipses, quotes and the full
 * stops of many scripts. `Intl.Segmenter` is not used: it ends sentences at "Dr." and is quadratic on long text.
 */

const SPACE = 32;
const DOT = 46;

/** Ends a sentence when white space, or the end of the text, follows. */
const SPACED = '.!?…؟';
const SPACED_TERMINATORS = new Set([...SPACED].map(codeOf));
/** Ends a sentence whatever follows: ideographic and half-width stops, dandas, Urdu, Myanmar, Khmer, Tibetan, Hebrew, Armenian, Ethiopic. */
const BARE = '。！？．｡।॥۔။។༎།׃։።';
const BARE_TERMINATORS = new Set([...BARE].map(codeOf));
const STOP = new RegExp(`[${[...SPACED, ...BARE].join('').replace('.', '\\.')}]`, 'g');
const CLOSERS = new Set([...`"'”’»)]}」』】）〉》］｝*_~`].map(codeOf));

const QUOTE_ENDS = new Set([...'」』'].map(codeOf));
const QUOTATIVES = new Set([...'とっ'].map(codeOf));

/** Never ends a sentence: a name or a number follows. */
const OPENING_ABBREVIATIONS = new Set(
  'mr mrs ms dr prof gen rep sen gov capt lt col sgt rev hon pres messrs vs cf fig figs eq eqs no nos vol vols pp ed eds ch sec art approx e.g i.e viz ca resp incl excl dept est tel ext ref nr'.split(
    ' ',
  ),
);
/** Ends a sentence only when a word follows that commonly opens one. */
const EITHER_ABBREVIATIONS = new Set(
  'st sr jr co inc ltd corp llc plc bros etc al a.m p.m u.s u.k u.n e.u d.c ph.d b.a m.a jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun'.split(
    ' ',
  ),
);
const COMMON_OPENERS = new Set(
  'the a an this that these those it he she they we you i in on at by for from with to as if when while where who what why how but and or so then there here his her their our its my your no not yes all some any each every one two after before during since until although because however therefore thus also'.split(
    ' ',
  ),
);

/** Longest word that is looked at in front of or behind a stop; longer ones are no abbreviation and no opener. */
const LONGEST_WORD = 16;
/** A stop followed by a lower-case word ends a sentence only after a word of at least this many letters. */
const PLAIN_WORD = 4;

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

/**
 * Appends to `out` the offset of each sentence start inside `text[from, to)`, the first one left out. A sentence
 * keeps its closing quotes and brackets; the white space behind it belongs to neither.
 */
export function sentenceStarts(text: string, from: number, to: number, out: number[]): void {
  // A slice, so that the search for the next stop never runs past the end.
  const slice = text.slice(from, to);
  let start = from;
  STOP.lastIndex = 0;
  while (STOP.test(slice)) {
    const at = from + STOP.lastIndex - 1;
    const ends = skipWhile(text, at + 1, to, isTail);
    const next = skipWhile(text, ends, to, isBlank);
    if (next >= to) return;
    const bare = BARE_TERMINATORS.has(text.charCodeAt(at));
    if (bare ? !isQuotedClause(text, ends, next) : endsSpaced(text, { start, stop: at, ends, next, to })) {
      out.push(next);
      start = next;
    }
    STOP.lastIndex = next - from;
  }
}

function skipWhile(text: string, from: number, to: number, test: (code: number) => boolean): number {
  let at = from;
  while (at < to && test(text.charCodeAt(at))) at++;
  return at;
}

/** A stop that needs white space behind it: where the sentence began, the stop, the end of its tail, what follows. */
interface Stop {
  readonly start: number;
  readonly stop: number;
  readonly ends: number;
  readonly next: number;
  readonly to: number;
}

function endsSpaced(text: string, stop: Stop): boolean {
  if (stop.next === stop.ends && !endsBare(text, stop.stop, stop.ends)) return false;
  return endsSentence(text, stop);
}

function isTail(code: number): boolean {
  if (code < ASCII) return ASCII_TAIL[code] === 1;
  return CLOSERS.has(code) || SPACED_TERMINATORS.has(code) || BARE_TERMINATORS.has(code);
}

const ASCII = 128;
const ASCII_TAIL = new Uint8Array(ASCII);
for (const code of [...CLOSERS, ...SPACED_TERMINATORS]) if (code < ASCII) ASCII_TAIL[code] = 1;

/** 「行く。」と言った: a quoted sentence inside a sentence that goes on with と or って. */
function isQuotedClause(text: string, ends: number, next: number): boolean {
  return next === ends && QUOTE_ENDS.has(text.charCodeAt(ends - 1)) && QUOTATIVES.has(text.charCodeAt(next));
}

/** A run such as "?」" or "!。" that holds a stop which needs no white space after it. */
function endsBare(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (BARE_TERMINATORS.has(text.charCodeAt(i))) return true;
  return false;
}

function endsSentence(text: string, { start, stop, ends, next, to }: Stop): boolean {
  const lower = isLower(text.charCodeAt(next));
  const closed = ends > stop + 1 && CLOSERS.has(text.charCodeAt(ends - 1));
  if (text.charCodeAt(stop) !== DOT) return !(lower && closed);
  if (ends > stop + 1 && text.charCodeAt(stop + 1) === DOT) return !lower;
  const word = wordBefore(text, start, stop);
  if (word === '') return !lower;
  if (isListNumber(text, start, stop, word)) return false;
  const key = word.toLowerCase();
  if (OPENING_ABBREVIATIONS.has(key)) return false;
  const ambiguous = EITHER_ABBREVIATIONS.has(key) || isInitial(word);
  if (ambiguous) return !lower && COMMON_OPENERS.has(wordAfter(text, next, to).toLowerCase());
  return !lower || (word.length >= PLAIN_WORD && !closed);
}

/** The word, inner dots included, that ends at `stop`; '' when it is longer than an abbreviation can be. */
function wordBefore(text: string, start: number, stop: number): string {
  let from = stop;
  const least = Math.max(start, stop - LONGEST_WORD);
  while (from > least && isWordUnit(text.charCodeAt(from - 1))) from--;
  if (from === least && from > start && isWordUnit(text.charCodeAt(from - 1))) return 'a-long-word';
  return text.slice(from, stop);
}

function wordAfter(text: string, next: number, to: number): string {
  let end = next;
  const most = Math.min(to, next + LONGEST_WORD);
  while (end < most && isWordUnit(text.charCodeAt(end)) && text.charCodeAt(end) !== DOT) end++;
  return text.slice(next, end);
}

/** "1." or "a." or "iv)" at the very start is a number in a list, not a sentence. */
function isListNumber(text: string, start: number, stop: number, word: string): boolean {
  return word.length <= 4 && stop - word.length === start && !/^\p{L}{2,}$/u.test(text.slice(start, stop));
}

function isInitial(word: string): boolean {
  return word.length === 1 && /\p{Lu}/u.test(word);
}

function isWordUnit(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === DOT;
  return !CLOSERS.has(code) && !BARE_TERMINATORS.has(code) && !isBlank(code);
}

function isBlank(code: number): boolean {
  return (
    code <= SPACE ||
    code === 0xa0 ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029
  );
}

function isLower(code: number): boolean {
  if (code < 128) return code >= 97 && code <= 122;
  const character = String.fromCharCode(code);
  return character !== character.toUpperCase();
}
