/** Notes: what a piece says about itself, such as a sentence that had to be cut or overlap that did not fit. */
import { KIND } from '../model/block.ts';
import type { ChunkNote } from '../model/chunk.ts';
import type { StartContext } from './context.ts';
import { trimmedEnd } from './marks.ts';
import type { ResolvedChunkOptions } from './options.ts';
import { type Cutter, NO_NOTES, type Piece } from './piece.ts';
import { SIGNAL } from './signals.ts';

/** Notes of a region that is one piece. */
export function wholeNotes(options: ResolvedChunkOptions, context: StartContext, first: boolean): readonly ChunkNote[] {
  const missesOverlap = !first && asksOverlap(options) && options.overlapAt === 'every';
  if (!context.clipped && !missesOverlap) return NO_NOTES;
  return [
    ...(context.clipped ? (['context-clipped'] as const) : []),
    ...(missesOverlap ? (['overlap-none-at-section'] as const) : []),
  ];
}

/** Whether overlap is wanted anywhere. */
export function asksOverlap(options: ResolvedChunkOptions): boolean {
  return options.overlap > 0 || options.overlapSentences > 0;
}

/** What the piece between two marks says about itself, given its size without overlap; the shared empty list when that is nothing. */
export function notesOf(cutter: Cutter, from: number, to: number, piece: Piece, alone: number): readonly ChunkNote[] {
  const { marks, options } = cutter;
  const torn = Math.max(marks.signals[from], marks.signals[to]) >= SIGNAL.clause;
  const unreachable = alone > options.max;
  const opened = isInsideDeclaration(cutter, from) || isInsideDeclaration(cutter, to);
  if (!torn && !unreachable && !opened && !piece.context.clipped && !asksOverlap(options)) return NO_NOTES;
  const notes = new Set<ChunkNote>();
  if (torn) for (const k of [from, to]) addCutNotes(cutter, k, notes);
  if (opened) notes.add('declaration-cut');
  if (piece.context.clipped) notes.add('context-clipped');
  if (unreachable) notes.add('limit-unreachable');
  if (cutter.pieces.length > 0 && asksOverlap(options)) addOverlapNote(cutter, from, piece, notes);
  return notes.size === 0 ? NO_NOTES : [...notes];
}

function addCutNotes(cutter: Cutter, k: number, notes: Set<ChunkNote>): void {
  const signal = cutter.marks.signals[k];
  if (signal === SIGNAL.grapheme) notes.add('word-cut');
  if (signal >= SIGNAL.clause) notes.add(isProseAt(cutter, k) ? 'sentence-cut' : 'unit-cut');
}

/** Whether the mark lies inside a declaration: then it is one that was cut there. */
function isInsideDeclaration({ marks, document }: Cutter, k: number): boolean {
  const { kinds, parents, count } = document.blocks;
  const block = marks.blocks[k];
  if (block < 0 || block >= count) return false;
  let at = marks.inner[k] === 1 ? block : parents[block];
  while (at >= 0 && kinds[at] !== KIND.declaration) at = parents[at];
  return at >= 0;
}

function addOverlapNote(cutter: Cutter, from: number, piece: Piece, notes: Set<ChunkNote>): void {
  const { options, marks, document, sizer } = cutter;
  if (options.overlapAt === 'inside-block' && marks.inner[from] === 0) return;
  if (from === 0) notes.add('overlap-none-at-section');
  else if (piece.overlapStart === piece.start) notes.add('overlap-clipped');
  else if (
    sizer.span(document.text, piece.overlapStart, trimmedEnd(document.text, piece.overlapStart, piece.start)) <
    options.overlap
  )
    notes.add('overlap-clipped');
}

function isProseAt(cutter: Cutter, k: number): boolean {
  const block = cutter.marks.blocks[k];
  const kind = block < 0 ? KIND.paragraph : cutter.document.blocks.kinds[block];
  return kind === KIND.paragraph || kind === KIND.heading;
}
