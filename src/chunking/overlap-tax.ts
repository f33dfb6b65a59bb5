/** Overlap tax: from chunks to what repeating text costs, in characters that are embedded more than once. */
import type { Chunk } from '../model/chunk.ts';
import { overlapLength } from '../text/html-lines.ts';

/** What is looked at; all of it is on a `Chunk`. */
export type TaxedChunk = Pick<Chunk, 'embedText' | 'overlap' | 'text' | 'mediaType' | 'kind'>;

export interface OverlapTax {
  /** UTF-16 units of all `embedText`. */
  readonly embeddedChars: number;
  /** Those of them that are overlap: text that the chunk before has as its own. */
  readonly overlapChars: number;
  /** `overlapChars / embeddedChars`, from 0 to 1; 0 where nothing is embedded. */
  readonly share: number;
}

/**
 * What share of the embedded characters is overlap. Context is not counted: a chunk would say less without it, while
 * overlap only says again what the chunk before says.
 *
 * @example
 * overlapTax(chunkDocument(document, { maxChars: 800, overlapChars: 80 })).share; // about 0.1
 */
export function overlapTax(chunks: readonly TaxedChunk[]): OverlapTax {
  let embeddedChars = 0;
  let overlapChars = 0;
  for (const chunk of chunks) {
    embeddedChars += chunk.embedText.length;
    overlapChars += overlapLength(chunk);
  }
  return { embeddedChars, overlapChars, share: embeddedChars === 0 ? 0 : overlapChars / embeddedChars };
}
