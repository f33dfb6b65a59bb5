/** Identity: where a piece stands gives its id; what it says and what is embedded give its hashes. */
import type { BlockTable } from '../model/block.ts';
import { KIND } from '../model/block.ts';
import { CHUNK_KINDS, type ChunkKind } from '../model/chunk.ts';
import { derivedHash, shortHash } from '../text/hash.ts';

/** Separates the fields of a place. Where a title holds it, two places may count as one, and get ordinals. */
const FIELD = '\u0000';

/** Hands out ids for one document: equal places are told apart by their ordinal. */
export function placeIds(documentId: string): {
  chunkId(path: readonly string[], kind: ChunkKind): string;
  sectionId(path: readonly string[], start: number): string;
} {
  // A path is hashed once; chunks of a section share the list itself, so that it is found without being read.
  const known = new Map<readonly string[], Place>();
  const places = new Map<string, Place>();
  const sections = new Map<number, string>();
  const placeOf = (path: readonly string[]): Place => {
    let place = known.get(path);
    if (place !== undefined) return place;
    let key = documentId;
    for (const title of path) key += FIELD + title;
    const hash = shortHash(key);
    place = places.get(hash) ?? { hash, ordinals: new Map() };
    places.set(hash, place);
    known.set(path, place);
    return place;
  };
  const next = ({ hash, ordinals }: Place, sort: ChunkKind | 'section'): string => {
    const ordinal = ordinals.get(sort) ?? 0;
    ordinals.set(sort, ordinal + 1);
    return derivedHash(hash, ordinal * SORTS.length + SORTS.indexOf(sort));
  };
  return {
    chunkId: (path, kind) => next(placeOf(path), kind),
    sectionId(path, start) {
      let id = sections.get(start);
      if (id === undefined) {
        id = next(placeOf(path), 'section');
        sections.set(start, id);
      }
      return id;
    },
  };
}

/** What ids are counted for, by place and sort: a new kind of chunk goes to the end. */
const SORTS: readonly (ChunkKind | 'section')[] = ['section', ...CHUNK_KINDS];

/** A section path in a document, and how many ids of each sort it has given. */
interface Place {
  readonly hash: string;
  readonly ordinals: Map<ChunkKind | 'section', number>;
}

/**
 * Hash of an embedded string, from the hash of the text in it and what stands in front of the text and behind it: the
 * text itself, most of the string, is not read again.
 */
export function embedHashOf(contentHash: string, front: string, behind: string): string {
  return front === '' && behind === '' ? contentHash : shortHash(front + FIELD + contentHash + FIELD + behind);
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
  // Most pieces hold one block, or several of one kind.
  const only = onlyKind(blocks, top, first, end);
  if (only !== undefined) return only;
  const sizes = new Map<ChunkKind, number>();
  for (let at = first; at < top.length && blocks.starts[top[at]] < end; at++) {
    const block = top[at];
    const kind = kindOfBlock(blocks, block);
    const shared = Math.min(blocks.ends[block], end) - Math.max(blocks.starts[block], start);
    sizes.set(kind, (sizes.get(kind) ?? 0) + shared);
  }
  let best: ChunkKind = 'text';
  let most = 0;
  for (const [kind, size] of sizes) {
    if (size <= most) continue;
    best = kind;
    most = size;
  }
  return best;
}

/** The kind that all blocks in front of `end` have, from `first` on; undefined where they have several. */
function onlyKind(blocks: BlockTable, top: readonly number[], first: number, end: number): ChunkKind | undefined {
  if (first >= top.length || blocks.starts[top[first]] >= end) return blocks.count > 0 ? 'heading' : 'text';
  const kind = kindOfBlock(blocks, top[first]);
  for (let at = first + 1; at < top.length && blocks.starts[top[at]] < end; at++)
    if (kindOfBlock(blocks, top[at]) !== kind) return undefined;
  return kind;
}

function kindOfBlock({ kinds }: BlockTable, block: number): ChunkKind {
  return KIND_OF_BLOCK[kinds[block]] ?? 'text';
}
