/** A single full stop: whether it ends a sentence, or an abbreviation, an initial, an ordinal or the number of a list item. */
import {
  ANY_STOP,
  BLANK,
  CLOSER,
  DIGIT,
  LETTER,
  LOOKALIKE,
  letterOf,
  SENTENCE_CLASS,
  UPPER,
} from './sentence-characters.ts';
import {
  ANY_HASH,
  abbreviationKind,
  CLOSING,
  EITHER,
  LEADING,
  LONGEST_WORD,
  type SentenceRules,
  wordHash,
} from './sentence-rules.ts';

const DOT = 46;
const FEED = 10;
const OPEN_ROUND = 40;
const CLOSE_ROUND = 41;
/** The letters in front of a list item are at most this many: `xviii`. */
const LONGEST_LETTERS = 5;
const ASCII = 127;
const NINE = 57;
/** Where CJK begins: radicals, kana, ideographs, syllables. */
const FIRST_IDEOGRAPH = 0x2e80;
/** A stop followed by a lower-case word ends a sentence only after a word of at least this many letters. */
const PLAIN_WORD = 4;
/** A number in front of a list item or heading has at most this many units: `1.10.12`. */
const LONGEST_NUMBER = 9;
/** ... and at most this many where only a line feed stands before it: a year may end a sentence there. */
const LINE_NUMBER = 2;
/** An ordinal has at most this many digits: `21.` */
const LONGEST_ORDINAL = 3;
/** How far back the line before a list number is looked at. */
const LONGEST_GAP = 32;
/** i to xlix, in one case. */
const ROMAN = /^(?:x{0,3}(?:ix|iv|v?i{0,3})|x?l(?:ix|iv|v?i{0,3}))$/;
const ROMAN_FIGURE = /^[IVXLC]{1,6}$/;

/** What follows a full stop, as a sum: a small letter (the bit that ASCII letters have for it) ... */
export const SMALL = 32;
/** ... and whether a quote or bracket is closed in between. */
export const CLOSED = 1;

/** Whether a sentence ends at the full stop at `stop`, alone but for closers; `following` is a sum of the above. */
export function endsAtFullStop(
  text: string,
  stop: number,
  next: number,
  following: number,
  rules: SentenceRules,
): boolean {
  const least = Math.max(0, stop - LONGEST_WORD - 1);
  let from = stop;
  let hash = 0;
  let units = 0;
  while (from > least) {
    const unit = text.charCodeAt(from - 1);
    if (unit !== DOT && letterOf(unit) === 0) break;
    units |= unit;
    hash = wordHash(hash, unit);
    from--;
  }
  const length = stop - from;
  const kind = length > rules.longest ? 0 : abbreviationKind(text, from, stop, units > ASCII ? ANY_HASH : hash, rules);
  if (kind === 0 && isPlainWord(text, from, stop)) {
    if (following === 0) return true;
    // In ASCII, so that it is no number either.
    if (units <= ASCII) return following === CLOSED || (following === SMALL && length >= PLAIN_WORD);
  }
  const lower = (following & SMALL) !== 0;
  return endsAfterWord(text, from, kind, { stop, next, lower, closed: (following & CLOSED) !== 0, rules });
}

/** Whether a word without a digit in front is no initial, has no full stop before its last letter and is no Roman number. */
function isPlainWord(text: string, from: number, stop: number): boolean {
  if (stop - from < 2 || text.charCodeAt(stop - 2) === DOT) return false;
  const first = text.charCodeAt(from);
  return first > NINE && !(isRomanUnit(first) && isRomanUnit(text.charCodeAt(stop - 1)));
}

/** A full stop and what follows it. */
interface FullStop {
  readonly stop: number;
  readonly next: number;
  readonly lower: boolean;
  readonly closed: boolean;
  readonly rules: SentenceRules;
}

