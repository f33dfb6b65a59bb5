/** Sentence chunks: passages of prose to the second granularity, chunks of 1 to 3 sentences that point at their passage. */

import type { Chunk, ChunkKind, ChunkNote, ContextPart } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { toRawSpan } from '../model/origin.ts';
import { shortHash } from '../text/hash.ts';
import { lineOf, lineStarts } from '../text/line-index.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import { headerOf, linked, timeOf } from './chunk-record.ts';
import { Contexts, contextParts, NO_CONTEXT, renderPrefix, type StartContext } from './context.ts';
import { kindOfRange, topLevelBlocks } from './identity.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type ChunkOptions, optionsFor, type ResolvedChunkOptions, resolveChunkOptions } from './options.ts';
import { nameLookup } from './references.ts';
import { outlineOf, type Section, sectionIndexAt } from './sections.ts';
import { packUnits } from './sentence-packing.ts';
import { type SentenceUnit, sentenceUnits } from './sentence-units.ts';
import { SIGNAL, STRENGTH, signalOf } from './signals.ts';
import { plainSizer, type Sizer, sizerFor } from './sizer.ts';
import { writtenSlice } from './written.ts';

/** Sizes aimed at: about three short sentences, or one long one. */
const SIZE = { tokens: 60, chars: 240 } as const;
const MOST_SENTENCES = 3;

export interface SentenceChunkOptions {
  /** What the passages were cut with: the limit, its unit, context, sentence rules. Default: those of `chunkDocument`. */
  readonly chunking?: ChunkOptions;
  /** Size aimed at of the text alone, in the unit of the limit. Default 60 tokens or 240 characters. */
  readonly size?: number;
  /** Most sentences of a chunk. Default 3. */
  readonly mostSentences?: number;
}

const OPTION_NAMES = ['chunking', 'size', 'mostSentences'] as const satisfies readonly (keyof SentenceChunkOptions)[];

/** Kinds of passages that are sentences; tables, code and records are found whole or not at all. */
const PROSE: ReadonlySet<ChunkKind> = new Set(['text', 'list', 'quote', 'turns']);

/** Whether a chunk is a passage that has sentence chunks. */
export function isProsePassage({ granularity, kind, notes }: Chunk): boolean {
  return granularity === 'passage' && PROSE.has(kind) && !notes.includes('rows-written');
}

/**
 * The sentence chunks of the passages among `chunks`, which are those of `document` in order. Those of one passage lie in
 * it, name it as `parentId` and hold all of its text that is not blank once; a sentence longer than the size aimed at
 * is one by itself. Their indexes go on behind the passages. Throws `KerfError` for options that cannot be met.
 *
 * @example
 * const passages = chunkDocument(document, { maxChars: 800 });
 * const sentences = sentenceChunks(document, passages, { chunking: { maxChars: 800 } });
 * sentences[0].parentId === passages[0].id; // true
 */
export function sentenceChunks(
  document: Document,
  chunks: readonly Chunk[],
  options: SentenceChunkOptions = {},
): readonly Chunk[] {
  refuseUnknownOptions('sentence chunk', options, OPTION_NAMES);
  const { chunking, size, mostSentences } = options;
  for (const [name, value] of Object.entries({ size, mostSentences }))
    if (value !== undefined) requireWholeNumber(name, value, 1);
  return sentencesOf(document, chunks, resolveChunkOptions(chunking), size, mostSentences);
}

/** The same with options that were resolved before. */
export function sentencesOf(
  document: Document,
  chunks: readonly Chunk[],
  asked: ResolvedChunkOptions,
  size?: number,
  mostSentences = MOST_SENTENCES,
): readonly Chunk[] {
  const options = optionsFor(document, asked);
  const passages = chunks.filter(({ granularity }) => granularity === 'passage');
  const maker = new SentenceMaker(document, options, size ?? SIZE[options.unit], mostSentences);
  const sentences = passages.filter(isProsePassage).flatMap((passage) => maker.sentences(passage));
  return linked(sentences.map((chunk, i) => ({ ...chunk, index: passages.length + i })));
}

/** A run of units that becomes one chunk. */
interface Group {
  readonly units: readonly SentenceUnit[];
  readonly start: number;
  readonly end: number;
  /** Whether it begins the passage, and whether it ends it. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** What parts it from the group behind it. */
  readonly endSignal: number;
}

/** What is embedded of a group, and the context in it. */
interface Dressed {
  readonly context: StartContext;
  readonly suffix: string;
  readonly embedText: string;
  /** In the unit of the limit. */
  readonly size: number;
}

/** What stays the same while one document's sentence chunks are made; passages come in document order. */
class SentenceMaker {
  private readonly document: Document;
  private readonly options: ResolvedChunkOptions;
  private readonly packing: { readonly size: number; readonly most: number };
  private readonly sizer: Sizer;
  private readonly contexts: Contexts;
  private readonly layout: Layout;
  private readonly sections: readonly Section[];
  private readonly lines: Uint32Array;
  private readonly names: ReturnType<typeof nameLookup>;
  private readonly top: readonly number[];
  /** The first of the top-level blocks that ends behind the group at hand. */
  private first = 0;

  constructor(document: Document, options: ResolvedChunkOptions, size: number, most: number) {
    const { max, context } = options;
    const plain = plainSizer(options);
    this.document = document;
    this.options = options;
    this.packing = { size: Math.min(size, max), most };
    this.sizer = sizerFor(document, plain);
    this.contexts = new Contexts(document, plain, max, context);
    this.layout = layoutOf(document);
    this.sections = outlineOf(document);
    this.lines = lineStarts(document.text);
    this.names = nameLookup(document);
    this.top = topLevelBlocks(document.blocks);
  }

