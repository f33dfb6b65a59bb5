/** Ladder: running sizes, in tokens or of what HTML shows, at the line starts of a region's blocks, so that each is measured once. */
import type { Document } from '../model/document.ts';
import { isHtml } from '../text/media-type.ts';
import { countBelow } from '../text/rising.ts';
import { isSafeSplit } from './measure.ts';
import { type Region, risingLineStart } from './sections.ts';
import type { Sizer } from './sizer.ts';

/** Measures between two offsets; free where both are rungs and sizes add up between them. */
export interface Ladder {
  /** Exact; of what is not written out. */
  between(start: number, end: number): number;
  /** An upper bound of the size of `[start, end)`, where `end` is the end of a block. */
  bound(start: number, end: number): number;
}

/** A stretch of this many characters for each token of the limit is over it, and is cut before it is counted. */
const HOPELESS_CHARS_PER_TOKEN = 5;

export function ladderOf(document: Document, region: Region, start: number, sizer: Sizer, max: number): Ladder {
  const { text, blocks, mediaType } = document;
  const joins = sizer.joins.line;
  const rungs: number[] = [start];
  const counts: number[] = [0];
  // How many rungs up to each one counts do not add up across; the ends of a stretch do not matter to it.
  const unsafe: number[] = [0];
  // How many stretches up to each rung were not counted; their length stands for them, which is over the limit.
  const guessed: number[] = [0];
  // Up to here nothing is shown behind the last rung.
  let hiddenTo = start;
  const climb = (at: number): void => {
    const last = rungs.length - 1;
    const length = at - rungs[last];
    if (length <= 0) return;
    // The mark of an item or a heading is written with its first words, not with its tag alone.
    if (sizer.isWritten && at < region.end && sizer.span(text, Math.max(hiddenTo, rungs[last]), at) === 0) {
      hiddenTo = at;
      return;
    }
    const hopeless = !sizer.isWritten && length > max * HOPELESS_CHARS_PER_TOKEN;
    const size = hopeless ? length : sizer.span(text, rungs[last], at);
    counts.push(counts[last] + (size === 0 ? 0 : size + joins));
    guessed.push(guessed[last] + (hopeless ? 1 : 0));
    unsafe.push(unsafe[last] + (sizer.additive && isSafeSplit(text, at) ? 0 : 1));
    rungs.push(at);
  };
  const startOf = isHtml(mediaType) ? undefined : risingLineStart(text);
  for (let i = region.firstBlock; i < region.endBlock; i++) climb(startOf?.(blocks.starts[i]) ?? blocks.starts[i]);
  climb(region.end);
  const rungAt = (offset: number): number => countBelow(rungs, rungs.length, offset);
  const countDirectly = (from: number, to: number): number => sizer.span(text, from, to);
  const onLadder = (from: number, to: number, a: number, b: number): boolean =>
    rungs[a] === from && rungs[b] === to && unsafe[b - 1] === unsafe[a] && guessed[b] === guessed[a];
  const bound = (from: number, to: number): number => {
    const a = rungAt(from);
    const b = Math.min(rungAt(to), rungs.length - 1);
    return rungs[a] === from && b > a ? counts[b] - counts[a] - joins : countDirectly(from, to);
  };
  return {
    bound,
    between(from, to) {
      const a = rungAt(from);
      const b = rungAt(to);
      return a < b && onLadder(from, to, a, b) ? counts[b] - counts[a] : countDirectly(from, to);
    },
  };
}
