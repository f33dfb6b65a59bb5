/** Marks of a region: every block that fits is one unit; a larger one gives way to its children, rows, sentences. */
import { BLOCK_KINDS, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Ladder } from './ladder.ts';
import { isTitleLine, opensClauses, opensDetails } from './leading-lines.ts';
import { introduces, isIntroduced, previousSibling } from './lent-context.ts';
import { trimmedEnd } from './marks.ts';
import { refineLeaf, refineProse } from './refine.ts';
import { refineTable, type TableRefiner } from './refine-table.ts';
import { opensSection, type Region, type Section } from './sections.ts';
import {
  DEPTH_LOSS,
  GLUED_STRENGTH,
  INTRODUCED_STRENGTH,
  NESTING_LOSS,
  SIGNAL,
  STRENGTH,
  WEAKEST_NESTED,
} from './signals.ts';

/** 1 for the kinds whose text is sentences, or blocks of sentences. */
const IS_PROSE = new Uint8Array(BLOCK_KINDS.length);
for (const kind of [
  'paragraph',
  'list',
  'listItem',
  'blockquote',
  'footnoteDefinition',
  'clause',
  'thread',
  'turn',
] as const)
  IS_PROSE[KIND[kind]] = 1;

export function isProse(kind: number): boolean {
  return IS_PROSE[kind] === 1;
}

/** What a walk over the blocks of one region needs to know. */
export interface RegionWalk extends TableRefiner {
  readonly region: Region;
  /** First line of the region that is not blank. */
  readonly start: number;
  readonly sections: readonly Section[];
  readonly unit: 'block' | 'sentence' | 'document';
  readonly max: number;
  /** Limit less what overlap takes in front of a block, and in front of a part of one. */
  readonly budget: number;
  /** Sizes in tokens; undefined where characters are the unit. */
  readonly ladder: Ladder | undefined;
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
  /** Last block that was read as a whole; -1 at the beginning. */
  previous: number;
  /** The container just opened whose own first lines stand in front of its first child; -1 for none. */
  head: number;
  /** Whether a table was read row by row: then the last row is a chunk, and what follows begins one. */
  rowsEnd: boolean;
}

function walkBlocks(walk: RegionWalk): void {
  const { region, sections } = walk;
  const { kinds } = walk.document.blocks;
  const { lines, followers } = walk.layout;
  const cursor: Cursor = {
    section: region.firstSection,
    runStart: walk.marks.offsets[0],
    previous: -1,
    head: -1,
    rowsEnd: false,
  };
  let i = region.firstBlock;
  while (i < region.endBlock) {
    const start = lines[i];
    while (cursor.section + 1 < region.endSection && sections[cursor.section + 1].start <= start) cursor.section++;
    if (start > walk.marks.offsets[walk.marks.count - 1]) openBlock(walk, cursor, i, start);
    const next = Math.min(followers[i], region.endBlock);
    const byRow = kinds[i] === KIND.table && walk.tableRows !== 'markdown';
    if (!byRow && isUnit(walk, cursor, i, next)) {
      cursor.previous = orBefore(walk.document, i, cursor.previous);
      i = next;
    } else if (next > i + 1 && kinds[i] !== KIND.table) {
      openContainer(walk, cursor, i);
      i++;
    } else {
      refine(walk, cursor, i, start, unitEnd(walk, next));
      cursor.previous = i;
      i = next;
    }
  }
}

/** Whether a block is offered to the packer as a whole. */
function isUnit(walk: RegionWalk, cursor: Cursor, block: number, next: number): boolean {
  if (walk.unit !== 'block' && IS_PROSE[walk.document.blocks.kinds[block]] === 1) return false;
  return fitsFrom(walk, cursor, block, next) || fitsBare(walk, cursor, block, next);
}

/** `block`, or `previous` where it is blank: a paragraph of a byte-order mark or a no-break space parts nothing. */
function orBefore({ text, blocks }: Document, block: number, previous: number): number {
  const start = blocks.starts[block];
  return trimmedEnd(text, start, blocks.ends[block]) === start ? previous : block;
}

/** Goes into a container. Its own first lines, a signature or a key, are glued to its first child. */
function openContainer(walk: RegionWalk, cursor: Cursor, block: number): void {
  const { lines } = walk.layout;
  const child = lines[block + 1];
  if (child <= lines[block]) return;
  cursor.head = block;
  if (sizeOf(walk, cursor.runStart, child) > roomFrom(walk, cursor, cursor.runStart, block))
    refine(walk, cursor, block, lines[block], child);
}

