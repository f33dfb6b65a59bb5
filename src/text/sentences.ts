/**
 * Sentence search: offsets of a text into the offsets at which its sentences begin, in linear scans.
 *
 * Whether a sentence begins at an offset depends on the characters around it alone (`sentence-end.ts`); the functions
 * here find the places to ask about. `Intl.Segmenter` is not used: it ends sentences at "Dr." and is quadratic on
 * long text.
 */
import { ANY_STOP, BLANK, CLOSER, LOOKALIKE, PHRASE, QUOTE, SENTENCE_CLASS, STOP } from './sentence-characters.ts';
import { endsAtLoneStop, isDash, isTail, sentenceStop, tailEnd } from './sentence-end.ts';
import { DEFAULT_SENTENCE_RULES, type SentenceRules } from './sentence-rules.ts';

/** What the scan stops at. */
const WAKING = ANY_STOP | LOOKALIKE | PHRASE;
/** A run of stops, closers and footnote marks is looked at this far back. */
const LONGEST_COMPANY = 160;
const OPEN_ROUND = 40;
const OPEN_SQUARE = 91;
const CLOSE_SQUARE = 93;
/** Where CJK begins, which needs no space behind a stop. */
const FIRST_IDEOGRAPH = 0x2e80;
const FIRST_GREEK = 0x370;
/** A stop with fewer closers than this is looked at whole from either side. */
const SHORT_TAIL = 32;
/** Whether a text may hold anything else that sentences end with: Greek, Armenian and all scripts above, some marks. */
const OTHER_SCRIPT = /[\u0370-\u03ff\u0530-\u1fff\u203c-\u2049\u2026\u2753-\u2757\u3002\ua4ff-\uabff\ufe50-\uff61]/;
/** The same without the Greek letters of formulas, which are no stops. */
const OTHER_STOP =
  /[\u037e\u0530-\u1fff\u203c-\u2049\u2026\u2753-\u2757\u3002\ua4ff-\uabff\ufe50-\uff61]|[\u0370-\u03ff][:;]/;

/**
 * Appends to `out` the offset of each sentence start inside `text[from, to)`, the first one left out. A sentence
 * keeps its closing quotes and brackets; the white space behind it belongs to neither. Linear in `to - from`.
 */
export function sentenceStarts(
  text: string,
  from: number,
  to: number,
  out: number[],
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): void {
  // A slice, so that the search for the next stop never runs past the end.
  const slice = text.slice(from, to);
  if (!hasOtherStops(text, from, slice)) latinStarts(text, from, slice, out, rules);
  else {
    for (let at = startBehind(text, from, to, from, rules); at >= 0; at = startBehind(text, at, to, from, rules))
      out.push(at);
  }
}

/** Whether sentences may end with anything but Latin stops in `slice`, which begins at `from`. */
function hasOtherStops(text: string, from: number, slice: string): boolean {
  // The first look is faster, and nearly always enough.
  if (OTHER_SCRIPT.test(slice) && OTHER_STOP.test(slice)) return true;
  return text.charCodeAt(from - 1) >= FIRST_GREEK && OTHER_SCRIPT.test(text[from - 1]);
}

/** Sentence starts of a text with Latin stops alone; `indexOf` passes over the rest many characters at a time. */
function latinStarts(text: string, from: number, slice: string, out: number[], rules: SentenceRules): void {
  const length = slice.length;
  let dot = find(slice, '.', 0);
  let bang = find(slice, '!', 0);
  let question = find(slice, '?', 0);
  for (let at = Math.min(dot, bang, question); at < length; at = Math.min(dot, bang, question)) {
    const start = startAt(text, from + at, from + length, from, rules);
    if (start >= 0) out.push(start);
    const on = (start < 0 ? ~start : start) - from;
    if (dot < on) dot = find(slice, '.', on);
    if (bang < on) bang = find(slice, '!', on);
    if (question < on) question = find(slice, '?', on);
  }
}

function find(slice: string, stop: string, from: number): number {
  const at = slice.indexOf(stop, from);
  return at < 0 ? slice.length : at;
}

/**
 * The first sentence start behind `at` and before `to`, or -1: the first behind `at` of those that `sentenceStarts`
 * would find from an earlier sentence. Looks no farther than that start.
 */
export function nextSentenceStart(
  text: string,
  at: number,
  to: number,
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): number {
  let start = startBehind(text, isOpen(text, at) ? at : wordsBefore(text, at), to, 0, rules);
  while (start >= 0 && start <= at) start = startBehind(text, start, to, 0, rules);
  return start;
}

/**
 * The last sentence start `s` of `text[from, to)` with `from < s <= limit`, or -1: the last one up to there that
 * `sentenceStarts` would find. Scans back from `limit` and looks no farther than that start.
 */
export function lastSentenceStart(
  text: string,
  from: number,
  to: number,
  limit: number,
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): number {
  const bound = Math.min(to, limit + 1);
  let at = bound - 2;
  while (at >= from) {
    if ((SENTENCE_CLASS[text.charCodeAt(at)] & WAKING) === 0) at--;
    else {
      const start = startAt(text, at, bound, from, rules);
      if (start >= 0) return start;
      at = stretchStart(text, at, from) - 1;
    }
  }
  return -1;
}

/** The first start, scanning from `at`, whose sentence before it has its stop at or behind `floor`; -1 without one. */
function startBehind(text: string, at: number, to: number, floor: number, rules: SentenceRules): number {
  let i = at;
  while (i < to) {
    if ((SENTENCE_CLASS[text.charCodeAt(i)] & WAKING) === 0) i++;
    else {
      const start = startAt(text, i, to, floor, rules);
      if (start >= 0) return start;
      i = ~start;
    }
  }
  return -1;
}

