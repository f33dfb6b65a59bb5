/**
 * The one question of sentence search, answered from the few characters around a place: does a sentence begin here?
 * Nothing before the word in front of the stop and nothing behind the first word counts, so that an edit elsewhere
 * moves no sentence and a search may run in either direction.
 */

import { CLOSED, endsAtFullStop, isItemLetter, SMALL } from './full-stop.ts';
import { attachesAt } from './graphemes.ts';
import {
  ANY_STOP,
  BARE,
  BLANK,
  CLOSER,
  LETTER,
  LOOKALIKE,
  LOWER,
  letterOf,
  PHRASE,
  QUOTE,
  SENTENCE_CLASS,
  STOP,
  TAIL,
  UPPER,
} from './sentence-characters.ts';
import type { SentenceRules } from './sentence-rules.ts';

const BANG = 33;
const HYPHEN = 45;
const DOT = 46;
const FEED = 10;
const ELLIPSIS = 0x2026;
const OPEN_ROUND = 40;
const OPEN_SQUARE = 91;
const CLOSE_SQUARE = 93;

/** How far back the first stop of a run like `?!"…` is looked for; all behind it counts as a run of its own. */
const LONGEST_TAIL = 64;
/** Longest footnote mark, brackets included: `[^long-name]`. */
const LONGEST_NOTE = 16;
const MOST_NOTES = 4;
/** Thai: a space ends a phrase only between stretches of at least this many units without a space. */
const PHRASE_BEFORE = 20;
const PHRASE_AFTER = 8;
/** A dash between sentences has at most this many marks: `---`. */
const LONGEST_DASH = 3;
/** A sentence may open with this many quotes and marks: `**"'`. */
const MOST_OPENERS = 4;

/**
 * The stop that ends a sentence in front of `next`, the first black character at or behind `ends`, which is where that
 * sentence with its closing quotes, brackets and footnote marks would end; -1 when no sentence begins at `next`.
 */
export function sentenceStop(text: string, ends: number, next: number, rules: SentenceRules): number {
  const stop = firstStop(text, ends);
  if (stop < 0) return isPhraseEnd(text, ends, next) ? ends - 1 : -1;
  if (attachesAt(text, next) || !mayOpen(text, next)) return -1;
  return isSentenceEnd(text, stop, ends, next, rules) ? stop : -1;
}

/**
 * `sentenceStop` for the common case: one Latin stop behind a word, maybe closers, white space, and a Latin letter at
 * `next`, an opening quote or bracket in front of it. Says whether a sentence begins there.
 */
export function endsAtLoneStop(text: string, stop: number, ends: number, next: number, rules: SentenceRules): boolean {
  const unit = text.charCodeAt(next);
  const small = unit >= 97 && unit <= 122 && !isItemLetter(text, ends, next);
  const following = (small ? SMALL : 0) | (ends > stop + 1 ? CLOSED : 0);
  if (text.charCodeAt(stop) === DOT) return endsAtFullStop(text, stop, next, following, rules);
  return following !== (SMALL | CLOSED) && !(following === SMALL && text.charCodeAt(stop) === ELLIPSIS);
}

function isSentenceEnd(text: string, stop: number, ends: number, next: number, rules: SentenceRules): boolean {
  if (next === ends) return isUnspacedEnd(text, stop, next) || isDashEnd(text, stop, ends, rules);
  const lower = (letterOf(text.charCodeAt(next)) & LOWER) !== 0 && !isItemLetter(text, ends, next);
  const unit = text.charCodeAt(stop);
  if (unit !== DOT || ends > stop + 1) {
    if (hasBare(text, stop, ends)) return true;
    if (isEllipsis(text, stop, ends)) return !lower && !isAside(text, ends, next) && !isOmission(text, stop);
  }
  if (isAside(text, ends, next)) return false;
  const closed = (SENTENCE_CLASS[text.charCodeAt(ends - 1)] & (ANY_STOP | LOOKALIKE)) === 0;
  if (unit !== DOT) return !(lower && closed);
  return endsAtFullStop(text, stop, next, (lower ? SMALL : 0) | (closed ? CLOSED : 0), rules);
}

/** Whether `text[at]` goes with a stop in front of it: stops, closing quotes and brackets. */
export function isTail(text: string, at: number): boolean {
  const kind = SENTENCE_CLASS[text.charCodeAt(at)];
  return (kind & TAIL) !== 0 || ((kind & QUOTE) !== 0 && closesQuote(text, at));
}

/** The end of the stops, closers and footnote marks that stand at `at`, at most `to`. */
export function tailEnd(text: string, at: number, to: number): number {
  let end = at;
  while (end < to && isTail(text, end)) end++;
  for (let notes = 0; notes < MOST_NOTES && end > at && text.charCodeAt(end) === OPEN_SQUARE; notes++) {
    const close = noteEnd(text, end);
    if (close < 0 || close > to) break;
    end = close;
  }
  return end;
}

