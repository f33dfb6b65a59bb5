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
  /** For each block the index of the first one behind everything it holds. */
  readonly followers: Int32Array;
}

const LINE_FEED = 10;
const FORM_FEED = 12;

/** Kinds from here on, `declaration`, `statement` and `entry`, have no marks in front of them. */
const FIRST_EXACT = KIND.declaration;

export function layoutOf({ text, blocks, mediaType }: Document): Layout {
  const lines = isHtml(mediaType) ? elementStarts(blocks) : unitStarts(text, blocks);
  return { lines, followers: followersOf(blocks) };
}

/** Elements of HTML begin where they stand; the tags of a container go with the first block in it. */
function elementStarts({ count, starts, parents }: BlockTable): Int32Array {
  const lines = new Int32Array(count);
  for (let block = 0; block < count; block++) {
    const isFirst = block > 0 && parents[block] === block - 1;
    lines[block] = isFirst ? lines[block - 1] : starts[block];
  }
  return lines;
}

function unitStarts(text: string, blocks: BlockTable): Int32Array {
  const { count, starts } = blocks;
  const lines = new Int32Array(count);
  for (let block = 0, before = 0, line = 0; block < count; block++) {
    const start = starts[block];
    // Blocks that begin in one line, a list and its first item, look no further back than the one before.
    let at = start;
    while (at > before && text.charCodeAt(at - 1) !== LINE_FEED && text.charCodeAt(at - 1) !== FORM_FEED) at--;
    if (at > before || before === 0) line = at;
    lines[block] = isExact(blocks, block) && !isBlankRange(text, Math.max(line, before), start) ? start : line;
    before = start;
  }
  return lines;
}

function followersOf({ count, parents }: BlockTable): Int32Array {
  const followers = new Int32Array(count);
  for (let block = count - 1; block >= 0; block--) {
    let next = block + 1;
    while (next < count && parents[next] === block) next = followers[next];
    followers[block] = next;
  }
  return followers;
}

function isExact({ kinds, parents }: BlockTable, block: number): boolean {
  return kinds[block] >= FIRST_EXACT || (parents[block] >= 0 && kinds[parents[block]] >= FIRST_EXACT);
}
