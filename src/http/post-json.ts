/** Adapters over HTTP, part: one request with its waits and retries, and the errors that say what to do. */
import { KerfError } from '../model/error.ts';
import { type Endpoint, headersOf } from './endpoint.ts';

/** What a parsed answer holds, or what is odd about it, to follow "answered with". */
export type Reading<T> = { readonly value: T } | { readonly odd: string };

export interface JsonRequest<T> {
  readonly body: object;
  /** Tokens of the request, for the rate; 0 where no rate is set. */
  readonly tokens: number;
  readonly read: (answer: unknown) => Reading<T>;
}

/** A failed try: what happened, and whether and when another one makes sense. */
interface Failure {
  readonly reason: string;
  readonly remedy: string;
  readonly retry: boolean;
  /** The server has too much to do: other requests should wait as well. */
  readonly crowded?: boolean;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

type Outcome<T> = { readonly value: T } | { readonly failure: Failure };

/** The longest that a timer can wait; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * What `read` makes of the answer. Waits for its turn, and tries again where that makes sense. Throws `KerfError` with
 * the code of the endpoint after the last try, or the reason of `signal` as soon as it is aborted.
 */
export async function postJson<T>(endpoint: Endpoint, request: JsonRequest<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    await pause(endpoint.pace.reserve(performance.now(), request.tokens), signal);
    const outcome = await tryOnce(endpoint, request, signal);
    if ('value' in outcome) return outcome.value;
    const { failure } = outcome;
    const delayMs =
      failure.retryAfterMs ?? Math.min(endpoint.retryDelayMs * 2 ** (tries - 1), endpoint.maxRetryDelayMs);
    if (!failure.retry || tries > endpoint.maxRetries || delayMs > endpoint.maxRetryDelayMs) {
      throw failureError(endpoint, failure, tries);
    }
    if (failure.crowded) endpoint.pace.hold(performance.now() + delayMs);
    await pause(delayMs, signal);
  }
}

async function tryOnce<T>(endpoint: Endpoint, request: JsonRequest<T>, signal: AbortSignal): Promise<Outcome<T>> {
  const timeout = AbortSignal.timeout(Math.min(endpoint.timeoutMs, MAX_TIMER_MS));
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify(request.body),
      signal: AbortSignal.any([signal, timeout]),
    });
    const body = await response.text();
    return response.ok ? readAnswer(endpoint, request, body) : { failure: statusFailure(endpoint, response, body) };
  } catch (cause) {
    signal.throwIfAborted();
    return { failure: connectionFailure(endpoint, cause, timeout.aborted) };
  }
}

function readAnswer<T>({ server }: Endpoint, { read }: JsonRequest<T>, body: string): Outcome<T> {
  const reading = readJson(body, read);
  if ('value' in reading) return reading;
  const remedy = `check that baseUrl leads to ${server}`;
  return { failure: { reason: `answered with ${reading.odd}`, remedy, retry: false } };
}

function readJson<T>(body: string, read: JsonRequest<T>['read']): Reading<T> {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    // The finding is the same whatever the parser says: this is not the server we look for.
    return { odd: 'something that is not JSON' };
  }
  return read(answer);
}

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const FIRST_SERVER_ERROR = 500;

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'check the API key',
  402: 'check the account of the API key',
  403: 'check that the API key may use this model',
  404: 'check baseUrl and the model name',
};

const SHOWN_BODY_CHARS = 200;

function statusFailure(endpoint: Endpoint, response: Response, body: string): Failure {
  const { status } = response;
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  const shown = withoutKey(endpoint, body).slice(0, SHOWN_BODY_CHARS).trim();
  return {
    reason: `answered with status ${status}${shown === '' ? '' : ` (${shown})`}`,
    remedy:
      endpoint.remedies[status] ??
      REMEDIES[status] ??
      (status >= FIRST_SERVER_ERROR ? 'check the server and try again' : 'check the request options'),
    retry: status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR,
    crowded: status === TOO_MANY_REQUESTS || status === UNAVAILABLE,
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
      remedy: endpoint.remedies.timeout,
      retry: true,
      cause,
    };
  }
  const inner = (cause as { cause?: { code?: string } }).cause?.code;
  return {
    reason: `could not be reached (${inner ?? withoutKey(endpoint, String((cause as Error).message))})`,
    remedy: 'check that the server runs and that the address is right',
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
    endpoint.errorCode,
    `${endpoint.shownUrl} ${reason}${times}; ${remedy}`,
    cause === undefined ? {} : { cause },
  );
}

/** Waits, or throws the reason of `signal` as soon as it is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal.addEventListener('abort', stop, { once: true });
  });
}
