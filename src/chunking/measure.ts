/** Measuring: fills in the sizes between marks, in characters or in tokens, counting every span about once. */
import { isBlank } from '../text/word-cuts.ts';
import type { Ladder } from './ladder.ts';
import { type Marks, trimmedEnd } from './marks.ts';
import { SIGNAL } from './signals.ts';
import type { Sizer } from './sizer.ts';

const LINE_FEED = 10;
const SLASH = 47;
const SPACE = 32;
const APOSTROPHE = 39;
/** Blank to a reader, a symbol to the encodings. */
const BYTE_ORDER_MARK = 0xfeff;
/** How far back the last word of a unit may begin before the whole unit is counted again instead. */
const TAIL_WINDOW = 64;

/** Whether token counts of an additive counter add up at `offset` (see `TokenCounter.additive`). */
export function isSafeSplit(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  if (before === LINE_FEED) return isSafeBehindLineFeed(text, offset);
  return after === SPACE && !isBlank(before);
}

/** The same for `text` from `offset` on behind a line feed, whatever stands in front of it. */
export function isSafeBehindLineFeed(text: string, offset: number): boolean {
  return text.charCodeAt(offset) !== SLASH && !isBlankLine(text, offset);
}

/** A run of white space up to its last line feed is one piece of the encoding: no split in front of a blank line. */
function isBlankLine(text: string, offset: number): boolean {
  let at = offset;
  while (at < text.length && isBlank(text.charCodeAt(at))) if (text.charCodeAt(at++) === LINE_FEED) return true;
  return false;
}

/** Fills `ends`, `entries`, `exits` and, in tokens, `splits` and `unsafe` of all marks. */
export function measureMarks(text: string, marks: Marks, sizer: Sizer, ladder?: Ladder): void {
  const { offsets, ends, count } = marks;
  ends[0] = offsets[0];
  for (let k = 1; k < count; k++) {
    const end = trimmedEnd(text, offsets[k - 1], offsets[k]);
    // Behind a blank unit the text ends where it did before it.
    ends[k] = end === offsets[k - 1] ? ends[k - 1] : end;
  }
  if (sizer.isLength) measureCharacters(marks);
  else if (sizer.isWritten) measureWritten(text, marks, sizer);
  else measureTokens(text, marks, sizer, ladder);
}

function measureCharacters({ entries, exits, offsets, ends, count }: Marks): void {
  for (let k = 0; k < count; k++) {
    entries[k] = offsets[k];
    exits[k] = ends[k];
  }
}

/**
 * Tokens between marks are counted between safe splits: at the start of a line, or before the space in front of a
 * word. An entry corrects for the space that a chunk does not begin with. What a chunk does not end with, its line
 * feeds, is left to `exactMarkSize`: the packer does with the upper bound.
 */
function measureTokens(text: string, marks: Marks, sizer: Sizer, ladder?: Ladder): void {
  const count = ladder ? ladder.between : (from: number, to: number) => sizer.span(text, from, to);
  let position = 0;
  for (let k = 0; k < marks.count; k++) {
    const offset = marks.offsets[k];
    const split = safeSplit(text, marks, k, sizer);
    const at = split < 0 ? offset : split;
    if (k > 0) position += count(marks.splits[k - 1], at);
    marks.splits[k] = at;
    marks.unsafe[k] = split < 0 ? 1 : 0;
    marks.entries[k] = at < offset ? position - headCorrection(text, at, offset, sizer) : position;
    marks.exits[k] = position;
  }
}

/** Marks in front of which a space stands; in front of all others a line begins, or a cell. */
const JOINED_BY_SPACE: ReadonlySet<number> = new Set([
  SIGNAL.topic,
  SIGNAL.sentence,
  SIGNAL.clause,
  SIGNAL.word,
  SIGNAL.grapheme,
]);

