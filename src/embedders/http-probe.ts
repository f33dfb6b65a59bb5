/** Asks a server once, to learn how long the vectors of a model are: address and model to a number. */
import { httpEmbedder } from './http.ts';
import { postEmbeddings } from './http-request.ts';

export interface ProbeOptions {
  /** As in `HttpEmbedderOptions`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
}

const PROBE_TIMEOUT_MS = 60_000;
/** A server that was just started may still be loading its model. */
const PROBE_RETRIES = 2;
const PROBE_RETRY_DELAY_MS = 500;

/** Numbers per vector of the model. Throws `KerfError`: `invalid-option` for the address, `embedder-failed`. */
export async function probeDimensions(options: ProbeOptions): Promise<number> {
  // Refuses an address that is none, before anything is sent.
  httpEmbedder({ ...options, dimensions: 1 });
  const url = `${options.baseUrl.replace(/\/+$/, '')}/embeddings`;
  const endpoint = {
    ...options,
    url,
    shownUrl: url.split('?', 1)[0],
    dimensions: 1,
    sendDimensions: false,
    maxRetries: PROBE_RETRIES,
    retryDelayMs: PROBE_RETRY_DELAY_MS,
    maxRetryDelayMs: PROBE_TIMEOUT_MS,
    timeoutMs: PROBE_TIMEOUT_MS,
  };
  const [vector] = await postEmbeddings(endpoint, ['length'], new AbortController().signal);
  return vector.length;
}
