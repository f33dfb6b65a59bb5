/** Test kit: what must hold for the chunks of any text: nothing lost, exact places, the limit, whole characters. */
import { embeddedText, type JudgedChunk } from './chunker-adapter.ts';
import type { Demand, Run } from './chunker-case.ts';
import { quote } from './chunker-places.ts';
import type { FaultKind } from './chunker-report.ts';

interface Law {
  readonly kind: FaultKind;
  readonly title: string;
  /** Whether there is something to judge in this run. */
  readonly applies: (run: Run) => boolean;
  readonly broken: Demand;
}

/** The laws, each with the kind of fault that breaking it is. That a chunker ends and throws nothing is found out before. */
export const LAWS: readonly Law[] = [
  { kind: 'lost-text', title: 'nothing is lost, altered or repeated', applies: () => true, broken: brokenText },
  { kind: 'characters', title: 'no character is cut', applies: () => true, broken: brokenCharacters },
  { kind: 'offsets', title: 'places are exact', applies: ({ can }) => can('offsets'), broken: brokenOffsets },
  { kind: 'limit', title: 'the limit is kept', applies: ({ can, unit }) => can(unit), broken: brokenLimit },
  {
    kind: 'overlap',
    title: 'no chunk lies inside its neighbour',
    applies: ({ can, overlap }) => can('overlap') && overlap > 0,
    broken: brokenOverlap,
  },
];

const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Longer inputs are only looked at for half pairs: finding every grapheme of a megabyte takes seconds. */
const LONGEST_SEGMENTED = 20_000;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What placing found, and chunks that are empty or are not what is embedded. */
function brokenText({ chunks, placed }: Run): string {
  if (placed.problem !== '') return placed.problem;
  return firstOf(chunks, (chunk) => {
    if (chunk.text === '') return 'is empty';
    return embeddedText(chunk).includes(chunk.text.trim()) ? '' : 'the embedded text does not hold the text';
  });
}

/** Half surrogate pairs, replacement characters, and chunks that begin or end inside a grapheme that is within the limit. */
function brokenCharacters({ input, chunks, placed, limit, sizeOf }: Run): string {
  const [halves, replaced] = [HALF_PAIR.test(input), input.includes('\ufffd')];
  const starts = input.length > LONGEST_SEGMENTED ? null : graphemeStarts(input);
  return firstOf(chunks, (chunk, index) => {
    const embedded = embeddedText(chunk);
    if (!halves && HALF_PAIR.test(embedded)) return `${quote(chunk.text)} has half of a surrogate pair`;
    if (!replaced && embedded.includes('\ufffd')) return `${quote(chunk.text)} has a replacement character`;
    const place = placed.places[index];
    if (starts === null || place === null) return '';
    const torn = [place.start, place.end].find((offset) => !starts.has(offset) && !isBlankAt(input, offset));
    const whole = torn === undefined ? '' : (graphemes.segment(input).containing(torn)?.segment ?? '');
    return whole === '' || sizeOf(whole) > limit ? '' : `a grapheme is cut: ${quote(whole)}`;
  });
}

function graphemeStarts(input: string): ReadonlySet<number> {
  return new Set([...graphemes.segment(input)].map(({ index }) => index)).add(input.length);
}

/** Behind a line feed that belongs to CRLF, or a mark that stands on a space, nothing visible is cut. */
function isBlankAt(input: string, offset: number): boolean {
  return /\s/.test(input[offset] ?? ' ') || /\s/.test(input[offset - 1] ?? ' ');
}

/** `text` is the input between `start` and `end`, and starts rise. */
export function brokenOffsets({ input, chunks }: Pick<Run, 'input' | 'chunks'>): string {
  let last = -1;
  return firstOf(chunks, ({ text, start, end }) => {
    if (start === undefined || end === undefined) return 'has no place';
    if (!Number.isInteger(start) || start < 0 || end > input.length || start > end)
      return `has the place ${start} to ${end} in a text of ${input.length} characters`;
    if (unifyLines(input.slice(start, end)) !== unifyLines(text))
      return `${quote(text)} has the place of ${quote(input.slice(start, end))}`;
    if (start <= last) return `begins at ${start}, not behind the chunk before (${last})`;
    last = start;
    return '';
  });
}

/** A chunker may read all line ends as line feeds and leave out a byte-order mark. */
function unifyLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
}

/** Everything embedded counts. A single grapheme that is over the limit alone cannot be helped. */
function brokenLimit({ chunks, limit, unit, sizeOf }: Run): string {
  return firstOf(chunks, (chunk) => {
    const size = sizeOf(embeddedText(chunk));
    if (size <= limit || isOneGrapheme(chunk.text.trim())) return '';
    return `${quote(chunk.text)} has ${size} ${unit}, the limit is ${limit}`;
  });
}

function isOneGrapheme(text: string): boolean {
  return text.length < LONGEST_SEGMENTED && [...graphemes.segment(text)].length === 1;
}

/** With overlap, no chunk may lie inside the one before it or hold it. */
function brokenOverlap({ placed: { places }, input }: Run): string {
  let before: { start: number; end: number } | null = null;
  return firstOf(places, (place) => {
    if (place === null) return '';
    const inside = before !== null && (place.end <= before.end || place.start <= before.start);
    before = place;
    return inside ? `${quote(input.slice(place.start, place.end))} lies inside its neighbour, or holds it` : '';
  });
}

/** What `wrong` says of the first chunk that it has something to say about. */
function firstOf<T extends JudgedChunk | object | null>(
  items: readonly T[],
  wrong: (item: T, index: number) => string,
): string {
  for (const [index, item] of items.entries()) {
    const reason = wrong(item, index);
    if (reason !== '') return `chunk ${index + 1}: ${reason}`;
  }
  return '';
}
