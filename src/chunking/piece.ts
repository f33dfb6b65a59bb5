/** Pieces: chunks before they have an identity, and what cutting one document carries along. */
import type { ChunkNote } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { type Contexts, NO_CONTEXT, type StartContext } from './context.ts';
import type { Layout } from './layout.ts';
import type { Marks } from './marks.ts';
import type { ResolvedChunkOptions } from './options.ts';
import type { Section } from './sections.ts';
import { SIGNAL, STRENGTH } from './signals.ts';
import type { Sizer } from './sizer.ts';
import type { TableTexts } from './table-text.ts';

/** A chunk before it has an identity: where it is, why it ends there, and what is embedded with it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Where the repeated text before it begins; equal to `start` when there is none. */
  readonly overlapStart: number;
  /** Section that the piece begins in. */
  readonly section: Section;
  readonly context: StartContext;
  /** What is put behind the text: the line that closes a cut fence, else ''. */
  readonly suffix: string;
  /** What is embedded in place of the text and its overlap: rows written out; null for the text itself. */
  readonly body: string | null;
  readonly startSignal: number;
  /** In thousandths: whole numbers take less room. */
  readonly startStrength: number;
  readonly endSignal: number;
  readonly endStrength: number;
  /** Size of the text and of the final string, in the limit's unit. */
  readonly textSize: number;
  readonly size: number;
  readonly notes: readonly ChunkNote[];
}

/** A piece while it is made. */
export type Draft = { -readonly [K in keyof Piece]: Piece[K] };

/** A piece of bare text between two sections. */
export function draftPiece(section: Section, start: number, end: number, textSize: number): Draft {
  return {
    start,
    end,
    overlapStart: start,
    section,
    context: NO_CONTEXT,
    suffix: '',
    body: null,
    startSignal: SIGNAL.section,
    startStrength: SECTION_STRENGTH,
    endSignal: SIGNAL.section,
    endStrength: SECTION_STRENGTH,
    textSize,
    size: textSize,
    notes: NO_NOTES,
  };
}

export const NO_NOTES: readonly ChunkNote[] = [];

export function thousandths(strength: number): number {
  return Math.round(strength * 1000);
}

const SECTION_STRENGTH = thousandths(STRENGTH.section);
const DOCUMENT_STRENGTH = thousandths(STRENGTH.document);

/** Adds a finished piece to the others; the ends of the document are better places than any mark. */
export function addPiece({ pieces, textEnd }: Cutter, piece: Draft): void {
  if (pieces.length === 0) {
    piece.startSignal = SIGNAL.document;
    piece.startStrength = DOCUMENT_STRENGTH;
  }
  if (piece.end === textEnd) {
    piece.endSignal = SIGNAL.document;
    piece.endStrength = DOCUMENT_STRENGTH;
  }
  pieces.push(piece);
}

/** Everything that stays the same while one document is cut. */
export interface Cutter {
  readonly document: Document;
  readonly options: ResolvedChunkOptions;
  readonly sizer: Sizer;
  /** The same for what is embedded as it stands. */
  readonly plain: Sizer;
  readonly contexts: Contexts;
  readonly tables: TableTexts;
  readonly sections: readonly Section[];
  /** End of the document's text without trailing white space. */
  readonly textEnd: number;
  readonly marks: Marks;
  /** Made when the first region has to be cut; that of the last one. */
  layout: Layout | null;
  readonly pieces: Piece[];
}
