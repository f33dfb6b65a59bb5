/**
 * Cutting: from a parsed document to pieces, which are chunks without identity. Region by region: collect marks,
 * measure them, pack them, give each piece its context and overlap, and check the limit on the final string.
 */
import { KIND } from '../model/block.ts';
import type { ChunkNote } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { type ContextBuilder, contextBuilder, type StartContext } from './context.ts';
import { tokenLadder } from './ladder.ts';
import { Marks, trimmedEnd, trimmedStart } from './marks.ts';
import { CHARACTER_SIZER, isSafeSplit, measureMarks, type Sizer, tokenSizer } from './measure.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { overlapStart } from './overlap.ts';
import { packMarks } from './pack.ts';
import { outlineOf, type Region, regionsOf, type Section } from './sections.ts';
import { SIGNAL, STRENGTH } from './signals.ts';
import { collectMarks } from './structure-marks.ts';

/** A chunk before it has an identity: where it is, why it ends there, and what is embedded with it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Where the repeated text before it begins; equal to `start` when there is none. */
  readonly overlapStart: number;
  readonly section: Section;
  readonly context: StartContext;
  /** What is put behind the text: the line that closes a cut fence, else ''. */
  readonly suffix: string;
  readonly startSignal: number;
  readonly startStrength: number;
  readonly endSignal: number;
  readonly endStrength: number;
  /** Size of the text and of the final string, in the limit's unit. */
  readonly textSize: number;
  readonly size: number;
  readonly notes: readonly ChunkNote[];
}

/** Everything that stays the same while one document is cut. */
interface Cutter {
  readonly document: Document;
  readonly options: ResolvedChunkOptions;
  readonly sizer: Sizer;
  readonly contexts: ContextBuilder;
  readonly sections: readonly Section[];
  readonly marks: Marks;
  readonly pieces: Piece[];
}

/** The sections of the document, and its pieces in order. Never throws on any text. */
export function cutDocument(document: Document, options: ResolvedChunkOptions): { sections: readonly Section[]; pieces: readonly Piece[] } {
  const sizer = options.unit === 'tokens' && options.tokenCounter ? tokenSizer(options.tokenCounter) : CHARACTER_SIZER;
  const sections = outlineOf(document);
  const cutter: Cutter = {
    document,
    options,
    sizer,
    contexts: contextBuilder(document, sizer, options.max, options.context),
    sections,
    marks: new Marks(),
    pieces: [],
  };
  for (const region of regionsOf(document, sections, options.preset.sectionDepth)) cutRegion(cutter, withoutDropped(cutter, region));
  return { sections, pieces: cutter.pieces };
}

/** The region without front matter that is to be left out; it stands at the very start of the document if anywhere. */
function withoutDropped(cutter: Cutter, region: Region): Region {
  const front = cutter.document.dropped[0];
  if (!front || region.start > front.span.start || cutter.options.frontMatter === 'keep') return region;
  return { ...region, start: front.span.end, firstBlock: Math.min(region.firstBlock + 1, region.endBlock) };
}

function cutRegion(cutter: Cutter, region: Region): void {
  const { document, options, sizer, marks } = cutter;
  const start = trimmedStart(document.text, region.start, region.end);
  if (start === region.end) return;
  if (options.preset.unit === 'block' && cutWhole(cutter, region, start)) return;
  marks.clear();
  const ladder = sizer.unit === 'tokens' ? tokenLadder(document, region, start, sizer) : undefined;
  const reserve = overlapReserve(options);
  collectMarks({
    document,
    marks,
    sizer,
    sentences: options.preset.sentences,
    region,
    sections: cutter.sections,
    contexts: cutter.contexts,
    unit: options.preset.unit,
    budget: Math.max(1, options.max - reserve),
    sizeOf: ladder ? (from, to) => ladder.bound(from, to) : (from, to) => to - from,
  });
  measureMarks(document.text, marks, sizer, ladder);
  emitPieces(cutter, region);
}

/** A token of the GPT encodings is seldom shorter than this many characters; a region far longer is not counted whole. */
const HOPELESS_CHARS_PER_TOKEN = 8;