/** Whether the word that begins at `from`, an abbreviation unless `kind` is 0, ends a sentence. */
function endsAfterWord(text: string, from: number, kind: number, full: FullStop): boolean {
  const { stop, lower } = full;
  const length = stop - from;
  if (length === 0) return !lower;
  const plain = !lower || (length >= PLAIN_WORD && !full.closed);
  if (length > LONGEST_WORD) return plain;
  const first = letterOf(text.charCodeAt(from));
  if ((first & DIGIT) !== 0) return plain && !isNumber(text, from, full);
  if (kind !== 0) return endsAfter(kind, text, from, full);
  if (length === 1 || isDotted(text, from, stop)) return endsAfterInitial(text, from, full);
  return plain && !isRomanItem(text, from, stop, full.rules);
}

function endsAfter(kind: number, text: string, from: number, full: FullStop): boolean {
  const { stop, next, lower, rules } = full;
  switch (kind) {
    case LEADING:
      return false;
    case CLOSING:
      return !lower;
    case EITHER:
      return !lower && isOpener(text, next, rules, true);
    default:
      if (lower || isFigure(text, next)) return false;
      return stop - from > 1 || endsAfterInitial(text, from, full);
  }
}

/** What `No.`, `Fig.` and `ed.` go with: a digit, `#`, a Roman number or a single capital letter, in brackets or not. */
function isFigure(text: string, next: number): boolean {
  const at = text.charCodeAt(next) === OPEN_ROUND ? next + 1 : next;
  const unit = text.charCodeAt(at);
  if (unit === 35 || unit === 36 || unit === 92 || (letterOf(unit) & DIGIT) !== 0) return true;
  if ((letterOf(unit) & UPPER) === 0) return false;
  const word = wordAt(text, at);
  // "I" is rather the one who speaks.
  return (word.length === 1 && unit !== 73) || (word.length > 1 && ROMAN_FIGURE.test(word));
}

/** J. R. R., z. B., U.S.: ends a sentence when a word follows that opens one; never as the letter of a list item. */
function endsAfterInitial(text: string, from: number, { stop, next, lower, rules }: FullStop): boolean {
  const single = stop - from === 1;
  // Han, kana and Hangul have words of one letter, and no initials.
  if (single && text.charCodeAt(from) >= FIRST_IDEOGRAPH) return true;
  return !lower && isOpener(text, next, rules, !single) && !(single && isItemStart(text, from, 1, rules));
}

/** Whether `b.` or `iv)` at `next` opens a line: the small letter of a list item, not of a sentence that goes on. */
export function isItemLetter(text: string, ends: number, next: number): boolean {
  let end = next;
  while (end < next + LONGEST_LETTERS && (letterOf(text.charCodeAt(end)) & LETTER) !== 0) end++;
  const mark = text.charCodeAt(end);
  if ((mark !== DOT && mark !== CLOSE_ROUND) || (SENTENCE_CLASS[text.charCodeAt(end + 1)] & BLANK) === 0) return false;
  let at = next;
  while (at > ends && text.charCodeAt(at - 1) !== FEED) at--;
  return at > ends && (end === next + 1 || ROMAN.test(text.slice(next, end)));
}

/** Letters one by one with full stops between: `U.S`, `z.B`. */
function isDotted(text: string, from: number, stop: number): boolean {
  if (text.charCodeAt(stop - 2) !== DOT || (stop - from) % 2 === 0) return false;
  for (let at = from; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if ((at - from) % 2 === 1 ? unit !== DOT : (letterOf(unit) & LETTER) === 0) return false;
  }
  return true;
}

/**
 * Whether the word at `next` commonly opens a sentence; parts of names count only when `names` says so. "ET" and the
 * "O" of "O'Brien" are no openers, whatever "et" and "o" are elsewhere.
 */
function isOpener(text: string, next: number, rules: SentenceRules, names: boolean): boolean {
  let at = next;
  while (at < next + 3 && at < text.length && letterOf(text.charCodeAt(at)) === 0) at++;
  const word = wordAt(text, at);
  const small = word.toLowerCase();
  if (!rules.openers.has(small) || (!names && rules.nameParts.has(small))) return false;
  const after = SENTENCE_CLASS[text.charCodeAt(at + word.length)] & ~BLANK;
  return word.length === 1 ? after === 0 : word === small || word !== word.toUpperCase();
}

/** The word that begins at `at`, cut at the longest that is looked at. */
function wordAt(text: string, at: number): string {
  let end = at;
  while (end < at + LONGEST_WORD && end < text.length && letterOf(text.charCodeAt(end)) !== 0) end++;
  return text.slice(at, end);
}

