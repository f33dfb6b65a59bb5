/** Emitting: from the marks of a region that became cuts to pieces, each with its context, overlap and exact size. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { NO_CONTEXT, renderPrefix, type StartContext, sized } from './context.ts';
import type { Layout } from './layout.ts';
import { type Marks, trimmedEnd, trimmedStart } from './marks.ts';
import { exactMarkSize, isSafeBehindLineFeed, sizeWithSuffix } from './measure.ts';
import { asksOverlap, notesOf } from './notes.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { outlineFor } from './outline.ts';
import { adaptiveShare, overlapStart } from './overlap.ts';
import { packMarks } from './pack.ts';
import { addPiece, type Cutter, type Draft, draftPiece, type Piece, thousandths } from './piece.ts';
import { protectionOf } from './prose.ts';
import { lentReferences } from './references.ts';
import { fittingCut } from './refine.ts';
import { type Region, type Section, sectionIndexAt } from './sections.ts';
import { SIGNAL, STRENGTH } from './signals.ts';
import type { Sizer } from './sizer.ts';
import { writtenRows } from './table-text.ts';
import { isInsideCode, writtenSlice } from './written.ts';

const SENTENCE_OVERLAP_SHARE = 0.2;

/** What the packer keeps free in front of every chunk but the first of a region. */
export function overlapReserve(options: ResolvedChunkOptions): number {
  // Sentences take what is left: their size is not known before the cuts are.
  return options.overlapSentences > 0 ? Math.floor(options.max * SENTENCE_OVERLAP_SHARE) : options.overlap;
}

/** How many headings in a row may open a chunk before the section of the first ones is taken. */
const MOST_OPENING_HEADINGS = 16;

/** Section of a chunk that starts at mark `k`. */
function sectionAt(cutter: Cutter, region: Region, k: number): Section {
  const { marks, sections } = cutter;
  const { firstSection, endSection, leadSection } = region;
  if (endSection === firstSection + 1) return sections[firstSection];
  const offset = marks.offsets[k];
  const at = sectionIndexAt(sections, firstSection, endSection, offset);
  return sections[leadingSection(cutter, region, k === 0 ? Math.max(at, leadSection) : at, offset)];
}

/** Context of a chunk that starts at mark `k`. */
function contextAt({ contexts, marks }: Cutter, section: Section, k: number): StartContext {
  return k === 0
    ? contexts.pathAt(section, marks.offsets[0])
    : contexts.at(section, marks.offsets[k], marks.blocks[k], marks.inner[k] === 1);
}

/** What closes a chunk that ends at mark `k`. */
function closingAt({ contexts, marks, document }: Cutter, k: number): string {
  const { parents, count } = document.blocks;
  const block = marks.blocks[k];
  if (marks.inner[k] === 1) return contexts.closing(block);
  return block >= 0 && block < count ? contexts.closing(parents[block]) : '';
}

/** Fills in the sizes of what closes a chunk at each mark; null when nothing does anywhere. */
function closingSizes(cutter: Cutter): Int32Array | null {
  const { marks, sizer, document } = cutter;
  const { kinds, parents, count } = document.blocks;
  let any = false;
  for (let k = 0, lastHolder = -1, lastSize = 0; k < marks.count; k++) {
    const block = marks.blocks[k];
    if (block < 0 || block >= count) continue;
    const holder = marks.inner[k] === 1 ? block : parents[block];
    if (holder < 0 || (kinds[holder] !== KIND.code && kinds[holder] < KIND.declaration)) continue;
    if (holder !== lastHolder) lastSize = sizer.size(cutter.contexts.closing(holder));
    lastHolder = holder;
    if (!any) marks.closings.fill(0, 0, marks.count);
    any = true;
    marks.closings[k] = lastSize;
  }
  return any ? marks.closings : null;
}

/** Fills in what a chunk carries beside its text, by the mark that it starts at. */
function fillOverheads(cutter: Cutter, region: Region): void {
  const { overheads, count } = cutter.marks;
  const overlaps = cutter.options.adaptiveOverlap || asksOverlap(cutter.options);
  for (let k = 0; k + 1 < count; k++) {
    const { size } = contextAt(cutter, sectionAt(cutter, region, k), k);
    overheads[k] = overlaps ? Math.ceil(size + reserveAt(cutter, k)) : Math.ceil(size);
  }
}

