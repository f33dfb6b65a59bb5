/** Rerankers, shared: what a candidate is to a model that reads one string. */
import type { RerankCandidate } from './reranker.ts';

/** The heading on a line of its own, then the text; a space when both are empty, which servers would refuse. */
export function candidateText({ heading, text }: RerankCandidate): string {
  return (heading === '' ? text : `${heading}\n${text}`) || ' ';
}
