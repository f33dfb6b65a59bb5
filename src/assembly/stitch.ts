/**
 * Stitching: chunks of one document → stretches of it, each an exact slice of the document's text.
 *
 * Two chunks are joined only when every character between them is known. Where their spans touch or intersect there
 * is nothing to know. Where there is a gap, a caller who has the document gives it (`sliceOf`); without one, a gap as
 * long as the number of lines it crosses can hold line feeds only, which covers the usual blank line between blocks.
 * Any other gap is not guessed: the chunks stay two stretches, and two passages.
 */
import type { Chunk } from '../model/chunk.ts';
import type { Span } from '../model/span.ts';

/** The text of `span` in a document, or undefined when it is not at hand. */
export type SliceOf = (documentId: string, span: Span) => string | undefined;

export interface Stretch {
  readonly span: Span;
  readonly rawSpan: Span;
  /** 1-based, both included. */
  readonly lines: { readonly start: number; readonly end: number };
  readonly text: string;
  /** What it was stitched from, in document order; never empty. */
  readonly chunks: readonly Chunk[];
}

/** A gap wider than this is not joined: the white space would cost more tokens than a citation line. */
const WIDEST_GAP = 80;

/**
 * Stitches `chunks` (of one document, sorted by span) into stretches that do not intersect. Returns undefined when
 * two chunks claim the same place with different text, as chunks of two versions do.
 */
export function stitch(chunks: readonly Chunk[], sliceOf?: SliceOf): readonly Stretch[] | undefined {
  const stretches: Stretch[] = [];
  for (const chunk of chunks) {
    const left = stretches.at(-1);
    if (left && chunk.span.start < left.span.end) {
      const joined = joinIntersecting(left, chunk);
      if (!joined) return undefined;
      stretches[stretches.length - 1] = joined;
      continue;
    }
    const gap = left && goesOn(left, chunk) ? gapText(left, chunk, sliceOf) : undefined;
    if (left && gap !== undefined) stretches[stretches.length - 1] = extend(left, chunk, gap + chunk.text);
    else stretches.push(stretchOf(chunk));
  }
  return stretches;
}

function stretchOf(chunk: Chunk): Stretch {
  const { span, rawSpan, lines, text } = chunk;
  return { span, rawSpan, lines, text, chunks: [chunk] };
}

/** Chunks of different sections stay apart, so that a passage has one section path; a cut inside a section is no border. */
function goesOn(left: Stretch, chunk: Chunk): boolean {
  const { signal } = chunk.boundary.start;
  return left.chunks[0].parentId === chunk.parentId || (signal !== 'section' && signal !== 'document');
}

function joinIntersecting(left: Stretch, chunk: Chunk): Stretch | undefined {
  const from = chunk.span.start - left.span.start;
  const shared = Math.min(left.span.end, chunk.span.end) - chunk.span.start;
  if (left.text.slice(from, from + shared) !== chunk.text.slice(0, shared)) return undefined;
  if (chunk.span.end <= left.span.end) return { ...left, chunks: [...left.chunks, chunk] };
  return extend(left, chunk, chunk.text.slice(shared));
}

function extend(left: Stretch, chunk: Chunk, addition: string): Stretch {
  return {
    span: { start: left.span.start, end: chunk.span.end },
    // What stands together in the text may stand in another order in the file: replies under their thread.
    rawSpan: {
      start: Math.min(left.rawSpan.start, chunk.rawSpan.start),
      end: Math.max(left.rawSpan.end, chunk.rawSpan.end),
    },
    lines: { start: left.lines.start, end: chunk.lines.end },
    text: left.text + addition,
    chunks: [...left.chunks, chunk],
  };
}

/** The white space between a stretch and the chunk behind it when it is known for certain, else undefined. */
function gapText(left: Stretch, chunk: Chunk, sliceOf: SliceOf | undefined): string | undefined {
  const gap = { start: left.span.end, end: chunk.span.start };
  const length = gap.end - gap.start;
  if (length === 0) return '';
  if (length > WIDEST_GAP) return undefined;
  const slice = sliceOf?.(chunk.documentId, gap);
  if (slice !== undefined) return slice.length === length && slice.trim() === '' ? slice : undefined;
  // A final line feed of the left text may or may not count as part of the gap's lines: not certain.
  const feeds = chunk.lines.start - left.lines.end;
  return feeds === length && !left.text.endsWith('\n') ? '\n'.repeat(length) : undefined;
}