/** What the packer keeps free for overlap in front of a chunk that starts at mark `k`. */
function reserveAt(cutter: Cutter, k: number): number {
  const { options, marks } = cutter;
  if (!repeatsAt(cutter, k)) return 0;
  return options.adaptiveOverlap
    ? Math.floor(options.max * adaptiveShare(marks.strengths[k]))
    : overlapReserve(options);
}

/** Whether a chunk that starts at mark `k` gets overlap. */
function repeatsAt({ options, marks }: Cutter, k: number): boolean {
  return k > 0 && (options.overlapAt === 'every' || marks.inner[k] === 1);
}

/** A chunk that begins with several headings belongs to the last of them. */
function leadingSection({ sections, document }: Cutter, region: Region, first: number, offset: number): number {
  const { kinds } = document.blocks;
  let lead = first;
  const most = Math.min(region.endSection - 1, lead + MOST_OPENING_HEADINGS);
  while (lead < most && sections[lead].start >= offset && sections[lead + 1].block === sections[lead].block + 1) {
    if (kinds[sections[lead].block] !== KIND.heading) break;
    lead++;
  }
  return lead;
}

export function emitPieces(cutter: Cutter, region: Region): void {
  const { marks, options, document } = cutter;
  fillOverheads(cutter, region);
  const cuts = packMarks(document.text, marks, {
    max: options.max,
    target: options.target,
    closings: closingSizes(cutter),
  });
  for (let c = 0, torn = 0; c + 1 < cuts.length; c++)
    torn += emitAll(cutter, region, cuts[c] + torn, cuts[c + 1] + torn);
}

/**
 * Emits what lies between two marks, in more than one piece where sizes that do not add up exactly put it over the limit: it
 * is divided at its strongest mark, or a unit is torn. Returns the number of marks that were added for that.
 */
function emitAll(cutter: Cutter, region: Region, first: number, last: number): number {
  const { marks } = cutter;
  const counted = marks.count;
  let pending: [number, number][] | undefined;
  for (let from = first, to = last; ; ) {
    const before = marks.count;
    if (emit(cutter, region, from, to)) {
      const next = pending?.pop();
      if (next === undefined) return marks.count - counted;
      [from, to] = next;
      continue;
    }
    const torn = marks.count - before;
    pending ??= [];
    for (const range of pending) for (const i of [0, 1] as const) range[i] += torn;
    const middle = torn > 0 ? from + 1 : strongestBetween(marks, from, to);
    pending.push([middle, to + torn]);
    to = middle;
  }
}

/**
 * Adds a mark inside the unit of mark `from`, which was thought to fit: without the line feeds behind it, a text can have a
 * token more. False when the unit is a single grapheme.
 */
function tear(cutter: Cutter, from: number): boolean {
  const { marks, document, options } = cutter;
  const end = marks.ends[from + 1];
  const { at, signal } = fittingCut(
    cutter,
    marks.offsets[from],
    end,
    options.max,
    protectionOf(document, marks.offsets[from], end),
  );
  if (at <= marks.offsets[from] || at >= end) return false;
  marks.insert(from + 1, at, SIGNAL[signal], STRENGTH[signal]);
  marks.ends[from + 1] = trimmedEnd(document.text, marks.offsets[from], at);
  return true;
}

/** The strongest mark between two, of equals the one nearest to the middle. */
function strongestBetween({ strengths, entries }: Marks, from: number, to: number): number {
  const middle = (entries[from] + entries[to]) / 2;
  let best = from + 1;
  for (let k = from + 2; k < to; k++) {
    const isNearer = Math.abs(entries[k] - middle) < Math.abs(entries[best] - middle);
    if (strengths[k] > strengths[best] || (strengths[k] === strengths[best] && isNearer)) best = k;
  }
  return best;
}

