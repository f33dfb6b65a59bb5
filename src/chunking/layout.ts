/** Layout: what cutting asks about the blocks of a document again and again, looked up once. */
import { type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { isHtml } from '../text/html-markup.ts';
import { isBlankRange } from '../text/word-cuts.ts';

export interface Layout {
  /**
   * For each block where its unit begins: the start of its line, with the marks of the containers there. An entry, a
   * declaration or a statement behind others in one line, and what stands right in one, begins where it stands.
   */
  readonly lines: Int32Array;
  /** For each block the index of the first one behind everything it holds. Both arrays may be longer than the blocks. */
  readonly followers: Int32Array;
}

const LINE_FEED = 10;
const FORM_FEED = 12;

/** Kinds from here on, `declaration`, `statement` and `entry`, have no marks in front of them. */
const FIRST_EXACT = KIND.declaration;

export function layoutOf(document: Document): Layout {
  return filled(layoutFor(document.blocks.count), document);
}

function layoutFor(blocks: number): Layout {
  return { lines: new Int32Array(blocks), followers: new Int32Array(blocks) };
}

function filled(layout: Layout, { text, blocks, mediaType }: Document): Layout {
  if (isHtml(mediaType)) setElementStarts(layout.lines, blocks);
  else setUnitStarts(layout.lines, text, blocks);
  setFollowers(layout.followers, blocks);
  return layout;
}

const LEAST_CAPACITY = 256;
/** A layout of more blocks than this is not kept for the next document: few are so large. */
const MOST_KEPT = 1 << 16;
let spare: Layout | undefined;

/** The layout of a document to use until `returnLayout`: two arrays cost more than filling them for a short document. */
export function borrowLayout(document: Document): Layout {
  const { count } = document.blocks;
  const layout = spare !== undefined && spare.lines.length >= count ? spare : layoutFor(capacityFor(count));
  spare = undefined;
  return filled(layout, document);
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
function setElementStarts(lines: Int32Array, { count, starts, parents }: BlockTable): void {
  for (let block = 0; block < count; block++) {
    const isFirst = block > 0 && parents[block] === block - 1;
    lines[block] = isFirst ? lines[block - 1] : starts[block];
  }
}

function setUnitStarts(lines: Int32Array, text: string, blocks: BlockTable): void {
  const { count, starts } = blocks;
  for (let block = 0, before = 0, line = 0; block < count; block++) {
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
    if (at > before || before === 0) line = at;
    lines[block] = isExact(blocks, block) && !isBlankRange(text, Math.max(line, before), start) ? start : line;
    before = start;
  }
}

function setFollowers(followers: Int32Array, { count, parents }: BlockTable): void {
  for (let block = count - 1; block >= 0; block--) {
    let next = block + 1;
    while (next < count && parents[next] === block) next = followers[next];
    followers[block] = next;
  }
}

function isExact({ kinds, parents }: BlockTable, block: number): boolean {
  return kinds[block] >= FIRST_EXACT || (parents[block] >= 0 && kinds[parents[block]] >= FIRST_EXACT);
}
