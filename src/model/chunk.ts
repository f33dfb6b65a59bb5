/** Chunks: what is embedded, indexed, retrieved and cited. Immutable plain data. */
import type { TimeSpan } from './document.ts';
import type { JsonObject } from './json.ts';
import type { Span } from './span.ts';

/** Why a boundary exists, strongest structure first. */
export const SIGNALS = [
  'document',
  'section',
  'thematicBreak',
  'pause',
  'block',
  'declaration',
  'item',
  'turn',
  'entry',
  'row',
  'topic',
  'statement',
  'sentence',
  'line',
  'clause',
  'cell',
  'word',
  'grapheme',
] as const;

export type Signal = (typeof SIGNALS)[number];

/** One end of a chunk: the signal that made the cut, and how confident it is (0 = torn, 1 = certain). */
export interface BoundaryEnd {
  readonly signal: Signal;
  readonly strength: number;
}

export const CHUNK_KINDS = [
  'text',
  'list',
  'table',
  'code',
  'quote',
  'html',
  'math',
  'heading',
  'record',
  'turns',
] as const;
export type ChunkKind = (typeof CHUNK_KINDS)[number];

/**
 * Two sizes of chunk over the same text: a `passage` carries a thought with its surroundings, a `sentence` is 1 to 3
 * sentences of one, for search that is to be exact, and points at it.
 */
export const GRANULARITIES = ['passage', 'sentence'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Types of the context that stands somewhere in the document: `span` is where. */
export const STRUCTURE_PART_TYPES = [
  'listIntroduction',
  'listParent',
  'tableTitle',
  'tableHeader',
  'keyPath',
  'scope',
  'speaker',
  'definition',
  'footnote',
  'import',
  'fenceOpen',
] as const;
export type StructurePartType = (typeof STRUCTURE_PART_TYPES)[number];

/** What a reader of the whole document would know and a reader of the slice would not. Order is render order. */
export type ContextPart =
  | { readonly type: 'title'; readonly text: string }
  | { readonly type: 'sectionPath'; readonly path: readonly string[] }
  | { readonly type: StructurePartType; readonly text: string; readonly span: Span }
  | { readonly type: 'fenceClose'; readonly text: string };

/** Things a chunk says about itself. */
export const CHUNK_NOTES = [
  /** A sentence larger than the limit was cut inside. */
  'sentence-cut',
  /** A word larger than the limit was cut inside. */
  'word-cut',
  /** A table row, list item or code line larger than the limit was cut inside. */
  'unit-cut',
  /** `embedText` holds rows of a table written out, or some of their columns, in place of the slice; overlap has no place there. */
  'rows-written',
  /** A declaration larger than the limit was cut, and the chunk begins or ends inside it. */
  'declaration-cut',
  /** Context was shortened or left out to keep the limit. */
  'context-clipped',
  /** Overlap was asked for and is shorter than asked, or missing, since it would not fit. */
  'overlap-clipped',
  /** Overlap was asked for and left out because a section begins here. */
  'overlap-none-at-section',
  /** One grapheme alone is larger than the limit. */
  'limit-unreachable',
] as const;
export type ChunkNote = (typeof CHUNK_NOTES)[number];

export interface Chunk {
  /** Stable identity from the structural place; survives edits by matching (indexing/plan). */
  readonly id: string;
  readonly documentId: string;
  /** Place among the chunks of its document, from 0; sentence chunks come behind all passages. */
  readonly index: number;
  readonly granularity: Granularity;
  readonly kind: ChunkKind;
  /** Exactly `document.text.slice(span.start, span.end)`; of HTML with its tags, which the limit does not count. */
  readonly text: string;
  readonly span: Span;
  /** The same range in the raw source text (UTF-16 units of the decoded file). */
  readonly rawSpan: Span;
  /** 1-based first and last line of the span in the source. */
  readonly lines: { readonly start: number; readonly end: number };
  readonly context: readonly ContextPart[];
  /** Text of earlier chunks repeated in front of this one when embedded; ends where the own text begins, or null. */
  readonly overlap: Span | null;
  /** What is embedded: context, overlap and text, HTML as a reader sees it. The hard limit counts this string. */
  readonly embedText: string;
  /** Document title and the section path, clauses left out, in one line, as embedded for the header vector and indexed as headings. */
  readonly header: string;
  /** Tokens of `embedText`. */
  readonly tokenCount: number;
  /** Tokens of `text`, of HTML as a reader sees it. */
  readonly textTokenCount: number;
  /** Titles of the enclosing headings, outermost first, the chunk's own heading included; of each at most 500 characters. */
  readonly sectionPath: readonly string[];
  /** First 16 hex digits of SHA-1 over `text`. */
  readonly contentHash: string;
  /**
   * Hash of `embedText`, made from `contentHash` and what stands around the text in it, or where the text is written out
   * from the whole: with the model's name the key under which vectors are reused.
   */
  readonly embedHash: string;
  readonly boundary: { readonly start: BoundaryEnd; readonly end: BoundaryEnd };
  /** Neighbours of the same granularity. */
  readonly previousId: string | null;
  readonly nextId: string | null;
  /** Identity of the section that holds the chunk; of a sentence chunk the id of its passage. */
  readonly parentId: string;
  readonly mediaType: string;
  readonly updatedAt: string | null;
  readonly notes: readonly ChunkNote[];
  /** When it was said: the first and the last time of the turns in the chunk; null outside conversations. */
  readonly time: TimeSpan | null;
  /** Terms, clauses, functions and classes that the chunk defines. */
  readonly defines: readonly string[];
  /** Those that it uses and that are defined elsewhere; `linkChunks` finds where. */
  readonly uses: readonly string[];
  readonly metadata: JsonObject;
}
