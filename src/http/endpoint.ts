/** Adapters over HTTP, part: the options of an address → where and how to send, checked once. */

import { KerfError, type KerfErrorCode } from '../model/error.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import { Pace } from './pace.ts';

/** What every adapter over HTTP can be told. */
export interface HttpOptions {
  /** Sent as `Authorization: Bearer`; never part of a message. Default: no such header. */
  readonly apiKey?: string;
  /** Further request headers; default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Times a request is tried again after 408, 429, 5xx, a broken connection or a timeout; default 5. */
  readonly maxRetries?: number;
  /** Wait before the first retry in ms, doubled each time; default 500. `Retry-After` of the server comes first. */
  readonly retryDelayMs?: number;
  /** A server that asks for a longer wait than this, in ms, is given up on; default 120,000. */
  readonly maxRetryDelayMs?: number;
  /** Time for one request in ms; default 60,000. */
  readonly timeoutMs?: number;
  /** Requests per minute at most, evenly spread, retries included; default: as many as go. */
  readonly maxRequestsPerMinute?: number;
  /** Tokens sent per minute at most, evenly spread; default: as many as go. */
  readonly maxTokensPerMinute?: number;
}

export const HTTP_OPTION_NAMES = [
  'apiKey',
  'headers',
  'maxRetries',
  'retryDelayMs',
  'maxRetryDelayMs',
  'timeoutMs',
  'maxRequestsPerMinute',
  'maxTokensPerMinute',
] as const satisfies readonly (keyof HttpOptions)[];

/** What differs from adapter to adapter. */
export interface EndpointKind {
  /** Put behind `baseUrl`: `/embeddings`. */
  readonly path: string;
  /** Code of the error after the last try. */
  readonly errorCode: KerfErrorCode;
  /** What the address should lead to, for messages: `an OpenAI-compatible server`. */
  readonly server: string;
  /** What to do when the server answers with a status, or does not answer in time. */
  readonly remedies: Readonly<Record<number | 'timeout', string>>;
}

export interface Endpoint extends EndpointKind, Required<Omit<HttpOptions, 'apiKey' | 'headers'>> {
  readonly url: string;
  /** The address for messages: without its query, which may hold a key. */
  readonly shownUrl: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pace: Pace;
}

const DEFAULTS = {
  maxRetries: 5,
  retryDelayMs: 500,
  maxRetryDelayMs: 120_000,
  timeoutMs: 60_000,
  maxRequestsPerMinute: Number.POSITIVE_INFINITY,
  maxTokensPerMinute: Number.POSITIVE_INFINITY,
} as const;

/** Throws `KerfError('invalid-option')` for an address, a header or a number that makes no sense. */
export function endpointOf(baseUrl: string, options: HttpOptions, kind: EndpointKind): Endpoint {
  const settings = { ...DEFAULTS, ...options };
  requireCounts(settings, ['timeoutMs'], 1);
  requireCounts(settings, ['maxRetries', 'retryDelayMs', 'maxRetryDelayMs'], 0);
  requireRates(settings, ['maxRequestsPerMinute', 'maxTokensPerMinute']);
  checkHeaders(options);
  const url = urlOf(baseUrl, kind.path);
  const pace = new Pace({ requests: settings.maxRequestsPerMinute, tokens: settings.maxTokensPerMinute });
  return { ...settings, ...kind, url: url.href, shownUrl: url.origin + url.pathname, pace };
}

/** What a request sends beside its body. */
export function headersOf({ apiKey, headers }: Pick<HttpOptions, 'apiKey' | 'headers'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...headers,
  };
}

/** Before any request: one that cannot be sent would be tried again and again. */
function checkHeaders(options: HttpOptions): void {
  try {
    new Headers(headersOf(options));
  } catch {
    // The reason would repeat the value, which may be a key.
    throw new KerfError(
      'invalid-option',
      'headers or apiKey holds what HTTP does not allow in a header, such as a line break: take it out',
    );
  }
}

/** Throws `KerfError('invalid-option')` unless each named option is a whole number from `least` to `most`. */
export function requireCounts<Name extends string>(
  options: Readonly<Record<Name, number>>,
  names: readonly Name[],
  least: number,
  most = Number.POSITIVE_INFINITY,
): void {
  for (const name of names) requireWholeNumber(name, options[name], least, most);
}

/** As `requireCounts` from 1; infinity means no bound. */
export function requireRates<Name extends string>(
  options: Readonly<Record<Name, number>>,
  names: readonly Name[],
): void {
  requireCounts(
    options,
    names.filter((name) => options[name] !== Number.POSITIVE_INFINITY),
    1,
  );
}

function urlOf(baseUrl: string, path: string): URL {
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
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}
