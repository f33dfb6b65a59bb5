/** Candidates: chunks of the fused ranking on their way to be hits, with what each step said of them. */
import type { Chunk } from '../model/chunk.ts';
import type { Hit, OtherPlace, RerankEvidence } from '../model/retrieval.ts';
import type { Store } from '../stores/store.ts';
import type { FusedChunk } from './fusion.ts';

/** One chunk of the ranking; steps reorder candidates and leave notes, and never change anything else. */
export interface Candidate {
  readonly chunk: Chunk;
  readonly fused: FusedChunk;
  /** Place in the fused ranking, from 1. */
  readonly place: number;
  readonly rerank?: RerankEvidence;
  /** Places of the candidates that were dropped for saying the same. */
  readonly otherPlaces: OtherPlace[];
  readonly notes: string[];
}

/** Reads the chunks of `ranking[from, to)`. A chunk that ended between search and reading is no result any more. */
export async function readCandidates(
  store: Store,
  ranking: readonly FusedChunk[],
  from: number,
  to: number,
): Promise<readonly Candidate[]> {
  const slice = ranking.slice(from, to);
  const chunks = await store.readChunks(slice.map(({ chunkId }) => chunkId));
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return slice.flatMap((fused, i) => {
    const chunk = byId.get(fused.chunkId);
    return chunk ? [{ chunk, fused, place: from + i + 1, otherPlaces: [], notes: [] }] : [];
  });
}

export function toHit({ chunk, fused, rerank, otherPlaces, notes }: Candidate, rank: number): Hit {
  const { score, evidence } = fused;
  const others = otherPlaces.length > 0 && { otherPlaces };
  return {
    chunk,
    score,
    rank,
    explanation: { evidence, ...(rerank && { rerank }), ...others, expandedWith: [], notes },
  };
}

/** What a chunk counts as: a sentence chunk as the passage that it will be shown with. */
export function passageIdOf({ granularity, parentId, id }: Chunk): string {
  return granularity === 'sentence' ? parentId : id;
}
