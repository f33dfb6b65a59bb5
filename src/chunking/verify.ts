/** Verifying: checks finished chunks against their document, by other means than those that made them. */
import { KIND } from '../model/block.ts';
import { type Chunk, GRANULARITIES } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { isHtml } from '../text/html-markup.ts';
import { countBelow } from '../text/rising.ts';
import type { SentenceRules } from '../text/sentence-rules.ts';
import { isBlank } from '../text/word-cuts.ts';
import { type Layout, layoutOf } from './layout.ts';
import { optionsFor, type ResolvedChunkOptions } from './options.ts';
import { readProse } from './prose.ts';
import { lineStart } from './sections.ts';
import { rowText, TableTexts } from './table-text.ts';
import { checkParents } from './verify-sentences.ts';

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
  'parent',
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
 * counter; no grapheme is cut; no sentence is cut that is within the limit, no table row that is together with its
 * header; no heading ends a chunk where what follows would fit; links and ids are consistent. Sentence chunks are held
 * to the same among themselves, and to lie in the passages they name and hold all of their text.
 */
export function verifyChunks(document: Document, chunks: readonly Chunk[], asked: ResolvedChunkOptions): VerifyReport {
  const options = optionsFor(document, asked);
  const found: Found = new Map(CHECK_NAMES.map((name) => [name, { checked: 0, failures: [] as VerifyFailure[] }]));
  const [passages, sentences] = GRANULARITIES.map((own) => chunks.filter(({ granularity }) => granularity === own));
  const context: Verification = {
    document,
    chunks: passages,
    options,
    found,
    tables: new TableTexts(document),
    layout: layoutOf(document),
    sentences: { block: -1, starts: [] },
  };
  for (const chunk of chunks) checkChunk(context, chunk);
  checkIds(context, chunks);
  checkLinks(context, passages, 0);
  checkLinks(context, sentences, passages.length);
  checkCover(context);
  for (let index = 0; index + 1 < passages.length; index++) checkCut(context, passages[index], passages[index + 1]);
  if (options.granularity === 'both' || sentences.length > 0) checkSentenceChunks(context, sentences);
  return { checks: CHECK_NAMES.map((name) => ({ name, ...(found.get(name) as Tally) })) };
}

interface Tally {
  checked: number;
  readonly failures: VerifyFailure[];
}

type Found = Map<CheckName, Tally>;