/** `“` `«` behind a stop: closes when no word follows. */
function closesQuote(text: string, at: number): boolean {
  if (at + 1 >= text.length) return true;
  const unit = text.charCodeAt(at + 1);
  return (SENTENCE_CLASS[unit] & (BLANK | TAIL | LOOKALIKE)) !== 0 || unit === 44;
}

/** Offset behind the footnote mark that opens at `open`, or -1. */
function noteEnd(text: string, open: number): number {
  const most = Math.min(text.length, open + LONGEST_NOTE);
  for (let at = open + 1; at < most; at++) {
    if (text.charCodeAt(at) === CLOSE_SQUARE) return at > open + 1 ? at + 1 : -1;
    if (!isNoteUnit(text.charCodeAt(at))) return -1;
  }
  return -1;
}

/** The start of the footnote marks that end at `ends`, when they stand right behind a stop or closer; else `ends`. */
function notesStart(text: string, ends: number): number {
  let at = ends;
  for (let notes = 0; notes < MOST_NOTES && at > 0 && text.charCodeAt(at - 1) === CLOSE_SQUARE; notes++) {
    const least = Math.max(0, at - LONGEST_NOTE);
    let open = at - 2;
    while (open >= least && isNoteUnit(text.charCodeAt(open))) open--;
    if (open < least || open === at - 2 || text.charCodeAt(open) !== OPEN_SQUARE) break;
    at = open;
  }
  return at > 0 && at < ends && isTail(text, at - 1) ? at : ends;
}

/** Letters, digits, `^`, `,` and `-`. */
function isNoteUnit(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) ||
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    unit === 94 ||
    unit === 44 ||
    unit === 45
  );
}

/** Where the run of stops and closers that ends at `ends` has its first stop; -1 when there is none. */
function firstStop(text: string, ends: number): number {
  const tail = notesStart(text, ends);
  const stop = stopOfRun(text, tail);
  if (stop !== NO_RUN) return stop;
  // « Oui. » and "Yes. " with a space before the quote.
  const start = quotesStart(text, ends);
  if (start === ends || start < 2 || (SENTENCE_CLASS[text.charCodeAt(start - 1)] & BLANK) === 0) return -1;
  return Math.max(-1, stopOfRun(text, start - 1));
}

/** There are only closers, or nothing. */
const NO_RUN = -2;

function stopOfRun(text: string, ends: number): number {
  const least = Math.max(0, ends - LONGEST_TAIL);
  let at = ends;
  let stop = NO_RUN;
  while (at > least && isTail(text, at - 1)) {
    at--;
    if ((SENTENCE_CLASS[text.charCodeAt(at)] & ANY_STOP) !== 0) stop = at;
  }
  if (stop === NO_RUN && at > 0 && isLookalike(text, at - 1)) return at - 1;
  return stop;
}

/** The start of the closing quotes that end at `ends`: those that a space may stand before. */
function quotesStart(text: string, ends: number): number {
  let at = ends;
  while (at > 0 && ends - at < MOST_OPENERS && isSpacedQuote(text.charCodeAt(at - 1))) at--;
  return at;
}

/** `"` `'` `’` `”` `»` `›` */
function isSpacedQuote(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 0x2019 || unit === 0x201d || unit === 0xbb || unit === 0x203a;
}

