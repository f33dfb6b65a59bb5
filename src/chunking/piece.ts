/** Pieces: chunks before they have an identity, and what cutting one document carries along. */
import type { ChunkNote } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Contexts, StartContext } from './context.ts';
import type { Layout } from './layout.ts';
import type { Marks } from './marks.ts';
import type { Sizer } from './measure.ts';
import type { ResolvedChunkOptions } from './options.ts';
import type { Section } from './sections.ts';
import type { TableTexts } from './table-text.ts';

/** A chunk before it has an identity: where it is, why it ends there, and what is embedded with it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Where the repeated text before it begins; equal to `start` when there is none. */
  readonly overlapStart: number;
  /** Section that the piece begins in. */
  readonly section: Section;
  /** The innermost section around its beginning that no clause opens. */
  readonly holder: Section;
  readonly context: StartContext;
  /** What is put behind the text: the line that closes a cut fence, else ''. */
  readonly suffix: string;
  /** What is embedded in place of the text: rows written out; null for the text itself. */
  readonly body: string | null;
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
  readonly contexts: Contexts;
  readonly tables: TableTexts;
  readonly sections: readonly Section[];
  /** End of the document's text without trailing white space. */
  readonly textEnd: number;
  readonly marks: Marks;
  /** Made when the first region has to be cut. */
  layout: Layout | null;
  readonly pieces: Piece[];
}
