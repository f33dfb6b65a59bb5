/** Verifying records: whether what a chunk says of its place, its section and its hashes is so; document and chunks → places looked at. */
import { KIND } from '../model/block.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { OriginMap, OriginPieces } from '../model/origin.ts';
import type { Span } from '../model/span.ts';
import { shortHash } from '../text/hash.ts';
import { headingText, shortTitle } from '../text/heading-text.ts';
import { countLineFeeds } from '../text/line-index.ts';
import { isHtml } from '../text/media-type.ts';
import { isBlank } from '../text/word-cuts.ts';
import { PATH_SEPARATOR } from './context.ts';
import { opensSection, showsNothing } from './sections.ts';
import type { Expect } from './verify-cuts.ts';

type ExpectRecord = Expect<'place' | 'section' | 'hashes'>;

/** Checks the records of `chunks`, of either granularity, against `document`: one walk over its text and blocks. */
export function checkRecords(document: Document, chunks: readonly Chunk[], expect: ExpectRecord): void {
  const places = placeWalker(document);
  const sections = sectionWalker(document);
  for (const chunk of [...chunks].sort((a, b) => a.span.start - b.span.start)) {
    const { lines, rawSpan } = places(chunk.span);
    expect('place', isSameSpan(chunk.lines, lines), `The lines are ${lines.start} to ${lines.end}.`, chunk);
    expect('place', isSameSpan(chunk.rawSpan, rawSpan), `The raw span is ${rawSpan.start} to ${rawSpan.end}.`, chunk);
    const isOfDocument = chunk.documentId === document.id && chunk.mediaType === document.mediaType;
    expect('place', isOfDocument, 'The id or media type is not that of the document.', chunk);
    checkSection(document, chunk, sections(chunk.span), expect);
    checkHashes(chunk, expect);
  }
}

function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** Lines and raw span of spans whose starts rise, counted on from the one before instead of looked up. */
function placeWalker({ text, origin }: Document): (span: Span) => { readonly lines: Span; readonly rawSpan: Span } {
  let at = 0;
  let line = 1;
  let returns = 0;
  const raw = origin.pieces === undefined ? undefined : pieceWalker(origin.pieces);
  return ({ start, end }) => {
    for (; at < Math.min(start, text.length); at++) if (text.charCodeAt(at) === LINE_FEED) line++;
    while (returns < origin.crlf.length && origin.crlf[returns] < start) returns++;
    const lines = { start: line, end: line + countLineFeeds(text.slice(start, end - 1)) };
    return { lines, rawSpan: raw?.({ start, end }) ?? rawSpanOf(origin, { start, end }, returns) };
  };
}

const LINE_FEED = 10;

/** Every line end of two characters in front of an offset, `before` of them in front of the span, moves it by one. */
function rawSpanOf({ lead, crlf }: OriginMap, { start, end }: Span, before: number): Span {
  let inside = 0;
  while (before + inside < crlf.length && crlf[before + inside] < end) inside++;
  return { start: start + lead + before, end: end + lead + before + inside };
}

/** Raw spans in a derived text: the least and the greatest raw offset of the parts of pieces that lie in a span. */
function pieceWalker({ starts, rawStarts, rawEnds, copied }: OriginPieces): (span: Span) => Span {
  let first = 0;
  return ({ start, end }) => {
    while (first + 1 < starts.length && starts[first + 1] <= start) first++;
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    for (let i = first; i < starts.length && starts[i] < end; i++) {
      const rawAt = (offset: number) => Math.min(rawStarts[i] + offset - starts[i], rawEnds[i]);
      low = Math.min(low, copied[i] === 1 && i === first ? rawAt(start) : rawStarts[i]);
      high = Math.max(high, copied[i] === 1 ? rawAt(end) : rawEnds[i]);
    }
    return { start: low, end: high };
  };
}

/** The paths that a chunk may name: of the section it begins in, or of one that its opening headings open. */
interface Sections {
  /** The last of the opening headings, or the section around the start. */
  readonly path: readonly string[];
  /** Whether a path is one of the others: of all opening headings, where the chunk shows no text under them, or too many to tell. */
  readonly also: (isNamed: (path: readonly string[]) => boolean) => boolean;
}

const NONE_ELSE: Sections['also'] = () => false;

function checkSection(document: Document, chunk: Chunk, sections: Sections, expect: ExpectRecord): void {
  const named = chunk.sectionPath.join(FIELD);
  const isNamed = (path: readonly string[]) => path.join(FIELD) === named;
  const holds = isNamed(sections.path) || sections.also(isNamed);
  expect('section', holds, holds ? '' : `The section path is ${JSON.stringify(sections.path)}.`, chunk);
  const titles = document.title === '' || chunk.sectionPath[0] === document.title ? [] : [document.title];
  const longest = [...titles, ...chunk.sectionPath, ''].join(PATH_SEPARATOR);
  // Clauses are left out at the end.
  const isHeader = chunk.header === '' || longest.startsWith(chunk.header + PATH_SEPARATOR);
  expect('section', isHeader, 'The header is not made of title and section path.', chunk);
}

