/** Overlap: which end of the text before a chunk is repeated in front of it, as a span of its own. */
import type { Span } from '../model/span.ts';
import { attachesAt } from '../text/graphemes.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { isBreakSpace, isGraphemeBoundary } from '../text/word-cuts.ts';
import { trimmedEnd, trimmedStart } from './marks.ts';
import { STRENGTH } from './signals.ts';
import type { Sizer } from './sizer.ts';

export interface OverlapRequest {
  /** Size asked for, in the sizer's unit; 0 when sentences are asked for. */
  readonly asked: number;
  readonly sentences: 0 | 1 | 2;
  /** Whole sentences within the size, or nothing; words only where the cut tore a sentence. */
  readonly aligned: 'sentence' | 'word' | 'none';
  /** Largest size that `text[overlap start, chunk start)` may have. */
  readonly room: number;
}

/**
 * Where the overlap of a chunk that starts at `chunkStart` begins; `chunkStart` when there is none. The text
 * before it, back to `floor`, is where it may come from. A size is met from the nearest word start that gives at
 * least what was asked; where that does not fit, from the furthest that does.
 */
export function overlapStart(
  text: string,
  floor: number,
  chunkStart: number,
  sizer: Sizer,
  request: OverlapRequest,
): number {
  if (request.room <= 0) return chunkStart;
  const start = wantedStart(text, floor, chunkStart, sizer, request);
  return start === chunkStart ? start : outsideTag(text, floor, start, chunkStart, sizer, request.room);
}

function wantedStart(text: string, floor: number, chunkStart: number, sizer: Sizer, request: OverlapRequest): number {
  if (request.sentences > 0) return sentenceOverlap(text, floor, chunkStart, sizer, request);
  const start = fitted(text, sizeOverlap(text, floor, chunkStart, sizer, request), chunkStart, sizer, request.room);
  return request.aligned === 'none' ? start : alignedStart(text, start, chunkStart, request.aligned);
}

/** `start`, or where it lies inside an HTML tag where that begins, if it fits, else what stands behind the tag. */
function outsideTag(
  text: string,
  floor: number,
  start: number,
  chunkStart: number,
  sizer: Sizer,
  room: number,
): number {
  const tag = tagAround(text, floor, start, sizer);
  if (tag === undefined) return start;
  if (isGraphemeBoundary(text, floor, tag.start) && sizer.span(text, tag.start, chunkStart) <= room) return tag.start;
  if (tag.end >= chunkStart) return chunkStart;
  const end = isGraphemeBoundary(text, floor, tag.end) ? tag.end : nextGrapheme(text, tag.end, chunkStart);
  return Math.min(chunkStart, trimmedStart(text, end, chunkStart));
}

/**
 * A start or end tag, as HTML in Markdown is told from a less-than sign (CommonMark 0.31, section 6.6), but for unquoted
 * values, which hold what stands in addresses.
 */
