/** Embedder over HTTP, part: one request with its retries, and the errors that say what to do. */
import { KerfError } from '../model/error.ts';

export interface Endpoint {
  readonly url: string;
  /** The address for messages: without its query, which may hold a key. */
  readonly shownUrl: string;
  readonly model: string;
  readonly dimensions: number;
  readonly sendDimensions: boolean;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
  readonly timeoutMs: number;
}

/** A failed try: what happened, and whether and when another one makes sense. */
interface Failure {
  readonly reason: string;
  readonly remedy: string;
  readonly retry: boolean;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

type Outcome = { readonly vectors: number[][] } | { readonly failure: Failure };

/** One vector per text, as the server gives it, in the order of the texts. */
export async function postEmbeddings(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly number[][]> {
  for (let tries = 1; ; tries++) {
    const outcome = await tryOnce(endpoint, texts, signal);
    if ('vectors' in outcome) return outcome.vectors;
    const { failure } = outcome;
    const delayMs =
      failure.retryAfterMs ?? Math.min(endpoint.retryDelayMs * 2 ** (tries - 1), endpoint.maxRetryDelayMs);
    if (!failure.retry || tries > endpoint.maxRetries || delayMs > endpoint.maxRetryDelayMs) {
      throw failureError(endpoint, failure, tries);
    }
    await pause(delayMs, signal);
  }
}

async function tryOnce(endpoint: Endpoint, texts: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify(bodyOf(endpoint, texts)),
      signal: AbortSignal.any([signal, timeout]),
    });
    const body = await response.text();
    if (!response.ok) return { failure: statusFailure(endpoint, response, body) };
    return readVectors(body, texts.length);
  } catch (cause) {
    signal.throwIfAborted();
    return { failure: connectionFailure(endpoint, cause, timeout.aborted) };
  }
}

function headersOf({ apiKey, headers }: Endpoint): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...headers,
  };
}

function bodyOf({ model, dimensions, sendDimensions }: Endpoint, texts: readonly string[]): object {
  return { model, input: texts, encoding_format: 'float', ...(sendDimensions ? { dimensions } : {}) };
}

/** Servers may answer out of order; `index` says which text a vector is for, where it is given. */
function readVectors(body: string, count: number): Outcome {
  const bad = (what: string): Outcome => ({
    failure: {
      reason: `answered with ${what}`,
      remedy: 'check that baseUrl leads to an OpenAI-compatible server',
      retry: false,
    },
  });
  let data: unknown;
  try {
    data = (JSON.parse(body) as { data?: unknown } | null)?.data;
  } catch {
    // The finding is the same whatever the parser says: this is not the server we look for.
    return bad('something that is not JSON');
  }
  if (!Array.isArray(data)) return bad('JSON without a list "data"');
  if (data.length !== count) return bad(`${data.length} vectors for ${count} texts`);
  const vectors: number[][] = [];
  for (const [position, item] of (data as { index?: number; embedding?: unknown }[]).entries()) {
    const { index = position, embedding } = item ?? {};
    if (!isVector(embedding)) return bad('an "embedding" that is not a list of numbers');
    if (!Number.isInteger(index) || index < 0 || index >= count || vectors[index] !== undefined) {
      return bad(`an "index" ${index} that is out of range or repeated`);
    }
    vectors[index] = embedding;
  }
  return { vectors };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((number) => typeof number === 'number');
}

const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

const REMEDIES: Readonly<Record<number, string>> = {
  400: 'check the model name and that no text is longer than the model takes',
  401: 'check the API key',
  403: 'check that the API key may use this model',
  404: 'check baseUrl and the model name',
  413: 'lower maxBatchTexts or maxBatchChars',
  422: 'check the model name and that no text is longer than the model takes',
  429: 'wait, or lower concurrency',
};

const SHOWN_BODY_CHARS = 200;

function statusFailure(endpoint: Endpoint, response: Response, body: string): Failure {
  const { status } = response;
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  const shown = withoutKey(endpoint, body).slice(0, SHOWN_BODY_CHARS).trim();
  return {
    reason: `answered with status ${status}${shown === '' ? '' : ` (${shown})`}`,
    remedy:
      REMEDIES[status] ??
      (status >= FIRST_SERVER_ERROR ? 'check the server and try again' : 'check the request options'),
    retry: status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Seconds, or a date; undefined when absent or unreadable. */
function retryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function connectionFailure(endpoint: Endpoint, cause: unknown, timedOut: boolean): Failure {
  if (timedOut) {
    return {
      reason: `did not answer within ${endpoint.timeoutMs} ms`,
      remedy: 'raise timeoutMs or lower maxBatchTexts',
      retry: true,
      cause,
    };
  }
  const inner = (cause as { cause?: { code?: string } }).cause?.code;
  return {
    reason: `could not be reached (${inner ?? withoutKey(endpoint, String((cause as Error).message))})`,
    remedy: 'check that the server runs and that baseUrl is right',
    retry: true,
    cause,
  };
}

/** A server may repeat the key in its answer; it must not get into a message or a log. */
function withoutKey({ apiKey }: Endpoint, text: string): string {
  return apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
}

function failureError(endpoint: Endpoint, { reason, remedy, cause }: Failure, tries: number): KerfError {
  const times = tries === 1 ? '' : `, ${tries} times`;
  return new KerfError(
    'embedder-failed',
    `${endpoint.shownUrl} ${reason}${times}; ${remedy}`,
    cause === undefined ? {} : { cause },
  );
}

/** Waits, or throws the reason of `signal` as soon as it is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
