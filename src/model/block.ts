/**
 * Blocks: the structure of a document as a flat list in reading order (parents before children).
 *
 * The list is a struct of typed arrays, not a tree of objects: a scan over lines fills it without an
 * object per block, and every later stage walks it by index. `blockAt` gives a readable view.
 */
import type { Span } from './span.ts';

export const BLOCK_KINDS = [
  'heading',
  'paragraph',
  'list',
  'listItem',
  'table',
  'tableRow',
  'code',
  'blockquote',
  'html',
  'thematicBreak',
  'frontmatter',
  'definition',
  'footnoteDefinition',
  'math',
  'clause',
  'thread',
  'turn',
  'declaration',
  'statement',
  'entry',
] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Numeric code of each kind: its place in `BLOCK_KINDS`; what `BlockTable.kinds` holds. */
export const KIND = Object.fromEntries(BLOCK_KINDS.map((kind, code) => [kind, code])) as Record<BlockKind, number>;

/**
 * All arrays have at least `count` entries; entry i is block i. They may be views of a buffer that short documents share:
 * copy it to another thread, do not transfer it. Spans are those mdast would give: from the
 * first character of the block (after indentation and container markers) to after its last character.
 * A container's span encloses its children.
 */
export interface BlockTable {
  readonly count: number;
  /** Codes of `KIND`. */
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /**
   * heading: depth 1 to 6 · list: 0 bullet, 1 ordered · listItem: nesting depth from 1 ·
   * tableRow: 0 header row, 1 body row · code: 0 fenced, 1 indented · clause: depth 1 to 6 ·
   * turn: 0 same speaker as before (in subtitles: the sentence goes on), 1 another speaker, 2 after a pause ·
   * declaration, entry: nesting depth from 1 · everything else: 0.
   */
  readonly levels: Uint8Array;
  /** Index of the enclosing container block, -1 at the top level. */
  readonly parents: Int32Array;
}

/** A readable copy of one row of a `BlockTable`. */
export interface Block {
  readonly index: number;
  readonly kind: BlockKind;
  readonly span: Span;
  readonly level: number;
  readonly parent: number;
}

/** Block `index` of `table` as an object. Throws nothing: an index out of range gives `undefined` fields. */
export function blockAt(table: BlockTable, index: number): Block {
  return {
    index,
    kind: BLOCK_KINDS[table.kinds[index]],
    span: { start: table.starts[index], end: table.ends[index] },
    level: table.levels[index],
    parent: table.parents[index],
  };
}

/** Bytes of one block in each array: starts, ends, parents, kinds, levels. */
const BLOCK_BYTES = 4 + 4 + 4 + 1 + 1;
const LEAST_CAPACITY = 16;
/** Documents have about one block for this many characters; table rows make more, novels fewer. */
export const CHARS_PER_BLOCK = 100;

/** Bytes of a buffer that short documents share: the making of one costs as much as the scan of a page. */
const SHARED_BYTES = 16_384;
/** A document that needs more than this has a buffer of its own, so that it does not hold on to those of others. */
const MOST_SHARED = SHARED_BYTES / 4;
let shared = new ArrayBuffer(0);
let taken = 0;

/**
 * Fills a `BlockTable`; grows by doubling, so appending is linear. Ends may be set after children were added.
 * All arrays are views of one buffer, which several tables share where they are short.
 */
export class BlockWriter {
  count = 0;
  starts!: Uint32Array;
  ends!: Uint32Array;
  parents!: Int32Array;
  kinds!: Uint8Array;
  levels!: Uint8Array;
  private capacity = 0;

  /** `expected` blocks fit without growing. */
  constructor(expected = LEAST_CAPACITY) {
    this.allocate(Math.max(LEAST_CAPACITY, Math.ceil(expected / 4) * 4));
  }

  /** Appends a block and returns its index. */
  add(kind: number, start: number, end: number, level: number, parent: number): number {
    const i = this.count++;
    if (i === this.capacity) this.grow();
    this.kinds[i] = kind;
    this.starts[i] = start;
    this.ends[i] = end;
    this.levels[i] = level;
    this.parents[i] = parent;
    return i;
  }

  private allocate(capacity: number): void {
    const bytes = capacity * BLOCK_BYTES;
    const isShort = bytes <= MOST_SHARED;
    if (isShort && taken + bytes > shared.byteLength) {
      shared = new ArrayBuffer(SHARED_BYTES);
      taken = 0;
    }
    const buffer = isShort ? shared : new ArrayBuffer(bytes);
    const from = isShort ? taken : 0;
    if (isShort) taken += bytes;
    this.capacity = capacity;
    this.starts = new Uint32Array(buffer, from, capacity);
    this.ends = new Uint32Array(buffer, from + capacity * 4, capacity);
    this.parents = new Int32Array(buffer, from + capacity * 8, capacity);
    this.kinds = new Uint8Array(buffer, from + capacity * 12, capacity);
    this.levels = new Uint8Array(buffer, from + capacity * 13, capacity);
  }

  private grow(): void {
    const { starts, ends, parents, kinds, levels } = this;
    this.allocate(this.capacity * 2);
    this.starts.set(starts);
    this.ends.set(ends);
    this.parents.set(parents);
    this.kinds.set(kinds);
    this.levels.set(levels);
  }
}
