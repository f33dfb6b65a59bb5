/**
 * Comparing: finds what chunks tore apart although it would have fitted the limit. Judged from the document's blocks
 * and sentences and from the finished strings alone, so that every strategy, and any other chunker, is judged alike.
 */
import { KIND } from '../model/block.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { htmlText, visibleEnd } from '../text/html-text.ts';
import { isHtml } from '../text/media-type.ts';
import { isBlank } from '../text/word-cuts.ts';
import { previousSibling } from './lent-context.ts';
import { sentencesIn } from './prose.ts';

/** What can go wrong at a cut, the loss of structure last. */
export const AVOIDABLE_CUTS = [
  /** Sentences that were cut inside. */
  'sentences',
  /** Words that were cut inside. */
  'words',
  'tableRows',
  'tables',
  'codeBlocks',
  'listItems',
  /** Headings that end a chunk, what they announce being in the next one. */
  'headingsAlone',
  /** Chunks that begin a list or code block, or inside one, and do not hold the sentence that introduces it. */
  'introductionsLost',
  /** Chunks that begin inside a table and do not hold its header row. */
  'tableHeadersLost',
] as const;
export type AvoidableCut = (typeof AVOIDABLE_CUTS)[number];

/** One place: the offset in `document.text` where the next chunk begins, and some text on either side of it. */
export interface CutExample {
  readonly offset: number;
  readonly before: string;
  readonly after: string;
}

export interface CutFinding {
  readonly count: number;
  /** The first three, in document order. */
  readonly examples: readonly CutExample[];
}

export type CutFindings = Readonly<Record<AvoidableCut, CutFinding>>;

const MOST_EXAMPLES = 3;
/** UTF-16 units shown on each side of a cut. */
const EXAMPLE_WIDTH = 40;

interface Search {
  readonly document: Document;
  readonly chunks: readonly Chunk[];
  /** Whether `text[start, end)` fits the limit by itself. */
  readonly fits: (start: number, end: number) => boolean;
  readonly found: Record<AvoidableCut, { count: number; examples: CutExample[] }>;
}

/** Everything in `document` that `chunks` tore although `fits` says that one chunk could have held it. */
export function findAvoidableCuts(
  document: Document,
  chunks: readonly Chunk[],
  fits: (start: number, end: number) => boolean,
): CutFindings {
  const empty = AVOIDABLE_CUTS.map((name) => [name, { count: 0, examples: [] }]);
  const search: Search = { document, chunks, fits, found: Object.fromEntries(empty) };
  for (let block = 0; block < document.blocks.count; block++) findInBlock(search, block);
  for (const chunk of chunks.slice(1)) findWord(search, chunk.span.start);
  return search.found;
}

type Find = (search: Search, block: number) => void;

/** What is looked for in blocks of each kind; nothing in the others. */
const FINDERS: Readonly<Record<number, readonly Find[]>> = {
  [KIND.paragraph]: [findSentences],
  [KIND.heading]: [findHeading],
  [KIND.tableRow]: [(search, block) => findUnit(search, 'tableRows', block)],
  [KIND.table]: [(search, block) => findUnit(search, 'tables', block), findHeader],
  [KIND.listItem]: [(search, block) => findUnit(search, 'listItems', block)],
  [KIND.list]: [findIntroduction],
  [KIND.code]: [(search, block) => findUnit(search, 'codeBlocks', block), findIntroduction],
};

function findInBlock(search: Search, block: number): void {
  for (const find of FINDERS[search.document.blocks.kinds[block]] ?? []) find(search, block);
}

function findUnit(search: Search, name: AvoidableCut, block: number): void {
  const { starts, ends } = search.document.blocks;
  const cut = firstCutInside(search.chunks, starts[block], ends[block]);
  if (cut >= 0 && search.fits(starts[block], ends[block])) add(search, name, cut);
}

function findSentences(search: Search, paragraph: number): void {
  const { document, chunks } = search;
  const { starts, ends } = document.blocks;
  if (firstCutInside(chunks, starts[paragraph], ends[paragraph]) < 0) return;
  const bounds = [starts[paragraph]];
  sentencesIn(document, starts[paragraph], ends[paragraph], bounds);
  bounds.push(ends[paragraph]);
  for (let i = 0; i + 1 < bounds.length; i++) {
    const end = withoutTrailingBlank(document.text, bounds[i], bounds[i + 1]);
    const cut = firstCutInside(chunks, bounds[i], end);
    if (cut >= 0 && search.fits(bounds[i], end)) add(search, 'sentences', cut);
  }
}

/** A heading is alone when a chunk begins between it and what stands under it. */
function findHeading(search: Search, heading: number): void {
  const { blocks } = search.document;
  const next = heading + 1;
  const announces =
    next < blocks.count && !(blocks.kinds[next] === KIND.heading && blocks.levels[next] <= blocks.levels[heading]);
  if (!announces) return;
  const cut = firstCutInside(search.chunks, blocks.starts[heading], blocks.starts[next] + 1);
  if (cut < blocks.ends[heading] || !search.fits(blocks.starts[heading], beginningEnd(search, next))) return;
  add(search, 'headingsAlone', cut);
}

