/** Marks of a region: every block that fits is one unit; a larger one gives way to its children, rows, sentences. */
import { type BlockTable, KIND } from '../model/block.ts';
import { type ContextBuilder, introduces, previousSibling } from './context.ts';
import { type Refiner, refineLeaf, refineProse } from './refine.ts';
import { lineStart, type Region, type Section } from './sections.ts';
import {
  DEPTH_LOSS,
  GLUED_STRENGTH,
  INTRODUCED_STRENGTH,
  NESTING_LOSS,
  SIGNAL,
  STRENGTH,
  WEAKEST_NESTED,
} from './signals.ts';

const CONTAINERS = new Set([KIND.list, KIND.listItem, KIND.blockquote, KIND.footnoteDefinition]);

/** What a walk over the blocks of one region needs to know. */
export interface RegionWalk extends Refiner {
  readonly region: Region;
  /** First line of the region that is not blank. */
  readonly start: number;
  /** See `followersOf`. */
  readonly followers: readonly number[];
  readonly sections: readonly Section[];
  readonly contexts: ContextBuilder;
  readonly unit: 'block' | 'sentence' | 'document';
  readonly max: number;
  /** Limit less what overlap takes in front of a block, and in front of a part of one. */
  readonly budget: number;
  readonly innerBudget: number;
  /** Size between two places, both at the start of a block's line or the region's end; white space at the end is free. */
  sizeOf(start: number, end: number): number;
}

/** Fills `walk.marks` with the marks of the region, the last one at its end. */
export function collectMarks(walk: RegionWalk): void {
  const { region, marks, start } = walk;
  marks.add(start, SIGNAL.section, STRENGTH.section, region.firstBlock, false);
  if (walk.unit === 'document')
    refineProse(walk, start, region.end, -1, {
      first: walk.max,
      rest: walk.innerBudget,
      wholeFirst: walk.max,
      whole: walk.innerBudget,
    });
  else walkBlocks(walk);
  marks.add(region.end, SIGNAL.section, STRENGTH.section, region.endBlock, false);
}

interface Cursor {
  /** Index of the section in force. */
  section: number;
  /** Start of the last mark that is not glued to what stands before it. */
  runStart: number;
  /** Last block that got a mark; -1 at the beginning. */
  previous: number;
}

function walkBlocks(walk: RegionWalk): void {
  const { region, document } = walk;
  const { blocks, text } = document;
  const cursor: Cursor = { section: region.firstSection, runStart: walk.marks.offsets[0], previous: -1 };
  let i = region.firstBlock;
  while (i < region.endBlock) {
    const start = lineStart(text, blocks.starts[i]);
    while (cursor.section + 1 < region.endSection && walk.sections[cursor.section + 1].start <= start) cursor.section++;
    openBlock(walk, cursor, i, start);
    const isContainer = CONTAINERS.has(blocks.kinds[i]);
    const whole = walk.unit === 'block' || !isProse(blocks.kinds[i]);
    const next = skipBlock(walk, i);
    if (whole && fitsFrom(walk, cursor, i)) i = closeBlock(cursor, i, next);
    else if (isContainer && next > i + 1) i++;
    else {
      refine(walk, cursor, i, start, unitEnd(walk, next));
      i = closeBlock(cursor, i, next);
    }
  }
}

function closeBlock(cursor: Cursor, block: number, next: number): number {
  cursor.previous = block;
  return next;
}

/** Adds the mark of a block that does not begin where one stands already, and finds out what it is glued to. */
function openBlock(walk: RegionWalk, cursor: Cursor, block: number, start: number): void {
  const { marks } = walk;
  if (start <= marks.offsets[marks.count - 1]) return;
  const glue = cursor.previous < 0 ? 'none' : glueBetween(walk, cursor.previous, block);
  const signal = signalOfBlock(walk, block);
  if (glue === 'introduction') {
    splitIntroduction(walk, cursor, block);
    marks.add(start, signal, INTRODUCED_STRENGTH, block, false);
    if (!fitsFrom(walk, cursor, block)) cursor.runStart = start;
    return;
  }
  marks.add(start, signal, glue === 'heading' ? GLUED_STRENGTH : strengthOfBlock(walk, block), block, false);
  if (glue === 'none') cursor.runStart = start;
}

/** Whether the block fits one chunk together with what it is glued to in front. */
function fitsFrom(walk: RegionWalk, cursor: Cursor, block: number): boolean {
  const from = cursor.runStart;
  return walk.sizeOf(from, unitEnd(walk, skipBlock(walk, block))) <= roomFrom(walk, cursor, from, block);
}

/** Where the unit in front of block `next` ends: markers of containers behind its last line belong to it. */
function unitEnd(walk: RegionWalk, next: number): number {
  const { region, document } = walk;
  return next < region.endBlock ? lineStart(document.text, document.blocks.starts[next]) : region.end;
}

function roomFrom(walk: RegionWalk, cursor: Cursor, from: number, block: number): number {
  return walk.budget - walk.contexts.at(walk.sections[cursor.section], from, block, false).size;
}

/** What stands under a heading shares its chunk only when it gets at least this share of the room. */
const LEAST_SHARE = 0.25;

