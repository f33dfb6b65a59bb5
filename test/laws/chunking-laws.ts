/** The laws that chunks keep, whatever the document and the options: one function that names each one broken. */
import { isDeepStrictEqual } from 'node:util';
import { chunkDocument, chunkWith } from '../../src/chunking/chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from '../../src/chunking/options.ts';
import { CHECK_NAMES, verifyChunks } from '../../src/chunking/verify.ts';
import { writtenSlice } from '../../src/chunking/written.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Document, Source } from '../../src/model/document.ts';
import type { TokenCounter } from '../../src/model/token-counter.ts';
import { type ParseOptions, parseSource } from '../../src/parsing/parse.ts';
import { COUNTERS, type Counters, chunkOptionsOf, type OptionSet } from './chunking-options.ts';

/** Everything a law may look at. */
interface Case {
  readonly source: Source;
  readonly document: Document;
  readonly chunks: readonly Chunk[];
  readonly options: ChunkOptions;
  /** Counts whole strings, those asked for before from memory. */
  readonly counter: TokenCounter | undefined;
  readonly measure: (text: string) => number;
  readonly set: OptionSet;
}

/** Each law returns what breaks it first, undefined when it holds. */
const LAWS: Readonly<Record<string, (of: Case) => string | undefined>> = {
  slice,
  order,
  cover,
  joined,
  limit,
  tokens,
  graphemes,
  raw,
  ids,
  overlap,
  embedded,
  repeatable,
};

export const LAW_NAMES: readonly string[] = [...Object.keys(LAWS), ...CHECK_NAMES.map((name) => `verify ${name}`)];

/** The laws that the chunks of `source` under `set` break, as `name: what`. `document` is `source`, parsed, where that is done. */
export function brokenLaws(
  source: Source,
  set: OptionSet,
  document: Document = parseSource(source),
  counters: Counters = COUNTERS,
): readonly string[] {
  const options = chunkOptionsOf(set, document, counters);
  const chunks = chunkDocument(document, options);
  const counter = options.tokenCounter && remembering(options.tokenCounter);
  const measure = counter ? (text: string) => counter.count(text) : (text: string) => text.length;
  const of: Case = { source, document, chunks, options, counter, measure, set };
  const broken: string[] = [];
  for (const [name, law] of Object.entries(LAWS)) {
    const message = law(of);
    if (message !== undefined) broken.push(`${name}: ${message}`);
  }
  return [...broken, ...failedChecks(of)];
}

/** What is wrong when parsing `source` twice gives two documents, or one whose text is not the source's. */
export function brokenParse(source: Source, options: ParseOptions): string | undefined {
  const [one, two] = [parseSource(source, options), parseSource(source, options)];
  if (!isDeepStrictEqual(one, two)) return 'parsed: the second time gives another document';
  return one.origin.pieces !== undefined || toLineFeeds(source.text) === one.text ? undefined : 'parsed: text is lost';
}

