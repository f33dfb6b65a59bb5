/** Layout: what cutting asks about the blocks of a region again and again, looked up once. */
import { type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { isHtml } from '../text/media-type.ts';
import { isBlankRange } from '../text/word-cuts.ts';

/** A stretch of the document that begins with a line, and its blocks; `Region` is one. */
interface Stretch {
  readonly start: number;
  readonly firstBlock: number;
  readonly endBlock: number;
}

/** By block of the document; what is not in the stretch that was laid out last is not filled in. */
export interface Layout {
  /**
   * For each block where its unit begins: the start of its line, with the marks of the containers there. An entry, a
   * declaration or a statement behind others in one line, and what stands right in one, begins where it stands.
   */
  readonly lines: Int32Array;
  /** For each block the index of the first one behind everything it holds, at most that behind the stretch. */
  readonly followers: Int32Array;
}

const LINE_FEED = 10;
const FORM_FEED = 12;

/** Kinds from here on, `declaration`, `statement` and `entry`, have no marks in front of them. */
const FIRST_EXACT = KIND.declaration;

/** The layout of a whole document. */
export function layoutOf(document: Document): Layout {
  const { count } = document.blocks;
  const layout = layoutFor(count);
  layOut(layout, document, { start: 0, firstBlock: 0, endBlock: count });
  return layout;
}

function layoutFor(blocks: number): Layout {
  return { lines: new Int32Array(blocks), followers: new Int32Array(blocks) };
}

/** Fills in the blocks of a stretch; no container may reach out of it. */
export function layOut(layout: Layout, { text, blocks, mediaType }: Document, stretch: Stretch): void {
  if (isHtml(mediaType)) setElementStarts(layout.lines, blocks, stretch);
  else setUnitStarts(layout.lines, text, blocks, stretch);
  setFollowers(layout.followers, blocks, stretch);
}

const LEAST_CAPACITY = 256;
/** A layout of more blocks than this is not kept for the next document: few are so large. */
const MOST_KEPT = 1 << 16;
let spare: Layout | undefined;

/** A layout for so many blocks to use until `returnLayout`: two arrays cost more than filling them for a short document. */
export function borrowLayout(blocks: number): Layout {
  const layout = spare !== undefined && spare.lines.length >= blocks ? spare : layoutFor(capacityFor(blocks));
  spare = undefined;
  return layout;
}

/** Gives a layout back that nobody looks at any more. */
export function returnLayout(layout: Layout): void {
  if (layout.lines.length <= MOST_KEPT) spare = layout;
}

/** Twice what is needed, so that few documents need a larger one than those before. */
function capacityFor(blocks: number): number {
  return Math.max(LEAST_CAPACITY, blocks * 2);
}

/** Elements of HTML begin where they stand; the tags of a container go with the first block in it. */
function setElementStarts(lines: Int32Array, { starts, parents }: BlockTable, { firstBlock, endBlock }: Stretch): void {
  for (let block = firstBlock; block < endBlock; block++) {
    const isFirst = block > firstBlock && parents[block] === block - 1;
    lines[block] = isFirst ? lines[block - 1] : starts[block];
  }
}

function setUnitStarts(lines: Int32Array, text: string, blocks: BlockTable, stretch: Stretch): void {
  const { starts } = blocks;
  const { endBlock } = stretch;
  for (let block = stretch.firstBlock, before = stretch.start, line = before; block < endBlock; block++) {
    const start = starts[block];
    // Most blocks begin a line.
    if (start > before && text.charCodeAt(start - 1) === LINE_FEED) {
      lines[block] = start;
      line = start;
      before = start;
      continue;
    }
    // Blocks that begin in one line, a list and its first item, look no further back than the one before.
    let at = start;
    while (at > before && text.charCodeAt(at - 1) !== LINE_FEED && text.charCodeAt(at - 1) !== FORM_FEED) at--;
    if (at > before) line = at;
    lines[block] = isExact(blocks, block) && !isBlankRange(text, Math.max(line, before), start) ? start : line;
    before = start;
  }
}

function setFollowers(followers: Int32Array, { parents }: BlockTable, { firstBlock, endBlock }: Stretch): void {
  for (let block = endBlock - 1; block >= firstBlock; block--) {
    let next = block + 1;
    while (next < endBlock && parents[next] === block) next = followers[next];
    followers[block] = next;
  }
}

function isExact({ kinds, parents }: BlockTable, block: number): boolean {
  return kinds[block] >= FIRST_EXACT || (parents[block] >= 0 && kinds[parents[block]] >= FIRST_EXACT);
}
