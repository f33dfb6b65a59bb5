/**
 * Sentence search: offsets of a text into the offsets at which its sentences begin, in linear scans.
 *
 * Whether a sentence begins at an offset depends on the characters around it alone (`sentence-end.ts`); the functions
 * here find the places to ask about. `Intl.Segmenter` is not used: it ends sentences at "Dr." and is quadratic on
 * long text.
 */
import { ANY_STOP, BLANK, CLOSER, LOOKALIKE, PHRASE, SENTENCE_CLASS } from './sentence-characters.ts';
import { isTail, sentenceStop, tailEnd } from './sentence-end.ts';
import { DEFAULT_SENTENCE_RULES, type SentenceRules } from './sentence-rules.ts';

/** What the scan stops at. */
const WAKING = ANY_STOP | LOOKALIKE | PHRASE;
/** A run of stops, closers and footnote marks is looked at this far back. */
const LONGEST_COMPANY = 160;
/** A Latin stop with something other than a letter or digit behind it. */
const LATIN_STOP = /[.!?][^a-zA-Z0-9]/g;
/** Whether a text holds anything else that sentences end with: Greek, Armenian and all scripts above, some marks. */
const OTHER_STOP = /[\u0370-\u03ff\u0530-\u1fff\u203c-\u2049\u2026\u3002\ua4ff-\uabff\ufe50-\uff61]/;

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
  if (OTHER_STOP.test(slice) || OTHER_STOP.test(text[from - 1])) {
    for (let at = startBehind(text, from, to, from, rules); at >= 0; at = startBehind(text, at, to, from, rules))
      out.push(at);
    return;
  }
  LATIN_STOP.lastIndex = 0;
  while (LATIN_STOP.test(slice)) {
    const start = startAt(text, from + LATIN_STOP.lastIndex - 2, to, from, rules);
    if (start >= 0) out.push(start);
    LATIN_STOP.lastIndex = (start < 0 ? ~start : start) - from;
  }
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
  let start = startBehind(text, wordsBefore(text, at), to, 0, rules);
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
  let at = Math.min(limit, to - 1);
  while (at > from) {
    const ends = blankStart(text, at, from);
    const last = SENTENCE_CLASS[text.charCodeAt(ends - 1)];
    if (last !== 0 && ends > from && isStretchEnd(text, ends, at)) {
      const stop = sentenceStop(text, ends, at, rules);
      if (stop >= from) return at;
      if (stop >= 0) return -1;
    }
    at = Math.min(ends, at - 1);
  }
  return -1;
}

/** Whether `at` is black and what ends at `ends` does not go on there. */
function isStretchEnd(text: string, ends: number, at: number): boolean {
  if (ends === at) return !isTail(text, at);
  return (SENTENCE_CLASS[text.charCodeAt(at)] & BLANK) === 0;
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
  let ends = stretchEnd(text, stop, to);
  for (;;) {
    const next = blankEnd(text, ends, to);
    if (next >= to) return ~to;
    if (sentenceStop(text, ends, next, rules) >= floor) return next;
    // « Oui. » has white space in front of its closing quote.
    if (next === ends || (SENTENCE_CLASS[text.charCodeAt(next)] & CLOSER) === 0) return ~next;
    ends = tailEnd(text, next, to);
  }
}

/** The end of the stop at `at` with its company, or of the run of letters where those have no stops. */
function stretchEnd(text: string, at: number, to: number): number {
  const kind = SENTENCE_CLASS[text.charCodeAt(at)];
  if ((kind & PHRASE) === 0) return tailEnd(text, (kind & LOOKALIKE) === 0 ? at : at + 1, to);
  let end = at + 1;
  while (end < to && (SENTENCE_CLASS[text.charCodeAt(end)] & PHRASE) !== 0) end++;
  return end;
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
