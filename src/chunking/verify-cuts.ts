/** Verifying cuts: whether what was cut between two chunks would have fitted one. */
import { KIND } from '../model/block.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { lineFeedIn } from '../text/line-index.ts';
import { isHtml, isMarkdown } from '../text/media-type.ts';
import { countBelow } from '../text/rising.ts';
import type { SentenceRules } from '../text/sentence-rules.ts';
import { isBlank } from '../text/word-cuts.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { readProse } from './prose.ts';
import { rowText, TableTexts } from './table-text.ts';
import { writtenSlice } from './written.ts';

/** Notes one place that was looked at: whether `holds`, and if not, what is wrong with `chunk`. */
export type Expect<Name> = (name: Name, holds: boolean, message: string, chunk: Chunk) => void;

interface CutChecks {
  readonly document: Document;
  readonly options: ResolvedChunkOptions;
  readonly expect: Expect<'grapheme' | 'sentence' | 'row' | 'heading'>;
  readonly tables: TableTexts;
  readonly layout: Layout;
  /** The paragraph whose sentences were looked up last. */
  readonly sentences: { block: number; starts: readonly number[] };
  /** The table whose header was looked up last, and its first block behind the header rows seen so far. */
  readonly headers: { table: number; body: number };
}

/** Checks cuts, each between two chunks of `document` that were made with `options`, in order. */
export function checkCuts(
  document: Document,
  cuts: readonly (readonly [before: Chunk, after: Chunk])[],
  options: ResolvedChunkOptions,
  expect: CutChecks['expect'],
): void {
  const checks: CutChecks = {
    document,
    options,
    expect,
    tables: new TableTexts(document),
    layout: layoutOf(document),
    sentences: { block: -1, starts: [] },
    headers: { table: -1, body: -1 },
  };
  for (const [before, after] of cuts) checkCut(checks, before, after);
}

/** Size of a string in the unit of the limit. */
export function sizeOf(options: ResolvedChunkOptions, text: string): number {
  return options.unit === 'tokens' && options.tokenCounter ? options.tokenCounter.count(text) : text.length;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const GRAPHEME_WINDOW = 512;

/** Whether no grapheme reaches over `cut`. */
function isWhole(text: string, cut: number): boolean {
  // Two characters of ASCII belong together only as the two that end a line.
  const ascii = (text.charCodeAt(cut - 1) | text.charCodeAt(cut)) < FIRST_BEYOND_ASCII;
  if (ascii && text.charCodeAt(cut) !== LINE_FEED) return true;
  const from = Math.max(0, cut - GRAPHEME_WINDOW);
  const containing = graphemes.segment(text.slice(from, cut + GRAPHEME_WINDOW)).containing(cut - from);
  // A window that begins inside a cluster says nothing about it.
  return containing === undefined || containing.index === cut - from || (containing.index === 0 && from > 0);
}

const FIRST_BEYOND_ASCII = 0x80;

function checkCut(checks: CutChecks, before: Chunk, after: Chunk): void {
  const { document } = checks;
  const cut = after.span.start;
  checks.expect('grapheme', isWhole(document.text, cut), 'A grapheme is cut.', after);
  if (checks.options.preset.unit !== 'block') return;
  const block = leafAround(document, before.span.end, cut);
  if (isLeafOfProse(checks, block)) checkSentence(checks, after, block);
  if (isJudgedRow(document, block)) checkRow(checks, before, after, block);
  checkHeading(checks, before, after);
}

/** A sentence may only be cut when it is over the limit by itself, its list marker counted. */
function checkSentence(checks: CutChecks, after: Chunk, block: number): void {
  const { document, options } = checks;
  const starts = sentencesOf(checks, block);
  // The indentation of a sentence goes with it.
  let cut = after.span.start;
  while (isBlank(document.text.charCodeAt(cut))) cut++;
  const next = Math.max(1, countBelow(starts, starts.length, cut + 1));
  const start = next === 1 ? checks.layout.lines[block] : starts[next - 1];
  // Markers of containers behind a paragraph go with its last sentence.
  const to = next < starts.length ? starts[next] : unitEnd(checks, block);
  const text = writtenSlice(document, withIndentation(document.text, start), to).trimEnd();
  // In HTML the mark of an item may go with it.
  const most = isHtml(document.mediaType) ? options.max - ITEM_MARK : options.max;
  const fits = start < cut && text.length <= options.max * LONGEST_TOKEN && sizeOf(options, text) <= most;
  const holds = !fits || insideInline(document, cut, start);
  checks.expect('sentence', holds, 'A sentence is cut that fits a chunk.', after);
}

/** Size of what stands in front of an item that is written out, at most. */
const ITEM_MARK = 2;

/** Start of the line when nothing but white space stands in front of `at`, which goes with it in plain text. */
function withIndentation(text: string, at: number): number {
  // No further back than the white space: a paragraph may be one line with very many sentences.
  let start = at;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1)) && isBlank(text.charCodeAt(start - 1))) start--;
  return start === 0 || isLineEnd(text.charCodeAt(start - 1)) ? start : at;
}