function refine(walk: RegionWalk, cursor: Cursor, block: number, start: number, end: number): void {
  const { blocks } = walk.document;
  const section = walk.sections[cursor.section];
  const closing = walk.sizer.size(walk.contexts.closing(block));
  const inside = walk.contexts.at(section, start + 1, block, true).size + closing;
  const headed = blocks.kinds[block] === KIND.table ? tableHeaderRoom(walk, block, section) : 0;
  const before = start > cursor.runStart ? walk.sizeOf(cursor.runStart, start) : 0;
  const shared = roomFrom(walk, cursor, cursor.runStart, block) - before - closing;
  const alone = roomFrom(walk, cursor, start, block) - closing;
  // Behind headings that fill a chunk by themselves nothing is squeezed in.
  const first = Math.max(1, shared >= alone * LEAST_SHARE ? shared : alone);
  const marksBefore = walk.marks.count;
  const rest = Math.max(1, walk.innerBudget - Math.max(inside, headed));
  // A sentence that fits alone is not cut for its heading: the heading goes before it, and comes with its context.
  const wholeFirst = Math.max(first, walk.max - closing);
  refineLeaf(walk, block, end, { first, rest, wholeFirst, whole: Math.max(rest, walk.max - 2 * closing) });
  if (walk.marks.count > marksBefore) cursor.runStart = walk.marks.offsets[walk.marks.count - 1];
}

/** Size of the context of a chunk that starts at the second body row of the table. */
function tableHeaderRoom(walk: RegionWalk, table: number, section: Section): number {
  const { blocks } = walk.document;
  let row = table + 1;
  while (row < blocks.count && blocks.parents[row] === table && blocks.levels[row] === 0) row++;
  if (row >= blocks.count || blocks.parents[row] !== table) return 0;
  return walk.contexts.at(section, blocks.starts[row], row, false).size;
}

/** When an introduction and what it introduces do not fit together, only its last sentences stay with it. */
function splitIntroduction(walk: RegionWalk, cursor: Cursor, block: number): void {
  const { blocks, text } = walk.document;
  if (walk.unit !== 'block' || fitsFrom(walk, cursor, block)) return;
  const start = lineStart(text, blocks.starts[cursor.previous]);
  if (walk.marks.offsets[walk.marks.count - 1] > start) return;
  const room = roomFrom(walk, cursor, cursor.runStart, cursor.previous);
  const marksBefore = walk.marks.count;
  refineProse(walk, start, blocks.ends[cursor.previous], cursor.previous, {
    first: room,
    rest: room,
    wholeFirst: walk.max,
    whole: walk.max,
  });
  if (walk.marks.count > marksBefore) cursor.runStart = walk.marks.offsets[walk.marks.count - 1];
}

/** The signal of the boundary in front of a block, as a code of `SIGNAL`. */
function signalOfBlock(walk: RegionWalk, block: number): number {
  const { kinds, parents } = walk.document.blocks;
  if (kinds[block] === KIND.heading && parents[block] < 0) return SIGNAL.section;
  if (kinds[block] === KIND.thematicBreak) return SIGNAL.thematicBreak;
  return kinds[block] === KIND.listItem ? SIGNAL.item : SIGNAL.block;
}

/** Its strength when nothing glues the block to what stands before it. */
function strengthOfBlock(walk: RegionWalk, block: number): number {
  const { kinds, parents, levels } = walk.document.blocks;
  if (kinds[block] === KIND.listItem) return weakened(STRENGTH.item, levels[block] - 1);
  if (kinds[block] === KIND.thematicBreak) return STRENGTH.thematicBreak;
  if (parents[block] >= 0) return weakened(STRENGTH.item, nestingOf(walk, block));
  return kinds[block] === KIND.heading ? STRENGTH.section - DEPTH_LOSS * levels[block] : STRENGTH.block;
}

function weakened(strength: number, levels: number): number {
  return Math.max(WEAKEST_NESTED, strength - NESTING_LOSS * levels);
}

function nestingOf(walk: RegionWalk, block: number): number {
  const { parents } = walk.document.blocks;
  let depth = 0;
  for (let at = parents[block]; at >= 0; at = parents[at]) depth++;
  return depth;
}

/** What binds a block to the one before it: a heading above it, an introduction, or nothing. */
function glueBetween(walk: RegionWalk, previous: number, block: number): 'heading' | 'introduction' | 'none' {
  const { document } = walk;
  const { kinds } = document.blocks;
  if (kinds[previous] === KIND.heading || kinds[previous] === KIND.thematicBreak)
    return kinds[block] === KIND.thematicBreak ? 'none' : 'heading';
  if (kinds[previous] !== KIND.paragraph) return 'none';
  const container = firstOf(walk, block);
  return previousSibling(document.blocks, container) === previous && introduces(document, previous, container)
    ? 'introduction'
    : 'none';
}

/** The outermost container that begins where `block` does: a list, seen from its first item. */
function firstOf(walk: RegionWalk, block: number): number {
  const { parents } = walk.document.blocks;
  let at = block;
  while (parents[at] === at - 1 && parents[at] >= 0) at = parents[at];
  return at;
}

function isProse(kind: number): boolean {
  return kind === KIND.paragraph || CONTAINERS.has(kind);
}

/** Index of the first block after the subtree of `block`, inside the region. */
function skipBlock(walk: RegionWalk, block: number): number {
  return Math.min(walk.followers[block], walk.region.endBlock);
}

/** For each block the index of the first one behind everything it holds. */
export function followersOf({ count, parents }: BlockTable): readonly number[] {
  const followers = new Array<number>(count);
  for (let block = count - 1; block >= 0; block--) {
    let next = block + 1;
    while (next < count && parents[next] === block) next = followers[next];
    followers[block] = next;
  }
  return followers;
}