/** Hardly ever stands in a title. */
const FIELD = '\u0000';

/** From this many headings in a row on, a chunk that begins with them is not held to the last one. */
const MANY_HEADINGS = 16;

interface OpenHeading {
  readonly depth: number;
  readonly path: readonly string[];
  readonly outer: OpenHeading | null;
}

/** Headings that stand in a row, from block `first` on, and what is open behind each. */
interface Run {
  readonly first: number;
  readonly headings: readonly OpenHeading[];
}

/** The sections of spans whose starts rise, from one walk over the blocks. */
function sectionWalker(document: Document): (span: Span) => Sections {
  const { count, starts, ends, parents } = document.blocks;
  let next = 0;
  let topEnd = 0;
  let open: OpenHeading | null = null;
  let run: Run = { first: 0, headings: [] };
  return (span) => {
    for (; next < count && starts[next] < span.start; next++) {
      if (parents[next] < 0) topEnd = ends[next];
      if (opensAt(document, next)) open = opened(document, open, next);
    }
    // Inside a block no heading opens the chunk.
    if (topEnd > span.start) return { path: pathOf(open), also: NONE_ELSE };
    const first = behindBreaks(document, next, span.end);
    // Very many headings in a row are read once for all chunks among them.
    if (first >= run.first + run.headings.length) run = openingRun(document, open, first);
    return sectionsOf(document, open, run, first, span);
  };
}

/**
 * The first block from `next` on, in front of `end`, that is no thematic break and shows something: a passage begins with one, a
 * sentence chunk behind it.
 */
function behindBreaks(document: Document, next: number, end: number): number {
  const { count, kinds, starts } = document.blocks;
  let first = next;
  while (
    first < count &&
    starts[first] < end &&
    (kinds[first] === KIND.thematicBreak || (kinds[first] === KIND.html && showsNothing(document, first)))
  )
    first++;
  return first;
}

/** Sections of a span in front of block `first` of `run`, where `open` is open. */
function sectionsOf(document: Document, open: OpenHeading | null, run: Run, first: number, span: Span): Sections {
  const { starts, ends } = document.blocks;
  const { headings } = run;
  const last = headings.at(-1);
  if (last === undefined) return { path: pathOf(open), also: NONE_ELSE };
  const also: Sections['also'] = (isNamed) => {
    for (let i = first - run.first; i < headings.length; i++) if (isNamed(headings[i].path)) return true;
    return false;
  };
  // What cuts blindly may begin with the line ends, a rule or a comment that still belong to the section before.
  const front = document.text.slice(span.start, starts[first]);
  if (front.includes('\n') || (front !== '' && isHtml(document.mediaType)))
    return { path: last.path, also: (isNamed) => isNamed(pathOf(open)) || also(isNamed) };
  const end = run.first + headings.length;
  const isClear = end - first < MANY_HEADINGS && showsText(document, ends[end - 1], span.end);
  return { path: last.path, also: isClear ? NONE_ELSE : also };
}

function pathOf(heading: OpenHeading | null): readonly string[] {
  return heading === null ? [] : heading.path;
}

/** The headings in a row from block `first` on, behind `open`; a clause ends the row. */
function openingRun(document: Document, open: OpenHeading | null, first: number): Run {
  const headings: OpenHeading[] = [];
  for (let block = first; opensAt(document, block); block++) {
    headings.push(opened(document, headings[headings.length - 1] ?? open, block));
    if (document.blocks.kinds[block] !== KIND.heading) break;
  }
  return { first, headings };
}

function opensAt({ blocks }: Document, block: number): boolean {
  return block < blocks.count && blocks.parents[block] < 0 && opensSection(blocks.kinds[block]);
}

/** Whether anything but blanks stands between the headings and the end of the chunk. */
function showsText({ text }: Document, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isBlank(text.charCodeAt(i))) return true;
  return false;
}

/** What is open once block `block` has opened its section behind `before`. */
function opened({ text, blocks, labels }: Document, before: OpenHeading | null, block: number): OpenHeading {
  const depth = blocks.levels[block];
  let outer = before;
  while (outer !== null && outer.depth >= depth) outer = outer.outer;
  const slice = blocks.kinds[block] === KIND.heading ? text.slice(blocks.starts[block], blocks.ends[block]) : '';
  const title = shortTitle(labels?.get(block) ?? headingText(slice));
  const above = pathOf(outer);
  return { depth, outer, path: title === '' ? above : [...above, title] };
}

/** The hash function has a test of its own against another implementation: here it is asked again. */
function checkHashes(chunk: Chunk, expect: ExpectRecord): void {
  const { text, embedText, contentHash, embedHash } = chunk;
  expect('hashes', contentHash === shortHash(text), 'contentHash is not the hash of the text.', chunk);
  const isHash = /^[0-9a-f]{16}$/.test(embedHash) && (embedHash === contentHash) === (embedText === text);
  expect('hashes', isHash, 'embedHash is no hash, or one for another text.', chunk);
}