const TAG =
  /<(?:\/[a-z][\w:.-]*\s*|[a-z][\w:.-]*(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*\s*\/?)>/iy;

/** How far on either side of a place a tag around it is looked for: a longer one is torn by every limit in use. */
const LONGEST_TAG = 1 << 14;
/** Less-than signs that are looked at: those in values of the attributes, and one more. */
const MOST_SIGNS = 8;

/** The tag that `at` lies strictly inside, of a page also what nobody reads. */
function tagAround(text: string, floor: number, at: number, sizer: Sizer): Span | undefined {
  if (sizer.hidden !== null) return sizer.hidden(at);
  const from = Math.max(floor, at - LONGEST_TAG);
  let sign = lastSign(text, from, at);
  if (sign < 0) return undefined;
  const around = text.slice(from, at + LONGEST_TAG);
  for (let tries = 0; sign >= 0 && tries < MOST_SIGNS; tries++) {
    TAG.lastIndex = sign - from;
    if (TAG.test(around) && from + TAG.lastIndex > at) return { start: sign, end: from + TAG.lastIndex };
    sign = lastSign(text, from, sign);
  }
  return undefined;
}

/** Characters that are looked through at once. */
const SIGN_WINDOW = 2048;

/** The last less-than sign of `text[from, to)`, -1 for none: most windows have none, which looking forward shows far sooner. */
function lastSign(text: string, from: number, to: number): number {
  for (let end = to; end > from; end -= SIGN_WINDOW) {
    const start = Math.max(from, end - SIGN_WINDOW);
    const window = text.slice(start, end);
    if (window.includes('<')) return start + window.lastIndexOf('<');
  }
  return -1;
}

/** Shares of the limit that adaptive overlap takes: at a sentence end, and at most, at a cut word. */
const SENTENCE_SHARE = 0.1;
const WORD_SHARE = 0.2;

/** Share of the limit that is repeated behind a boundary of this strength: nothing between blocks, items, rows and turns. */
export function adaptiveShare(strength: number): number {
  if (strength > STRENGTH.sentence) return 0;
  const weakness = (STRENGTH.sentence - strength) / (STRENGTH.sentence - STRENGTH.word);
  return Math.min(WORD_SHARE, SENTENCE_SHARE + (WORD_SHARE - SENTENCE_SHARE) * weakness);
}

/** The first sentence start at or behind `start`; without one in front of the chunk, the chunk's own start or `start`. */
function alignedStart(text: string, start: number, chunkStart: number, aligned: 'sentence' | 'word'): number {
  if (start === chunkStart) return start;
  const starts: number[] = [];
  // From a little in front, so that a sentence that begins right at the start is seen.
  const from = Math.max(0, start - LOOK_BACK);
  sentenceStarts(text, from, chunkStart, starts);
  const sentence = starts.find((at) => at >= start);
  return sentence ?? (aligned === 'sentence' ? chunkStart : start);
}

/** Longest word in front of a sentence end that its rules look at, with room. */
const LOOK_BACK = 64;

/** How far back sentence starts are looked for: first a short way, then up to the longest sentence repeated. */
const SENTENCE_WINDOWS = [400, 1600, 4800];

/** The start of the last one or two sentences, of as many as fit; `chunkStart` when not even one does. */
function sentenceOverlap(
  text: string,
  floor: number,
  chunkStart: number,
  sizer: Sizer,
  { sentences, room }: OverlapRequest,
): number {
  const starts = lastSentences(text, floor, chunkStart, sentences);
  return starts.find((start) => sizer.span(text, start, chunkStart) <= room) ?? chunkStart;
}

/** Starts of the last `sentences` sentences before `chunkStart`, in order; fewer when they begin too far back. */
function lastSentences(text: string, floor: number, chunkStart: number, sentences: number): readonly number[] {
  let starts: number[] = [];
  for (const window of SENTENCE_WINDOWS) {
    const from = Math.max(floor, chunkStart - window);
    starts = from === floor ? [trimmedStart(text, floor, chunkStart)] : [];
    sentenceStarts(text, from, chunkStart, starts);
    if (starts.length >= sentences || from === floor) break;
  }
  return starts.slice(-sentences);
}

/** The nearest word start at which the overlap has the size asked, or `floor`. */
function sizeOverlap(text: string, floor: number, chunkStart: number, sizer: Sizer, request: OverlapRequest): number {
  const { asked } = request;
  if (sizer.isLength) {
    // So near that the walk below, which passes long words in steps, would come to the same.
    const furthest = Math.max(floor, chunkStart - Math.min(WALK, stretch(asked)));
    const near = lastWordStart(text, furthest, trimmedEnd(text, floor, chunkStart) - asked);
    if (near > furthest) return near;
  }
  let at = chunkStart;
  while (at > floor) {
    at = previousWordStart(text, floor, at, asked);
    if (enough(at)) break;
    // Far back word by word would count the same text again for each word.
    if (chunkStart - at > WALK) return farStart(text, floor, at, chunkStart, enough);
  }
  return at;

  function enough(from: number): boolean {
    return sizeFrom(text, from, trimmedEnd(text, from, chunkStart), sizer) >= asked;
  }
}

/** Size of `text[at, end)`; what begins inside a tag that is not written out is measured from the tag on. */
function sizeFrom(text: string, at: number, end: number, sizer: Sizer): number {
  return sizer.span(text, sizer.hidden?.(at)?.start ?? at, end);
}

/** Characters that are walked word by word. */
const WALK = 2000;

/** The word start, between `floor` and `near`, from which on `enough` no longer holds; found by doubling and halving. */
function farStart(
  text: string,
  floor: number,
  near: number,
  chunkStart: number,
  enough: (from: number) => boolean,
): number {
  let far = near;
  for (let step = chunkStart - near; far > floor && !enough(far); step *= 2)
    far = wordStartAt(text, floor, Math.max(floor, far - step));
  let close = near;
  while (close - far > WALK / 10) {
    const middle = wordStartAt(text, far, (far + close) >> 1);
    if (middle <= far) break;
    if (enough(middle)) far = middle;
    else close = middle;
  }
  return far;
}

/** The word start at or before `at`, no further back than `floor`. */
function wordStartAt(text: string, floor: number, at: number): number {
  return at <= floor ? floor : previousWordStart(text, floor, at + 1, 1);
}

/** Moves the start forward, word by word, until the overlap fits its room; inside a cut word by graphemes. */
function fitted(text: string, start: number, chunkStart: number, sizer: Sizer, room: number): number {
  let at = start;
  // What is far too long is halved, not walked through.
  for (let near = chunkStart; near - at > WALK; ) {
    const middle = nextWordStart(text, (at + near) >> 1, near);
    if (middle < near && sizeFrom(text, middle, chunkStart, sizer) > room) at = middle;
    else near = (at + near) >> 1;
  }
  let last = at;
  while (at < chunkStart && sizeFrom(text, at, chunkStart, sizer) > room) {
    last = at;
    at = nextWordStart(text, at, chunkStart);
  }
  if (at < chunkStart || isBreakSpace(text.charCodeAt(chunkStart - 1))) return at;
  // A token is a character at least, so that from `room` characters on everything fits.
  at = chunkStart - last > WALK ? nextGrapheme(text, Math.max(last, chunkStart - room) - 1, chunkStart) : last;
  for (; at < chunkStart; at = nextGrapheme(text, at, chunkStart)) {
    if (sizer.span(text, at, chunkStart) <= room) break;
  }
  return at;
}

/** The word start before `at`; in a long unbroken run the grapheme `step` units back. */
function previousWordStart(text: string, floor: number, at: number, step: number): number {
  const furthest = Math.max(floor, at - stretch(step));
  let i = lastWordStart(text, furthest, at - 1);
  if (i > furthest || i === floor) return i;
  i = Math.max(floor, at - Math.max(step, 1));
  while (i > floor && !isGraphemeBoundary(text, floor, i)) i--;
  return i;
}

/** How far back a word start is looked for in steps of this size. */
function stretch(step: number): number {
  return Math.max(step, 1) * 2 + 40;
}

/** The last word start at or before `at`, `floor` when there is none behind it. */
function lastWordStart(text: string, floor: number, at: number): number {
  let i = at;
  while (i > floor && !isWordStart(text, i)) i--;
  return i;
}

/** A mark behind white space belongs to it. */
function isWordStart(text: string, at: number): boolean {
  return isBreakSpace(text.charCodeAt(at - 1)) && !isBreakSpace(text.charCodeAt(at)) && !attachesAt(text, at);
}

function nextWordStart(text: string, from: number, to: number): number {
  let i = from + 1;
  while (i < to && !isWordStart(text, i)) i++;
  return i;
}

function nextGrapheme(text: string, from: number, to: number): number {
  let i = from + 1;
  while (i < to && !isGraphemeBoundary(text, from, i)) i++;
  return i;
}
