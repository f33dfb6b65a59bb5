/** Test kit: small documents as chunk records, made without parsing, the way chunking would make them. */
import type { Chunk, ChunkKind, ContextPart } from '../model/chunk.ts';
import type { JsonObject } from '../model/json.ts';
import { shortHash } from '../text/hash.ts';

/** One chunk to make. Everything but `text` has a plain default. */
export interface SampleChunk {
  readonly text: string;
  readonly sectionPath?: readonly string[];
  readonly kind?: ChunkKind;
  readonly metadata?: JsonObject;
  /** Characters in front of the chunk's text to be repeated as overlap; default 0. */
  readonly overlap?: number;
}

/** What the chunks of one document share. */
export interface SampleOptions {
  readonly title?: string;
  readonly mediaType?: string;
  readonly updatedAt?: string;
}

/**
 * Chunks of a document whose text is the given texts with a blank line between them. Ids come from the
 * document, the section path, the kind and the ordinal in the section, so equal texts get different ids.
 */
export function sampleChunks(documentId: string, parts: readonly SampleChunk[], options: SampleOptions = {}): Chunk[] {
  const ordinals = new Map<string, number>();
  const place: Place = { offset: 0, line: 1 };
  const source = parts.map((part) => part.text).join(SEPARATOR);
  const chunks = parts.map((part, index) => {
    const key = JSON.stringify([documentId, part.sectionPath ?? [], part.kind ?? 'text']);
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    const chunk = makeChunk(documentId, part, { ...options, index, source, id: shortHash(`${key}#${ordinal}`) }, place);
    place.offset = chunk.span.end + SEPARATOR.length;
    place.line = chunk.lines.end + SEPARATOR.length;
    return chunk;
  });
  return chunks.map((chunk, i) => ({
    ...chunk,
    previousId: chunks[i - 1]?.id ?? null,
    nextId: chunks[i + 1]?.id ?? null,
  }));
}

const SEPARATOR = '\n\n';

interface Place {
  offset: number;
  line: number;
}

interface Surroundings extends SampleOptions {
  readonly id: string;
  readonly index: number;
  readonly source: string;
}

function makeChunk(documentId: string, part: SampleChunk, around: Surroundings, place: Place): Chunk {
  const { text, sectionPath = [], kind = 'text' } = part;
  const title = around.title ?? '';
  const span = { start: place.offset, end: place.offset + text.length };
  const overlapStart = Math.max(0, span.start - (part.overlap ?? 0));
  const overlap = overlapStart < span.start ? { start: overlapStart, end: span.start } : null;
  const header = [title, ...sectionPath].filter((words) => words !== '').join(' > ');
  const repeated = overlap === null ? '' : around.source.slice(overlap.start, overlap.end);
  const embedText = `${header === '' ? '' : `${header}\n\n`}${repeated}${text}`;
  return {
    id: around.id,
    documentId,
    index: around.index,
    granularity: 'passage',
    kind,
    text,
    span,
    rawSpan: { start: span.start + 1, end: span.end + 1 },
    lines: { start: place.line, end: place.line + text.split('\n').length - 1 },
    context: contextOf(title, sectionPath, kind, span.start),
    overlap,
    embedText,
    header,
    tokenCount: wordCount(embedText),
    textTokenCount: wordCount(text),
    sectionPath,
    contentHash: shortHash(text),
    embedHash: shortHash(embedText),
    boundary: { start: { signal: 'block', strength: 0.75 }, end: { signal: 'section', strength: 0.9 } },
    previousId: null,
    nextId: null,
    parentId: shortHash(JSON.stringify([documentId, sectionPath])),
    mediaType: around.mediaType ?? 'text/markdown',
    updatedAt: around.updatedAt ?? null,
    notes: [],
    time: null,
    defines: [],
    uses: [],
    metadata: part.metadata ?? {},
  };
}

function contextOf(title: string, path: readonly string[], kind: ChunkKind, offset: number): ContextPart[] {
  const parts: ContextPart[] = [];
  if (title !== '') parts.push({ type: 'title', text: title });
  if (path.length > 0) parts.push({ type: 'sectionPath', path });
  if (kind === 'table')
    parts.push({ type: 'tableHeader', text: '| a | b |', span: { start: 0, end: Math.min(9, offset) } });
  return parts;
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