/** What is written out is measured between marks, and what joins it is added; the whole is measured when it is emitted. */
function measureWritten(text: string, marks: Marks, sizer: Sizer): void {
  const { line, space } = sizer.joins;
  let position = 0;
  let join = 0;
  for (let k = 0; k < marks.count; k++) {
    const offset = marks.offsets[k];
    const size = k === 0 ? 0 : sizer.span(text, marks.offsets[k - 1], offset);
    // Nothing joins what a reader does not see.
    if (size > 0) {
      join = JOINED_BY_SPACE.has(marks.signals[k]) ? space : line;
      position += size + join;
    }
    marks.splits[k] = offset;
    marks.unsafe[k] = 1;
    marks.entries[k] = position;
    marks.exits[k] = position - join;
  }
}

/** Where counts add up in front of mark `k`: at the mark, or before the space in front of it; -1 for nowhere. */
function safeSplit(text: string, marks: Marks, k: number, sizer: Sizer): number {
  const offset = marks.offsets[k];
  if (!sizer.additive) return -1;
  if (k === 0 || k === marks.count - 1) return offset;
  // Behind a blank unit the text ends where it did before it: no split goes back behind the last one.
  const split = text.charCodeAt(offset - 1) === LINE_FEED ? offset : Math.max(marks.ends[k], marks.splits[k - 1]);
  return isSafeSplit(text, split) ? split : -1;
}

/** Exact size of the chunk between two marks that `measureMarks` measured: the line feeds it does not end with taken off. */
export function exactMarkSize(text: string, marks: Marks, from: number, to: number, sizer: Sizer): number {
  const start = marks.offsets[from];
  const end = marks.ends[to];
  if (sizer.isLength) return end - start;
  // Behind the last unit that is not blank, blank ones may follow.
  let unit = to;
  while (unit > from && marks.offsets[unit - 1] >= end) unit--;
  const split = marks.splits[unit];
  if (split <= end) return marks.size(from, unit);
  const word = lastWordStart(text, Math.max(start, marks.splits[unit - 1]), end, sizer);
  // One word alone has its beginning and its end corrected in one piece.
  if (word <= start) return sizer.span(text, start, end);
  return marks.size(from, unit) + sizer.span(text, word, end) - sizer.span(text, word, split);
}

/** Size of `text[start, end)` with `suffix` behind it, given its size alone: only the last word is counted again. */
export function sizeWithSuffix(
  text: string,
  start: number,
  end: number,
  textSize: number,
  suffix: string,
  sizer: Sizer,
): number {
  const word = lastWordStart(text, start, end, sizer);
  if (!sizer.additive || word <= start) return sizer.size(text.slice(start, end) + suffix);
  const last = text.slice(word, end);
  return textSize + sizer.size(last + suffix) - sizer.size(last);
}

/**
 * Where counts add up near the end of `text[from, end)`: behind the last letter or digit when only punctuation
 * follows, else in front of the last word; `from` when that is too far back.
 */
function lastWordStart(text: string, from: number, end: number, sizer: Sizer): number {
  const least = Math.max(from, end - TAIL_WINDOW);
  let at = end;
  while (at > least && isPunctuation(text.charCodeAt(at - 1))) at--;
  if (
    sizer.additiveAtPunctuation &&
    at > least &&
    isAlphanumeric(text.charCodeAt(at - 1)) &&
    text.charCodeAt(at) !== APOSTROPHE
  )
    return at;
  for (at = end - 1; at > least; at--)
    if (text.charCodeAt(at) === SPACE && !isBlank(text.charCodeAt(at - 1))) return at;
  return from;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function isPunctuation(code: number): boolean {
  return code > SPACE && code < 127 && !isAlphanumeric(code);
}

/** Tokens of the first word without the space in front of it, minus the same with it. */
function headCorrection(text: string, split: number, offset: number, sizer: Sizer): number {
  let end = offset;
  // Blanks that are kept, such as no-break spaces, are one piece with the space.
  while (end < text.length && isBlank(text.charCodeAt(end))) end++;
  while (end < text.length && (!isBlank(text.charCodeAt(end)) || text.charCodeAt(end) === BYTE_ORDER_MARK)) end++;
  // A run of punctuation takes the line feeds and slashes behind it into its own piece.
  while (end < text.length && (text.charCodeAt(end) === LINE_FEED || text.charCodeAt(end) === SLASH)) end++;
  return sizer.span(text, offset, end) - sizer.span(text, split, end);
}
