/** The light way to cut: spans and section paths without strings, ids or hashes. */
import type { BoundaryEnd } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { boundaryEnd } from './chunk.ts';
import { cutDocument } from './cut.ts';
import { type ChunkOptions, resolveChunkOptions } from './options.ts';

/** Where a chunk is and why it ends there; `chunkDocument` makes the whole record of the same cuts. */
export interface ChunkSpan {
  readonly span: Span;
  readonly sectionPath: readonly string[];
  readonly boundary: { readonly start: BoundaryEnd; readonly end: BoundaryEnd };
}

/**
 * The spans of the chunks that `chunkDocument` would give, several times faster. The limit counts context and
 * overlap all the same. Throws `KerfError` for options that cannot be met.
 *
 * @example
 * const spans = cutSpans(parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text: '# A\n\nText.' }));
 * spans[0].span; // { start: 0, end: 10 }
 */
export function cutSpans(document: Document, options: ChunkOptions = {}): readonly ChunkSpan[] {
  return cutDocument(document, resolveChunkOptions(options)).map((piece) => ({
    span: { start: piece.start, end: piece.end },
    sectionPath: piece.section.path,
    boundary: {
      start: boundaryEnd(piece.startSignal, piece.startStrength),
      end: boundaryEnd(piece.endSignal, piece.endStrength),
    },
  }));
}