/** `:` behind an Armenian letter, `;` behind a Greek one, the second `፡` of two. */
function isLookalike(text: string, at: number): boolean {
  if ((SENTENCE_CLASS[text.charCodeAt(at)] & LOOKALIKE) === 0 || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  switch (text.charCodeAt(at)) {
    case 58:
      return before >= 0x531 && before <= 0x58f;
    case 59:
    case 0x37e:
      return (before >= 0x370 && before <= 0x3ff) || (before >= 0x1f00 && before <= 0x1fff);
    default:
      return before === 0x1361;
  }
}

/** Commas of all kinds, and the bar between cells: `,` `|` `،` `、` `，`. */
const NEVER_FIRST = new Set([44, 124, 0x60c, 0x3001, 0xff0c]);

/** A sentence opens with no stop, comma or closing bracket; with a quote only when something stands right behind. */
function mayOpen(text: string, next: number): boolean {
  let at = next;
  for (; at < next + MOST_OPENERS && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = SENTENCE_CLASS[unit];
    if (kind === 0 || kind === PHRASE) return !NEVER_FIRST.has(unit);
    if ((kind & ANY_STOP) !== 0) return (kind & STOP) !== 0 && opensWithStop(text, at);
    if ((kind & (BLANK | LOOKALIKE)) !== 0) return at > next && !isSpacedQuote(text.charCodeAt(at - 1));
    if ((kind & CLOSER) !== 0 && isBracket(unit)) return false;
  }
  return at < text.length;
}

/** `.NET`, `...and`, `![image]`. */
function opensWithStop(text: string, at: number): boolean {
  const unit = text.charCodeAt(at + 1);
  return letterOf(unit) !== 0 || (unit === OPEN_SQUARE && text.charCodeAt(at) === BANG);
}

/** Closing brackets, the quotes that are brackets in CJK text, superscript numbers. */
function isBracket(unit: number): boolean {
  return unit === 41 || unit === 93 || unit === 125 || unit > 0x2fff || (unit > 0xae && unit < 0xba && unit !== 0xb4);
}

/** No white space behind the stop: bare stops, but not 「行く。」と言った; `好!你` among ideographs. */
function isUnspacedEnd(text: string, stop: number, next: number): boolean {
  const follower = text.charCodeAt(next);
  if (follower === OPEN_SQUARE && noteEnd(text, next) > 0) return false;
  if (hasBare(text, stop, next)) {
    const quoted = text.charCodeAt(next - 1) === 0x300d || text.charCodeAt(next - 1) === 0x300f;
    if (quoted && (follower === 0x3068 || follower === 0x3063)) return false;
    return !isInnerDot(text, stop, next);
  }
  const unit = text.charCodeAt(stop);
  return (unit === 33 || unit === 63) && isIdeograph(follower) && stop > 0 && isIdeograph(text.charCodeAt(stop - 1));
}

/** He went.--She stayed: a dash of older print between two sentences; it goes with the second. */
function isDashEnd(text: string, stop: number, ends: number, rules: SentenceRules): boolean {
  let next = ends;
  while (next < ends + LONGEST_DASH && isDash(text.charCodeAt(next))) next++;
  if (next === ends || (next === ends + 1 && text.charCodeAt(ends) === HYPHEN)) return false;
  const opens = (SENTENCE_CLASS[text.charCodeAt(next)] & QUOTE) !== 0 || isSpacedQuote(text.charCodeAt(next));
  const letter = opens ? next + 1 : next;
  if ((letterOf(text.charCodeAt(letter)) & UPPER) === 0) return false;
  if (text.charCodeAt(stop) !== DOT || isEllipsis(text, stop, ends)) return true;
  return endsAtFullStop(text, stop, next, ends > stop + 1 ? CLOSED : 0, rules);
}

/** `-` `–` `—` `―` */
export function isDash(unit: number): boolean {
  return unit === HYPHEN || (unit >= 0x2013 && unit <= 0x2015);
}

/** ３．１４: a full-width dot between digits. */
function isInnerDot(text: string, stop: number, next: number): boolean {
  if (text.charCodeAt(stop) !== 0xff0e || next !== stop + 1) return false;
  return (
    letterOf(text.charCodeAt(next)) !== 0 &&
    isFullWidth(text.charCodeAt(next)) &&
    isFullWidth(text.charCodeAt(stop - 1))
  );
}

function isFullWidth(unit: number): boolean {
  return unit >= 0xff10 && unit <= 0xff5a;
}

/** Han, kana. */
function isIdeograph(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff);
}

function hasBare(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((SENTENCE_CLASS[text.charCodeAt(at)] & BARE) !== 0) return true;
  return false;
}

/** `...`, `?..`, `…` somewhere in the run. */
function isEllipsis(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === ELLIPSIS || (unit === DOT && at + 1 < to && text.charCodeAt(at + 1) === DOT)) return true;
  }
  return false;
}

/** [...] and (…) stand for words inside a sentence, or in front of one. */
function isOmission(text: string, stop: number): boolean {
  const before = text.charCodeAt(stop - 1);
  return before === OPEN_SQUARE || before === OPEN_ROUND;
}

/** — Да! — сказал он: a dash and a small letter go on with the sentence, unless the dash opens a line. */
function isAside(text: string, ends: number, next: number): boolean {
  const dash = text.charCodeAt(next);
  if (dash !== 45 && (dash < 0x2010 || dash > 0x2015)) return false;
  for (let at = ends; at < next && at < ends + LONGEST_TAIL; at++) if (text.charCodeAt(at) === FEED) return false;
  let at = next + 1;
  while (at < next + MOST_OPENERS && (SENTENCE_CLASS[text.charCodeAt(at)] & BLANK) !== 0) at++;
  return (letterOf(text.charCodeAt(at)) & LOWER) !== 0;
}

/** A space between two stretches of Thai or Lao that are long enough to be phrases. */
function isPhraseEnd(text: string, ends: number, next: number): boolean {
  if (next === ends || ends < PHRASE_BEFORE || next + PHRASE_AFTER > text.length) return false;
  for (let at = ends - PHRASE_BEFORE; at < ends; at++) if (!isPhraseUnit(text.charCodeAt(at))) return false;
  for (let at = next; at < next + PHRASE_AFTER; at++) if (!isPhraseUnit(text.charCodeAt(at))) return false;
  const last = text.charCodeAt(ends - 1);
  // ๆ repeats the word before it, ฯ shortens it: both are followed by a space inside a phrase.
  return last !== 0xe46 && last !== 0xe2f && last !== 0xec6 && last !== 0xeaf;
}

function isPhraseUnit(unit: number): boolean {
  return (SENTENCE_CLASS[unit] & PHRASE) !== 0 && (letterOf(unit) & LETTER) !== 0;
}