/** Adds the mark of a block that does not begin where one stands already, and finds out what it is glued to. */
function openBlock(walk: RegionWalk, cursor: Cursor, block: number, start: number): void {
  if (cursor.rowsEnd) {
    cursor.rowsEnd = false;
    walk.marks.add(start, signalOfBlock(walk, block), strengthOfBlock(walk, block), block, false);
    walk.marks.force();
    cursor.runStart = start;
    return;
  }
  const headed = cursor.head >= 0 && cursor.head === block - 1;
  cursor.head = -1;
  const glue = headed ? 'head' : cursor.previous < 0 ? 'none' : glueBetween(walk, cursor.previous, block);
  const signal = signalOfBlock(walk, block);
  if (glue === 'introduction' || headed) {
    const next = Math.min(walk.layout.followers[block], walk.region.endBlock);
    if (!headed) splitIntroduction(walk, cursor, block, next);
    walk.marks.add(start, signal, INTRODUCED_STRENGTH, block, false);
    if (!fitsFrom(walk, cursor, block, next)) cursor.runStart = start;
    return;
  }
  walk.marks.add(start, signal, glue === 'heading' ? GLUED_STRENGTH : strengthOfBlock(walk, block), block, false);
  if (glue === 'none') cursor.runStart = start;
}

/** Whether the block, which ends in front of block `next`, fits one chunk together with what it is glued to in front. */
function fitsFrom(walk: RegionWalk, cursor: Cursor, block: number, next: number): boolean {
  const from = cursor.runStart;
  const end = unitEnd(walk, next);
  // Most blocks are far smaller than what any context leaves.
  if (walk.ladder === undefined && end - from <= walk.budget - walk.contexts.most) return true;
  return sizeOf(walk, from, end) <= roomFrom(walk, cursor, from, block);
}

/** Whether code that nothing is glued to fits when it gives up its context: worth more whole than cut. */
function fitsBare(walk: RegionWalk, cursor: Cursor, block: number, next: number): boolean {
  const kind = walk.document.blocks.kinds[block];
  if (kind !== KIND.code && kind !== KIND.declaration && kind !== KIND.statement) return false;
  const start = walk.layout.lines[block];
  return cursor.runStart === start && sizeOf(walk, start, unitEnd(walk, next)) <= walk.budget;
}

/**
 * Size between two places, both at the start of a block's line or the region's end; an upper bound in tokens. White
 * space at the end is free.
 */
function sizeOf(walk: RegionWalk, from: number, to: number): number {
  return walk.ladder ? walk.ladder.bound(from, to) : trimmedEnd(walk.document.text, from, to) - from;
}

/** Where the unit in front of block `next` ends: markers of containers behind its last line belong to it. */
function unitEnd(walk: RegionWalk, next: number): number {
  const { region, layout } = walk;
  return next < region.endBlock ? layout.lines[next] : region.end;
}

function roomFrom(walk: RegionWalk, cursor: Cursor, from: number, block: number): number {
  const section = walk.sections[cursor.section];
  const leads = from < walk.layout.lines[block] && walk.document.blocks.parents[block] < 0;
  // What starts in front of a block at the top level gets nothing from it.
  return (
    walk.budget - (leads ? walk.contexts.pathAt(section, from) : walk.contexts.at(section, from, block, false)).size
  );
}

/** What stands under a heading shares its chunk only when it gets at least this share of the room. */
const LEAST_SHARE = 0.25;

