/**
 * Cutting: from a parsed document to pieces, which are chunks without identity. Region by region: collect marks,
 * measure them, pack them, give each piece its context and overlap, and check the limit on the final string.
 */
import { type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { countBelow } from '../text/rising.ts';
import { Contexts, NO_CONTEXT } from './context.ts';
import { emitPieces, overlapReserve, refer, sizeAlone } from './emit.ts';
import { ladderOf } from './ladder.ts';
import { borrowLayout, layOut, returnLayout } from './layout.ts';
import { borrowMarks, returnMarks, trimmedEnd, trimmedStart } from './marks.ts';
import { measureMarks } from './measure.ts';
import { wholeNotes } from './notes.ts';
import { optionsFor, type ResolvedChunkOptions, type TopicMarks } from './options.ts';
import { addPiece, type Cutter, draftPiece, type Piece } from './piece.ts';
import { outlineOf, type Region, regionsOf } from './sections.ts';
import { SIGNAL, topicStrength } from './signals.ts';
import { plainSizer, sizerFor } from './sizer.ts';
import { collectMarks, isProse } from './structure-marks.ts';
import { TableTexts } from './table-text.ts';

/** The pieces of a document in order. Never throws, whatever the text. */
export function cutDocument(document: Document, asked: ResolvedChunkOptions): readonly Piece[] {
  const options = optionsFor(document, asked);
  const plain = plainSizer(options);
  const cutter: Cutter = {
    document,
    options,
    sizer: sizerFor(document, plain),
    plain,
    contexts: new Contexts(document, plain, options.max, options.context),
    tables: new TableTexts(document),
    sections: outlineOf(document),
    textEnd: trimmedEnd(document.text, 0, document.text.length),
    marks: borrowMarks(document.text),
    layout: null,
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
  returnMarks(cutter.marks);
  if (cutter.layout !== null) returnLayout(cutter.layout);
  return cutter.pieces;
}

function cutRegion(cutter: Cutter, region: Region): void {
  const { document, options, sizer, marks } = cutter;
  const start = trimmedStart(document.text, region.start, region.end);
  if (start === region.end) return;
  const end = trimmedEnd(document.text, start, region.end);
  const byRow = options.tableRows !== 'markdown' && holdsTable(document.blocks, region);
  const whole = options.preset.unit === 'block' && !byRow;
  if (whole && end - start <= likelyFit(options) && cutWhole(cutter, region, start, end)) return;
  const ladder = sizer.isLength ? undefined : ladderOf(document, region, start, sizer, options.max);
  // What the first look thought too long may fit after all: the ladder knows its size.
  if (whole && ladder && ladder.bound(start, end) <= options.max && cutWhole(cutter, region, start, end)) return;
  marks.clear();
  cutter.layout ??= borrowLayout(document.blocks.count);
  layOut(cutter.layout, document, region);
  collectMarks({
    document,
    marks,
    sizer,
    sentences: options.preset.sentences ? options.sentenceRules : null,
    region,
    start,
    layout: cutter.layout,
    sections: cutter.sections,
    contexts: cutter.contexts,
    unit: options.preset.unit,
    max: options.max,
    budget: Math.max(1, options.overlapAt === 'every' ? options.max - overlapReserve(options) : options.max),
    innerBudget: Math.max(1, options.max - overlapReserve(options)),
    ladder,
    tableRows: options.tableRows,
    tables: cutter.tables,
  });
  if (options.max > THIN_FROM) marks.thin(options.max / MOST_IN_LIMIT);
  if (options.topics) markTopics(cutter, region, options.topics);
  measureMarks(document.text, marks, sizer, ladder);
  emitPieces(cutter, region);
}

/** Limits above this hold so much text that marks are thinned, to so many within a limit (a token is a character at least). */
const THIN_FROM = 4096;
const MOST_IN_LIMIT = 256;

/** Lets the shifts of the topic say how good the marks are, each by the role that the strategy gives them. */
function markTopics({ marks, options, document }: Cutter, region: Region, topics: TopicMarks): void {
  const { offsets, strengths } = topics;
  const { kinds, count } = document.blocks;
  let next = countBelow(offsets, offsets.length, region.start);
  for (let k = 1; k + 1 < marks.count; k++) {
    while (next < offsets.length && offsets[next] < marks.offsets[k]) next++;
    const shifts = next < offsets.length && offsets[next] === marks.offsets[k];
    const block = marks.blocks[k];
    const prose = block >= 0 && block < count && isProse(kinds[block]);
    if (!prose) continue;
    marks.strengths[k] = topicStrength(marks.strengths[k], shifts ? strengths[next] : 0, options.preset.topics);
    if (shifts && marks.signals[k] > SIGNAL.topic) marks.signals[k] = SIGNAL.topic;
  }
}

/** In characters a region fits or not; in tokens one of more than about this many characters a token seldom does. */
const LIKELY_CHARS_PER_TOKEN = 4;

function likelyFit(options: ResolvedChunkOptions): number {
  return options.unit === 'tokens' ? options.max * LIKELY_CHARS_PER_TOKEN : options.max;
}

function holdsTable({ kinds }: BlockTable, { firstBlock, endBlock }: Region): boolean {
  for (let block = firstBlock; block < endBlock; block++) if (kinds[block] === KIND.table) return true;
  return false;
}

/** Cuts a region that fits as a whole; false when it does not. */
function cutWhole(cutter: Cutter, region: Region, start: number, end: number): boolean {
  const { document, options, sizer, pieces } = cutter;
  const section = cutter.sections[region.leadSection];
  const textSize = sizer.span(document.text, start, end);
  if (textSize > options.max && !(sizer.isBound && sizer.fits(document.text, start, end, options.max))) return false;
  const piece = draftPiece(section, start, end, textSize);
  piece.context = cutter.contexts.pathAt(section, start);
  piece.size = sizeAlone(cutter, piece, piece.context);
  if (piece.size > options.max && region.endBlock - region.firstBlock <= 2) {
    // A heading with one block under it stays together, and gives up its context for that.
    piece.context = { ...NO_CONTEXT, clipped: true };
    piece.size = sizeAlone(cutter, piece, piece.context);
  }
  if (piece.size > options.max) return false;
  refer(cutter, piece, null);
  piece.notes = wholeNotes(options, piece.context, pieces.length === 0);
  addPiece(cutter, piece);
  return true;
}
