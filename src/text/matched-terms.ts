/** Query analysis, backwards: a query and a text that was found → which of the terms and phrases stand in it. */
import type { QueryTerms } from './query-terms.ts';
import { analyzeText } from './terms.ts';

/**
 * The terms and phrases of `query` that are in one of `texts` (body, header and context of a chunk, say), in the order of
 * the query; terms as analysed, those of a phrase separated by spaces. A phrase does not go from one text into the next.
 */
export function matchedTerms(query: QueryTerms, texts: readonly string[]): string[] {
  const columns = texts.map(analyzeText);
  const present = new Set(columns.flat());
  const terms = query.terms.filter((term) => present.has(term));
  const phrases = query.phrases.filter((phrase) => columns.some((column) => holds(column, phrase)));
  return [...terms, ...phrases.map((phrase) => phrase.join(' '))];
}

function holds(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, at) => phrase.every((term, i) => terms[at + i] === term));
}
