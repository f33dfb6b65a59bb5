/** Refining: the marks inside one leaf block that is larger than its room, from its own grammar down to graphemes. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { attachesAt, isGraphemeBoundary } from '../text/graphemes.ts';
import { lineFeedIn } from '../text/line-index.ts';
import { isHtml, isMarkdown } from '../text/media-type.ts';
import type { SentenceRules } from '../text/sentence-rules.ts';
import { isBlank, lastCutBefore, type WordCut } from '../text/word-cuts.ts';
import { commentLoss, isComment } from './comment-lines.ts';
import type { Layout } from './layout.ts';
import { type Marks, trimmedEnd } from './marks.ts';
import { isSafeSplit } from './measure.ts';
import { type Protection, protectionOf, readProse, SENTENCE_PLACE, uncut } from './prose.ts';
import { GLUED_STRENGTH, SIGNAL, STRENGTH } from './signals.ts';
import type { Sizer } from './sizer.ts';

/** How much fits a chunk that carries its context, and how much one that goes without; `first` may share its chunk. */
export interface Room {
  readonly first: number;
  readonly rest: number;
  /** A sentence or line up to this size stays whole and gives up its context instead; at least the above. */
  readonly wholeFirst: number;
  readonly whole: number;
  /** The same for a tag of HTML, where that is more. */
  readonly tag?: number;
}

/** The room of every unit but the first of a block. */
export function later(room: Room): Room {
  const { rest, whole } = room;
  return room.first === rest && room.wholeFirst === whole ? room : { ...room, first: rest, wholeFirst: whole };
}

export interface Refiner {
  readonly document: Document;
  readonly marks: Marks;
  readonly sizer: Sizer;
  readonly layout: Layout;
  /** Null for a strategy that knows words only. */
  readonly sentences: SentenceRules | null;
}

/** Adds the marks inside leaf block `block`, whose own mark is already there; `end` is where the next unit begins. */
export function refineLeaf(refiner: Refiner, block: number, end: number, room: Room): void {
  const { blocks } = refiner.document;
  const start = refiner.layout.lines[block];
  switch (blocks.kinds[block]) {
    case KIND.code:
    case KIND.math:
    case KIND.html:
    case KIND.frontmatter:
    case KIND.declaration:
    case KIND.statement:
    case KIND.entry:
      refineLines(refiner, start, end, block, room);
      break;
    default:
      refineProse(refiner, start, end, block, room);
  }
}

/** Sentences of `text[start, end)`; sentences over the room are cut at lines, clauses and words. */
export function refineProse(refiner: Refiner, start: number, end: number, block: number, room: Room): void {
  const { document, marks } = refiner;
  const isPlain = !isMarkdown(document.mediaType) && !isHtml(document.mediaType);
  // A list marker in front of the block is no part of its first sentence.
  const hasMarker = block >= 0 && !isHtml(document.mediaType);
  const prose = hasMarker ? Math.max(start, document.blocks.starts[block]) : start;
  const { places, elements, blocked } = readProse(document, prose, end, refiner.sentences);
  let from = start;
  let left = room;
  for (const at of places) {
    if (at <= from || at >= end || blocked(at)) continue;
    const to = isPlain ? withIndentation(document.text, from, at) : at;
    cutToFit(refiner, from, to, block, left, blocked);
    const { signal, strength } = elements.get(at) ?? SENTENCE_PLACE;
    marks.add(to, signal, strength, block, true);
    left = later(left);
    from = to;
  }
  cutToFit(refiner, from, end, block, left, blocked);
}

/**
 * Lines of code, HTML or math: blank lines are better places than others, outer lines better than indented ones, and a
 * comment stays with the line under it.
 */
