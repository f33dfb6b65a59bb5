/** Measuring: fills in the sizes between marks, in characters or in tokens, counting every span about once. */

import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { HtmlLengths } from '../text/html-lengths.ts';
import { type HtmlTokens, htmlTokens, kindOf, TOKEN } from '../text/html-tokens.ts';
import { isHtml } from '../text/media-type.ts';
import { countBelow } from '../text/rising.ts';
import { isBlank } from '../text/word-cuts.ts';
import type { Ladder } from './ladder.ts';
import { type Marks, trimmedEnd } from './marks.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { SIGNAL } from './signals.ts';
import { writtenSlice } from './written.ts';

const LINE_FEED = 10;
const SLASH = 47;
const SPACE = 32;
const APOSTROPHE = 39;
/** Blank to a reader, a symbol to the encodings. */
const BYTE_ORDER_MARK = 0xfeff;
/** How far back the last word of a unit may begin before the whole unit is counted again instead. */
const TAIL_WINDOW = 64;

/** How much of the limit strings and stretches of the document take. */
export interface Sizer {
  /** Whether sizes are lengths: that of a stretch is its end minus its start. */
  readonly isLength: boolean;
  /** Exact size of a whole string that is embedded as it is. */
  size(text: string): number;
  /** Size of `text[start, end)` when it is embedded alone. */
  span(text: string, start: number, end: number): number;
  /** Whether `span` may say some characters too many, as for HTML. */
  readonly isBound: boolean;
  /** Whether that is at most `available`; what is far too long is not counted to find out. */
  fits(text: string, start: number, end: number, available: number): boolean;
  /** How `[start, end)` is written out to be embedded; null where it is embedded as it stands. */
  readonly written: ((start: number, end: number) => string) | null;
  /** The tag, comment or script that `offset` lies strictly inside, of what is written out without it; null as above. */
  readonly hidden: ((offset: number) => Span | undefined) | null;
  /** What two stretches that are written out together have between them, measured apart: at a line end, and at a space. */
  readonly joins: { readonly line: number; readonly space: number };
  /** Whether sizes add up at the places `isSafeSplit` names. */
  readonly additive: boolean;
  /** Whether they add up behind a letter or digit that punctuation follows, too. */
  readonly additiveAtPunctuation: boolean;
}

const NO_JOINS = { line: 0, space: 0 } as const;

export const CHARACTER_SIZER: Sizer = {
  isLength: true,
  size: (text) => text.length,
  span: (_, start, end) => end - start,
  isBound: false,
  fits: (_, start, end, available) => end - start <= available,
  written: null,
  hidden: null,
  joins: NO_JOINS,
  additive: true,
  additiveAtPunctuation: true,
};

/** The sizer of a limit, for text that is embedded as it stands. */
export function plainSizer({ unit, tokenCounter }: Pick<ResolvedChunkOptions, 'unit' | 'tokenCounter'>): Sizer {
  return unit === 'tokens' && tokenCounter ? tokenSizer(tokenCounter) : CHARACTER_SIZER;
}

/** What `plain` measures, for `document`: of HTML only what a reader sees is embedded. */
export function sizerFor(document: Document, plain: Sizer): Sizer {
  if (!isHtml(document.mediaType)) return plain;
  return plain.isLength ? htmlLengthSizer(document) : htmlTokenSizer(document, plain);
}

export function tokenSizer(counter: TokenCounter): Sizer {
  const span: Sizer['span'] = counter.countSpan
    ? (text, start, end) => counter.countSpan?.(text, start, end) ?? 0
    : (text, start, end) => counter.count(text.slice(start, end));
  return {
    isLength: false,
    size: (text) => counter.count(text),
    span,
    isBound: false,
    fits(text, start, end, available) {
      const length = end - start;
      if (length <= available && byteBound(text, start, end) <= available) return true;
      return length <= available * LONGEST_TOKEN && span(text, start, end) <= available;
    },
    written: null,
    hidden: null,
    joins: NO_JOINS,
    additive: counter.additive,
    additiveAtPunctuation: counter.additiveAtPunctuation ?? false,
  };
}

function htmlLengthSizer(document: Document): Sizer {
  let lengths: HtmlLengths | undefined;
  const span: Sizer['span'] = (_, start, end) => {
    lengths ??= new HtmlLengths(document.text);
    return lengths.between(start, end);
  };
  return {
    ...htmlSizer(document),
    size: CHARACTER_SIZER.size,
    span,
    isBound: true,
    fits(text, start, end, available) {
      // Hardly anything is longer written out than it stands.
      if (end - start <= available) return true;
      const most = span(text, start, end);
      if (most <= available || most > available + LOOSE) return most <= available;
      return writtenSlice(document, start, end, available).length <= available;
    },
    joins: { line: 1, space: 1 },
  };
}

function htmlTokenSizer(document: Document, plain: Sizer): Sizer {
  return {
    ...htmlSizer(document),
    size: plain.size,
    span: (_, start, end) => plain.size(writtenSlice(document, start, end)),
    isBound: false,
    fits(_, start, end, available) {
      const written = writtenSlice(document, start, end, available * LONGEST_TOKEN);
      return plain.fits(written, 0, written.length, available);
    },
    // A space goes with the word behind it.
    joins: { line: 1, space: 0 },
  };
}

function htmlSizer(
  document: Document,
): Pick<Sizer, 'isLength' | 'written' | 'hidden' | 'additive' | 'additiveAtPunctuation'> {
  let tokens: HtmlTokens | undefined;
  return {
    isLength: false,
    written: (start, end) => writtenSlice(document, start, end),
    hidden(offset) {
      tokens ??= htmlTokens(document.text, 0, document.text.length);
      const token = countBelow(tokens.starts, tokens.starts.length, offset) - 1;
      if (token < 0 || tokens.starts[token + 1] === offset || kindOf(tokens.tokens[token]) === TOKEN.text)
        return undefined;
      return { start: tokens.starts[token], end: tokens.starts[token + 1] };
    },
    additive: false,
    additiveAtPunctuation: false,
  };
}

/** How much the bound may be over the exact length: more only for white space at the end of preformatted text, and odd tables. */
const LOOSE = 32;

/** No token is longer than this many characters, but for runs of spaces and marks, which are cut anyway. */
const LONGEST_TOKEN = 64;

/** UTF-8 bytes of `text[start, end)`, surrogates taken as three each: a token is at least one byte. */
function byteBound(text: string, start: number, end: number): number {
  let bytes = end - start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1;
  }
  return bytes;
}

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
  else if (sizer.written !== null) measureWritten(text, marks, sizer);
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
