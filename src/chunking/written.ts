/** Written: from a stretch of a document to what is embedded in its place: HTML as a reader sees it, all else as it stands. */
import { type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { htmlLines } from '../text/html-lines.ts';
import { isHtml } from '../text/media-type.ts';
import { countBelow } from '../text/rising.ts';

/** What is embedded of `[start, end)` of the document; of more than `most` UTF-16 units the rest may be left out. */
export function writtenSlice(document: Document, start: number, end: number, most = Number.POSITIVE_INFINITY): string {
  const slice = document.text.slice(start, end);
  if (!isHtml(document.mediaType)) return slice;
  return htmlLines(slice, { isPre: isInsideCode(document.blocks, start), most });
}

/** Whether `offset` lies inside a block of code, behind its beginning. */
export function isInsideCode({ kinds, starts, ends, count }: BlockTable, offset: number): boolean {
  const block = countBelow(starts, count, offset) - 1;
  return block >= 0 && kinds[block] === KIND.code && ends[block] > offset;
}