function refineLines(refiner: Refiner, start: number, end: number, block: number, room: Room): void {
  const { text, blocks } = refiner.document;
  const fenced = blocks.kinds[block] === KIND.code && blocks.levels[block] === 0;
  const blocked = fenced ? uncut : protectionOf(refiner.document, start, end);
  let from = start;
  let left = room;
  let blankBefore = false;
  let commentBefore = isComment(text, firstBlack(text, start, end));
  for (let line = nextLine(text, start, end), next = line, number = 1; line < end; line = next) {
    next = nextLine(text, line, end);
    const black = firstBlack(text, line, next);
    const blank = black === next;
    if (!blank && !blocked(line)) {
      const glued = fenced && (number++ === 1 || isFenceLine(text, black, end));
      const comment = isComment(text, black);
      cutToFit(refiner, from, line, block, left, blocked);
      const inComment = commentBefore && comment && !blankBefore;
      const loss = inComment ? commentLoss(text, line, next) : 0;
      const strength = glued ? GLUED_STRENGTH : lineStrength(blankBefore, black - line, commentBefore, comment) - loss;
      refiner.marks.add(line, SIGNAL.line, strength, block, true);
      from = line;
      left = later(left);
      commentBefore = comment;
    }
    blankBefore = blank;
  }
  cutToFit(refiner, from, end, block, left, blocked);
}

/** The start of the line when nothing but its indentation stands in front of `at`; in Markdown it means nothing. */
function withIndentation(text: string, from: number, at: number): number {
  let start = at;
  while (start > from && (text.charCodeAt(start - 1) === SPACE || text.charCodeAt(start - 1) === TAB)) start--;
  return start > from && text.charCodeAt(start - 1) === LINE_FEED ? start : at;
}

const SPACE = 32;
const TAB = 9;
const LINE_FEED = 10;

/** Where the line behind that of `from` begins, at most `end`. */
export function nextLine(text: string, from: number, end: number): number {
  const feed = lineFeedIn(text, from, end);
  return feed < 0 ? end : feed + 1;
}

/** Between a comment and the line that it is about. */
const COMMENTED_STRENGTH = 0.2;

/** Up to a row's strength, by what separates the line from the one before. */
function lineStrength(blankBefore: boolean, indentation: number, commentBefore: boolean, comment: boolean): number {
  if (commentBefore && !comment && !blankBefore) return COMMENTED_STRENGTH;
  const base = blankBefore ? STRENGTH.row : STRENGTH.line;
  return Math.max(base - Math.min(indentation, 8) * 0.02, blankBefore ? STRENGTH.line : STRENGTH.clause);
}

/** Whether the line of `black` is the last one and a closing fence. */
function isFenceLine(text: string, black: number, end: number): boolean {
  const code = text.charCodeAt(black);
  const fence = (code === 96 || code === 126) && text.charCodeAt(black + 1) === code;
  return fence && nextLine(text, black, end) === end;
}

/** The first place of `[from, to)` that is not blank, or white space with a mark on it. */
function firstBlack(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at > from && attachesAt(text, at) ? at - 1 : at;
}

/** Cuts `text[from, to)`, a unit without finer structure, into pieces that fit; adds no mark when it fits whole. */
export function cutToFit(
  refiner: Refiner,
  from: number,
  to: number,
  block: number,
  room: Room,
  blocked: Protection,
): void {
  const { sizer } = refiner;
  if (sizer.isLength && to - from <= room.wholeFirst) return;
  const { text } = refiner.document;
  const end = trimmedEnd(text, from, to);
  let start = from;
  let available = Math.max(1, room.first);
  if (start < end && sizer.fits(text, start, end, room.wholeFirst)) return;
  while (start < end && !sizer.fits(text, start, end, available)) {
    const cut = outsideTag(refiner, start, end, room.tag ?? (start === from ? room.wholeFirst : room.whole), {
      ...fittingCut(refiner, start, end, available, blocked),
      blocked,
    });
    // A cut that does not move on would never end.
    if (cut.at >= end || cut.at <= start) return;
    refiner.marks.add(cut.at, SIGNAL[cut.signal], STRENGTH[cut.signal], block, true);
    start = cut.at;
    available = Math.max(1, room.rest);
  }
}

/** `cut`, or where it lies inside a tag that fits without its context, the end of that tag. */
function outsideTag(
  refiner: Refiner,
  start: number,
  end: number,
  whole: number,
  cut: WordCut & { readonly blocked: Protection },
): WordCut {
  const { text, mediaType } = refiner.document;
  if (!isHtml(mediaType) || !cut.blocked(cut.at)) return cut;
  const at = cut.blocked.endOf(cut.at);
  return at < end && isGraphemeBoundary(text, start, at) && refiner.sizer.fits(text, start, at, whole)
    ? { at, signal: cut.signal }
    : cut;
}

