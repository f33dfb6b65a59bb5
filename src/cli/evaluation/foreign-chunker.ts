/** Evaluation, set-up: a module that cuts texts in its own way → a chunker whose chunks Kerf can index. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chunksFrom, type ForeignChunk } from '../../chunking/foreign-chunks.ts';
import type { Chunker } from '../../engine.ts';
import type { Configuration } from '../../evaluation/experiment-file.ts';
import type { Document } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import type { TokenCounter } from '../../model/token-counter.ts';
import {
  type ChunkerAdapter,
  type ChunkerOutput,
  embeddedText,
  type JudgedChunk,
} from '../../testing/chunker-adapter.ts';
import { plural } from '../../text/plural.ts';

/** Far longer than any chunker takes for one document; a promise that nobody keeps would end the program without a word. */
const DEFAULT_SECONDS = 300;

/** What a configuration says of a chunker that is not Kerf's. */
export type ForeignChunkerOptions = Pick<Configuration, 'chunking' | 'chunkerSeconds'> & {
  readonly chunker: string;
  readonly tokenCounter: TokenCounter;
};

/**
 * Loads `chunker`, the path of a module with the export that follows `#` (default `adapter`): a `ChunkerAdapter` of
 * `kerf/testing`, or a function that makes one. It gets `maxTokens` or `maxChars`, and `overlapTokens` or `overlapChars`, of
 * `chunking`. Throws `invalid-option` when there is no such module or no limit. What waits for longer than `chunkerSeconds`
 * (300) is given up; a loop that never waits cannot be.
 */
export async function foreignChunker(options: ForeignChunkerOptions): Promise<Chunker> {
  const { chunker: name, chunking, chunkerSeconds: seconds = DEFAULT_SECONDS, tokenCounter } = options;
  const adapter = await loadAdapter(name, seconds);
  const unit = chunking.maxChars === undefined ? 'tokens' : 'characters';
  const limit = unit === 'tokens' ? chunking.maxTokens : chunking.maxChars;
  const overlap = (unit === 'tokens' ? chunking.overlapTokens : chunking.overlapChars) ?? 0;
  if (!(isCount(limit, 1) && isCount(overlap, 0) && overlap < limit))
    throw new KerfError(
      'invalid-option',
      `The chunker "${name}" needs chunking.maxTokens or chunking.maxChars, a whole number from 1, and no overlap as large.`,
    );
  return {
    id: JSON.stringify([name, adapter.name, unit, limit, overlap]),
    async chunk(document) {
      const { text, mediaType, id } = document;
      try {
        const work = Promise.resolve(adapter.chunk({ text, mediaType, limit, unit, overlap })).then((output) =>
          collect(output, text.length),
        );
        return chunksFrom(document, placed(document, await inTime(work, seconds)), tokenCounter);
      } catch (cause) {
        throw new KerfError('invalid-option', `The chunker "${name}" failed on "${id}": ${reasonOf(cause)}`, { cause });
      }
    },
  };
}

