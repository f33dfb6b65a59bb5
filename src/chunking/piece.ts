/** Pieces: chunks before they have an identity, and what cutting one document carries along. */
import type { ChunkNote } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { ContextBuilder, StartContext } from './context.ts';
import type { Marks } from './marks.ts';
import type { Sizer } from './measure.ts';
import type { ResolvedChunkOptions } from './options.ts';
import type { Region, Section } from './sections.ts';

/** A chunk before it has an identity: where it is, why it ends there, and what is embedded with it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Where the repeated text before it begins; equal to `start` when there is none. */
  readonly overlapStart: number;
  readonly section: Section;
  readonly context: StartContext;
  /** What is put behind the text: the line that closes a cut fence, else ''. */
  readonly suffix: string;
  readonly startSignal: number;
  readonly startStrength: number;
  readonly endSignal: number;
  readonly endStrength: number;
  /** Size of the text and of the final string, in the limit's unit. */
  readonly textSize: number;
  readonly size: number;
  readonly notes: readonly ChunkNote[];
}

/** Everything that stays the same while one document is cut. */
export interface Cutter {
  readonly document: Document;
  readonly options: ResolvedChunkOptions;
  readonly sizer: Sizer;
  readonly contexts: ContextBuilder;
  readonly sections: readonly Section[];
  /** End of the document's text without trailing white space. */
  readonly textEnd: number;
  readonly marks: Marks;
  /** For each block the first one behind everything it holds; made when the first region has to be cut. */
  followers: readonly number[] | null;
  readonly pieces: Piece[];
}

/** The marks of a region with what a chunk that starts or ends at each of them carries. */
export interface PlacedMarks {
  readonly region: Region;
  readonly sections: readonly Section[];
  readonly contexts: readonly StartContext[];
  readonly closings: readonly string[];
  /** Sizes of context and overlap in front of the text, and of the closing behind it. */
  readonly overheads: readonly number[];
  readonly closingSizes: readonly number[];
}