interface Verification {
  readonly document: Document;
  /** The passages. */
  readonly chunks: readonly Chunk[];
  readonly options: ResolvedChunkOptions;
  readonly found: Found;
  readonly tables: TableTexts;
  readonly layout: Layout;
  /** The paragraph whose sentences were looked up last. */
  readonly sentences: { block: number; starts: readonly number[] };
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
    chunk.notes.includes('rows-written') || chunk.embedText.includes(chunk.text),
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

function checkIds(context: Verification, chunks: readonly Chunk[]): void {
  if (chunks.length === 0) return;
  const ids = new Set(chunks.map(({ id }) => id));
  expect(
    context,
    'links',
    ids.size === chunks.length,
    () => `${chunks.length} chunks share ${ids.size} ids.`,
    chunks[0],
  );
}

/** Chunks of one granularity, the first of which has index `first`. */
function checkLinks(context: Verification, chunks: readonly Chunk[], first: number): void {
  for (const [i, chunk] of chunks.entries()) {
    const isLinked =
      chunk.index === first + i &&
      chunk.previousId === (chunks[i - 1]?.id ?? null) &&
      chunk.nextId === (chunks[i + 1]?.id ?? null);
    expect(context, 'links', isLinked, () => 'Index, previous or next id is wrong.', chunk);
  }
}

function checkSentenceChunks(context: Verification, sentences: readonly Chunk[]): void {
  const { checked, failures } = checkParents(context.chunks, sentences);
  const tally = context.found.get('parent') as Tally;
  tally.checked += checked;
  for (const failure of failures) tally.failures.push(failure);
  for (let i = 0; i + 1 < sentences.length; i++)
    if (sentences[i].parentId === sentences[i + 1].parentId) checkCut(context, sentences[i], sentences[i + 1]);
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
  if (block >= 0 && document.blocks.kinds[block] === KIND.paragraph) checkSentence(context, after, block);
  if (block >= 0 && document.blocks.kinds[block] === KIND.tableRow) checkRow(context, before, after, block);
  checkHeading(context, before, after);
}

/** A sentence may only be cut when it is over the limit by itself, its list marker counted. */
function checkSentence(context: Verification, after: Chunk, block: number): void {
  const { document, options } = context;
  const starts = sentencesOf(context, block);
  // The indentation of a sentence goes with it.
  let cut = after.span.start;
  while (isBlank(document.text.charCodeAt(cut))) cut++;
  const next = Math.max(1, countBelow(starts, starts.length, cut + 1));
  const start = next === 1 ? context.layout.lines[block] : starts[next - 1];
  // Markers of containers behind a paragraph go with its last sentence.
  const to = next < starts.length ? starts[next] : unitEnd(context, block);
  const text = document.text.slice(withIndentation(document.text, start), to).trimEnd();
  const fits = start < cut && text.length <= options.max * LONGEST_TOKEN && sizeOf(options, text) <= options.max;
  const holds = !fits || insideInline(document, cut, start);
  expect(context, 'sentence', holds, () => 'A sentence is cut that fits a chunk.', after);
}

/** Start of the line when nothing but spaces and tabs stand in front of `at`, which go with it in plain text. */
function withIndentation(text: string, at: number): number {
  const line = lineStart(text, at);
  return text.slice(line, at).trim() === '' ? line : at;
}

/** No token is longer than this many characters, runs of white space and marks apart: a longer text is not counted. */
const LONGEST_TOKEN = 64;

/** Sentence starts of a paragraph, the first included; remembered, since a long one is cut many times. */
function sentencesOf(context: Verification, block: number): readonly number[] {
  const { document, sentences } = context;
  if (sentences.block !== block) {
    const starts = [document.blocks.starts[block]];
    addUnitStarts(document, starts[0], document.blocks.ends[block], context.options.sentenceRules, starts);
    sentences.block = block;
    sentences.starts = starts;
  }
  return sentences.starts;
}

/** Appends where sentences begin inside `[from, to)`, and in HTML the elements; tags are no places to cut. */
function addUnitStarts(document: Document, from: number, to: number, rules: SentenceRules, out: number[]): void {
  const { places, blocked } = readProse(document, from, to, rules);
  const html = isHtml(document.mediaType);
  for (const { at } of places) if (at > from && !(html && blocked(at))) out.push(at);
}

/** The cut was moved off a sentence end that lies inside a link or code span: not judged here. */
function insideInline(document: Document, cut: number, sentence: number): boolean {
  const markdown = document.mediaType === 'text/markdown';
  return markdown && /[`\][<]/.test(document.text.slice(Math.max(0, sentence - 300), cut + 300));
}

/** A row may only be cut when it does not fit together with the header that goes with it. */
function checkRow(context: Verification, before: Chunk, after: Chunk, row: number): void {
  const { document, options } = context;
  const start = context.layout.lines[row];
  const text = document.text.slice(start, document.blocks.ends[row]);
  const fits =
    text.length <= options.max * LONGEST_TOKEN &&
    rowSize(context, text, row, before, after) + overlapRoom(options) < options.max * ROW_MARGIN;
  expect(context, 'row', !fits, () => 'A table row is cut that fits a chunk.', after);
}

/** About what row `row`, whose lines are `text`, takes in a chunk of its own. */
function rowSize(context: Verification, text: string, row: number, before: Chunk, after: Chunk): number {
  const { document, options, tables } = context;
  const titles = sizeOf(options, titlesOf(after));
  if (options.tableRows !== 'markdown' && document.blocks.levels[row] > 0) {
    const form = tables.form(document.blocks.parents[row]);
    const written = rowText(tables.cells(row).values, form, options.tableRows);
    // A row of blank cells stays as it is.
    if (written !== '') return titles + sizeOf(options, written);
  }
  // Where rows carry their header, one that does not fit with it goes by columns.
  const headed = options.context ? sizeOf(options, headerLines(document, row)) + titles : 0;
  if (headed > options.max * WIDEST_HEADER) return Number.POSITIVE_INFINITY;
  return sizeOf(options, text) + Math.max(headed, overheadOf(context, before), overheadOf(context, after));
}

/** A header that takes this share of the limit is not repeated: rows go by columns. */
const WIDEST_HEADER = 0.7;

/** The lines of the table of `row` in front of its first body row. */
function headerLines({ blocks, text }: Document, row: number): string {
  const table = blocks.parents[row];
  let body = table + 1;
  while (body < row && blocks.levels[body] === 0) body++;
  return text.slice(blocks.starts[table], lineStart(text, blocks.starts[body]));
}

/** Document title and section path, about as they stand in the embedded string. */
function titlesOf({ context }: Chunk): string {
  return context
    .map((part) => (part.type === 'sectionPath' ? part.path.join(' > ') : part.type === 'title' ? part.text : ''))
    .join(' > ');
}

/** A row this near the limit is not held against the packer: its context depends on where the chunk would start. */
const ROW_MARGIN = 0.9;

/** What overlap may take in front of a chunk and of the one behind it. */
function overlapRoom(options: ResolvedChunkOptions): number {
  return 2 * options.overlap + (options.overlapSentences > 0 ? options.max / 4 : 0);
}

function overheadOf(context: Verification, chunk: Chunk): number {
  return sizeOf(context.options, chunk.embedText) - sizeOf(context.options, chunk.text);
}

/** A heading may only stand alone at the end of a chunk when what comes first under it does not fit with it. */
function checkHeading(context: Verification, before: Chunk, after: Chunk): void {
  const { document, options } = context;
  const { blocks } = document;
  if (after.boundary.start.signal === 'section' || after.boundary.start.signal === 'thematicBreak') return;
  const last = lastBlockBefore(document, before.span.end);
  const atEnd =
    last >= 0 &&
    blocks.kinds[last] === KIND.heading &&
    blocks.parents[last] < 0 &&
    blocks.starts[last] >= before.span.start &&
    blocks.ends[last] <= before.span.end &&
    blocks.ends[last] > blocks.starts[last] + 6;
  const together = document.text.slice(
    before.span.start,
    Math.min(after.span.end, firstUnitEnd(document, after, options.sentenceRules)),
  );
  const fits =
    sizeOf(options, together.trimEnd()) + overheadOf(context, before) + overlapRoom(options) < options.max * ROW_MARGIN;
  expect(context, 'heading', !atEnd || !fits, () => 'The chunk ends with a heading.', before);
}

/** Where the unit of the block behind `block` begins, if not in `block` itself. */
function unitEnd({ document, layout }: Verification, block: number): number {
  const { blocks, text } = document;
  const next = block + 1;
  return next < blocks.count ? Math.max(blocks.ends[block], layout.lines[next]) : text.length;
}

/** End of the first sentence of a chunk that begins with prose; a table, list or code block counts as a whole. */
function firstUnitEnd(document: Document, chunk: Chunk, rules: SentenceRules): number {
  const { start, end } = chunk.span;
  const lineEnd = document.text.indexOf('\n', start);
  const block = lastBlockBefore(document, lineEnd < 0 ? end : lineEnd);
  const starts: number[] = [];
  if (block >= 0 && document.blocks.kinds[block] === KIND.paragraph) addUnitStarts(document, start, end, rules, starts);
  return starts[0] ?? end;
}

/** Index of the paragraph or table row that has text on both sides of a cut, -1 when there is none. */
function leafAround(document: Document, end: number, start: number): number {
  const { blocks } = document;
  const last = lastBlockBefore(document, end);
  for (let i = last; i >= 0 && i > last - 2; i--) {
    const kind = blocks.kinds[i];
    if ((kind === KIND.paragraph || kind === KIND.tableRow) && blocks.ends[i] > start) return i;
  }
  return -1;
}

/** Index of the last block that starts before `offset`, -1 when there is none. */
function lastBlockBefore({ blocks }: Document, offset: number): number {
  return countBelow(blocks.starts, blocks.count, offset) - 1;
}