/** "1." in front of an item or heading, "3." in front of "Oktober". */
function isNumber(text: string, from: number, { stop, next, rules }: FullStop): boolean {
  const length = stop - from;
  if (length <= LONGEST_NUMBER && isItemStart(text, from, length, rules)) return true;
  return length <= LONGEST_ORDINAL && isOrdinal(text, from, next, rules);
}

function isOrdinal(text: string, from: number, next: number, rules: SentenceRules): boolean {
  if ((letterOf(text.charCodeAt(next)) & LETTER) === 0) return false;
  const after = wordAt(text, next).toLowerCase();
  if (rules.ordinalAfter.has(after)) return true;
  if (rules.openers.has(after)) return false;
  const end = from - 1;
  if (end < 1 || (SENTENCE_CLASS[text.charCodeAt(end)] & BLANK) === 0) return false;
  let start = end;
  while (start > 0 && end - start < LONGEST_WORD && letterOf(text.charCodeAt(start - 1)) !== 0) start--;
  return rules.ordinalBefore.has(text.slice(start, end).toLowerCase());
}

/** `iv.` or `II.` at the start of a sentence; words like "mix" are none. */
function isRomanItem(text: string, from: number, stop: number, rules: SentenceRules): boolean {
  if (!isRomanUnit(text.charCodeAt(from)) || !isRomanUnit(text.charCodeAt(stop - 1))) return false;
  const word = text.slice(from, stop);
  const roman = ROMAN.test(word) || (word.toUpperCase() === word && ROMAN.test(word.toLowerCase()));
  return roman && isItemStart(text, from, 1, rules);
}

/** i, v, x, l in either case. */
function isRomanUnit(unit: number): boolean {
  const small = unit | 32;
  return small === 105 || small === 118 || small === 120 || small === 108;
}

/**
 * Whether something that opens an item may stand at `from`: at the start of the text or behind a blank line, behind the
 * marks of Markdown that open a line, behind a stop or colon, or, when at most two units long, in a new line.
 */
function isItemStart(text: string, from: number, length: number, rules: SentenceRules): boolean {
  let feeds = 0;
  let at = from;
  const least = Math.max(0, from - LONGEST_GAP);
  while (at > least && (SENTENCE_CLASS[text.charCodeAt(at - 1)] & BLANK) !== 0)
    if (text.charCodeAt(--at) === FEED) feeds++;
  if (at === least || feeds > 1 || (feeds === 1 && length <= LINE_NUMBER)) return true;
  if (at === from) return isMarked(text, from);
  const before = SENTENCE_CLASS[text.charCodeAt(at - 1)];
  if ((before & LOOKALIKE) !== 0) return true;
  if ((before & ANY_STOP) !== 0) return isPlainStop(text, at - 1, rules);
  if ((before & CLOSER) !== 0 && at > 1 && (SENTENCE_CLASS[text.charCodeAt(at - 2)] & ANY_STOP) !== 0) return true;
  return feeds === 0 && isMarked(text, at);
}

/** Not the stop of an abbreviation or initial: "No. 5. The" has its number inside the sentence. */
function isPlainStop(text: string, stop: number, rules: SentenceRules): boolean {
  if (text.charCodeAt(stop) !== DOT) return true;
  const least = Math.max(0, stop - LONGEST_WORD);
  let from = stop;
  while (from > least && (letterOf(text.charCodeAt(from - 1)) & LETTER) !== 0) from--;
  return from === stop || (stop - from > 1 && abbreviationKind(text, from, stop, ANY_HASH, rules) === 0);
}

/** Whether the line up to `at` holds nothing but marks: `#`, `>`, `-`, `*`, `+`, `|`, bullets. */
function isMarked(text: string, at: number): boolean {
  for (let i = at - 1; i > at - LONGEST_GAP; i--) {
    if (i < 0) return true;
    const unit = text.charCodeAt(i);
    if (unit === FEED) return true;
    const mark = unit === 32 || unit === 35 || unit === 62 || unit === 45 || unit === 42 || unit === 43 || unit === 124;
    if (!mark && unit !== 95 && unit !== 0x2022) return false;
  }
  return false;
}