function refine(walk: RegionWalk, cursor: Cursor, block: number, start: number, end: number): void {
  const { blocks } = walk.document;
  const section = walk.sections[cursor.section];
  const closing = walk.sizer.size(walk.contexts.closing(block));
  const inside = walk.contexts.at(section, start + 1, block, true).size + closing;
  const headed = blocks.kinds[block] === KIND.table ? tableHeaderRoom(walk, block, section) : 0;
  const before = start > cursor.runStart ? sizeOf(walk, cursor.runStart, start) : 0;
  const shared = roomFrom(walk, cursor, cursor.runStart, block) - before - closing;
  const alone = roomFrom(walk, cursor, start, block) - closing;
  // Behind headings that fill a chunk by themselves nothing is squeezed in.
  const first = Math.max(1, shared >= alone * LEAST_SHARE ? shared : alone);
  const marksBefore = walk.marks.count;
  const rest = Math.max(1, walk.innerBudget - Math.max(inside, headed));
  // A sentence that fits alone is not cut for its heading: the heading goes before it, and comes with its context.
  const wholeFirst = Math.max(first, walk.max - closing);
  const room = { first, rest, wholeFirst, whole: Math.max(rest, walk.max - 2 * closing) };
  const isTable = blocks.kinds[block] === KIND.table;
  cursor.rowsEnd = isTable && refineTable(walk, block, end, room, section);
  if (!isTable) refineLeaf(walk, block, end, room);
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
function splitIntroduction(walk: RegionWalk, cursor: Cursor, block: number, next: number): void {
  const { blocks } = walk.document;
  if (walk.unit !== 'block' || fitsFrom(walk, cursor, block, next)) return;
  const start = walk.layout.lines[cursor.previous];
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
  const { kinds, parents, levels } = walk.document.blocks;
  if (opensSection(kinds[block]) && parents[block] < 0) return SIGNAL.section;
  if (kinds[block] === KIND.turn && levels[block] === AFTER_PAUSE) return SIGNAL.pause;
  return SIGNAL_OF_KIND[kinds[block]];
}

const SIGNAL_OF_KIND = new Uint8Array(BLOCK_KINDS.length).fill(SIGNAL.block);
SIGNAL_OF_KIND[KIND.thematicBreak] = SIGNAL.thematicBreak;
SIGNAL_OF_KIND[KIND.listItem] = SIGNAL.item;
for (const kind of ['turn', 'declaration', 'statement', 'entry'] as const) SIGNAL_OF_KIND[KIND[kind]] = SIGNAL[kind];

/** Levels of turns: the first is no change of speaker, the last comes after a pause. */
const SAME_SPEAKER = 0;
const AFTER_PAUSE = 2;
/** Between two turns of one speaker. */
const SAME_SPEAKER_STRENGTH = 0.5;

/** Its strength when nothing glues the block to what stands before it. */
function strengthOfBlock(walk: RegionWalk, block: number): number {
  const { kinds, parents, levels } = walk.document.blocks;
  const level = levels[block];
  switch (kinds[block]) {
    case KIND.listItem:
      return weakened(STRENGTH.item, level - 1);
    case KIND.entry:
      // The root of one of several documents in a file.
      return level === 0 ? STRENGTH.block : weakened(STRENGTH.entry, level - 1);
    case KIND.thematicBreak:
      return STRENGTH.thematicBreak;
    case KIND.turn:
      if (level === AFTER_PAUSE) return STRENGTH.pause;
      return level === SAME_SPEAKER ? SAME_SPEAKER_STRENGTH : STRENGTH.turn;
    case KIND.declaration:
      return STRENGTH.declaration - NESTING_LOSS * Math.min(level - 1, 2);
    case KIND.statement:
      return weakened(STRENGTH.item, 2 * nestingOf(walk, block));
    default:
      if (parents[block] >= 0) return weakened(STRENGTH.item, nestingOf(walk, block));
      return opensSection(kinds[block]) ? STRENGTH.section - DEPTH_LOSS * level : STRENGTH.block;
  }
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

const GREATER_THAN = 62;

/** What binds a block to the one before it: a heading above it, an introduction, or nothing. */
function glueBetween(walk: RegionWalk, previous: number, block: number): 'heading' | 'introduction' | 'none' {
  const { document } = walk;
  const { kinds, parents, ends } = document.blocks;
  if (kinds[previous] === KIND.heading || kinds[previous] === KIND.thematicBreak)
    return kinds[block] === KIND.thematicBreak ? 'none' : 'heading';
  if (opensClauses(document, previous, block)) return 'introduction';
  // Nearly every block is dismissed by its last character.
  const mayOpen = document.text.charCodeAt(ends[previous] - 1) === GREATER_THAN;
  if (mayOpen && opensDetails(document, previous) && parents[previous] === parents[firstOf(walk, block)])
    return 'introduction';
  if (kinds[previous] !== KIND.paragraph) return 'none';
  if (isTitleLine(document, previous, block)) return 'introduction';
  const container = firstOf(walk, block);
  return isIntroduced(kinds[container]) &&
    previousSibling(document.blocks, container) === previous &&
    introduces(document, previous, container)
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