/** Cuts a region that fits as a whole; false when it does not. */
function cutWhole(cutter: Cutter, region: Region, start: number): boolean {
  const { document, options, sizer } = cutter;
  const end = trimmedEnd(document.text, start, region.end);
  const longest = options.max * (sizer.unit === 'tokens' ? HOPELESS_CHARS_PER_TOKEN : 1);
  if (end - start > longest) return false;
  const section = sectionAt(cutter, region, start);
  const context = cutter.contexts.at(section, start, region.firstBlock, false);
  const textSize = sizer.unit === 'chars' ? end - start : sizer.size(document.text.slice(start, end));
  const size = exactSize(cutter, context, start, end, '', textSize);
  if (size > options.max) return false;
  const first = cutter.pieces.length === 0;
  const last = trimmedStart(document.text, region.end, document.text.length) === document.text.length;
  const notes: ChunkNote[] = [];
  if (context.clipped) notes.push('context-clipped');
  if (!first && asksOverlap(options) && options.preset.overlapAt === 'every') notes.push('overlap-none-at-section');
  cutter.pieces.push({
    start,
    end,
    overlapStart: start,
    section,
    context,
    suffix: '',
    startSignal: first ? SIGNAL.document : SIGNAL.section,
    startStrength: first ? STRENGTH.document : STRENGTH.section,
    endSignal: last ? SIGNAL.document : SIGNAL.section,
    endStrength: last ? STRENGTH.document : STRENGTH.section,
    textSize,
    size,
    notes,
  });
  return true;
}

/** How many headings in a row may open a chunk before the section of the first ones is taken. */
const MOST_OPENING_HEADINGS = 16;

/** The section that a chunk starting at `start` belongs to: when headings open it, the last of them. */
function sectionAt(cutter: Cutter, region: Region, start: number): Section {
  const { sections, document } = cutter;
  let low = region.firstSection;
  let high = region.endSection;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle].start <= start) low = middle + 1;
    else high = middle;
  }
  let index = Math.max(region.firstSection, low - 1);
  const most = Math.min(region.endSection - 1, index + MOST_OPENING_HEADINGS);
  while (index < most && isOnlyHeading(document, sections, index, start)) index++;
  return sections[index];
}

function isOnlyHeading(document: Document, sections: readonly Section[], index: number, start: number): boolean {
  const { block } = sections[index];
  const next = sections[index + 1];
  if (block >= 0) return sections[index].start >= start && next.block === block + 1;
  return next.block === 0 || trimmedEnd(document.text, start, next.start) <= start;
}

/** What the packer keeps free in front of every chunk but the first of a region. */
function overlapReserve(options: ResolvedChunkOptions): number {
  if (options.preset.overlapAt === 'inside-block') return 0;
  // Sentences take what is left: their size is not known before the cuts are.
  return options.overlapSentences > 0 ? Math.floor(options.max * SENTENCE_OVERLAP_SHARE) : options.overlap;
}

const SENTENCE_OVERLAP_SHARE = 0.2;

function asksOverlap(options: ResolvedChunkOptions): boolean {
  return options.overlap > 0 || options.overlapSentences > 0;
}

function emitPieces(cutter: Cutter, region: Region): void {
  const { marks, options, document, sizer } = cutter;
  const reserve = overlapReserve(options);
  const cuts = packMarks(document.text, marks, {
    max: options.max,
    target: options.target,
    overhead: (k) => contextOf(cutter, region, k).size + (k > 0 ? reserve : 0),
    closing: (k) => sizer.size(closingOf(cutter, k)),
  });
  for (let c = 0; c + 1 < cuts.length; c++) {
    const pending: [number, number][] = [[cuts[c], cuts[c + 1]]];
    // Sizes that do not add up exactly can put a piece over the limit: it is then divided at its strongest mark.
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [from, to] = next;
      if (emit(cutter, region, from, to)) continue;
      const middle = strongestBetween(marks, from, to);
      pending.push([middle, to], [from, middle]);
    }
  }
}

function contextOf(cutter: Cutter, region: Region, k: number): StartContext {
  const { marks, contexts } = cutter;
  return contexts.at(sectionAt(cutter, region, marks.offsets[k]), marks.offsets[k], marks.blocks[k], marks.inner[k]);
}

function closingOf(cutter: Cutter, k: number): string {
  return cutter.marks.inner[k] ? cutter.contexts.closing(cutter.marks.blocks[k]) : '';
}

function strongestBetween(marks: Marks, from: number, to: number): number {
  let best = from + 1;
  for (let k = from + 2; k < to; k++) if (marks.strengths[k] > marks.strengths[best]) best = k;
  return best;
}

