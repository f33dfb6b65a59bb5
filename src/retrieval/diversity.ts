/** Diversity: ranked candidates → the same, with those moved back that say much of what better ones say. */
import { readableText } from '../text/html-text.ts';
import type { Candidate } from './candidate.ts';
import { shinglesOf, similarityOf } from './similarity.ts';

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): takes, again and again, the candidate of the greatest
 * (1 − diversity) × relevance − diversity × similarity to what was taken. Relevance falls evenly from 1 at the first rank to 0
 * behind the last, since scores of different lists have no common scale. Two chunks of one section count as half alike at
 * least: they have their heading in common, whatever their words. `diversity` 0 changes nothing. Quadratic in the number of
 * candidates, which the caller bounds. What was moved says so.
 */
export function diversify(candidates: readonly Candidate[], diversity: number): readonly Candidate[] {
  if (diversity === 0 || candidates.length < 2) return candidates;
  const shingles = candidates.map(({ chunk }) => shinglesOf(readableText(chunk.text, chunk.mediaType)));
  const worth = candidates.map((_, i) => (1 - diversity) * (1 - i / candidates.length));
  const likeness = candidates.map(() => 0);
  const gain = (i: number): number => worth[i] - diversity * likeness[i];
  const left = new Set(candidates.keys());
  const order: number[] = [];
  while (left.size > 0) {
    // Set order is rank order, so that of equals the better ranked is taken.
    const best = [...left].reduce((winner, i) => (gain(i) > gain(winner) ? i : winner));
    left.delete(best);
    order.push(best);
    for (const i of left) {
      const near = candidates[i].chunk.parentId === candidates[best].chunk.parentId ? SAME_SECTION : 0;
      likeness[i] = Math.max(likeness[i], near, similarityOf(shingles[i], shingles[best]));
    }
  }
  for (const [place, i] of order.entries())
    if (place !== i) candidates[i].notes.push(`moved from rank ${i + 1} to ${place + 1} for diversity`);
  return order.map((i) => candidates[i]);
}

const SAME_SECTION = 0.5;
