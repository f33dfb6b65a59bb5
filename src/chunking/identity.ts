/** Identity: where a piece stands gives its id; what it says and what is embedded give its hashes. */
import type { BlockTable } from '../model/block.ts';
import { KIND } from '../model/block.ts';
import type { ChunkKind } from '../model/chunk.ts';
import { shortHash } from '../text/hash.ts';

/** Separates the fields of a place; cannot stand in a path, a title or a number. */
const FIELD = '\u0000';

/** Hands out ids for one document: equal places are told apart by their ordinal. */
export function placeIds(documentId: string): {
  chunkId(path: readonly string[], kind: ChunkKind): string;
  sectionId(path: readonly string[], start: number): string;
} {
  const chunkOrdinals = new Map<string, number>();
  const sectionOrdinals = new Map<string, number>();
  const sections = new Map<number, string>();
  const next = (ordinals: Map<string, number>, place: string): string => {
    const ordinal = ordinals.get(place) ?? 0;
    ordinals.set(place, ordinal + 1);
    return shortHash(`${place}${FIELD}${ordinal}`);
  };
  return {
    chunkId: (path, kind) => next(chunkOrdinals, [documentId, 'chunk', kind, ...path].join(FIELD)),
    sectionId(path, start) {
      const known = sections.get(start);
      if (known !== undefined) return known;
      const id = next(sectionOrdinals, [documentId, 'section', ...path].join(FIELD));
      sections.set(start, id);
      return id;
    },
  };
}

const KIND_OF_BLOCK: Readonly<Record<number, ChunkKind>> = {
  [KIND.list]: 'list',
  [KIND.table]: 'table',
  [KIND.code]: 'code',
  [KIND.blockquote]: 'quote',
  [KIND.html]: 'html',
  [KIND.math]: 'math',
  [KIND.thread]: 'turns',
  [KIND.turn]: 'turns',
  [KIND.declaration]: 'code',
  [KIND.statement]: 'code',
  [KIND.entry]: 'record',
};

/** Indexes of the blocks that no other holds, headings left out. */
export function topLevelBlocks(blocks: BlockTable): readonly number[] {
  const top: number[] = [];
  for (let i = 0; i < blocks.count; i++) if (blocks.parents[i] < 0 && blocks.kinds[i] !== KIND.heading) top.push(i);
  return top;
}

/**
 * The kind of most of the text in `[start, end)`, by its top-level blocks; `heading` when it holds nothing else.
 * `first` is the place in `top` of the first one that ends behind `start`.
 */
export function kindOfRange(
  blocks: BlockTable,
  top: readonly number[],
  first: number,
  start: number,
  end: number,
): ChunkKind {
  const sizes = new Map<ChunkKind, number>();
  for (let at = first; at < top.length && blocks.starts[top[at]] < end; at++) {
    const block = top[at];
    const kind = KIND_OF_BLOCK[blocks.kinds[block]] ?? 'text';
    const shared = Math.min(blocks.ends[block], end) - Math.max(blocks.starts[block], start);
    sizes.set(kind, (sizes.get(kind) ?? 0) + shared);
  }
  let best: ChunkKind = sizes.size === 0 && blocks.count > 0 ? 'heading' : 'text';
  let most = 0;
  for (const [kind, size] of sizes) {
    if (size <= most) continue;
    best = kind;
    most = size;
  }
  return best;
}
