/** Runs one text through every strategy, in characters and in tokens, and holds the result to what always holds. */
import { expect } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from '../../src/chunking/options.ts';
import { PLAIN_STRATEGIES, type Strategy } from '../../src/chunking/presets.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Document } from '../../src/model/document.ts';
import { type ParseOptions, parseSource } from '../../src/parsing/parse.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';

export const MARKDOWN = 'text/markdown';
export const PLAIN = 'text/plain';
export const BLOCK_STRATEGIES: readonly Strategy[] = PLAIN_STRATEGIES.filter((strategy) => strategy !== 'fixed');

const tokenCounter = o200kTokenCounter();

/** Sizes in each unit; a unit without a size is left out. `overlap` counts in characters, `overlapTokens` in tokens. */
export interface Sizes {
  readonly chars?: number;
  readonly tokens?: number;
  readonly overlap?: number;
  /** Default: `overlap`. */
  readonly overlapTokens?: number;
  readonly strategies?: readonly Strategy[];
  /** Everything else that chunking takes. */
  readonly also?: ChunkOptions;
}

/** One way to cut: what is embedded is measured with `size`. */
export interface Way {
  readonly name: string;
  readonly strategy: Strategy;
  readonly limit: number;
  readonly options: ChunkOptions;
  readonly size: (text: string) => number;
}

export function everyWay(sizes: Sizes): readonly Way[] {
  const { chars, tokens, overlap, overlapTokens = overlap, strategies = PLAIN_STRATEGIES, also = {} } = sizes;
  const inChars = (strategy: Strategy, limit: number): Way => ({
    name: `${strategy}, ${limit} characters`,
    strategy,
    limit,
    options: { strategy, maxChars: limit, ...(overlap === undefined ? {} : { overlapChars: overlap }), ...also },
    size: (text) => text.length,
  });
  const inTokens = (strategy: Strategy, limit: number): Way => ({
    name: `${strategy}, ${limit} tokens`,
    strategy,
    limit,
    options: {
      strategy,
      maxTokens: limit,
      tokenCounter,
      ...(overlapTokens === undefined ? {} : { overlapTokens }),
      ...also,
    },
    size: (text) => tokenCounter.count(text),
  });
  return strategies.flatMap((strategy) => [
    ...(chars === undefined ? [] : [inChars(strategy, chars)]),
    ...(tokens === undefined ? [] : [inTokens(strategy, tokens)]),
  ]);
}

export interface Cut extends Way {
  readonly document: Document;
  readonly chunks: readonly Chunk[];
  readonly texts: readonly string[];
}

/** The chunks of `text` in each way, checked by `expectSound`. */
export function cutEveryWay(
  text: string,
  sizes: Sizes,
  mediaType = MARKDOWN,
  parsing: ParseOptions = {},
): readonly Cut[] {
  return everyWay(sizes).map((way) => cut(text, way, mediaType, parsing));
}

export function cut(text: string, way: Way, mediaType = MARKDOWN, parsing: ParseOptions = {}): Cut {
  const document = parseSource({ documentId: 'doc', mediaType, text }, parsing);
  const chunks = chunkDocument(document, way.options);
  const result = { ...way, document, chunks, texts: chunks.map((chunk) => chunk.text) };
  expectSound(result);
  return result;
}

/** Verifying takes longer than cutting; long texts are verified in `verifying.test.ts`. */
const LONGEST_VERIFIED = 20_000;

/** Exact slices in order, nothing lost, the limit kept, and nothing that `verifyChunks` objects to. */
function expectSound({ name, document, chunks, limit, size, options }: Cut): void {
  if (document.text.length <= LONGEST_VERIFIED) {
    const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
    expect(
      checks.flatMap(({ failures }) => failures),
      name,
    ).toEqual([]);
  }
  let at = options.frontMatter === 'keep' ? 0 : (document.dropped[0]?.span.end ?? 0);
  for (const { text, span, embedText, notes } of chunks) {
    if (text !== document.text.slice(span.start, span.end)) expect.fail(`${name}: ${JSON.stringify(text)} is no slice`);
    if (span.start < at) expect.fail(`${name}: the chunk at ${span.start} begins before ${at}`);
    const gap = document.text.slice(at, span.start);
    if (gap.trim() !== '') expect.fail(`${name}: ${JSON.stringify(gap)} is lost`);
    if (size(embedText) > limit && !notes.includes('limit-unreachable'))
      expect.fail(`${name}: ${size(embedText)} for ${JSON.stringify(embedText)}`);
    at = span.end;
  }
  expect(document.text.slice(at).trim(), name).toBe('');
}

/** What is embedded when there is no context: overlap and text. */
export function bodyOf(document: Document, { overlap, span }: Chunk): string {
  return document.text.slice(overlap?.start ?? span.start, span.end);
}

/** Section path of the chunk that holds `words`. */
export function pathOf({ chunks }: Cut, words: string): readonly string[] | undefined {
  return chunks.find(({ text }) => text.includes(words))?.sectionPath;
}