/** The sentence start behind the stop at `stop`; without one, `~` of where to go on looking. */
function startAt(text: string, stop: number, to: number, floor: number, rules: SentenceRules): number {
  const lone = SENTENCE_CLASS[text.charCodeAt(stop)] === STOP && SENTENCE_CLASS[text.charCodeAt(stop - 1)] === 0;
  return lone ? startBehindLone(text, stop, to, floor, rules) : startBehindTail(text, stop, to, floor, rules);
}

/** The same for a stop behind a word, which needs no second look in the cases that are common in Latin text. */
function startBehindLone(text: string, stop: number, to: number, floor: number, rules: SentenceRules): number {
  let ends = stop + 1;
  while (SENTENCE_CLASS[text.charCodeAt(ends)] === CLOSER) ends++;
  const after = text.charCodeAt(ends);
  const kind = SENTENCE_CLASS[after];
  const known = ends - stop < SHORT_TAIL && text.charCodeAt(ends - 1) !== CLOSE_SQUARE;
  // v1.2, "Yes.", he
  if (known && kind === 0 && after < FIRST_IDEOGRAPH && !goesOn(after)) return ~Math.min(ends, to);
  if (known && kind === BLANK) {
    const next = blankEnd(text, ends + 1, to);
    if (next >= to) return ~to;
    if (opensInLatin(text, next)) return endsAtLoneStop(text, stop, ends, next, rules) ? next : ~next;
  }
  return startBehindTail(text, stop, to, floor, rules);
}

/** A footnote mark or a dash may stand right behind a sentence. */
function goesOn(unit: number): boolean {
  return unit === OPEN_SQUARE || isDash(unit);
}

/** Whether there is an ASCII letter at `next`, or behind an opening quote or bracket there. */
function opensInLatin(text: string, next: number): boolean {
  const unit = text.charCodeAt(next);
  if (unit !== OPEN_ROUND && SENTENCE_CLASS[unit] !== QUOTE) return isLatinLetter(unit);
  return isLatinLetter(text.charCodeAt(next + 1));
}

function isLatinLetter(unit: number): boolean {
  const small = unit | 32;
  return small >= 97 && small <= 122;
}

/** The same for stops in any company. */
function startBehindTail(text: string, stop: number, to: number, floor: number, rules: SentenceRules): number {
  // Only Greek, Armenian and Ethiopic have stops that look like a colon or semicolon.
  if (SENTENCE_CLASS[text.charCodeAt(stop)] === LOOKALIKE && text.charCodeAt(stop - 1) < FIRST_GREEK)
    return ~(stop + 1);
  let ends = stretchEnd(text, stop, to);
  for (;;) {
    const next = blankEnd(text, ends, to);
    if (next >= to) return ~to;
    if (sentenceStop(text, ends, next, rules) >= floor) return next;
    // « Oui. » has white space in front of its closing quote.
    const closed = next === ends ? next : closersEnd(text, next, to);
    if (closed === next || isTail(text, closed)) return ~next;
    ends = closed;
  }
}

/** The end of the stop at `at` with its company, or of the run of letters where those have no stops. */
function stretchEnd(text: string, at: number, to: number): number {
  const kind = SENTENCE_CLASS[text.charCodeAt(at)];
  if ((kind & PHRASE) === 0) return tailEnd(text, (kind & LOOKALIKE) === 0 ? at : at + 1, to);
  let end = at + 1;
  while (end < to && isPhraseUnit(text, end)) end++;
  return end;
}

/** The start of the run of stops and closers, or of letters without stops, that `at` is in. */
function stretchStart(text: string, at: number, least: number): number {
  const phrase = (SENTENCE_CLASS[text.charCodeAt(at)] & PHRASE) !== 0;
  let start = at;
  while (start > least && (phrase ? isPhraseUnit(text, start - 1) : isTail(text, start - 1))) start--;
  return start;
}

function isPhraseUnit(text: string, at: number): boolean {
  return (SENTENCE_CLASS[text.charCodeAt(at)] & PHRASE) !== 0;
}

function closersEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && SENTENCE_CLASS[text.charCodeAt(at)] === CLOSER) at++;
  return at;
}

function blankEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (SENTENCE_CLASS[text.charCodeAt(at)] & BLANK) !== 0) at++;
  return at;
}

function blankStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && (SENTENCE_CLASS[text.charCodeAt(start - 1)] & BLANK) !== 0) start--;
  return start;
}

/** Whether a word begins at `at`, so that no stop in front of it can end a sentence behind it. */
function isOpen(text: string, at: number): boolean {
  return (
    at > 0 &&
    (SENTENCE_CLASS[text.charCodeAt(at - 1)] & BLANK) !== 0 &&
    (SENTENCE_CLASS[text.charCodeAt(at)] & ~PHRASE) === 0
  );
}

/** The start of the second word before `at`, or nearer where words are long: a stop and its company are no longer. */
function wordsBefore(text: string, at: number): number {
  let start = at;
  for (let word = 0; word < 2; word++) {
    start = blankStart(text, start, 0);
    const least = Math.max(0, start - LONGEST_COMPANY);
    while (start > least && (SENTENCE_CLASS[text.charCodeAt(start - 1)] & BLANK) === 0) start--;
  }
  return start;
}
