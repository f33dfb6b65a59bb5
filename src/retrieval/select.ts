/** Selection: a fused ranking → the hits shown, with repeated texts and the surplus of one document passed over. */
import type { Chunk } from '../model/chunk.ts';
import type { Hit } from '../model/retrieval.ts';
import type { Store } from '../stores/store.ts';
import type { FusedChunk } from './fusion.ts';

export interface SelectOptions {
  readonly topK: number;
  readonly maxPerDocument: number;
}

/** What ranked high enough: the hits, and what was passed over with the reason as its note. */
export interface Selected {
  readonly hits: readonly Hit[];
  readonly dropped: readonly Hit[];
}

/** Rows read beyond `topK` at a time: most rankings have few repeats, and a row is not small. */
const SPARE_ROWS = 10;

/**
 * Walks `ranking` from the top until `topK` hits stand. Chunks whose text a hit has already are dropped with a note
 * on both, and chunks of a document that has `maxPerDocument` hits are dropped.
 */
export async function selectHits(
  store: Store,
  ranking: readonly FusedChunk[],
  options: SelectOptions,
): Promise<Selected> {
  const selection: Selection = { hits: [], dropped: [], rankByHash: new Map(), countByDocument: new Map() };
  const step = Math.min(ranking.length, options.topK) + SPARE_ROWS;
  for (let from = 0; from < ranking.length && selection.hits.length < options.topK; from += step) {
    const slice = ranking.slice(from, from + step);
    const chunks = await store.readChunks(slice.map(({ chunkId }) => chunkId));
    const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    for (const [place, fused] of slice.entries()) {
      if (selection.hits.length === options.topK) break;
      const chunk = byId.get(fused.chunkId);
      // A chunk that ended between search and reading is no result any more.
      if (chunk) consider(selection, chunk, fused, from + place + 1, options.maxPerDocument);
    }
  }
  const hits = selection.hits.map(({ chunk, fused, notes }, place) => toHit(chunk, fused, place + 1, notes));
  return { hits, dropped: selection.dropped };
}

/** Hits while they are being chosen: notes still grow. */
interface Selection {
  readonly hits: { chunk: Chunk; fused: FusedChunk; notes: string[] }[];
  readonly dropped: Hit[];
  readonly rankByHash: Map<string, number>;
  readonly countByDocument: Map<string, number>;
}

function consider(selection: Selection, chunk: Chunk, fused: FusedChunk, place: number, maxPerDocument: number): void {
  const { hits, dropped, rankByHash, countByDocument } = selection;
  const drop = (reason: string) => dropped.push(toHit(chunk, fused, place, [`dropped: ${reason}`]));
  const twin = rankByHash.get(chunk.contentHash);
  if (twin !== undefined) {
    hits[twin - 1].notes.push(
      `same text in ${chunk.documentId}, lines ${chunk.lines.start}-${chunk.lines.end} (${chunk.id})`,
    );
    return void drop(`same text as hit ${twin}`);
  }
  const count = countByDocument.get(chunk.documentId) ?? 0;
  if (count >= maxPerDocument) return void drop(`${chunk.documentId} is at its cap of ${maxPerDocument} per document`);
  countByDocument.set(chunk.documentId, count + 1);
  hits.push({ chunk, fused, notes: [] });
  rankByHash.set(chunk.contentHash, hits.length);
}

function toHit(chunk: Chunk, { score, evidence }: FusedChunk, rank: number, notes: readonly string[]): Hit {
  return { chunk, score, rank, explanation: { evidence, expandedWith: [], notes } };
}