function toLineFeeds(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

function firstChunk(of: Case, isWrong: (chunk: Chunk, index: number) => boolean): string | undefined {
  const chunk = of.chunks.find(isWrong);
  if (chunk === undefined) return undefined;
  const { index, span, text, overlap, embedText, tokenCount, notes } = chunk;
  return `chunk ${index} ${JSON.stringify({ span, overlap, tokenCount, size: of.measure(embedText), notes, text, embedText })}`;
}

function slice(of: Case): string | undefined {
  const { text } = of.document;
  return firstChunk(of, (chunk) => chunk.text !== text.slice(chunk.span.start, chunk.span.end) || isBlank(chunk.text));
}

function order(of: Case): string | undefined {
  return firstChunk(of, ({ span, index }, i) => {
    const end = i === 0 ? 0 : of.chunks[i - 1].span.end;
    return index !== i || span.start < end || span.end <= span.start || span.end > of.document.text.length;
  });
}

/** White space, and the control characters that chunks are trimmed of with it. */
function isBlank(text: string): boolean {
  return /^[\s\u0000-\u001f]*$/.test(text);
}

function cover(of: Case): string | undefined {
  const { document, options } = of;
  const dropped = options.frontMatter === 'keep' ? [] : document.dropped;
  let at = dropped[0]?.span.end ?? 0;
  for (const { span } of [...of.chunks, { span: { start: document.text.length, end: document.text.length } }]) {
    const gap = document.text.slice(at, span.start);
    if (!isBlank(gap)) return `${JSON.stringify(gap)} at ${at} is in no chunk`;
    at = span.end;
  }
  return undefined;
}

function joined(of: Case): string | undefined {
  const { text } = of.document;
  let whole = '';
  let at = 0;
  for (const chunk of of.chunks) {
    whole += text.slice(at, chunk.span.start) + chunk.text;
    at = chunk.span.end;
  }
  return whole + text.slice(at) === text ? undefined : 'texts and gaps do not give the document back';
}

const graphemesOf = new Intl.Segmenter('und', { granularity: 'grapheme' });

function limit(of: Case): string | undefined {
  return firstChunk(of, ({ embedText, notes, text }) => {
    if (!notes.includes('limit-unreachable')) return of.measure(embedText) > of.set.limit;
    return [...graphemesOf.segment(text.trim())].length !== 1;
  });
}

function tokens(of: Case): string | undefined {
  const { counter } = of;
  return firstChunk(of, ({ tokenCount, textTokenCount, embedText, span }) =>
    counter
      ? tokenCount !== counter.count(embedText) || textTokenCount !== counter.count(bodyOf(of, span.start, span.end))
      : tokenCount !== 0 || textTokenCount !== 0,
  );
}

/** Ends of spans and starts of overlaps against the segmenter over the whole document. */
function graphemes(of: Case): string | undefined {
  const { text } = of.document;
  if (/\p{Surrogate}/u.test(text)) return undefined;
  const boundaries = boundariesOf(text);
  return firstChunk(of, ({ span, overlap }) =>
    [span.start, span.end, overlap?.start ?? span.start].some((offset) => boundaries[offset] === 0),
  );
}

let segmented = { text: '', boundaries: new Uint8Array(1) };

/** 1 at the grapheme boundaries of `text`; the last answer is remembered, since many option sets ask for one text. */
function boundariesOf(text: string): Uint8Array {
  if (segmented.text === text) return segmented.boundaries;
  const boundaries = new Uint8Array(text.length + 1);
  boundaries[text.length] = 1;
  for (const { index } of graphemesOf.segment(text)) boundaries[index] = 1;
  segmented = { text, boundaries };
  return boundaries;
}

/** The raw span is what normalises to the text; of a derived text, a stretch of the file. */
function raw(of: Case): string | undefined {
  const isDerived = of.document.origin.pieces !== undefined;
  return firstChunk(of, ({ rawSpan, text }) => {
    const slice = of.source.text.slice(rawSpan.start, rawSpan.end);
    return isDerived ? slice === '' || rawSpan.end > of.source.text.length : slice.replace(/\r\n?/g, '\n') !== text;
  });
}

function ids(of: Case): string | undefined {
  const seen = new Set(of.chunks.map(({ id }) => id));
  if (seen.size !== of.chunks.length) return `${of.chunks.length} chunks, ${seen.size} ids`;
  return firstChunk(
    of,
    ({ previousId, nextId }, i) =>
      previousId !== (of.chunks[i - 1]?.id ?? null) || nextId !== (of.chunks[i + 1]?.id ?? null),
  );
}

/** Overlap ends where the own text begins, is not empty, and is embedded right in front of it. */
function overlap(of: Case): string | undefined {
  return firstChunk(of, ({ overlap, span, embedText }) => {
    if (overlap === null) return false;
    const isPlaced = overlap.end === span.start && overlap.start >= 0 && overlap.start < overlap.end;
    return !isPlaced || !embedText.includes(bodyOf(of, overlap.start, span.end));
  });
}

/** What is embedded of a stretch: of HTML what a reader sees. */
function bodyOf({ document }: Case, start: number, end: number): string {
  return writtenSlice(document, start, end);
}

/** Without context the embedded string is overlap and text; with it they stand in it whole. */
function embedded(of: Case): string | undefined {
  return firstChunk(of, ({ overlap, span, embedText, context, notes }) => {
    // A row that goes by columns is written out, not repeated.
    if (notes.includes('rows-written')) return false;
    const body = bodyOf(of, overlap?.start ?? span.start, span.end);
    return context.length === 0 ? embedText !== body : !embedText.includes(body) || (embedText === body && body !== '');
  });
}

/** Asked of every eighth option set: it takes as long as all other laws together. */
function repeatable(of: Case): string | undefined {
  if (of.set.topicSeed % 8 !== 0) return undefined;
  const again = chunkWith(of.document, resolveChunkOptions(of.options));
  return isDeepStrictEqual(again, of.chunks) ? undefined : 'the second run gives other chunks';
}

function failedChecks(of: Case): readonly string[] {
  const { checks } = verifyChunks(
    of.document,
    of.chunks,
    resolveChunkOptions({ ...of.options, ...(of.counter && { tokenCounter: of.counter }) }),
  );
  const failed = checks.filter(({ name, failures }) => failures.length > 0 && !(isUneven(of) && TORN.has(name)));
  return failed.map(({ name, failures }) => `verify ${name}: ${JSON.stringify(failures[0])}`);
}

/** The checks of what is torn though it fits. */
const TORN: ReadonlySet<string> = new Set(['sentence', 'row', 'heading']);

/** Where a longer text can measure less, nobody knows what fits before all is tried. */
function isUneven({ options }: Case): boolean {
  return options.tokenCounter?.id === 'uneven';
}

/** The same counts; laws and checks ask for each string several times. */
function remembering(counter: TokenCounter): TokenCounter {
  const counts = new Map<string, number>();
  return {
    ...counter,
    count(text) {
      let count = counts.get(text);
      if (count === undefined) {
        count = counter.count(text);
        counts.set(text, count);
      }
      return count;
    },
  };
}
