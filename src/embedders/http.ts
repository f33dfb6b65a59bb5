/** Embedder over HTTP: texts to vectors through any server that speaks the OpenAI `/embeddings` request. */
import { KerfError } from '../model/error.ts';
import type { Embedder } from './embedder.ts';
import { inBatches } from './http-batches.ts';
import { type Endpoint, postEmbeddings } from './http-request.ts';

export interface HttpEmbedderOptions {
  /** Address up to and without `/embeddings`, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Numbers per vector. An answer of another length is refused. */
  readonly dimensions: number;
  /** Sent as `Authorization: Bearer`; never part of a message. Default: no such header. */
  readonly apiKey?: string;
  /** Name under which vectors are stored; default `http:` and the model's name. */
  readonly id?: string;
  /** Ask the server for `dimensions` (models that can shorten vectors); default false. */
  readonly sendDimensions?: boolean;
  /** Put in front of each document text or query, for models that want it; default ''. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
  /** Further request headers; default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts per request at most; default 64. */
  readonly maxBatchTexts?: number;
  /** UTF-16 units per request at most, a single longer text goes alone; default 100,000. */
  readonly maxBatchChars?: number;
  /** Requests under way at once, at most; default 4. */
  readonly concurrency?: number;
  /** Times a request is tried again after 429, 5xx, a broken connection or a timeout; default 5. */
  readonly maxRetries?: number;
  /** Wait before the first retry in ms, doubled each time; default 500. `Retry-After` of the server comes first. */
  readonly retryDelayMs?: number;
  /** A server that asks for a longer wait than this, in ms, is given up on; default 120,000. */
  readonly maxRetryDelayMs?: number;
  /** Time for one request in ms; default 60,000. */
  readonly timeoutMs?: number;
}

const DEFAULTS = {
  sendDimensions: false,
  documentPrefix: '',
  queryPrefix: '',
  maxBatchTexts: 64,
  maxBatchChars: 100_000,
  concurrency: 4,
  maxRetries: 5,
  retryDelayMs: 500,
  maxRetryDelayMs: 120_000,
  timeoutMs: 60_000,
} as const;

/**
 * An embedder that asks a server. Vectors are brought to unit length. `embed` throws `KerfError('embedder-failed')`
 * naming the address, the status and what to do; an aborted `signal` throws its reason.
 * Throws `KerfError('invalid-option')` for an address or a number that makes no sense.
 *
 * @example
 * const embedder = httpEmbedder({ baseUrl: 'http://127.0.0.1:11434/v1', model: 'nomic-embed-text', dimensions: 768 });
 * const [vector] = await embedder.embed(['some text']);
 */
export function httpEmbedder(options: HttpEmbedderOptions): Embedder {
  const settings = { ...DEFAULTS, ...options };
  requireCounts(settings);
  const url = endpointUrl(settings.baseUrl);
  const endpoint: Endpoint = { ...settings, url: url.href, shownUrl: url.origin + url.pathname };
  return {
    id: options.id ?? `http:${options.model}`,
    dimensions: options.dimensions,
    async embed(texts, { purpose = 'document', signal } = {}) {
      const prefix = purpose === 'query' ? settings.queryPrefix : settings.documentPrefix;
      // Servers refuse the empty text; a space has no meaning either.
      const inputs = texts.map((text) => prefix + text || ' ');
      const vectors = await inBatches(
        inputs,
        settings,
        (batch, batchSignal) => postEmbeddings(endpoint, batch, batchSignal),
        signal,
      );
      return vectors.map((numbers) => unitVector(endpoint, numbers));
    },
  };
}

const COUNTS = ['dimensions', 'maxBatchTexts', 'maxBatchChars', 'concurrency', 'timeoutMs'] as const;
const COUNTS_FROM_ZERO = ['maxRetries', 'retryDelayMs', 'maxRetryDelayMs'] as const;

function requireCounts(settings: Record<(typeof COUNTS)[number] | (typeof COUNTS_FROM_ZERO)[number], number>): void {
  for (const [names, least] of [
    [COUNTS, 1],
    [COUNTS_FROM_ZERO, 0],
  ] as const) {
    for (const name of names) {
      const value = settings[name];
      if (Number.isSafeInteger(value) && value >= least) continue;
      throw new KerfError('invalid-option', `${name} is ${value}; give a whole number from ${least}`);
    }
  }
}

function endpointUrl(baseUrl: string): URL {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch (cause) {
    throw new KerfError('invalid-option', `baseUrl is not an address; write it like http://127.0.0.1:8080/v1`, {
      cause,
    });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new KerfError('invalid-option', `baseUrl begins with ${url.protocol}; use http: or https:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new KerfError('invalid-option', 'baseUrl holds a user name or password; pass the key as apiKey instead');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`;
  return url;
}

function unitVector(endpoint: Endpoint, numbers: readonly number[]): Float32Array {
  const vector = Float32Array.from(numbers);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (vector.length !== endpoint.dimensions || !(length > 0) || !Number.isFinite(length)) {
    const what = vector.length === endpoint.dimensions ? `a vector of length ${length}` : `${vector.length} numbers`;
    throw new KerfError(
      'embedder-failed',
      `${endpoint.shownUrl} gave ${what} for model ${endpoint.model} where ${endpoint.dimensions} finite numbers, ` +
        'not all 0, were expected; set dimensions to what the model gives',
    );
  }
  return vector.map((value) => value / length);
}
