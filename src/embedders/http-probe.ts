/** Asks a server once, to learn how long the vectors of a model are: address and model to a number. */
import { endpointOf } from '../http/endpoint.ts';
import { EMBEDDINGS, postEmbeddings } from './http-request.ts';

export interface ProbeOptions {
  /** As in `HttpEmbedderOptions`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
}

/** A server that was just started may still be loading its model. */
const PROBE_RETRIES = 2;

/** Numbers per vector of the model. Throws `KerfError`: `invalid-option` for the address, `embedder-failed`. */
export async function probeDimensions({ baseUrl, model, apiKey }: ProbeOptions): Promise<number> {
  const options = { maxRetries: PROBE_RETRIES, ...(apiKey === undefined ? {} : { apiKey }) };
  const endpoint = endpointOf(baseUrl, options, EMBEDDINGS);
  const batch = { texts: ['length'], tokens: 0 };
  const [vector] = await postEmbeddings(endpoint, { model }, batch, new AbortController().signal);
  return vector.length;
}
