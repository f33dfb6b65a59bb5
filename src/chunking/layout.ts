/** Layout: what cutting asks about the blocks of a document again and again, looked up once. */
import type { Document } from '../model/document.ts';

export interface Layout {
  /** For each block the start of the line it begins in. */
  readonly lines: Int32Array;
  /** For each block the index of the first one behind everything it holds. */
  readonly followers: Int32Array;
}

const LINE_FEED = 10;
const FORM_FEED = 12;

export function layoutOf({ text, blocks }: Document): Layout {
  const { count, starts, parents } = blocks;
  const lines = new Int32Array(count);
  const followers = new Int32Array(count);
  for (let block = 0, before = 0, line = 0; block < count; block++) {
    const start = starts[block];
    // Blocks that begin in one line, a list and its first item, look no further back than the one before.
    let at = start;
    while (at > before && text.charCodeAt(at - 1) !== LINE_FEED && text.charCodeAt(at - 1) !== FORM_FEED) at--;
    if (at > before || before === 0) line = at;
    lines[block] = line;
    before = start;
  }
  for (let block = count - 1; block >= 0; block--) {
    let next = block + 1;
    while (next < count && parents[next] === block) next = followers[next];
    followers[block] = next;
  }
  return { lines, followers };
}
