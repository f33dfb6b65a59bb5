/**
 * Indexing: turns the old and the new chunks of one document into a plan of what an update will do.
 *
 * Identity survives edits: a new chunk that is an old one (match.ts) takes its id, whatever its place says now.
 */
import type { Chunk } from '../model/chunk.ts';
import { shortHash } from '../text/hash.ts';
import { type ChunkMatch, matchChunks } from './match.ts';
import type { ChunkChange, DocumentPlan, PlannedChunk } from './plan-types.ts';
import { keepSectionIds, type SectionVote } from './section-identity.ts';

/**
 * Plans the update of document `documentId` from its living chunks `old` to `next`, both in document order.
 * `next` = [] plans the removal of every chunk. Ids in the plan are unique; links between neighbours and to
 * sections and passages are rewritten to the ids in the plan. Pure: the same lists give the same plan. Throws nothing.
 */
export function planDocument(documentId: string, old: readonly Chunk[], next: readonly Chunk[]): DocumentPlan {
  const match = matchChunks(old, next);
  const ids = finalIds(old, next, match);
  const parentIds = finalParentIds(old, next, match, ids);
  const chunks = next.map((chunk, j): PlannedChunk => {
    const final: Chunk = {
      ...chunk,
      id: ids[j],
      index: j,
      previousId: next[j - 1]?.granularity === chunk.granularity ? ids[j - 1] : null,
      nextId: next[j + 1]?.granularity === chunk.granularity ? ids[j + 1] : null,
      parentId: parentIds.get(chunk.parentId) ?? chunk.parentId,
    };
    return { chunk: final, change: changeOf(old[match.oldOf[j]], final, match.inOrder[j] === 1) };
  });
  const kept = new Set(match.oldOf);
  return { documentId, chunks, removed: old.filter((_, i) => !kept.has(i)).map((chunk) => chunk.id) };
}

function changeOf(before: Chunk | undefined, after: Chunk, inOrder: boolean): ChunkChange {
  if (before === undefined) return 'added';
  if (!sameContent(before, after)) return 'changed';
  return inOrder ? 'unchanged' : 'moved';
}

/**
 * Whether two chunks differ in nothing but their place. Place is what a store keeps in the document's layout:
 * spans, lines, index, neighbours, section identity, signals at the two ends, and the document's `updatedAt`.
 * Everything else, metadata included, makes a changed chunk.
 */
function sameContent(a: Chunk, b: Chunk): boolean {
  return (
    a.text === b.text &&
    a.embedText === b.embedText &&
    a.header === b.header &&
    a.kind === b.kind &&
    a.mediaType === b.mediaType &&
    a.embedHash === b.embedHash &&
    a.contentHash === b.contentHash &&
    a.tokenCount === b.tokenCount &&
    a.textTokenCount === b.textTokenCount &&
    detailsKey(a) === detailsKey(b)
  );
}

/** The nested fields as one string; JSON, so that nothing nested is overlooked. Key order counts as a change. */
function detailsKey(chunk: Chunk): string {
  const context = chunk.context.map((part) => ('span' in part ? { ...part, span: null } : part));
  return JSON.stringify([
    chunk.sectionPath,
    context,
    chunk.notes,
    chunk.metadata,
    chunk.time,
    chunk.defines,
    chunk.uses,
  ]);
}

/** Kept ids for matched chunks; for added ones the natural id, or a fresh one where it is taken. */
function finalIds(old: readonly Chunk[], next: readonly Chunk[], match: ChunkMatch): string[] {
  // Ids that end in this plan count as taken too: an id never ends and begins in one version.
  const taken = new Set(old.map((chunk) => chunk.id));
  return next.map((chunk, j) => {
    const i = match.oldOf[j];
    if (i >= 0) return old[i].id;
    const id = freeId(chunk.id, taken);
    taken.add(id);
    return id;
  });
}

function freeId(natural: string, taken: ReadonlySet<string>): string {
  let id = natural;
  for (let counter = 1; taken.has(id); counter++) id = shortHash(`${natural}\n${counter}`);
  return id;
}

/** By natural id the final one of each parent: the sections of passages, and the passages of sentence chunks. */
function finalParentIds(
  old: readonly Chunk[],
  next: readonly Chunk[],
  match: ChunkMatch,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const votes: SectionVote[] = [];
  const passages: [string, string][] = [];
  for (const [j, chunk] of next.entries()) {
    if (chunk.granularity !== 'passage') continue;
    votes.push({ natural: chunk.parentId, before: old[match.oldOf[j]]?.parentId });
    passages.push([chunk.id, ids[j]]);
  }
  return new Map([...passages, ...keepSectionIds(votes)]);
}
