/** Topic shifts, where to look: the long stretches of prose that have no structure of their own to cut at. */

import { BLOCK_KINDS, type BlockKind } from '../../model/block.ts';
import type { Document } from '../../model/document.ts';
import type { Span } from '../../model/span.ts';
import { refuseUnknownOptions } from '../../text/option-names.ts';
import { requireWholeNumber } from '../../text/whole-number.ts';

export interface UniformRangeOptions {
  /** Shortest stretch that is worth embedding, in characters from its first to its last; default 2,000. */
  readonly minChars?: number;
}

/** About two chunks of the default size: a stretch below that is cut once at most, and size decides where. */
const DEFAULT_MIN_CHARS = 2000;

/** What a block at the top level, or right inside a thread, does to a stretch of prose: go on with it, end it, not touch it. */
const ROLE = {
  heading: 'end',
  paragraph: 'prose',
  list: 'end',
  listItem: 'end',
  table: 'end',
  tableRow: 'end',
  code: 'end',
  blockquote: 'end',
  html: 'end',
  thematicBreak: 'end',
  frontmatter: 'end',
  // A link definition is not read and parts nothing.
  definition: 'none',
  footnoteDefinition: 'end',
  math: 'end',
  clause: 'end',
  thread: 'end',
  turn: 'prose',
  declaration: 'end',
  statement: 'end',
  entry: 'end',
} as const satisfies Record<BlockKind, 'prose' | 'end' | 'none'>;

/** Containers whose members are read as if they stood at the top level. */
const OPEN: ReadonlySet<BlockKind> = new Set<BlockKind>(['clause', 'thread']);

/**
 * Stretches of paragraphs and turns with no heading, list, table, code, quote or break between them, at least
 * `minChars` long, rising: where `hybrid` looks for topic shifts. Each lies in one section. Linear. Throws
 * `KerfError('invalid-option')` when `minChars` is no whole number from 1, `unknown-option` for another name.
 *
 * @example
 * const topics = await topicShifts(document, embedder, { ranges: uniformRanges(document) });
 */
export function uniformRanges(document: Document, options: UniformRangeOptions = {}): readonly Span[] {
  refuseUnknownOptions('uniform range', options, ['minChars']);
  const minChars = options.minChars ?? DEFAULT_MIN_CHARS;
  requireWholeNumber('minChars', minChars, 1);
  const { count, kinds, starts, ends, parents } = document.blocks;
  const ranges: Span[] = [];
  let start = -1;
  let end = -1;
  let container = -1;
  const close = (): void => {
    if (start >= 0 && end - start >= minChars) ranges.push({ start, end });
    start = -1;
  };
  for (let i = 0; i < count; i++) {
    const parent = parents[i];
    // What lies deeper inside belongs to the block that holds it.
    if (parent >= 0 && !OPEN.has(BLOCK_KINDS[kinds[parent]])) continue;
    const role = ROLE[BLOCK_KINDS[kinds[i]]];
    if (role === 'end' || parent !== container) close();
    container = parent;
    if (role !== 'prose') continue;
    if (start < 0) start = starts[i];
    end = ends[i];
  }
  close();
  return ranges;
}
