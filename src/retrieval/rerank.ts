/** Reranking: the first candidates → the same in the order in which a reranker, having read them, puts them. */
import { KerfError } from '../model/error.ts';
import type { Reranker } from '../rerankers/reranker.ts';
import { writtenText } from '../text/html-lines.ts';
import { plural } from '../text/plural.ts';
import type { Candidate } from './candidate.ts';

/**
 * Rescores `candidates`, all of them; equal scores keep the order they had. Each gets the score and its rank before as
 * evidence. Throws `reranker-failed` when there is not one finite score for each.
 */
export async function rerank(
  query: string,
  candidates: readonly Candidate[],
  reranker: Reranker,
  signal?: AbortSignal,
): Promise<readonly Candidate[]> {
  if (candidates.length === 0) return candidates;
  const read = candidates.map(({ chunk }) => ({
    heading: chunk.header,
    text: writtenText(chunk.text, chunk),
  }));
  const scores = await reranker.rerank(query, read, signal && { signal });
  const odd = scores.findIndex((score) => !Number.isFinite(score));
  if (scores.length !== candidates.length || odd >= 0) {
    const what =
      odd >= 0
        ? `the score ${scores[odd]}`
        : `${plural(scores.length, 'score')} for ${plural(candidates.length, 'candidate')}`;
    throw new KerfError(
      'reranker-failed',
      `Reranker "${reranker.id}" gave ${what}: it must give a finite one for each.`,
    );
  }
  return candidates
    .map((candidate, i) => ({ ...candidate, rerank: { rerankerId: reranker.id, score: scores[i], rankBefore: i + 1 } }))
    .sort((a, b) => b.rerank.score - a.rerank.score || a.rerank.rankBefore - b.rerank.rankBefore);
}
