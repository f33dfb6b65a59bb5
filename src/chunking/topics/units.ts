/** Topic shifts, first step: from the blocks of a document to the units that are embedded, mostly single sentences. */
import { BLOCK_KINDS, type BlockKind, type BlockTable } from '../../model/block.ts';
import type { Document } from '../../model/document.ts';
import type { Span } from '../../model/span.ts';
import { inlineSpans } from '../../text/inline-spans.ts';
import { isMarkdown } from '../../text/media-type.ts';
import { sentenceStarts } from '../../text/sentences.ts';
import { trimmedEnd } from '../marks.ts';

/** Unit i is `text.slice(starts[i], ends[i])`. Rising and disjoint; what lies between two units is white space or no prose. */
export interface TopicUnits {
  readonly count: number;
  /**
   * Where a cut in front of the unit falls: the start of the line where the unit begins a block, and the start of
   * the sentence inside one.
   */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Index of the range that the unit lies in. */
  readonly ranges: readonly number[];
}

/** What becomes of a block that holds no others: its sentences, one unit, the beginning of the next unit, or nothing. */
const READING = {
  heading: 'heading',
  paragraph: 'sentences',
  list: 'sentences',
  listItem: 'sentences',
  table: 'whole',
  tableRow: 'whole',
  code: 'whole',
  blockquote: 'sentences',
  html: 'whole',
  thematicBreak: 'skip',
  frontmatter: 'skip',
  definition: 'skip',
  footnoteDefinition: 'sentences',
  math: 'whole',
  clause: 'sentences',
  thread: 'heading',
  turn: 'sentences',
  declaration: 'whole',
  statement: 'whole',
  entry: 'whole',
} as const satisfies Record<BlockKind, 'heading' | 'sentences' | 'whole' | 'skip'>;

/** Kinds that have text of their own in front of the first block they hold; of others only markers stand there. */
const HEADED: ReadonlySet<BlockKind> = new Set<BlockKind>(['clause', 'thread', 'turn', 'declaration', 'entry']);

const LINE_FEED = 10;
const FORM_FEED = 12;

/**
 * The units of `document` inside `ranges` (rising, disjoint). A sentence shorter than `shortChars` is joined to the next
 * one of its block, the last one to the one before it; a heading belongs to what follows it. Linear; throws nothing.
 */
export function topicUnits(document: Document, ranges: readonly Span[], shortChars: number): TopicUnits {
  const { blocks } = document;
  const reader: Reader = {
    document,
    shortChars,
    starts: [],
    ends: [],
    ranges: [],
    range: 0,
    heading: null,
    protect: isMarkdown(document.mediaType),
  };
  for (let i = 0; i < blocks.count && reader.range < ranges.length; ) {
    const range = ranges[reader.range];
    if (blocks.starts[i] >= range.end) {
      endRange(reader);
      continue;
    }
    const { end, next } = ownText(blocks, i);
    const from = Math.max(blocks.starts[i], range.start);
    const to = Math.min(end, range.end);
    if (from < to) readBlock(reader, BLOCK_KINDS[blocks.kinds[i]], from, to, range.start);
    // A block that reaches into the next range is looked at again.
    if (end > range.end && reader.range + 1 < ranges.length) endRange(reader);
    else i = next;
  }
  endRange(reader);
  return { count: reader.starts.length, starts: reader.starts, ends: reader.ends, ranges: reader.ranges };
}

interface Reader {
  readonly document: Document;
  readonly shortChars: number;
  readonly starts: number[];
  readonly ends: number[];
  readonly ranges: number[];
  range: number;
  /** Span of the headings that nothing has followed yet. */
  heading: Span | null;
  /** Whether inline code and links are looked for: no sentence ends inside them. */
  readonly protect: boolean;
}

/** Where the text of block `i` itself ends, and the next block to look at. Tables and code are taken with all they hold. */
function ownText({ count, kinds, starts, ends, parents }: BlockTable, i: number): { end: number; next: number } {
  const kind = BLOCK_KINDS[kinds[i]];
  const holds = i + 1 < count && parents[i + 1] === i;
  if (!holds) return { end: ends[i], next: i + 1 };
  if (kind !== 'table') return { end: HEADED.has(kind) ? starts[i + 1] : starts[i], next: i + 1 };
  let next = i + 1;
  while (next < count && parents[next] >= i) next++;
  return { end: ends[i], next };
}

function readBlock(reader: Reader, kind: BlockKind, from: number, to: number, rangeStart: number): void {
  const { text } = reader.document;
  const reading = READING[kind];
  const end = trimmedEnd(text, from, to);
  if (reading === 'skip' || end === from) return;
  const count = reader.starts.length;
  const floor = reader.heading?.end ?? Math.max(rangeStart, count > 0 ? reader.ends[count - 1] : 0);
  const start = startOfLine(text, from, floor);
  if (reading === 'heading') reader.heading = { start: reader.heading?.start ?? start, end };
  else if (reading === 'whole') addUnit(reader, start, end);
  else addSentences(reader, start, from, end);
}

/** The start of the line of `offset` when it is not in front of `floor`, else `offset` itself: two blocks on one line. */
function startOfLine(text: string, offset: number, floor: number): number {
  for (let at = offset; at > floor; at--) {
    const before = text.charCodeAt(at - 1);
    if (before === LINE_FEED || before === FORM_FEED) return at;
    // Only blanks, the markers of containers and numbers stand between a line's start and its block.
    if (offset - at > LONGEST_MARKER) return offset;
  }
  return floor === 0 ? 0 : offset;
}

/** Indentation and markers in front of a block on its line, in characters; nesting deeper than that is not read. */
const LONGEST_MARKER = 200;

function addSentences(reader: Reader, start: number, from: number, end: number): void {
  const first = reader.starts.length;
  let open = start;
  let black = from;
  for (const next of [...plainStarts(reader, from, end), end]) {
    const ends = trimmedEnd(reader.document.text, black, next);
    const short = ends - black < reader.shortChars;
    if (next < end && short) continue;
    if (short && reader.starts.length > first) reader.ends[reader.ends.length - 1] = ends;
    else addUnit(reader, open, ends);
    open = next;
    black = next;
  }
}

/** Starts of the sentences of `text[from, end)` but the first, none of them inside inline code or a link. */
function plainStarts({ document, protect }: Reader, from: number, end: number): readonly number[] {
  const starts: number[] = [];
  sentenceStarts(document.text, from, end, starts);
  const spans = protect && starts.length > 0 ? inlineSpans(document.text, from, end) : [];
  if (spans.length === 0) return starts;
  let span = 0;
  return starts.filter((offset) => {
    while (span < spans.length && spans[span + 1] <= offset) span += 2;
    return span >= spans.length || spans[span] >= offset;
  });
}

function addUnit(reader: Reader, start: number, end: number): void {
  reader.starts.push(reader.heading?.start ?? start);
  reader.ends.push(end);
  reader.ranges.push(reader.range);
  reader.heading = null;
}

/** A heading that nothing follows in its range is a unit by itself. */
function endRange(reader: Reader): void {
  if (reader.heading !== null) addUnit(reader, reader.heading.start, reader.heading.end);
  reader.range++;
}
