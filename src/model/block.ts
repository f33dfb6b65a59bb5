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
] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Numeric code of each kind: its place in `BLOCK_KINDS`; what `BlockTable.kinds` holds. */
export const KIND = Object.fromEntries(BLOCK_KINDS.map((kind, code) => [kind, code])) as Record<BlockKind, number>;

/**
 * All arrays have at least `count` entries; entry i is block i. Spans are those mdast would give: from the
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
   * tableRow: 0 header row, 1 body row · code: 0 fenced, 1 indented · everything else: 0.
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

/** Fills a `BlockTable`; grows by doubling, so appending is linear. Ends may be set after children were added. */
export class BlockWriter {
  count = 0;
  kinds = new Uint8Array(64);
  starts = new Uint32Array(64);
  ends = new Uint32Array(64);
  levels = new Uint8Array(64);
  parents = new Int32Array(64);

  /** Appends a block and returns its index. */
  add(kind: number, start: number, end: number, level: number, parent: number): number {
    const i = this.count++;
    if (i === this.kinds.length) this.grow();
    this.kinds[i] = kind;
    this.starts[i] = start;
    this.ends[i] = end;
    this.levels[i] = level;
    this.parents[i] = parent;
    return i;
  }

  private grow(): void {
    const size = this.kinds.length * 2;
    const copy = <T extends Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.kinds = copy(this.kinds, new Uint8Array(size));
    this.starts = copy(this.starts, new Uint32Array(size));
    this.ends = copy(this.ends, new Uint32Array(size));
    this.levels = copy(this.levels, new Uint8Array(size));
    this.parents = copy(this.parents, new Int32Array(size));
  }
}
