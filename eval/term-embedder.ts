/** Evaluation, part: an embedder without a model that at least knows which words of a collection tell something. */
import type { Embedder } from '../src/embedders/embedder.ts';
import { analyzeText } from '../src/text/terms.ts';
import { randomFrom } from './topic-documents.ts';

/** Enough for terms to be told apart: two random directions have a cosine of about 1 / sqrt(dimensions). */
const DIMENSIONS = 512;

/**
 * An embedder that adds up, for the terms of a text, a fixed random direction each (random projection) times the square
 * root of its count and its inverse document frequency in `texts`. It knows word forms, but no meaning.
 */
export function termEmbedder(texts: readonly string[]): Embedder {
  const frequency = new Map<string, number>();
  for (const text of texts)
    for (const term of new Set(analyzeText(text))) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const directions = new Map<string, Float32Array>();
  const directionOf = (term: string): Float32Array => {
    const known = directions.get(term);
    if (known !== undefined) return known;
    const random = randomFrom(hashOf(term));
    const made = Float32Array.from({ length: DIMENSIONS }, () => (random() < 0.5 ? -1 : 1));
    directions.set(term, made);
    return made;
  };
  const vectorOf = (text: string): Float32Array => {
    const counts = new Map<string, number>();
    for (const term of analyzeText(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const vector = new Float32Array(DIMENSIONS);
    for (const [term, count] of counts) {
      const weight = Math.sqrt(count) * Math.log(1 + texts.length / (1 + (frequency.get(term) ?? 0)));
      const direction = directionOf(term);
      for (let k = 0; k < DIMENSIONS; k++) vector[k] += direction[k] * weight;
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return length > 0 ? vector.map((value) => value / length) : vector;
  };
  return { id: 'terms', dimensions: DIMENSIONS, embed: async (batch) => batch.map(vectorOf) };
}

function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