function isLineEnd(unit: number): boolean {
  return unit === LINE_FEED || unit === FORM_FEED;
}

const LINE_FEED = 10;
const FORM_FEED = 12;

/** A table row of more characters than this for each token of the limit is cut without counting it. */
const LONGEST_WORD = 8;

/** No token is longer than this many characters, runs of white space and marks apart: a longer text is not counted. */
const LONGEST_TOKEN = 64;

/** Sentence starts of a paragraph, the first included; remembered, since a long one is cut many times. */
function sentencesOf(checks: CutChecks, block: number): readonly number[] {
  const { document, sentences } = checks;
  if (sentences.block !== block) {
    const starts = [document.blocks.starts[block]];
    addUnitStarts(document, starts[0], document.blocks.ends[block], checks.options.sentenceRules, starts);
    sentences.block = block;
    sentences.starts = starts;
  }
  return sentences.starts;
}

/** Appends where sentences begin inside `[from, to)`, and in HTML the elements; tags are no places to cut. */
function addUnitStarts(document: Document, from: number, to: number, rules: SentenceRules, out: number[]): void {
  const { places, blocked } = readProse(document, from, to, rules);
  const html = isHtml(document.mediaType);
  for (const at of places) if (at > from && !(html && blocked(at))) out.push(at);
}

