/** Verifying: checks finished chunks against their document, by other means than those that made them. */
import { type Chunk, GRANULARITIES } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { plural } from '../text/plural.ts';
import { isBlank } from '../text/word-cuts.ts';
import { type ChunkOptions, optionsFor, type ResolvedChunkOptions, resolveChunkOptions } from './options.ts';
import { checkCuts, closingOf, type Expect, sizeOf } from './verify-cuts.ts';
import { checkRecords } from './verify-records.ts';
import { checkParents } from './verify-sentences.ts';
import { writtenSlice } from './written.ts';

export const CHECK_NAMES = [
  'slice',
  'order',
  'cover',
  'limit',
  'tokens',
  'grapheme',
  'sentence',
  'row',
  'heading',
  'links',
  'place',
  'section',
  'hashes',
  'parent',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export interface VerifyFailure {
  readonly message: string;
  readonly chunkId?: string;
  readonly span?: Span;
}

export interface VerifyCheck {
  readonly name: CheckName;
  /** How many places or chunks were looked at. */
  readonly checked: number;
  readonly failures: readonly VerifyFailure[];
}

export interface VerifyReport {
  readonly checks: readonly VerifyCheck[];
}

/**
 * Proves, chunk by chunk and cut by cut: texts are slices; spans rise and never intersect; every character that is
 * not blank is covered once unless dropped; no final string is over the limit; token counts are those of the
 * counter; no grapheme is cut; no sentence is cut that is within the limit, no table row that is together with its
 * header; no heading ends a chunk where what follows would fit; links and ids are consistent; overlap, lines, raw span,
 * section path, header and hashes are those of the span, the heading above it and the text. Sentence chunks are held to the same among themselves, and to lie in the passages they name and hold all of their text.
 * `asked` are the options that the chunks were cut with. Throws as `chunkDocument` does for options that cannot be met.
 *
 * @example
 * const { checks } = verifyChunks(document, chunkDocument(document, options), options);
 * checks.every(({ failures }) => failures.length === 0); // true
 */
export function verifyChunks(
  document: Document,
  chunks: readonly Chunk[],
  asked: ChunkOptions | ResolvedChunkOptions = {},
): VerifyReport {
  const options = optionsFor(document, 'preset' in asked ? asked : resolveChunkOptions(asked));
  const found: Found = new Map(CHECK_NAMES.map((name) => [name, { checked: 0, failures: [] as VerifyFailure[] }]));
  const [passages, sentences] = GRANULARITIES.map((own) => chunks.filter(({ granularity }) => granularity === own));
  const context: Verification = {
    document,
    chunks: passages,
    options,
    found,
  };
  for (const chunk of chunks) checkChunk(context, chunk);
  checkIds(context, chunks);
  checkLinks(context, passages, 0);
  checkLinks(context, sentences, passages.length);
  checkCover(context);
  const cuts = [...neighbours(passages), ...neighbours(sentences).filter(([a, b]) => a.parentId === b.parentId)];
  const note: Expect<CheckName> = (name, holds, message, chunk) => expect(context, name, holds, () => message, chunk);
  checkCuts(document, cuts, options, note);
  checkRecords(document, chunks, note);
  if (options.granularity === 'both' || sentences.length > 0) checkSentenceChunks(context, sentences);
  return { checks: CHECK_NAMES.map((name) => ({ name, ...(found.get(name) as Tally) })) };
}

interface Tally {
  checked: number;
  readonly failures: VerifyFailure[];
}

type Found = Map<CheckName, Tally>;

interface Verification {
  readonly document: Document;
  /** The passages. */
  readonly chunks: readonly Chunk[];
  readonly options: ResolvedChunkOptions;
  readonly found: Found;
}

function expect(context: Verification, name: CheckName, holds: boolean, message: () => string, chunk: Chunk): void {
  const tally = context.found.get(name) as Tally;
  tally.checked++;
  if (!holds) tally.failures.push({ message: message(), chunkId: chunk.id, span: chunk.span });
}

function checkChunk(context: Verification, chunk: Chunk): void {
  const { document, options } = context;
  const { start, end } = chunk.span;
  expect(
    context,
    'slice',
    chunk.text === document.text.slice(start, end) && chunk.text.trim() !== '',
    () => 'The text is not the slice its span names, or it is blank.',
    chunk,
  );
  expect(
    context,
    'slice',
    holdsSlice(document, chunk),
    () => 'The embedded string does not hold the text, or not right behind its overlap.',
    chunk,
  );
  const size = sizeOf(options, chunk.embedText);
  expect(
    context,
    'limit',
    size <= options.max || chunk.notes.includes('limit-unreachable'),
    () => `${size} ${options.unit}, the limit is ${options.max}.`,
    chunk,
  );
  const counter = options.tokenCounter;
  if (!counter) return;
  expect(
    context,
    'tokens',
    chunk.tokenCount === counter.count(chunk.embedText),
    () => `tokenCount is ${chunk.tokenCount}, the counter says ${counter.count(chunk.embedText)}.`,
    chunk,
  );
  const textTokens = counter.count(writtenSlice(document, start, end));
  expect(
    context,
    'tokens',
    chunk.textTokenCount === textTokens,
    () => `textTokenCount is ${chunk.textTokenCount}, the counter says ${textTokens}.`,
    chunk,
  );
}

/** Whether the embedded string ends with overlap, text and closing, unless rows were written out in their place. */
function holdsSlice(document: Document, chunk: Chunk): boolean {
  const { overlap, span, embedText, notes } = chunk;
  if (overlap !== null && !(overlap.start >= 0 && overlap.start < span.start && overlap.end === span.start))
    return false;
  if (notes.includes('rows-written')) return true;
  return embedText.endsWith(writtenSlice(document, overlap?.start ?? span.start, span.end) + closingOf(chunk));
}

function checkIds(context: Verification, chunks: readonly Chunk[]): void {
  if (chunks.length === 0) return;
  const ids = new Set(chunks.map(({ id }) => id));
  expect(
    context,
    'links',
    ids.size === chunks.length,
    () => `${plural(chunks.length, 'chunk')} share ${plural(ids.size, 'id')}.`,
    chunks[0],
  );
}

/** Chunks of one granularity, the first of which has index `first`. */
function checkLinks(context: Verification, chunks: readonly Chunk[], first: number): void {
  for (const [i, chunk] of chunks.entries()) {
    const isLinked =
      chunk.index === first + i &&
      chunk.previousId === (chunks[i - 1]?.id ?? null) &&
      chunk.nextId === (chunks[i + 1]?.id ?? null);
    expect(context, 'links', isLinked, () => 'Index, previous or next id is wrong.', chunk);
  }
}

function checkSentenceChunks(context: Verification, sentences: readonly Chunk[]): void {
  const { checked, failures } = checkParents(context.chunks, sentences);
  const tally = context.found.get('parent') as Tally;
  tally.checked += checked;
  for (const failure of failures) tally.failures.push(failure);
}

function neighbours(chunks: readonly Chunk[]): readonly (readonly [Chunk, Chunk])[] {
  return chunks.slice(1).map((chunk, i) => [chunks[i], chunk]);
}

/** Spans in order, and no character outside them that is neither blank nor dropped. */
function checkCover(context: Verification): void {
  const { document, chunks, found } = context;
  let at = 0;
  const dropped = [...document.dropped].map(({ span }) => span);
  const gap = (to: number): void => {
    const tally = found.get('cover') as Tally;
    tally.checked++;
    for (let i = at; i < to; i++) {
      if (isBlank(document.text.charCodeAt(i)) || dropped.some(({ start, end }) => i >= start && i < end)) continue;
      tally.failures.push({ message: 'This text is in no chunk.', span: { start: i, end: to } });
      return;
    }
  };
  for (const chunk of chunks) {
    expect(
      context,
      'order',
      chunk.span.start >= at && chunk.span.end > chunk.span.start,
      () => 'The span begins inside the one before, or is empty.',
      chunk,
    );
    gap(chunk.span.start);
    at = Math.max(at, chunk.span.end);
  }
  gap(document.text.length);
}