function findIntroduction(search: Search, block: number): void {
  const { blocks, text, mediaType } = search.document;
  const before = previousSibling(blocks, block);
  if (before < 0 || blocks.kinds[before] !== KIND.paragraph) return;
  const [from, to] = [blocks.starts[before], blocks.ends[before]];
  if (!endsWithColon(text, isHtml(mediaType) ? visibleEnd(text, from, to) : to)) return;
  const bounds = [from];
  sentencesIn(search.document, from, to, bounds);
  const start = bounds[bounds.length - 1];
  if (!search.fits(start, beginningEnd(search, block))) return;
  addChunksWithout(search, 'introductionsLost', text.slice(start, blocks.ends[before]), start, blocks.ends[block]);
}

function findHeader(search: Search, table: number): void {
  const { blocks, text } = search.document;
  const header = table + 1;
  if (blocks.kinds[header] !== KIND.tableRow || blocks.levels[header] !== 0 || blocks.parents[header] !== table) return;
  if (!search.fits(blocks.starts[table], blocks.ends[header])) return;
  const row = text.slice(blocks.starts[header], blocks.ends[header]);
  addChunksWithout(search, 'tableHeadersLost', row, blocks.starts[table], blocks.ends[table]);
}

/** Adds each chunk that begins inside `text[from, to)`, behind `from`, and does not hold `needed`. */
function addChunksWithout(search: Search, name: AvoidableCut, needed: string, from: number, to: number): void {
  const { chunks, document } = search;
  const html = isHtml(document.mediaType);
  const words = html ? bareWords(needed) : needed;
  for (let i = firstStartBehind(chunks, from); i < chunks.length && chunks[i].span.start < to; i++) {
    const { embedText, span } = chunks[i];
    if (!(html ? bareWords(embedText) : embedText).includes(words)) add(search, name, span.start);
  }
}

/** The letters and digits that a reader of HTML sees: tags or not, a header says the same. */
function bareWords(html: string): string {
  return htmlText(html).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Words are what `Intl.Segmenter` says; a run without an end in this window, in UTF-16 units, is none. */
const WORD_WINDOW = 128;
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

function findWord(search: Search, cut: number): void {
  const { text } = search.document;
  if (isBlank(text.charCodeAt(cut - 1)) || isBlank(text.charCodeAt(cut))) return;
  const from = Math.max(0, cut - WORD_WINDOW);
  const window = text.slice(from, cut + WORD_WINDOW);
  const word = wordSegmenter.segment(window).containing(cut - from);
  if (!word?.isWordLike || word.index === cut - from) return;
  const endsInside = (word.index > 0 || from === 0) && word.index + word.segment.length < window.length;
  const atTextEnd = from + window.length === text.length;
  if (!(endsInside || atTextEnd)) return;
  if (search.fits(from + word.index, from + word.index + word.segment.length)) add(search, 'words', cut);
}

function add(search: Search, name: AvoidableCut, offset: number): void {
  const { text } = search.document;
  const finding = search.found[name];
  finding.count++;
  if (finding.examples.length === MOST_EXAMPLES) return;
  const before = text.slice(wholeCharacter(text, Math.max(0, offset - EXAMPLE_WIDTH)), offset);
  const after = text.slice(offset, wholeCharacter(text, Math.min(text.length, offset + EXAMPLE_WIDTH)));
  finding.examples.push({ offset, before, after });
}

/** `offset`, or the place before it when it lies inside a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const isLow = (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
  return isLow && offset > 0 ? offset - 1 : offset;
}

/** Start of the first chunk that begins inside `(start, end)`, -1 when there is none: the range is whole. */
function firstCutInside(chunks: readonly Chunk[], start: number, end: number): number {
  const chunk = chunks[firstStartBehind(chunks, start)];
  return chunk !== undefined && chunk.span.start < end ? chunk.span.start : -1;
}

/** Index of the first chunk that begins behind `offset`, the number of chunks when there is none. */
function firstStartBehind(chunks: readonly Chunk[], offset: number): number {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle].span.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** End of the first sentence of a paragraph, or of the first line of another block. */
function beginningEnd(search: Search, block: number): number {
  const { blocks, text } = search.document;
  const start = blocks.starts[block];
  if (blocks.kinds[block] === KIND.paragraph) {
    const bounds: number[] = [];
    sentencesIn(search.document, start, blocks.ends[block], bounds);
    return withoutTrailingBlank(text, start, bounds[0] ?? blocks.ends[block]);
  }
  let end = start;
  while (end < blocks.ends[block] && text.charCodeAt(end) !== 10) end++;
  return end;
}

function endsWithColon(text: string, end: number): boolean {
  return /[:：][*_]*$/.test(text.slice(Math.max(0, end - 8), end));
}

function withoutTrailingBlank(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}
