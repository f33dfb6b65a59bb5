/** Selection: a fused ranking → the hits shown. Repeats are dropped, the first are reranked, caps are kept, in this order. */
import type { Hit } from '../model/retrieval.ts';
import type { Store } from '../stores/store.ts';
import { type Candidate, passageIdOf, readCandidates, toHit } from './candidate.ts';
import { collapse, emptyCollapsed } from './collapse.ts';
import { diversify } from './diversity.ts';
import type { FusedChunk } from './fusion.ts';
import type { ResolvedRetrieveOptions } from './options.ts';
import { rerank } from './rerank.ts';

/** What ranked high enough: the hits, and what was passed over with the reason as its last note. */
export interface Selected {
  /** `topK` passages, or all there are; several sentence chunks of one passage count as one. */
  readonly hits: readonly Hit[];
  readonly dropped: readonly Hit[];
}

/** Rows read beyond `topK` at a time: most rankings have few repeats, and a row is not small. */
const SPARE_ROWS = 10;

type SelectOptions = Pick<
  ResolvedRetrieveOptions,
  'topK' | 'maxPerDocument' | 'nearDuplicateSimilarity' | 'reranker' | 'rerankDepth' | 'diversity' | 'signal'
>;

/**
 * Reads as much of `ranking` as reranking and diversity ask for, puts it in its last order, and walks it until `topK`
 * passages stand; what lies behind is read only when those do not suffice. Throws as the reranker does.
 */
export async function selectHits(
  store: Store,
  query: string,
  ranking: readonly FusedChunk[],
  options: SelectOptions,
): Promise<Selected> {
  const step = options.topK + SPARE_ROWS;
  const collapsed = emptyCollapsed();
  let read = 0;
  const readMore = async () => {
    const from = read;
    read = Math.min(ranking.length, from + step);
    return collapse(await readCandidates(store, ranking, from, read), options.nearDuplicateSimilarity, collapsed);
  };
  const depth = options.reranker || options.diversity > 0 ? options.rerankDepth : 1;
  while (collapsed.kept.length < depth && read < ranking.length) await readMore();
  const walk: Walk = { hits: [], dropped: [], passages: new Set(), passagesByDocument: new Map() };
  for (const candidate of await reorder(query, collapsed.kept, options)) consider(walk, candidate, options);
  while (walk.passages.size < options.topK && read < ranking.length)
    for (const candidate of await readMore()) consider(walk, candidate, options);
  // Only now: a repeat that was read later leaves a note on what it repeats.
  for (const { chunk, notes } of walk.dropped)
    notes.push(`dropped: ${chunk.documentId} is at its cap of ${options.maxPerDocument} per document`);
  const dropped = [...collapsed.dropped, ...walk.dropped].sort((a, b) => a.place - b.place);
  return {
    hits: walk.hits.map((candidate, i) => toHit(candidate, i + 1)),
    dropped: dropped.map((candidate) => toHit(candidate, candidate.place)),
  };
}

/** The first `rerankDepth` in their new order; those behind them keep theirs. */
async function reorder(
  query: string,
  candidates: readonly Candidate[],
  { reranker, rerankDepth, diversity, signal }: SelectOptions,
): Promise<readonly Candidate[]> {
  const first = candidates.slice(0, rerankDepth);
  const reranked = reranker ? await rerank(query, first, reranker, signal) : first;
  return [...diversify(reranked, diversity), ...candidates.slice(rerankDepth)];
}

interface Walk {
  readonly hits: Candidate[];
  /** Over the cap of their document. */
  readonly dropped: Candidate[];
  /** Passages of the hits. */
  readonly passages: Set<string>;
  readonly passagesByDocument: Map<string, number>;
}

function consider(walk: Walk, candidate: Candidate, { topK, maxPerDocument }: SelectOptions): void {
  const passageId = passageIdOf(candidate.chunk);
  if (walk.passages.has(passageId)) return void walk.hits.push(candidate);
  if (walk.passages.size === topK) return;
  const { documentId } = candidate.chunk;
  const count = walk.passagesByDocument.get(documentId) ?? 0;
  if (count >= maxPerDocument) return void walk.dropped.push(candidate);
  walk.passages.add(passageId);
  walk.passagesByDocument.set(documentId, count + 1);
  walk.hits.push(candidate);
}