/** Emits the piece between two marks, or returns false when it is over the limit and can still be divided. */
function emit(cutter: Cutter, region: Region, from: number, to: number): boolean {
  const { marks, options, document, sizer } = cutter;
  const start = marks.offsets[from];
  const end = marks.ends[to];
  if (end <= start) return true;
  if (emitWritten(cutter, region, from, to)) return true;
  const textSize = addsUp(sizer, marks, from, to)
    ? exactMarkSize(document.text, marks, from, to, sizer)
    : sizer.span(document.text, start, end);
  const piece = draftPiece(sectionAt(cutter, region, from), start, end, textSize);
  dress(cutter, piece, from, to);
  if (piece.size > options.max && (to > from + 1 || tear(cutter, from))) return false;
  refer(cutter, piece, cutter.layout);
  const alone = piece.size;
  repeat(cutter, region, piece, from);
  piece.notes = notesOf(cutter, from, to, piece, alone);
  addBetween(cutter, piece, from, to);
  return true;
}

/** Adds the finished piece between two marks. */
function addBetween(cutter: Cutter, piece: Draft, from: number, to: number): void {
  const { signals, strengths } = cutter.marks;
  piece.startSignal = signals[from];
  piece.startStrength = thousandths(strengths[from]);
  piece.endSignal = signals[to];
  piece.endStrength = thousandths(strengths[to]);
  addPiece(cutter, piece);
}

/** Emits a piece whose table rows are written out; false when there are none, or they do not fit that way. */
function emitWritten(cutter: Cutter, region: Region, from: number, to: number): boolean {
  const { marks, options, sizer, document } = cutter;
  if (!marks.anyForced && options.tableRows === 'markdown') return false;
  const written = writtenRows(document, cutter.tables, marks, from, to, options);
  if (written === undefined) return false;
  const section = sectionAt(cutter, region, from);
  const base = contextAt(cutter, section, from);
  // The names of the columns are in the rows.
  const structure = base.structure.filter(({ type }) => type !== 'tableHeader');
  const context = structure.length === base.structure.length ? base : sized({ ...base, structure }, sizer);
  const size = sizer.size(renderPrefix(context) + written);
  if (size > options.max) return false;
  const [start, end] = [marks.offsets[from], marks.ends[to]];
  const piece = draftPiece(section, start, end, sizer.span(document.text, start, end));
  piece.context = context;
  piece.body = written;
  piece.size = size;
  piece.notes = context.clipped ? ['rows-written', 'context-clipped'] : ['rows-written'];
  addBetween(cutter, piece, from, to);
  return true;
}

/**
 * Gives a piece its context and closing. One unit that fits without them is worth more whole than cut: it gives up first
 * what its containers lend, then the section path, then the line that closes its fence.
 */
function dress(cutter: Cutter, piece: Draft, from: number, to: number): void {
  const { max } = cutter.options;
  piece.context = contextAt(cutter, piece.section, from);
  piece.suffix = closingAt(cutter, to);
  piece.size = sizeAlone(cutter, piece, piece.context);
  if (piece.size <= max || to > from + 1) return;
  for (const leaner of leanerContexts(cutter, piece.section, piece.start, piece.context)) {
    piece.context = leaner;
    piece.size = sizeAlone(cutter, piece, leaner);
    if (piece.size <= max) return;
  }
  piece.suffix = '';
  piece.size = sizeAlone(cutter, piece, piece.context);
}

/** What a unit that does not fit with its context may have instead, richest first: a row keeps its header for longest. */
function leanerContexts(cutter: Cutter, section: Section, start: number, context: StartContext): StartContext[] {
  const path = { ...cutter.contexts.pathAt(section, start), clipped: true };
  const none = { ...NO_CONTEXT, clipped: true };
  const headers = context.structure.filter(({ type }) => type === 'tableHeader');
  return headers.length === 0 ? [path, none] : [sized({ ...none, structure: headers }, cutter.sizer), path, none];
}

/** Share of the limit that the outline of a cut declaration may take. */
const OUTLINE_SHARE = 0.25;

/**
 * Adds to the context of a piece what its text refers to, as far as there is room: the outline of the members behind it, and
 * the footnotes, definitions and imports that it uses. `layout` is that of its region, null when the piece is all of it.
 */
