/** Generator over HTTP: a prompt to an answer through any server that speaks the OpenAI `/chat/completions` request. */
import { estimateTokens } from '../http/batches.ts';
import {
  type Endpoint,
  type EndpointKind,
  endpointOf,
  HTTP_OPTION_NAMES,
  type HttpOptions,
  requireCounts,
} from '../http/endpoint.ts';
import { postJson, type Reading } from '../http/post-json.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import type { Generation, Generator, Message } from './generator.ts';

/** `timeoutMs` is 120,000 by default. Tokens for `maxTokensPerMinute` are estimated: a third of the bytes in UTF-8. */
export interface HttpGeneratorOptions extends HttpOptions {
  /** Address up to and without `/chat/completions`, for example `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Name in reports; default `http:` and the model's name. */
  readonly id?: string;
  /** Tokens of an answer at most; default: what the server sets. */
  readonly maxTokens?: number;
  /** Sent as `seed`, for servers that keep to one; default 1. */
  readonly seed?: number;
  /**
   * Further fields of the request; they win over ours, and one that is undefined is left out: some models refuse
   * `temperature`, others want `max_completion_tokens` for `max_tokens`. Default none.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const OPTION_NAMES = [
  ...HTTP_OPTION_NAMES,
  'baseUrl',
  'model',
  'id',
  'maxTokens',
  'seed',
  'fields',
] as const satisfies readonly (keyof HttpGeneratorOptions)[];

const DEFAULT_SEED = 1;
/** An answer is written word by word, which takes longer than an embedding. */
const DEFAULT_TIMEOUT_MS = 120_000;

const CHECK_REQUEST = 'check the model name, that it can read so long a prompt, and the option "fields"';

const COMPLETIONS: EndpointKind = {
  path: '/chat/completions',
  errorCode: 'generator-failed',
  server: 'an OpenAI-compatible server',
  remedies: {
    400: CHECK_REQUEST,
    413: 'ask with a smaller context',
    422: CHECK_REQUEST,
    429: 'wait, or set maxRequestsPerMinute or maxTokensPerMinute',
    timeout: 'raise timeoutMs or lower maxTokens',
  },
};

/**
 * A generator that asks a server, at temperature 0 and with a fixed seed. `generate` throws
 * `KerfError('generator-failed')` naming the address, the status and what to do; an aborted `signal` throws its reason.
 * Throws `KerfError`: `invalid-option` for an address or a number that makes no sense, `unknown-option`.
 *
 * @example
 * const generator = httpGenerator({ baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' });
 * const { text } = await generator.generate('Say hello.');
 */
export function httpGenerator(options: HttpGeneratorOptions): Generator {
  refuseUnknownOptions('HTTP generator', options, OPTION_NAMES);
  const { model, maxTokens, seed = DEFAULT_SEED, fields } = options;
  requireCounts({ seed }, ['seed'], 0);
  if (maxTokens !== undefined) requireCounts({ maxTokens }, ['maxTokens'], 1);
  const endpoint = endpointOf(options.baseUrl, { timeoutMs: DEFAULT_TIMEOUT_MS, ...options }, COMPLETIONS);
  return {
    id: options.id ?? `http:${model}`,
    async generate(prompt, { signal = new AbortController().signal } = {}) {
      signal.throwIfAborted();
      const messages: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt;
      const limit = maxTokens === undefined ? {} : { max_tokens: maxTokens };
      const body = { model, messages, temperature: 0, seed, ...limit, ...fields };
      return postJson(endpoint, { body, tokens: tokensOf(endpoint, messages), read: readGeneration }, signal);
    },
  };
}

function tokensOf({ maxTokensPerMinute }: Endpoint, messages: readonly Message[]): number {
  if (maxTokensPerMinute === Number.POSITIVE_INFINITY) return 0;
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

interface Answer {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown };
}

function readGeneration(answer: unknown): Reading<Generation> {
  const { choices, usage } = (answer ?? {}) as Answer;
  const text = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  if (typeof text !== 'string') return { odd: 'JSON without a text in choices[0].message.content' };
  const { prompt_tokens: tokensIn, completion_tokens: tokensOut } = usage ?? {};
  return {
    value: {
      text,
      ...(typeof tokensIn === 'number' ? { tokensIn } : {}),
      ...(typeof tokensOut === 'number' ? { tokensOut } : {}),
    },
  };
}
