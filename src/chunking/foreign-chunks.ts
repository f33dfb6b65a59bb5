/** Foreign chunks: places that another chunker chose in a document → chunk records, so that they can be indexed and searched. */
import type { BoundaryEnd, Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import { toRawSpan } from '../model/origin.ts';
import type { Span } from '../model/span.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { requireAdapters } from '../text/adapters.ts';
import { shortHash } from '../text/hash.ts';
import { lineOf, lineStarts } from '../text/line-index.ts';
import { plural } from '../text/plural.ts';
import { countBelow } from '../text/rising.ts';
import { headerOf, linked, timeOf } from './chunk-record.ts';
import { kindOfRange, placeIds, topLevelBlocks } from './identity.ts';

/** One chunk of another chunker. */
export interface ForeignChunk {
  /** Where it stands in `document.text`. Places may overlap; they come in the order of their starts. */
  readonly span: Span;
  /** What is embedded and counted; default: the slice. */
  readonly embedText?: string;
  /** Titles above it, outermost first; default: none. */
  readonly sectionPath?: readonly string[];
}

const UNKNOWN: BoundaryEnd = { signal: 'word', strength: 0 };

/**
 * Records for the chunks that another chunker made of `document`. The whole document counts as their one section; why they
 * begin and end where they do is not known. `tokenCounter` fills the token counts (0 without). Throws `invalid-option` for a
 * place that the document does not have.
 *
 * @example
 * const spans = mySplitter(document.text); // [{ start: 0, end: 800 }, ...]
 * const chunks = chunksFrom(document, spans.map((span) => ({ span })));
 */
export function chunksFrom(
  document: Document,
  foreign: readonly ForeignChunk[],
  tokenCounter?: TokenCounter,
): readonly Chunk[] {
  requireAdapters({ tokenCounter }, ['tokenCounter']);
  const starts = lineStarts(document.text);
  const ids = placeIds(document.id);
  const top = topLevelBlocks(document.blocks);
  const topEnds = top.map((block) => document.blocks.ends[block]);
  const parentId = ids.sectionId([], 0);
  const count = (text: string): number => tokenCounter?.count(text) ?? 0;
  for (const { span } of foreign) requireInside(document, span);
  // Blank chunks, which some chunkers make, say nothing.
  const kept = foreign.filter(({ span }) => document.text.slice(span.start, span.end).trim() !== '');
  const chunks = kept.map(({ span, embedText, sectionPath = [] }, index): Chunk => {
    const text = document.text.slice(span.start, span.end);
    const first = countBelow(topEnds, topEnds.length, span.start + 1);
    const kind = kindOfRange(document.blocks, top, first, span.start, span.end);
    const contentHash = shortHash(text);
    return {
      id: ids.chunkId(sectionPath, kind),
      documentId: document.id,
      index,
      granularity: 'passage',
      kind,
      text,
      span,
      rawSpan: toRawSpan(document.origin, span),
      lines: { start: lineOf(starts, span.start), end: lineOf(starts, span.end - 1) },
      context: [],
      overlap: null,
      embedText: embedText ?? text,
      header: headerOf(document.title, sectionPath),
      tokenCount: count(embedText ?? text),
      textTokenCount: count(text),
      sectionPath,
      contentHash,
      embedHash: embedText === undefined ? contentHash : shortHash(embedText),
      boundary: { start: UNKNOWN, end: UNKNOWN },
      previousId: null,
      nextId: null,
      parentId,
      mediaType: document.mediaType,
      updatedAt: document.updatedAt ?? null,
      notes: [],
      time: timeOf(document, span),
      defines: [],
      uses: [],
      metadata: document.metadata,
    };
  });
  return linked(chunks);
}

function requireInside({ id, text }: Document, { start, end }: Span): void {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= text.length))
    throw new KerfError(
      'invalid-option',
      `A chunk at ${start} to ${end} is outside document "${id}", which has ${plural(text.length, 'character')}.`,
    );
}