function isCount(value: JsonValue | undefined, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A chunker that makes more chunks than a text has characters will never end. */
async function collect(output: ChunkerOutput, most: number): Promise<readonly JudgedChunk[]> {
  const chunks: JudgedChunk[] = [];
  for await (const chunk of output) {
    if (typeof chunk?.text !== 'string') throw new Error('a chunk has no text.');
    if (chunks.length > most) throw new Error('it makes chunks without end.');
    chunks.push(chunk);
  }
  return chunks;
}

async function inTime<Result>(work: Promise<Result>, seconds: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const message = `it did not end in ${plural(seconds, 'second')}; chunkerSeconds gives it longer.`;
    timer = setTimeout(() => reject(new Error(message)), seconds * 1000);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function loadAdapter(name: string, seconds: number): Promise<ChunkerAdapter> {
  const [path, exportName = 'adapter'] = name.split('#');
  const exported = async (): Promise<unknown> => {
    const module = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
    const found = module[exportName];
    return typeof found === 'function' ? await found() : found;
  };
  const adapter = (await inTime(exported(), seconds).catch((cause: unknown) => {
    const message = `The chunker module "${path}" cannot be loaded: ${reasonOf(cause)}`;
    throw new KerfError('invalid-option', message, { cause });
  })) as ChunkerAdapter | undefined;
  if (typeof adapter?.chunk === 'function') return adapter;
  throw new KerfError('invalid-option', `"${path}" exports no chunker "${exportName}": export { name, can, chunk }.`);
}

/**
 * Places of the chunks in the document. Each is looked for behind the beginning of the one before, by letters and digits
 * alone, since many chunkers trim, join or write anew what is between them. Offsets that a chunker gives are used only where
 * that fails: those of repeated text often lead to its first place. Of a chunk that does not stand there as a whole its
 * beginning and its end are looked for; one that is not found at all is left out, which counts against the chunker as
 * text that it lost.
 */
function placed({ text }: Document, chunks: readonly JudgedChunk[]): readonly ForeignChunk[] {
  const black = blackText(text);
  let from = 0;
  const found = chunks.flatMap((chunk): readonly ForeignChunk[] => {
    const place = look(black.text, chunk.text.replace(NOT_BLACK, ''), from);
    if (place) from = place.start + 1;
    const span = place
      ? withSigns(text, chunk.text, { start: black.offsets[place.start], end: black.offsets[place.end - 1] + 1 })
      : givenSpan(chunk, text);
    if (span === undefined) return [];
    const embedText = embeddedText(chunk);
    const asCut = embedText === text.slice(span.start, span.end);
    return [{ span, ...(asCut ? {} : { embedText }), ...(chunk.path && { sectionPath: chunk.path }) }];
  });
  return found.sort((a, b) => a.span.start - b.span.start);
}

/** `span` reaches from letter to letter: the full stop, bracket or quote that the chunk has beyond them belongs to it. */
function withSigns(text: string, chunk: string, span: Span): Span {
  const signs = (edge: RegExp): number => (edge.exec(chunk)?.[0] ?? '').replace(/\s+/g, '').length;
  const step = (at: number, by: 1 | -1, count: number): number => {
    let end = at;
    for (let left = count, next = at; left > 0 && next >= 0 && next < text.length; next += by) {
      if (/[\p{L}\p{N}]/u.test(text[next])) break;
      if (/\s/.test(text[next])) continue;
      end = next + (by === 1 ? 1 : 0);
      left--;
    }
    return end;
  };
  const start = step(span.start - 1, -1, signs(/^[^\p{L}\p{N}]*/u));
  return { start: start === span.start - 1 ? span.start : start, end: step(span.end, 1, signs(/[^\p{L}\p{N}]*$/u)) };
}

function givenSpan({ text, start, end }: JudgedChunk, whole: string): Span | undefined {
  if (start === undefined || end === undefined || whole.slice(start, end) !== text) return undefined;
  return { start, end };
}

const NOT_BLACK = /[^\p{L}\p{N}]+/gu;
/** Letters and digits at either end by which a chunk that was written anew is found. */
const ENDS = 40;

/** The letters and digits of `text`, and where each stands in it. */
function blackText(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  const parts: string[] = [];
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    parts.push(run);
    for (let i = 0; i < run.length; i++) offsets.push(index + i);
  }
  return { text: parts.join(''), offsets };
}

function look(text: string, wanted: string, from: number): Span | undefined {
  if (wanted === '') return undefined;
  const whole = text.indexOf(wanted, from);
  if (whole >= 0) return { start: whole, end: whole + wanted.length };
  const start = text.indexOf(wanted.slice(0, ENDS), from);
  if (start < 0) return undefined;
  const end = text.indexOf(wanted.slice(-ENDS), start);
  const near =
    end >= 0 && end - start <= 2 * wanted.length ? end + Math.min(ENDS, wanted.length) : start + wanted.length;
  return { start, end: Math.min(near, text.length) };
}
