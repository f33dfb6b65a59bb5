/** Line index: offsets of `document.text` to 1-based line numbers. */
import { countBelow } from './rising.ts';

/** Offset of the first character of each line; line 1 starts at 0. Text must have LF line ends. */
export function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return new Uint32Array(starts);
}

/** The 1-based number of the line that holds `offset`. */
export function lineOf(starts: Uint32Array, offset: number): number {
  return countBelow(starts, starts.length, offset + 1);
}

/** `lineOf` for offsets that never fall, without an index: each line feed is read once. */
export function risingLineOf(text: string): (offset: number) => number {
  let line = 1;
  let feed = text.indexOf('\n');
  return (offset) => {
    for (; feed >= 0 && feed < offset; feed = text.indexOf('\n', feed + 1)) line++;
    return line;
  };
}

/** How many line feeds `text` has. */
export function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Offset of the first line feed of `text[from, to)`, -1 for none. */
export function lineFeedIn(text: string, from: number, to: number): number {
  // Most stretches end with a line, and the search with them. Elsewhere it would go on to the end of the text.
  const endsLine = to === text.length || text.charCodeAt(to) === 10;
  const feed = (endsLine ? text : text.slice(0, to)).indexOf('\n', from);
  return feed < to ? feed : -1;
}
