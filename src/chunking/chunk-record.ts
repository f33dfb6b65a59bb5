/** Records: what the records of passages and of their sentence chunks are made of alike. */
import { KIND } from '../model/block.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Document, TimeSpan } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { countBelow } from '../text/rising.ts';
import { PATH_SEPARATOR } from './context.ts';

/** Document title and section path in one line. */
export function headerOf(title: string, path: readonly string[]): string {
  return (title === '' || path[0] === title ? path : [title, ...path]).join(PATH_SEPARATOR);
}

/** From the first time in the span to the last; a part of a turn has the turn's. */
export function timeOf({ times, blocks }: Document, { start, end }: Span): TimeSpan | null {
  if (times === undefined) return null;
  let first: TimeSpan | undefined;
  let last: TimeSpan | undefined;
  for (let block = countBelow(blocks.starts, blocks.count, end) - 1; block >= 0; block--) {
    const time = times.get(block);
    if (time !== undefined && blocks.ends[block] > start) {
      first = time;
      last ??= time;
    }
    if (blocks.starts[block] <= start && (blocks.kinds[block] === KIND.turn || blocks.parents[block] < 0)) break;
  }
  return first && last ? { start: first.start, end: last.end } : null;
}

/** The same chunks, each with the ids of the ones before and behind it. */
export function linked(chunks: readonly Chunk[]): readonly Chunk[] {
  // The records were made a moment ago and nobody else has them yet: a copy of each would cost as much as making it.
  const own = chunks as readonly Writable<Chunk>[];
  for (let i = 0; i < own.length; i++) {
    own[i].previousId = i > 0 ? own[i - 1].id : null;
    own[i].nextId = i + 1 < own.length ? own[i + 1].id : null;
  }
  return chunks;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