export function refer(cutter: Cutter, piece: Draft, layout: Layout | null): void {
  const { document, options } = cutter;
  const { max } = options;
  if (!options.context || piece.size >= max) return;
  if (document.labels === undefined && document.references === undefined) return;
  const outlined = layout === null ? piece.context : outlining(cutter, piece, layout);
  const parts = lentReferences(document, piece.start, piece.end);
  const room = max - piece.size - outlined.size + piece.context.size;
  const context = parts.length === 0 ? outlined : cutter.contexts.withReferences(outlined, parts, room);
  if (context === piece.context) return;
  const size = sizeAlone(cutter, piece, context);
  if (size > max) return;
  piece.context = context;
  piece.size = size;
}

/** The context of a piece with the outline of the declaration that its text opens and does not close. */
function outlining({ document, options, sizer }: Cutter, piece: Piece, layout: Layout): StartContext {
  const { context, start, end } = piece;
  const room = Math.min(options.max - piece.size, Math.floor(options.max * OUTLINE_SHARE));
  const outline = outlineFor(document, layout, start, end, { sizer, room });
  if (outline === undefined) return context;
  const structure = [...context.structure, outline.part];
  return sized({ ...context, structure, clipped: context.clipped || outline.clipped }, sizer);
}

function addsUp(sizer: Sizer, marks: Marks, from: number, to: number): boolean {
  if (sizer.isLength) return true;
  for (let k = from; k <= to; k++) if (marks.unsafe[k] === 1) return false;
  return true;
}

/** Size that the final string of a piece has with a context and without overlap: by adding up where that is exact, or fits. */
export function sizeAlone({ document, sizer, plain, options }: Cutter, piece: Piece, context: StartContext): number {
  const { start, end, suffix, textSize } = piece;
  const { text } = document;
  if (plain.isLength) {
    const size = context.size + textSize + suffix.length;
    const isSure = !sizer.isBound || (size <= options.max && !isInsideCode(document.blocks, start));
    return isSure ? size : sizeOfString(document, piece, context, start, sizer);
  }
  const isSum =
    context.size === 0 ? !sizer.isWritten || suffix === '' : sizer.additive && isSafeBehindLineFeed(text, start);
  if (!isSum) return sizeOfString(document, piece, context, start, sizer);
  return context.size + (suffix === '' ? textSize : sizeWithSuffix(text, start, end, textSize, suffix, sizer));
}

function sizeOfString(
  document: Document,
  { end, suffix }: Piece,
  context: StartContext,
  start: number,
  sizer: Sizer,
): number {
  return sizer.size(renderPrefix(context) + writtenSlice(document, start, end) + suffix);
}

/** What overlap and text that are written out together have between them at most: the mark between two cells. */
const MOST_JOINED = 3;

/** Puts overlap in front of a piece, where there is to be some and it fits. */
function repeat(cutter: Cutter, region: Region, piece: Draft, from: number): void {
  const { document, options, sizer } = cutter;
  const joined = sizer.isWritten ? MOST_JOINED : 0;
  const start = overlapOf(cutter, region, from, options.max - piece.size - joined);
  if (start >= piece.start || (sizer.isWritten && sizer.span(document.text, start, piece.start) === 0)) return;
  const size = sizer.isLength
    ? piece.size + piece.start - start
    : sizeOfString(document, piece, piece.context, start, sizer);
  if (size > options.max) return;
  piece.overlapStart = start;
  piece.size = size;
}

function overlapOf(cutter: Cutter, region: Region, from: number, room: number): number {
  const { marks, options, document, sizer } = cutter;
  const start = marks.offsets[from];
  const { adaptiveOverlap } = options;
  if (!(adaptiveOverlap || asksOverlap(options)) || !repeatsAt(cutter, from)) return start;
  const asked = adaptiveOverlap ? reserveAt(cutter, from) : options.overlap;
  if (adaptiveOverlap && asked === 0) return start;
  const floor = trimmedStart(document.text, region.start, start);
  return overlapStart(document.text, floor, start, sizer, {
    asked,
    sentences: options.overlapSentences,
    aligned: adaptiveOverlap ? (marks.strengths[from] >= STRENGTH.sentence ? 'sentence' : 'word') : 'none',
    room: adaptiveOverlap ? Math.min(room, asked) : room,
  });
}