/** The cut was moved off a sentence end that lies inside a link or code span: not judged here. */
function insideInline(document: Document, cut: number, sentence: number): boolean {
  const markdown = isMarkdown(document.mediaType);
  return markdown && /[`\][<]/.test(document.text.slice(Math.max(0, sentence - 300), cut + 300));
}

/** Header rows of HTML stay with the first row behind them where they fit with it, and are cut between cells where not. */
function isJudgedRow({ mediaType, blocks }: Document, block: number): boolean {
  return block >= 0 && blocks.kinds[block] === KIND.tableRow && (blocks.levels[block] > 0 || !isHtml(mediaType));
}

/** A row may only be cut when it does not fit together with the header that goes with it. */
function checkRow(checks: CutChecks, before: Chunk, after: Chunk, row: number): void {
  const { document, options } = checks;
  const start = checks.layout.lines[row];
  const text = writtenSlice(document, start, document.blocks.ends[row]);
  const fits =
    text.length + headerLines(checks, row).length <= options.max * LONGEST_WORD &&
    rowSize(checks, text, row, before, after) + overlapRoom(options) < options.max * ROW_MARGIN;
  checks.expect('row', !fits, 'A table row is cut that fits a chunk.', after);
}

/** About what row `row`, whose lines are `text`, takes in a chunk of its own. */
function rowSize(checks: CutChecks, text: string, row: number, before: Chunk, after: Chunk): number {
  const { document, options, tables } = checks;
  const titles = sizeOf(options, titlesOf(after));
  if (options.tableRows !== 'markdown' && document.blocks.levels[row] > 0) {
    const form = tables.form(document.blocks.parents[row]);
    const written = rowText(tables.cells(row).values, form, options.tableRows);
    // A row of blank cells stays as it is.
    if (written !== '') return titles + sizeOf(options, written);
  }
  // Where rows carry their header, one that does not fit with it goes by columns.
  const headed = options.context ? sizeOf(options, headerLines(checks, row)) + titles : 0;
  if (headed > options.max * WIDEST_HEADER) return Number.POSITIVE_INFINITY;
  return sizeOf(options, text) + Math.max(headed, overheadOf(checks, before), overheadOf(checks, after));
}

/** A header that takes this share of the limit is not repeated: rows go by columns. */
const WIDEST_HEADER = 0.7;

/** The lines of the table of `row` in front of its first body row; for a header row, those in front of it. */
function headerLines({ document, headers, layout }: CutChecks, row: number): string {
  const { blocks, text } = document;
  const table = blocks.parents[row];
  let body = headers.table === table ? headers.body : table + 1;
  while (body < row && blocks.levels[body] === 0) body++;
  headers.table = table;
  headers.body = body;
  return text.slice(blocks.starts[table], layout.lines[body]);
}

/** Document title and section path, about as they stand in the embedded string. */
function titlesOf({ context }: Chunk): string {
  return context
    .map((part) => (part.type === 'sectionPath' ? part.path.join(' > ') : part.type === 'title' ? part.text : ''))
    .join(' > ');
}

/** A row this near the limit is not held against the packer: its context depends on where the chunk would start. */
const ROW_MARGIN = 0.9;

/** HTML is measured in parts, and written out as a whole: the lines between the parts may take less than was thought. */
const WRITTEN_SLACK = 8;

/** What overlap may take in front of a chunk and of the one behind it. */
function overlapRoom(options: ResolvedChunkOptions): number {
  return 2 * options.overlap + (options.overlapSentences > 0 ? options.max / 4 : 0);
}

function overheadOf(checks: CutChecks, chunk: Chunk): number {
  return (
    sizeOf(checks.options, chunk.embedText) -
    sizeOf(checks.options, writtenSlice(checks.document, chunk.span.start, chunk.span.end))
  );
}

/** What closes a chunk behind its text, a fence on a line of its own; '' for nothing. */
export function closingOf({ context }: Chunk): string {
  const closing = context.find((part) => part.type === 'fenceClose');
  return closing === undefined ? '' : `\n${closing.text}`;
}

/** A heading may only stand alone at the end of a chunk when what comes first under it does not fit with it. */
function checkHeading(checks: CutChecks, before: Chunk, after: Chunk): void {
  const { document, options } = checks;
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
  const unitEnd = Math.min(after.span.end, firstUnitEnd(document, after, options.sentenceRules));
  const together = writtenSlice(document, before.span.start, unitEnd).trimEnd();
  const size = sizeOf(options, together) + overheadOf(checks, before) + sizeOf(options, closingOf(after));
  // What is well over the size that was asked for need not be put together.
  const slack = overlapRoom(options) + (isHtml(document.mediaType) ? WRITTEN_SLACK : 0);
  const fits = size <= 1.5 * options.target && size + slack < options.max * ROW_MARGIN;
  checks.expect('heading', !atEnd || !fits, 'The chunk ends with a heading.', before);
}

/** Where the unit of the block behind `block` begins, if not in `block` itself. */
function unitEnd({ document, layout }: CutChecks, block: number): number {
  const { blocks, text } = document;
  const next = block + 1;
  return next < blocks.count ? Math.max(blocks.ends[block], layout.lines[next]) : text.length;
}

/** End of the first sentence of a chunk that begins with prose; a table, list or code block counts as a whole. */
function firstUnitEnd(document: Document, chunk: Chunk, rules: SentenceRules): number {
  const { start, end } = chunk.span;
  const lineEnd = lineFeedIn(document.text, start, end);
  const block = lastBlockBefore(document, lineEnd < 0 ? end : lineEnd);
  const starts: number[] = [];
  if (block >= 0 && document.blocks.kinds[block] === KIND.paragraph) addUnitStarts(document, start, end, rules, starts);
  return starts[0] ?? end;
}

/** Whether `block` is a paragraph, turn or clause without blocks in it. */
function isLeafOfProse({ document, layout }: CutChecks, block: number): boolean {
  return block >= 0 && isProse(document.blocks.kinds[block]) && layout.followers[block] === block + 1;
}

function isProse(kind: number): boolean {
  return kind === KIND.paragraph || kind === KIND.turn || kind === KIND.clause;
}

/** Index of the prose or table row that has text on both sides of a cut, -1 when there is none. */
function leafAround(document: Document, end: number, start: number): number {
  const { blocks } = document;
  const last = lastBlockBefore(document, end);
  for (let i = last; i >= 0 && i > last - 2; i--) {
    const kind = blocks.kinds[i];
    if ((isProse(kind) || kind === KIND.tableRow) && blocks.ends[i] > start) return i;
  }
  return -1;
}

/** Index of the last block that starts before `offset`, -1 when there is none. */
function lastBlockBefore({ blocks }: Document, offset: number): number {
  return countBelow(blocks.starts, blocks.count, offset) - 1;
}
