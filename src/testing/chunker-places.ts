/** Test kit: finds the place of every chunk in the input, and with it what was lost, altered or repeated. */
import type { JudgedChunk } from './chunker-adapter.ts';

/** A half-open range of the input, from the first to the last character of a chunk that counts. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Places {
  /** One per chunk; null for a blank chunk, one whose place is not certain, and all from the first problem on. */
  readonly places: readonly (Place | null)[];
  /** What was lost, altered or repeated; empty when nothing was. */
  readonly problem: string;
}

export interface PlacingOptions {
  readonly overlap: boolean;
  /** Whether the places that the chunker gives are all possible; they then settle which of equal passages is meant. */
  readonly exactOffsets: boolean;
  readonly rewrites: boolean;
  /** Parts of the input that a chunker may leave out, such as front matter. */
  readonly mayDrop: readonly string[];
  /** Lines that a chunker may write again into its text, such as a table header. */
  readonly mayRepeat: readonly string[];
}

const LONGEST_QUOTE = 32;

/** White space does not count, since most chunkers trim; for a chunker that rewrites, neither does punctuation. */
const IGNORED = /\s+/gu;
const IGNORED_WHEN_REWRITTEN = /[^\p{L}\p{M}\p{N}\p{So}\u200d]+/gu;

/** The characters of a text that count, and where each stands. */
interface Kept {
  readonly text: string;
  readonly offsets: Int32Array;
}

/**
 * Walks the chunks in order along the input. Each must go on exactly where the one before ended, or inside it when
 * there is overlap.
 */
export function placeChunks(input: string, chunks: readonly JudgedChunk[], options: PlacingOptions): Places {
  const ignored = options.rewrites ? IGNORED_WHEN_REWRITTEN : IGNORED;
  const source = keptOf(input, ignored);
  const drops = options.mayDrop.map((part) => rangeOf(source, input.indexOf(part), part.length));
  const repeats = options.mayRepeat.map((line) => line.replace(ignored, '')).filter((line) => line !== '');
  const places: (Place | null)[] = [];
  let at = 0;
  for (const [index, chunk] of chunks.entries()) {
    const text = chunk.text.replace(ignored, '');
    if (text === '') {
      places.push(null);
      continue;
    }
    const hint = options.exactOffsets ? hintOf(source, chunk) : -1;
    const found = options.overlap
      ? locateOverlapping(source.text, text, at, hint, repeats)
      : locate(source.text, text, at, repeats);
    const problem = typeof found === 'string' ? found : gapProblem(source.text, at, found.from, drops);
    if (problem !== '') return { places: padded(places, chunks.length), problem: `chunk ${index + 1}: ${problem}` };
    const { from, length, certain } = found as Found;
    places.push(certain ? { start: source.offsets[from], end: source.offsets[from + length - 1] + 1 } : null);
    at = Math.max(at, from + length);
  }
  return { places, problem: gapProblem(source.text, at, source.text.length, drops) };
}

interface Found {
  readonly from: number;
  readonly length: number;
  /** False where equal passages leave it open which one is meant. */
  readonly certain: boolean;
}

/** Where `text` stands in `source`: at `at` when everything is right. Else what is wrong. */
function locate(source: string, text: string, at: number, repeats: readonly string[]): Found | string {
  const bare = withoutRepeats(text, repeats, (rest) => source.startsWith(rest, at));
  if (bare !== null) return { from: at, length: bare.length, certain: true };
  const later = source.indexOf(text, at);
  if (later >= 0) return { from: later, length: text.length, certain: true };
  if (source.includes(text)) return `${quote(text)} is there twice`;
  let same = 0;
  while (same < text.length && text[same] === source[at + same]) same++;
  return `${quote(text.slice(same))} stands where the text has ${quote(source.slice(at + same))}`;
}

/**
 * The same under overlap, where a chunk may begin before `at` too: where it says, if that can be, else as far behind as
 * it can be. A chunk that leads no further is wrong only if there is no other passage like it.
 */
function locateOverlapping(
  source: string,
  text: string,
  at: number,
  hint: number,
  repeats: readonly string[],
): Found | string {
  if (hint >= 0 && hint <= at && hint + text.length > at && source.startsWith(text, hint))
    return { from: hint, length: text.length, certain: true };
  const from = source.lastIndexOf(text, at);
  if (from < 0) return locate(source, text, at, repeats);
  const certain = source.indexOf(text) === source.lastIndexOf(text);
  if (certain && from + text.length <= at) return `${quote(text)} repeats what was there before`;
  return { from, length: text.length, certain };
}

/** `text`, or what is left of it without repeated lines at its ends, when that stands at the right place; else null. */
function withoutRepeats(text: string, repeats: readonly string[], fits: (rest: string) => boolean): string | null {
  let front = text;
  for (let rounds = 0; rounds <= repeats.length; rounds++) {
    const endings = ['', ...repeats].filter((line) => front.length > line.length && front.endsWith(line));
    const rest = endings.map((line) => front.slice(0, front.length - line.length)).find(fits);
    if (rest !== undefined) return rest;
    const opening = repeats.find((line) => front.length > line.length && front.startsWith(line));
    if (opening === undefined) return null;
    front = front.slice(opening.length);
  }
  return null;
}

function gapProblem(source: string, from: number, to: number, drops: readonly Place[]): string {
  for (let i = from; i < to; i++) {
    if (drops.some(({ start, end }) => i >= start && i < end)) continue;
    return `${quote(source.slice(i, to))} is lost`;
  }
  return '';
}

/** First kept character at or behind the place that the chunk says it has, -1 when it says none. */
function hintOf(source: Kept, { start }: JudgedChunk): number {
  return start === undefined ? -1 : firstAtOrBehind(source.offsets, start);
}

function rangeOf(source: Kept, start: number, length: number): Place {
  if (start < 0) return { start: 0, end: 0 };
  return { start: firstAtOrBehind(source.offsets, start), end: firstAtOrBehind(source.offsets, start + length) };
}

function firstAtOrBehind(offsets: Int32Array, offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keptOf(text: string, ignored: RegExp): Kept {
  const offsets = new Int32Array(text.length);
  const parts: string[] = [];
  let [count, at] = [0, 0];
  const keep = (to: number): void => {
    parts.push(text.slice(at, to));
    for (let i = at; i < to; i++) offsets[count++] = i;
  };
  for (const match of text.matchAll(ignored)) {
    keep(match.index);
    at = match.index + match[0].length;
  }
  keep(text.length);
  return { text: parts.join(''), offsets: offsets.subarray(0, count) };
}

function padded(places: readonly (Place | null)[], length: number): readonly (Place | null)[] {
  return [...places, ...Array<null>(length - places.length).fill(null)];
}

/** A short piece of text for a message, not cut inside a character by that. */
export function quote(text: string): string {
  if (text.length <= LONGEST_QUOTE) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, LONGEST_QUOTE).replace(/[\ud800-\udbff]$/, '')}…`);
}
