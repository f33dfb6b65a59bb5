/** Chunking: a parsed document to chunks. Cuts it into pieces, then gives each piece its record and identity. */
import type { BoundaryEnd, Chunk } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { toRawSpan } from '../model/origin.ts';
import { shortHash } from '../text/hash.ts';
import { risingLineOf } from '../text/line-index.ts';
import { isHtml } from '../text/media-type.ts';
import { headerOf, linked, timeOf } from './chunk-record.ts';
import { contextParts, renderPrefix } from './context.ts';
import { cutDocument } from './cut.ts';
import { embedHashOf, kindOfRange, placeIds, topLevelBlocks } from './identity.ts';
import { type ChunkOptions, optionsFor, type ResolvedChunkOptions, resolveChunkOptions } from './options.ts';
import type { Piece } from './piece.ts';
import { nameLookup } from './references.ts';
import { holderOf } from './sections.ts';
import { sentencesOf } from './sentence-chunks.ts';
import { signalOf } from './signals.ts';
import { writtenSlice } from './written.ts';

/**
 * Cuts a document into chunks: `text` is the exact slice of `document.text` that `span` names, every character that
 * is not blank lies in exactly one passage (front matter apart, see `document.dropped`), and no `embedText` is over
 * the limit. With `granularity: 'both'` the sentence chunks of all passages follow them. An empty or blank document gives []. Throws `KerfError` for options that cannot be met.
 *
 * @example
 * const document = parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text: '# A\n\nText.' });
 * chunkDocument(document, { maxChars: 800 })[0].sectionPath; // ['A']
 */
export function chunkDocument(document: Document, options: ChunkOptions = {}): readonly Chunk[] {
  return chunkWith(document, resolveChunkOptions(options));
}

/** The same with options that were resolved before; saves checking them for every document. */
export function chunkWith(document: Document, asked: ResolvedChunkOptions): readonly Chunk[] {
  const options = optionsFor(document, asked);
  const pieces = cutDocument(document, options);
  const chunks: Chunk[] = [];
  const around: Surroundings = {
    lineOf: risingLineOf(document.text),
    ids: placeIds(document.id),
    top: topLevelBlocks(document.blocks),
    first: 0,
    names: nameLookup(document),
  };
  for (const piece of pieces) chunks.push(chunkOf(document, options, piece, chunks.length, around));
  const passages = linked(chunks);
  return options.granularity === 'both' ? [...passages, ...sentencesOf(document, passages, options)] : passages;
}

interface Surroundings {
  readonly lineOf: (offset: number) => number;
  readonly ids: ReturnType<typeof placeIds>;
  /** The top-level blocks, and which of them is the first that ends behind the start of the piece. */
  readonly top: readonly number[];
  first: number;
  readonly names: ReturnType<typeof nameLookup>;
}

function chunkOf(
  document: Document,
  options: ResolvedChunkOptions,
  piece: Piece,
  index: number,
  around: Surroundings,
): Chunk {
  const { ids, top } = around;
  while (around.first < top.length && document.blocks.ends[top[around.first]] <= piece.start) around.first++;
  const text = document.text.slice(piece.start, piece.end);
  const span = { start: piece.start, end: piece.end };
  const prefix = renderPrefix(piece.context);
  const embedText = prefix + (piece.body ?? writtenSlice(document, piece.overlapStart, piece.end)) + piece.suffix;
  const contentHash = shortHash(text);
  const tokenCount = tokensOf(options, embedText, piece.size);
  const kind = kindOfRange(document.blocks, top, around.first, piece.start, piece.end);
  const { path } = piece.section;
  const { defines, uses } = around.names(piece.start, piece.end);
  const holder = holderOf(document.blocks, piece.section);
  return {
    id: ids.chunkId(path, kind),
    documentId: document.id,
    index,
    granularity: 'passage',
    kind,
    text,
    span,
    rawSpan: toRawSpan(document.origin, span),
    lines: { start: around.lineOf(piece.start), end: around.lineOf(piece.end - 1) },
    context:
      piece.suffix === ''
        ? contextParts(piece.context)
        : [...contextParts(piece.context), { type: 'fenceClose', text: piece.suffix.trim() }],
    overlap: piece.overlapStart < piece.start ? { start: piece.overlapStart, end: piece.start } : null,
    embedText,
    header: headerOf(document.title, holder.path),
    tokenCount,
    textTokenCount: embedText === text ? tokenCount : textTokensOf(document, options, piece),
    sectionPath: path,
    contentHash,
    // Of a page that says the same in other tags, nothing is embedded again.
    embedHash: isHtml(document.mediaType)
      ? shortHash(embedText)
      : embedHashOf(
          contentHash,
          prefix + (piece.body ?? document.text.slice(piece.overlapStart, piece.start)),
          piece.suffix,
        ),
    boundary: {
      start: boundaryEnd(piece.startSignal, piece.startStrength),
      end: boundaryEnd(piece.endSignal, piece.endStrength),
    },
    previousId: null,
    nextId: null,
    parentId: ids.sectionId(holder.path, holder.start),
    mediaType: document.mediaType,
    updatedAt: document.updatedAt ?? null,
    notes: piece.notes,
    time: timeOf(document, span),
    defines,
    uses,
    metadata: document.metadata,
  };
}

/** Sizes of a token budget are token counts already; under a character budget they are counted if there is a counter. */
function tokensOf(options: ResolvedChunkOptions, text: string, size: number): number {
  if (options.unit === 'tokens') return size;
  return options.tokenCounter ? options.tokenCounter.count(text) : 0;
}

/** The same of the text of a piece, alone. */
function textTokensOf(document: Document, options: ResolvedChunkOptions, { start, end, textSize }: Piece): number {
  if (options.unit === 'tokens') return textSize;
  return options.tokenCounter ? options.tokenCounter.count(writtenSlice(document, start, end)) : 0;
}

/** One end of a chunk as the record has it, its strength given in thousandths; equal ends are one frozen object. */
export function boundaryEnd(signal: number, strength: number): BoundaryEnd {
  const key = signal * STRENGTHS + strength;
  let end = ENDS.get(key);
  if (end === undefined) {
    end = Object.freeze({ signal: signalOf(signal), strength: strength / 1000 });
    ENDS.set(key, end);
  }
  return end;
}

/** Strengths in thousandths are below this; with the number of signals it bounds what is kept. */
const STRENGTHS = 1001;
const ENDS = new Map<number, BoundaryEnd>();
