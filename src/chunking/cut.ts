/**
 * Cutting: from a parsed document to pieces, which are chunks without identity. Region by region: collect marks,
 * measure them, pack them, give each piece its context and overlap, and check the limit on the final string.
 */
import type { Document } from '../model/document.ts';
import { contextBuilder, NO_CONTEXT, renderPrefix, type StartContext } from './context.ts';
import { tokenLadder } from './ladder.ts';
import { Marks, trimmedEnd, trimmedStart } from './marks.ts';
import {
  CHARACTER_SIZER,
  exactMarkSize,
  isSafeSplit,
  measureMarks,
  type Sizer,
  sizeWithSuffix,
  tokenSizer,
} from './measure.ts';
import { asksOverlap, notesOf, wholeNotes } from './notes.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { overlapStart } from './overlap.ts';
import { packMarks } from './pack.ts';
import type { Cutter, Piece, PlacedMarks } from './piece.ts';
import { outlineOf, type Region, regionsOf, type Section, sectionIndexAt } from './sections.ts';
import { SIGNAL, STRENGTH } from './signals.ts';
import { collectMarks, followersOf } from './structure-marks.ts';

/** The pieces of a document in order. Never throws, whatever the text. */
export function cutDocument(document: Document, options: ResolvedChunkOptions): readonly Piece[] {
  const sizer = options.unit === 'tokens' && options.tokenCounter ? tokenSizer(options.tokenCounter) : CHARACTER_SIZER;
  const cutter: Cutter = {
    document,
    options,
    sizer,
    contexts: contextBuilder(document, sizer, options.max, options.context),
    sections: outlineOf(document),
    textEnd: trimmedEnd(document.text, 0, document.text.length),
    marks: new Marks(),
    followers: null,
    pieces: [],
  };
  // Front matter stands at the very start of a document, if anywhere.
  const front = options.frontMatter === 'drop' ? document.dropped[0] : undefined;
  const regions = regionsOf(
    document,
    cutter.sections,
    options.preset.sectionDepth,
    front?.span.end ?? 0,
    front ? 1 : 0,
  );
  for (const region of regions) cutRegion(cutter, region);
  return cutter.pieces;
}

function cutRegion(cutter: Cutter, region: Region): void {
  const { document, options, sizer, marks } = cutter;
  const start = trimmedStart(document.text, region.start, region.end);
  if (start === region.end) return;
  const end = trimmedEnd(document.text, start, region.end);
  const whole = options.preset.unit === 'block';
  if (whole && end - start <= likelyFit(options) && cutWhole(cutter, region, start, end)) return;
  const ladder = sizer.unit === 'tokens' ? tokenLadder(document, region, start, sizer, options.max) : undefined;
  // What the first look thought too long may fit after all: the ladder knows its size.
  if (whole && ladder && ladder.bound(start, end) <= options.max && cutWhole(cutter, region, start, end)) return;
  marks.clear();
  cutter.followers ??= followersOf(document.blocks);
  collectMarks({
    document,
    marks,
    sizer,
    sentences: options.preset.sentences,
    region,
    start,
    followers: cutter.followers,
    sections: cutter.sections,
    contexts: cutter.contexts,
    unit: options.preset.unit,
    max: options.max,
    budget: Math.max(1, options.overlapAt === 'every' ? options.max - overlapReserve(options) : options.max),
    innerBudget: Math.max(1, options.max - overlapReserve(options)),
    sizeOf: ladder ? ladder.bound : (from, to) => trimmedEnd(document.text, from, to) - from,
  });
  measureMarks(document.text, marks, sizer, ladder);
  emitPieces(cutter, placeMarks(cutter, region));
}

/** In characters a region fits or not; in tokens one of more than about this many characters a token seldom does. */
const LIKELY_CHARS_PER_TOKEN = 4;

function likelyFit(options: ResolvedChunkOptions): number {
  return options.unit === 'tokens' ? options.max * LIKELY_CHARS_PER_TOKEN : options.max;
}

