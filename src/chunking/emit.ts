/** Emitting: from the marks of a region that became cuts to pieces, each with its context, overlap and exact size. */
import { KIND } from '../model/block.ts';
import { NO_CONTEXT, renderPrefix, type StartContext, sized, withReferences } from './context.ts';
import { type Marks, trimmedEnd, trimmedStart } from './marks.ts';
import { exactMarkSize, isSafeBehindLineFeed, type Sizer, sizeWithSuffix } from './measure.ts';
import { asksOverlap, notesOf } from './notes.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { outlineFor } from './outline.ts';
import { adaptiveShare, overlapStart } from './overlap.ts';
import { packMarks } from './pack.ts';
import type { Cutter } from './piece.ts';
import { protectionOf } from './prose.ts';
import { lentReferences } from './references.ts';
import { fittingCut } from './refine.ts';
import { type Region, type Section, sectionIndexAt } from './sections.ts';
import { SIGNAL, STRENGTH } from './signals.ts';
import { writtenRows } from './table-text.ts';

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

/** The section that a chunk of `section` belongs to: clauses name chunks, and are too short to hold one. */
export function holderOf({ sections, document }: Cutter, section: Section): Section {
  const { kinds } = document.blocks;
  let holder = section;
  while (holder.index > 0 && kinds[holder.block] === KIND.clause) holder = holder.parent ?? sections[0];
  return holder;
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

/** By mark the size of what closes a chunk there; null when nothing does anywhere. */
function closingSizes(cutter: Cutter): Int32Array | null {
  const { marks, sizer, document } = cutter;
  const { kinds, parents, count } = document.blocks;
  let sizes: Int32Array | null = null;
  for (let k = 0, lastHolder = -1, lastSize = 0; k < marks.count; k++) {
    const block = marks.blocks[k];
    if (block < 0 || block >= count) continue;
    const holder = marks.inner[k] === 1 ? block : parents[block];
    if (holder < 0 || (kinds[holder] !== KIND.code && kinds[holder] < KIND.declaration)) continue;
    if (holder !== lastHolder) lastSize = sizer.size(cutter.contexts.closing(holder));
    lastHolder = holder;
    sizes ??= new Int32Array(marks.count);
    sizes[k] = lastSize;
  }
  return sizes;
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
  const overlaps = options.adaptiveOverlap || asksOverlap(options);
  const cuts = packMarks(document.text, marks, {
    max: options.max,
    target: options.target,
    overheadAt: (k) => contextAt(cutter, sectionAt(cutter, region, k), k).size + (overlaps ? reserveAt(cutter, k) : 0),
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
  const pending: [number, number][] = [];
  for (let from = first, to = last; ; ) {
    const before = marks.count;
    if (emit(cutter, region, from, to)) {
      const next = pending.pop();
      if (next === undefined) return marks.count - counted;
      [from, to] = next;
      continue;
    }
    const torn = marks.count - before;
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
  if (emitWritten(cutter, region, from, to)) return true;
  const textSize = addsUp(sizer, marks, from, to)
    ? exactMarkSize(document.text, marks, from, to, sizer)
    : sizer.span(document.text, start, end);
  const section = sectionAt(cutter, region, from);
  const dressed = dress(cutter, section, { from, to, start, end, textSize });
  if (dressed.size > options.max && (to > from + 1 || tear(cutter, from))) return false;
  const { context, suffix, size: alone } = referring(cutter, dressed, { start, end, textSize });
  const overlapFrom = overlapOf(cutter, region, from, options.max - alone);
  const repeated = overlapFrom < start ? exactSize(cutter, context, overlapFrom, end, suffix) : alone;
  const overlaps = repeated <= options.max;
  const first = cutter.pieces.length === 0;
  const last = end === cutter.textEnd;
  cutter.pieces.push({
    start,
    end,
    overlapStart: overlaps ? overlapFrom : start,
    section,
    holder: holderOf(cutter, section),
    context,
    suffix,
    body: null,
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
  const first = cutter.pieces.length === 0;
  const last = end === cutter.textEnd;
  cutter.pieces.push({
    start,
    end,
    overlapStart: start,
    section,
    holder: holderOf(cutter, section),
    context,
    suffix: '',
    body: written,
    startSignal: first ? SIGNAL.document : marks.signals[from],
    startStrength: first ? STRENGTH.document : marks.strengths[from],
    endSignal: last ? SIGNAL.document : marks.signals[to],
    endStrength: last ? STRENGTH.document : marks.strengths[to],
    textSize: sizer.span(document.text, start, end),
    size,
    notes: context.clipped ? ['rows-written', 'context-clipped'] : ['rows-written'],
  });
  return true;
}

interface Measured {
  readonly start: number;
  readonly end: number;
  readonly textSize: number;
}

interface Undressed extends Measured {
  readonly from: number;
  readonly to: number;
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
function dress(cutter: Cutter, section: Section, { from, to, start, end, textSize }: Undressed): Dress {
  const { max } = cutter.options;
  const context = contextAt(cutter, section, from);
  const suffix = closingAt(cutter, to);
  const size = exactSize(cutter, context, start, end, suffix, textSize);
  if (size <= max || to > from + 1) return { context, suffix, size };
  for (const leaner of leanerContexts(cutter, section, start, context)) {
    const less = exactSize(cutter, leaner, start, end, suffix, textSize);
    if (less <= max) return { context: leaner, suffix, size: less };
  }
  return {
    context: { ...NO_CONTEXT, clipped: true },
    suffix: '',
    size: exactSize(cutter, NO_CONTEXT, start, end, '', textSize),
  };
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
 * The same with what the text refers to, as far as there is room: the outline of the members behind it, and the
 * footnotes, definitions and imports that it uses.
 */
export function referring(cutter: Cutter, dress: Dress, { start, end, textSize }: Measured): Dress {
  const { document, options, sizer } = cutter;
  const { max } = options;
  if (!options.context || dress.size >= max) return dress;
  const outlined = outlining(cutter, dress, start, end);
  const parts = lentReferences(document, start, end);
  const room = max - dress.size - outlined.size + dress.context.size;
  const context = parts.length === 0 ? outlined : withReferences(outlined, parts, sizer, room, max);
  if (context === dress.context) return dress;
  const size = exactSize(cutter, context, start, end, dress.suffix, textSize);
  return size <= max ? { ...dress, context, size } : dress;
}

/** The context of `dress` with the outline of the declaration that the text opens and does not close. */
function outlining(
  { document, layout, options, sizer }: Cutter,
  dress: Dress,
  start: number,
  end: number,
): StartContext {
  const { context } = dress;
  const room = Math.min(options.max - dress.size, Math.floor(options.max * OUTLINE_SHARE));
  const outline = layout === null ? undefined : outlineFor(document, layout, start, end, { sizer, room });
  if (outline === undefined) return context;
  const structure = [...context.structure, outline.part];
  return sized({ ...context, structure, clipped: context.clipped || outline.clipped }, sizer);
}

function addsUp(sizer: Sizer, marks: Marks, from: number, to: number): boolean {
  if (sizer.unit === 'chars') return true;
  for (let k = from; k <= to; k++) if (marks.unsafe[k] === 1) return false;
  return true;
}

/** Size of the final string: by adding up where that is exact, else by measuring the string. */
export function exactSize(
  cutter: Cutter,
  context: StartContext,
  start: number,
  end: number,
  suffix: string,
  textSize?: number,
): number {
  const { document, sizer } = cutter;
  if (sizer.unit === 'chars') return context.size + end - start + suffix.length;
  const joins = context.size === 0 || (sizer.additive && isSafeBehindLineFeed(document.text, start));
  if (textSize === undefined || !joins)
    return sizer.size(renderPrefix(context) + document.text.slice(start, end) + suffix);
  return context.size + (suffix === '' ? textSize : sizeWithSuffix(document.text, start, end, textSize, suffix, sizer));
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
