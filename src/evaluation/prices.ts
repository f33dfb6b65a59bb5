/** Evaluation, costs: the list prices of embedding models that are known with certainty; users give all others. */

export interface EmbeddingPrice {
  readonly model: string;
  /** US dollars for a million tokens of input, without batch discounts. */
  readonly pricePerMillion: number;
  /** Numbers per vector unless the model is asked for fewer; undefined: not known. */
  readonly dimensions?: number;
  /** Where the price is published. */
  readonly source: string;
  /** ISO 8601 date, or month, on which it was last seen there; undefined for a price that a user gave. */
  readonly asOf?: string;
}

/** A model stands here only while its maker publishes the price; a price of one's own replaces it. */
export const EMBEDDING_PRICES: readonly EmbeddingPrice[] = [
  {
    model: 'text-embedding-3-small',
    pricePerMillion: 0.02,
    dimensions: 1536,
    source: 'https://developers.openai.com/api/docs/models/text-embedding-3-small',
    asOf: '2026-07-03',
  },
  {
    model: 'text-embedding-3-large',
    pricePerMillion: 0.13,
    dimensions: 3072,
    source: 'https://developers.openai.com/api/docs/models/text-embedding-3-large',
    asOf: '2026-05',
  },
];

/** What `tokens` cost at `pricePerMillion`. */
export function priceOf(tokens: number, pricePerMillion: number): number {
  return (tokens * pricePerMillion) / 1e6;
}