/** Cuts a region that fits as a whole; false when it does not. */
function cutWhole(cutter: Cutter, region: Region, start: number, end: number): boolean {
  const { document, options, sizer, pieces } = cutter;
  const section = cutter.sections[region.leadSection];
  const context = cutter.contexts.at(section, start, -1, false);
  const textSize = sizer.unit === 'chars' ? end - start : sizer.size(document.text.slice(start, end));
  const size = exactSize(cutter, context, start, end, '', textSize);
  if (size > options.max) return false;
  const first = pieces.length === 0;
  const last = end === cutter.textEnd;
  pieces.push({
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
    notes: wholeNotes(options, context, first),
  });
  return true;
}

const SENTENCE_OVERLAP_SHARE = 0.2;

/** What the packer keeps free in front of every chunk but the first of a region. */
function overlapReserve(options: ResolvedChunkOptions): number {
  // Sentences take what is left: their size is not known before the cuts are.
  return options.overlapSentences > 0 ? Math.floor(options.max * SENTENCE_OVERLAP_SHARE) : options.overlap;
}

/** How many headings in a row may open a chunk before the section of the first ones is taken. */
const MOST_OPENING_HEADINGS = 16;

function placeMarks(cutter: Cutter, region: Region): PlacedMarks {
  const { marks, sections, contexts, sizer } = cutter;
  const reserve = overlapReserve(cutter.options);
  const placed = {
    region,
    sections: [] as Section[],
    contexts: [] as StartContext[],
    closings: [] as string[],
    overheads: [] as number[],
    closingSizes: [] as number[],
  };
  let at = sectionIndexAt(sections, region.firstSection, region.endSection, marks.offsets[0]);
  for (let k = 0; k < marks.count; k++) {
    const offset = marks.offsets[k];
    while (at + 1 < region.endSection && sections[at + 1].start <= offset) at++;
    const section = sections[leadingSection(cutter, region, k === 0 ? Math.max(at, region.leadSection) : at, offset)];
    const context = contexts.at(section, offset, k === 0 ? -1 : marks.blocks[k], marks.inner[k]);
    const closing = marks.inner[k] ? contexts.closing(marks.blocks[k]) : '';
    placed.sections.push(section);
    placed.contexts.push(context);
    placed.closings.push(closing);
    placed.overheads.push(context.size + (repeatsAt(cutter, k) ? reserve : 0));
    placed.closingSizes.push(closing === '' ? 0 : sizer.size(closing));
  }
  return placed;
}

/** Whether a chunk that starts at mark `k` gets overlap. */
function repeatsAt({ options, marks }: Cutter, k: number): boolean {
  return k > 0 && (options.overlapAt === 'every' || marks.inner[k]);
}

/** A chunk that begins with several headings belongs to the last of them. */
function leadingSection({ sections }: Cutter, region: Region, first: number, offset: number): number {
  let lead = first;
  const most = Math.min(region.endSection - 1, lead + MOST_OPENING_HEADINGS);
  while (lead < most && sections[lead].start >= offset && sections[lead + 1].block === sections[lead].block + 1) lead++;
  return lead;
}

function emitPieces(cutter: Cutter, placed: PlacedMarks): void {
  const { marks, options, document } = cutter;
  const { overheads, closingSizes } = placed;
  const cuts = packMarks(document.text, marks, {
    max: options.max,
    target: options.target,
    overheads,
    closings: closingSizes,
  });
  for (let c = 0; c + 1 < cuts.length; c++) {
    if (emit(cutter, placed, cuts[c], cuts[c + 1])) continue;
    // Sizes that do not add up exactly can put a piece over the limit: it is then divided at its strongest mark.
    const pending: [number, number][] = [[cuts[c], cuts[c + 1]]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [from, to] = next;
      if (emit(cutter, placed, from, to)) continue;
      const middle = strongestBetween(marks, from, to);
      pending.push([middle, to], [from, middle]);
    }
  }
}

function strongestBetween(marks: Marks, from: number, to: number): number {
  let best = from + 1;
  for (let k = from + 2; k < to; k++) if (marks.strengths[k] > marks.strengths[best]) best = k;
  return best;
}