/** Emits the piece between two marks, or returns false when it is over the limit and can still be divided. */
function emit(cutter: Cutter, region: Region, from: number, to: number): boolean {
  const { marks, options, document, sizer } = cutter;
  const start = marks.offsets[from];
  const end = marks.ends[to];
  if (end <= start) return true;
  const context = contextOf(cutter, region, from);
  const suffix = closingOf(cutter, to);
  const textSize = addsUp(sizer, marks, from, to) ? marks.size(from, to) : sizer.size(document.text.slice(start, end));
  const fixed = exactSize(cutter, context, start, end, suffix, textSize);
  if (fixed > options.max && to > from + 1) return false;
  const overlap = overlapOf(cutter, region, from, options.max - fixed);
  let size = fixed;
  let overlapFrom = start;
  if (overlap < start) {
    const withOverlap = exactSize(cutter, context, overlap, end, suffix);
    if (withOverlap <= options.max) {
      size = withOverlap;
      overlapFrom = overlap;
    }
  }
  const first = cutter.pieces.length === 0;
  const last = to === marks.count - 1 && trimmedStart(document.text, region.end, document.text.length) === document.text.length;
  cutter.pieces.push({
    start,
    end,
    overlapStart: overlapFrom,
    section: sectionAt(cutter, region, start),
    context,
    suffix,
    startSignal: first ? SIGNAL.document : marks.signals[from],
    startStrength: first ? STRENGTH.document : marks.strengths[from],
    endSignal: last ? SIGNAL.document : marks.signals[to],
    endStrength: last ? STRENGTH.document : marks.strengths[to],
    textSize,
    size,
    notes: notesOf(cutter, from, to, { context, overlapFrom, start, size, first }),
  });
  return true;
}

function addsUp(sizer: Sizer, marks: Marks, from: number, to: number): boolean {
  if (sizer.unit === 'chars') return true;
  for (let k = from; k <= to; k++) if (marks.unsafe[k]) return false;
  return true;
}

/** Size of the final string: by adding up where that is exact, else by measuring the string. */
function exactSize(cutter: Cutter, context: StartContext, start: number, end: number, suffix: string, textSize?: number): number {
  const { document, sizer } = cutter;
  if (sizer.unit === 'chars') return context.size + end - start + suffix.length;
  const joins = context.prefix === '' || (sizer.additive && isSafeSplit(`\n${document.text[start]}`, 1));
  if (textSize !== undefined && suffix === '' && joins) return context.size + textSize;
  return sizer.size(context.prefix + document.text.slice(start, end) + suffix);
}

function overlapOf(cutter: Cutter, region: Region, from: number, room: number): number {
  const { marks, options, document, sizer } = cutter;
  const start = marks.offsets[from];
  if (from === 0 || !asksOverlap(options)) return start;
  if (options.preset.overlapAt === 'inside-block' && !marks.inner[from]) return start;
  const floor = trimmedStart(document.text, region.start, start);
  return overlapStart(document.text, floor, start, sizer, { asked: options.overlap, sentences: options.overlapSentences, room });
}

interface Emitted {
  readonly context: StartContext;
  readonly overlapFrom: number;
  readonly start: number;
  readonly size: number;
  readonly first: boolean;
}

function notesOf(cutter: Cutter, from: number, to: number, emitted: Emitted): readonly ChunkNote[] {
  const { marks, options } = cutter;
  const notes = new Set<ChunkNote>();
  for (const k of [from, to]) {
    const signal = marks.signals[k];
    if (signal === SIGNAL.grapheme) notes.add('word-cut');
    if (signal === SIGNAL.word || signal === SIGNAL.clause || signal === SIGNAL.grapheme) notes.add(isProseAt(cutter, k) ? 'sentence-cut' : 'unit-cut');
  }
  if (emitted.context.clipped) notes.add('context-clipped');
  if (emitted.size > options.max) notes.add('limit-unreachable');
  addOverlapNote(cutter, from, emitted, notes);
  return [...notes];
}

function addOverlapNote(cutter: Cutter, from: number, emitted: Emitted, notes: Set<ChunkNote>): void {
  const { options, marks, document, sizer } = cutter;
  if (emitted.first || !asksOverlap(options)) return;
  if (options.preset.overlapAt === 'inside-block' && !marks.inner[from]) return;
  if (from === 0) notes.add('overlap-none-at-section');
  else if (emitted.overlapFrom === emitted.start) notes.add('overlap-clipped');
  else if (sizer.size(document.text.slice(emitted.overlapFrom, emitted.start).trimEnd()) < options.overlap) notes.add('overlap-clipped');
}

function isProseAt(cutter: Cutter, k: number): boolean {
  const block = cutter.marks.blocks[k];
  const kind = block < 0 ? KIND.paragraph : cutter.document.blocks.kinds[block];
  return kind === KIND.paragraph || kind === KIND.heading;
}
