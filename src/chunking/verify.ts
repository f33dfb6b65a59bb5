/** Verifying: checks finished chunks against their document, by other means than those that made them. */
import { KIND } from '../model/block.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { isBlank } from '../text/word-cuts.ts';
import type { ResolvedChunkOptions } from './options.ts';

export const CHECK_NAMES = [
  'slice',
  'order',
  'cover',
  'limit',
  'tokens',
  'grapheme',
  'sentence',
  'row',
  'heading',
  'links',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export interface VerifyFailure {
  readonly message: string;
  readonly chunkId?: string;
  readonly span?: Span;
}

export interface VerifyCheck {
  readonly name: CheckName;
  /** How many places or chunks were looked at. */
  readonly checked: number;
  readonly failures: readonly VerifyFailure[];
}

export interface VerifyReport {
  readonly checks: readonly VerifyCheck[];
}

/**
 * Proves, chunk by chunk and cut by cut: texts are slices; spans rise and never intersect; every character that is
 * not blank is covered once unless dropped; no final string is over the limit; token counts are those of the
 * counter; no grapheme is cut; no sentence or table row is cut that fits a chunk together with its heading; no
 * heading ends a chunk that another follows; links and ids are consistent.
 */
export function verifyChunks(
  document: Document,
  chunks: readonly Chunk[],
  options: ResolvedChunkOptions,
): VerifyReport {
  const found: Found = new Map(CHECK_NAMES.map((name) => [name, { checked: 0, failures: [] as VerifyFailure[] }]));
  const context: Verification = { document, chunks, options, found };
  for (const [index, chunk] of chunks.entries()) {
    checkChunk(context, chunk);
    checkLinks(context, chunk, index);
  }
  checkCover(context);
  for (let index = 0; index + 1 < chunks.length; index++) checkCut(context, chunks[index], chunks[index + 1]);
  return { checks: CHECK_NAMES.map((name) => ({ name, ...(found.get(name) as Tally) })) };
}

interface Tally {
  checked: number;
  readonly failures: VerifyFailure[];
}

type Found = Map<CheckName, Tally>;

interface Verification {
  readonly document: Document;
  readonly chunks: readonly Chunk[];
  readonly options: ResolvedChunkOptions;
  readonly found: Found;
}

function expect(context: Verification, name: CheckName, holds: boolean, message: () => string, chunk: Chunk): void {
  const tally = context.found.get(name) as Tally;
  tally.checked++;
  if (!holds) tally.failures.push({ message: message(), chunkId: chunk.id, span: chunk.span });
}

function sizeOf(options: ResolvedChunkOptions, text: string): number {
  return options.unit === 'tokens' && options.tokenCounter ? options.tokenCounter.count(text) : text.length;
}

function checkChunk(context: Verification, chunk: Chunk): void {
  const { document, options } = context;
  const { start, end } = chunk.span;
  expect(
    context,
    'slice',
    chunk.text === document.text.slice(start, end) && chunk.text.trim() !== '',
    () => 'The text is not the slice its span names, or it is blank.',
    chunk,
  );
  expect(
    context,
    'slice',
    chunk.embedText.includes(chunk.text),
    () => 'The embedded string does not hold the text.',
    chunk,
  );
  const size = sizeOf(options, chunk.embedText);
  expect(
    context,
    'limit',
    size <= options.max || chunk.notes.includes('limit-unreachable'),
    () => `${size} ${options.unit}, the limit is ${options.max}.`,
    chunk,
  );
  const counter = options.tokenCounter;
  if (!counter) return;
  expect(
    context,
    'tokens',
    chunk.tokenCount === counter.count(chunk.embedText),
    () => `tokenCount is ${chunk.tokenCount}, the counter says ${counter.count(chunk.embedText)}.`,
    chunk,
  );
  expect(
    context,
    'tokens',
    chunk.textTokenCount === counter.count(chunk.text),
    () => `textTokenCount is ${chunk.textTokenCount}, the counter says ${counter.count(chunk.text)}.`,
    chunk,
  );
}

function checkLinks(context: Verification, chunk: Chunk, index: number): void {
  const { chunks } = context;
  const linked =
    chunk.index === index &&
    chunk.previousId === (chunks[index - 1]?.id ?? null) &&
    chunk.nextId === (chunks[index + 1]?.id ?? null);
  expect(context, 'links', linked, () => 'Index, previous or next id is wrong.', chunk);
  if (index > 0) return;
  const ids = new Set(chunks.map(({ id }) => id));
  expect(context, 'links', ids.size === chunks.length, () => `${chunks.length} chunks share ${ids.size} ids.`, chunk);
}

/** Spans in order, and no character outside them that is neither blank nor dropped. */
function checkCover(context: Verification): void {
  const { document, chunks, found } = context;
  let at = 0;
  const dropped = [...document.dropped].map(({ span }) => span);
  const gap = (to: number): void => {
    const tally = found.get('cover') as Tally;
    tally.checked++;
    for (let i = at; i < to; i++) {
      if (isBlank(document.text.charCodeAt(i)) || dropped.some(({ start, end }) => i >= start && i < end)) continue;
      tally.failures.push({ message: 'This text is in no chunk.', span: { start: i, end: to } });
      return;
    }
  };
  for (const chunk of chunks) {
    expect(
      context,
      'order',
      chunk.span.start >= at && chunk.span.end > chunk.span.start,
      () => 'The span begins inside the one before, or is empty.',
      chunk,
    );
    gap(chunk.span.start);
    at = Math.max(at, chunk.span.end);
  }
  gap(document.text.length);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const GRAPHEME_WINDOW = 512;

function checkCut(context: Verification, before: Chunk, after: Chunk): void {
  const { document } = context;
  const cut = after.span.start;
  const from = Math.max(0, cut - GRAPHEME_WINDOW);
  const containing = graphemes.segment(document.text.slice(from, cut + GRAPHEME_WINDOW)).containing(cut - from);
  // A window that begins inside a cluster says nothing about it.
  const whole = containing === undefined || containing.index === cut - from || (containing.index === 0 && from > 0);
  expect(context, 'grapheme', whole, () => 'A grapheme is cut.', after);
  if (context.options.preset.unit !== 'block') return;
  const block = leafAround(document, before.span.end, cut);
  if (block >= 0 && document.blocks.kinds[block] === KIND.paragraph) checkSentence(context, before, after, block);
  if (block >= 0 && document.blocks.kinds[block] === KIND.tableRow) {
    const fits = unitFits(context, before, after, document.blocks.starts[block], document.blocks.ends[block]);
    expect(context, 'row', !fits, () => 'A table row is cut that fits a chunk.', after);
  }
  const endsInHeading = lastBlockKind(document, before) === KIND.heading;
  const forced =
    sizeOf(context.options, before.embedText + after.text.slice(0, 1)) >= context.options.max ||
    before.kind === 'heading';
  expect(context, 'heading', !endsInHeading || forced, () => 'The chunk ends with a heading.', before);
}

/** A sentence may only be cut when it does not fit, its heading and the context counted. */
function checkSentence(context: Verification, before: Chunk, after: Chunk, block: number): void {
  const { document } = context;
  const starts = [document.blocks.starts[block]];
  sentenceStarts(document.text, starts[0], document.blocks.ends[block], starts);
  const cut = after.span.start;
  const next = starts.findIndex((start) => start > cut);
  const from = starts[next < 0 ? starts.length - 1 : next - 1];
  const to = next < 0 ? document.blocks.ends[block] : starts[next];
  const fits = from < cut && unitFits(context, before, after, from, to);
  expect(
    context,
    'sentence',
    !fits || insideInline(document, cut, from),
    () => 'A sentence is cut that fits a chunk.',
    after,
  );
}

/** The cut was moved off a sentence end that lies inside a link or code span: not judged here. */
function insideInline(document: Document, cut: number, sentence: number): boolean {
  return (
    document.mediaType === 'text/markdown' &&
    /[`\][<]/.test(document.text.slice(Math.max(0, sentence - 300), cut + 300))
  );
}

/** Whether `text[from, to)` would fit a chunk, with the context of its neighbours and a heading glued in front of it. */
function unitFits(context: Verification, before: Chunk, after: Chunk, from: number, to: number): boolean {
  const { document, options } = context;
  const glued =
    from > before.span.start &&
    lastBlockKind(document, { span: { start: before.span.start, end: from } }) === KIND.heading;
  const text = document.text.slice(glued ? before.span.start : from, to).trimEnd();
  const overhead = Math.max(overheadOf(context, before), overheadOf(context, after));
  return (
    sizeOf(options, text) + overhead + 2 * options.overlap + (options.overlapSentences > 0 ? options.max / 4 : 0) <
    options.max * FIT_MARGIN
  );
}

/** A unit this near the limit is not held against the packer: context depends on where the chunk would start. */
const FIT_MARGIN = 0.9;

function overheadOf(context: Verification, chunk: Chunk): number {
  return sizeOf(context.options, chunk.embedText) - sizeOf(context.options, chunk.text);
}

/** Index of the paragraph or table row that has text on both sides of a cut, -1 when there is none. */
function leafAround(document: Document, end: number, start: number): number {
  const { blocks } = document;
  let low = 0;
  let high = blocks.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks.starts[middle] < end) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i > low - 3; i--) {
    const kind = blocks.kinds[i];
    if ((kind === KIND.paragraph || kind === KIND.tableRow) && blocks.ends[i] > start) return i;
  }
  return -1;
}

/** Kind of the block in which the chunk ends. */
function lastBlockKind(document: Document, chunk: { readonly span: Span }): number {
  const { blocks } = document;
  let low = 0;
  let high = blocks.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks.starts[middle] < chunk.span.end) low = middle + 1;
    else high = middle;
  }
  return low > 0 && blocks.starts[low - 1] >= chunk.span.start ? blocks.kinds[low - 1] : -1;
}