/** The best cut behind `start` in front of which the text fits, or one grapheme. */
export function fittingCut(
  refiner: Pick<Refiner, 'document' | 'sizer'>,
  start: number,
  end: number,
  available: number,
  blocked: Protection,
): WordCut {
  const { sizer, document } = refiner;
  const { text } = document;
  const black = firstBlack(text, start, end);
  let limit = furthestFit(sizer, text, start, end, available);
  // Of what is written out, a third is seldom a third of the text.
  const third = sizer.isWritten ? furthestFit(sizer, text, start, end, Math.ceil((available * 2) / 3)) : undefined;
  for (;;) {
    const best = bestCut(text, start, end, limit, blocked, third && Math.min(third, limit));
    // Indentation is given up before a word is cut for it: what follows begins behind it.
    const indented = black > start && (black >= limit || best.signal === 'grapheme');
    const cut = indented ? ({ at: black, signal: 'word' } as const) : best;
    // The beginning of a word can have more tokens than the word.
    const sure = sizer.additive && isBlank(text.charCodeAt(cut.at - 1));
    if (sure || limit <= start + 1 || sizer.fits(text, start, trimmedEnd(text, start, cut.at), available)) return cut;
    limit = start + ((Math.min(limit, cut.at) - start) >> 1);
  }
}

/** A protected span larger than the room is cut like ordinary text. */
function bestCut(
  text: string,
  start: number,
  end: number,
  limit: number,
  blocked: Protection,
  least?: number,
): WordCut {
  const cut = lastCutBefore(text, start, end, limit, blocked, least);
  if (cut.signal !== 'grapheme') return cut;
  const edge = lastTagEdge(text, start, limit, blocked);
  if (edge > start) return { at: edge, signal: 'word' };
  const free = lastCutBefore(text, start, end, limit, () => false);
  return free.signal === 'grapheme' ? cut : free;
}

/** The last place up to `limit` where a protected tag begins or ends; `start` when there is none behind it. */
function lastTagEdge(text: string, start: number, limit: number, blocked: Protection): number {
  if (blocked === uncut) return start;
  for (let at = limit; at > start; at--) {
    const begins = text.charCodeAt(at) === LESS_THAN && blocked(at + 1);
    const ends = text.charCodeAt(at - 1) === GREATER_THAN && blocked(at - 1);
    if ((begins || ends) && !blocked(at)) return at;
  }
  return start;
}

const LESS_THAN = 60;
const GREATER_THAN = 62;

/** The largest offset up to which `text[start, offset)` surely fits; at least one unit ahead. */
function furthestFit(sizer: Sizer, text: string, start: number, end: number, available: number): number {
  if (sizer.isLength) return Math.min(end - 1, start + available);
  const counted = sizer.additive ? addedFit(sizer, text, start, end, available) : start;
  if (counted > start) return counted;
  // Gallop: grow while it fits, then halve the step; every size is counted on the final string.
  let low = start + 1;
  let step = Math.max(1, available * 2);
  for (let grows = true; step >= 1 && low < end - 1; ) {
    const next = Math.min(end - 1, low + step);
    if (sizer.fits(text, start, next, available)) {
      low = next;
      if (grows) step *= 2;
    } else {
      step >>= 1;
      grows = false;
    }
  }
  return low;
}

/** First guess of how many characters a token has; a wrong one costs counts, not exactness. */
const CHARS_PER_TOKEN = 3;

/** The same by adding up counts between spaces, so that no text is counted often; `start` when not one word fits. */
function addedFit(sizer: Sizer, text: string, start: number, end: number, available: number): number {
  let at = start;
  let left = available;
  let step = left * CHARS_PER_TOKEN;
  while (step >= 1) {
    const next = splitBefore(text, at, Math.min(end - 1, at + Math.ceil(step)));
    const size = next > at ? sizer.span(text, at, next) : 0;
    if (next > at && size <= left) {
      at = next;
      left -= size;
      step = Math.min(step, left * CHARS_PER_TOKEN);
    } else step /= 2;
  }
  return at;
}

/** The last place at or before `limit` where counts add up; `from` when there is none. */
function splitBefore(text: string, from: number, limit: number): number {
  for (let at = limit; at > from; at--) if (isSafeSplit(text, at)) return at;
  return from;
}