/** Emits the piece between two marks, or returns false when it is over the limit and can still be divided. */
function emit(cutter: Cutter, placed: PlacedMarks, from: number, to: number): boolean {
  const { marks, options, document, sizer } = cutter;
  const start = marks.offsets[from];
  const end = marks.ends[to];
  if (end <= start) return true;
  const textSize = addsUp(sizer, marks, from, to)
    ? exactMarkSize(document.text, marks, from, to, sizer)
    : sizer.size(document.text.slice(start, end));
  const dressed = dress(cutter, placed, { from, to, start, end, textSize });
  const { context, suffix, size: alone } = dressed;
  if (alone > options.max && to > from + 1) return false;
  const overlapFrom = overlapOf(cutter, placed.region, from, options.max - alone);
  const repeated = overlapFrom < start ? exactSize(cutter, context, overlapFrom, end, suffix) : alone;
  const overlaps = repeated <= options.max;
  const first = cutter.pieces.length === 0;
  const last = end === cutter.textEnd;
  cutter.pieces.push({
    start,
    end,
    overlapStart: overlaps ? overlapFrom : start,
    section: placed.sections[from],
    context,
    suffix,
    startSignal: first ? SIGNAL.document : marks.signals[from],
    startStrength: first ? STRENGTH.document : marks.strengths[from],
    endSignal: last ? SIGNAL.document : marks.signals[to],
    endStrength: last ? STRENGTH.document : marks.strengths[to],
    textSize,
    size: overlaps ? repeated : alone,
    notes: notesOf(cutter, from, to, { context, start, overlapFrom: overlaps ? overlapFrom : start, alone, first }),
  });
  return true;
}

interface Undressed {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly textSize: number;
}

interface Dress {
  readonly context: StartContext;
  readonly suffix: string;
  readonly size: number;
}

/**
 * Context and closing of a piece. One unit that fits without them is worth more whole than cut: it gives up first
 * what its containers lend, then the section path, then the line that closes its fence.
 */
function dress(cutter: Cutter, placed: PlacedMarks, { from, to, start, end, textSize }: Undressed): Dress {
  const { max } = cutter.options;
  const context = placed.contexts[from];
  const suffix = placed.closings[to];
  const size = exactSize(cutter, context, start, end, suffix, textSize);
  if (size <= max || to > from + 1) return { context, suffix, size };
  const path = cutter.contexts.at(placed.sections[from], start, -1, false);
  for (const leaner of [
    { ...path, clipped: true },
    { ...NO_CONTEXT, clipped: true },
  ]) {
    const less = exactSize(cutter, leaner, start, end, suffix, textSize);
    if (less <= max) return { context: leaner, suffix, size: less };
  }
  return {
    context: { ...NO_CONTEXT, clipped: true },
    suffix: '',
    size: exactSize(cutter, NO_CONTEXT, start, end, '', textSize),
  };
}

function addsUp(sizer: Sizer, marks: Marks, from: number, to: number): boolean {
  if (sizer.unit === 'chars') return true;
  for (let k = from; k <= to; k++) if (marks.unsafe[k]) return false;
  return true;
}

/** Size of the final string: by adding up where that is exact, else by measuring the string. */
function exactSize(
  cutter: Cutter,
  context: StartContext,
  start: number,
  end: number,
  suffix: string,
  textSize?: number,
): number {
  const { document, sizer } = cutter;
  if (sizer.unit === 'chars') return context.size + end - start + suffix.length;
  const joins = context.size === 0 || (sizer.additive && isSafeSplit(`\n${document.text[start]}`, 1));
  if (textSize === undefined || !joins)
    return sizer.size(renderPrefix(context) + document.text.slice(start, end) + suffix);
  return context.size + (suffix === '' ? textSize : sizeWithSuffix(document.text, start, end, textSize, suffix, sizer));
}

function overlapOf(cutter: Cutter, region: Region, from: number, room: number): number {
  const { marks, options, document, sizer } = cutter;
  const start = marks.offsets[from];
  if (!asksOverlap(options) || !repeatsAt(cutter, from)) return start;
  const floor = trimmedStart(document.text, region.start, start);
  return overlapStart(document.text, floor, start, sizer, {
    asked: options.overlap,
    sentences: options.overlapSentences,
    room,
  });
}