  sentences(passage: Chunk): readonly Chunk[] {
    const { document, sizer, options } = this;
    const units = sentenceUnits(document, this.layout, passage.span, options.sentenceRules);
    const sizes = units.map(({ start, end }) => sizer.span(document.text, start, end));
    const chunks: Chunk[] = [];
    for (const [from, to] of packUnits(units, sizes, this.packing)) {
      const chunk = this.chunk(passage, groupOf(units, from, to), chunks.length);
      // Smaller than the limit alone, and larger without what stood in front: the counter is to blame.
      if (chunk === undefined) return [wholeOf(passage)];
      chunks.push(chunk);
    }
    return chunks;
  }

  /** The chunk of a group; undefined when it is over the limit even without context. */
  private chunk(passage: Chunk, group: Group, ordinal: number): Chunk | undefined {
    const { document, options } = this;
    const dressed = this.dress(passage, group);
    if (dressed === undefined) return undefined;
    const { start, end } = group;
    const { context, embedText, size, suffix } = dressed;
    const span = { start, end };
    const text = document.text.slice(start, end);
    const contentHash = shortHash(text);
    const { path } = this.sectionOf(group);
    const count = (own: string) => options.tokenCounter?.count(own) ?? 0;
    const tokenCount = options.unit === 'tokens' ? size : count(embedText);
    const close: ContextPart[] = suffix === '' ? [] : [{ type: 'fenceClose', text: suffix.trim() }];
    return {
      ...passage,
      id: sentenceId(passage, ordinal),
      granularity: 'sentence',
      parentId: passage.id,
      kind: this.kindOf(start, end),
      text,
      span,
      rawSpan: toRawSpan(document.origin, span),
      lines: { start: lineOf(this.lines, start), end: lineOf(this.lines, end - 1) },
      context: [...contextParts(context), ...close],
      overlap: null,
      embedText,
      header: headerOf(document.title, path),
      tokenCount,
      textTokenCount: embedText === text ? tokenCount : count(writtenSlice(document, start, end)),
      sectionPath: path,
      contentHash,
      embedHash: embedText === text ? contentHash : shortHash(embedText),
      boundary: boundaryOf(passage, group),
      notes: notesOf(passage, group, context.clipped),
      time: timeOf(document, span),
      ...this.names(start, end),
    };
  }

  /** As much context as fits: that of a passage that would begin here, else the section path, else none. */
  private dress(passage: Chunk, group: Group): Dressed | undefined {
    const { contexts, document, options, sizer } = this;
    const [{ start, block, inner }] = group.units;
    const section = this.sectionOf(group);
    const last = passage.context[passage.context.length - 1];
    const suffix = group.isLast && last?.type === 'fenceClose' ? `\n${last.text}` : '';
    const text = writtenSlice(document, start, group.end);
    const path = contexts.pathAt(section, start);
    const full = contexts.at(section, start, block, inner);
    const leaner = [full, { ...path, clipped: true }, { ...NO_CONTEXT, clipped: true }];
    for (const [i, context] of leaner.entries()) {
      if (i === 1 && full === path) continue;
      const embedText = renderPrefix(context) + text + suffix;
      const size = sizer.size(embedText);
      if (size <= options.max) return { context, suffix, embedText, size };
    }
    return undefined;
  }

  /** The section of a group that begins with headings is that of the last one; a page break ends their row. */
  private sectionOf({ units }: Group): Section {
    const { sections } = this;
    let last = 0;
    while (units[last].leads && units[last + 1]?.block === units[last].block + 1) last++;
    const said = units[last].start;
    return sections[sectionIndexAt(sections, 0, sections.length, said)];
  }

  private kindOf(start: number, end: number): ChunkKind {
    const { top, document } = this;
    while (this.first < top.length && document.blocks.ends[top[this.first]] <= start) this.first++;
    return kindOfRange(document.blocks, top, this.first, start, end);
  }
}

function groupOf(units: readonly SentenceUnit[], from: number, to: number): Group {
  const own = units.slice(from, to);
  const { start } = own[0];
  const { end } = own[own.length - 1];
  const isLast = to === units.length;
  return { units: own, start, end, isFirst: from === 0, isLast, endSignal: isLast ? SIGNAL.block : units[to].signal };
}

/** The passage as its own only sentence chunk. */
function wholeOf(passage: Chunk): Chunk {
  return { ...passage, id: sentenceId(passage, 0), granularity: 'sentence', parentId: passage.id };
}

function sentenceId({ id }: Chunk, ordinal: number): string {
  return shortHash(`${id}\u0000sentence\u0000${ordinal}`);
}

/** At the ends of the passage its own boundaries, between two groups those of their units. */
function boundaryOf({ boundary }: Chunk, group: Group): Chunk['boundary'] {
  const end = (signal: number) => ({ signal: signalOf(signal), strength: STRENGTH[signalOf(signal)] });
  return {
    start: group.isFirst ? boundary.start : end(group.units[0].signal),
    end: group.isLast ? boundary.end : end(group.endSignal),
  };
}

/** Notes on what a cut of the passage tore; they hold for the sentence chunk at that end of it. */
const CUT_NOTES: ReadonlySet<ChunkNote> = new Set(['sentence-cut', 'word-cut', 'unit-cut']);

function notesOf({ notes, boundary }: Chunk, { isFirst, isLast }: Group, clipped: boolean): readonly ChunkNote[] {
  const isTorn = (signal: keyof typeof SIGNAL) => SIGNAL[signal] >= SIGNAL.clause;
  const torn = (isFirst && isTorn(boundary.start.signal)) || (isLast && isTorn(boundary.end.signal));
  const kept = torn ? notes.filter((note) => CUT_NOTES.has(note)) : [];
  return clipped ? [...kept, 'context-clipped'] : kept;
}
