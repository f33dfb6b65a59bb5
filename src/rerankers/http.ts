/** Reranker over HTTP: question and candidates to scores, through any server with a `/rerank` request. */
import { BATCH_OPTION_NAMES, type Batch, type BatchOptions, batchLimitsOf, inBatches } from '../http/batches.ts';
import { type Endpoint, type EndpointKind, endpointOf, HTTP_OPTION_NAMES, type HttpOptions } from '../http/endpoint.ts';
import { postJson, type Reading } from '../http/post-json.ts';
import { KerfError } from '../model/error.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { plural } from '../text/plural.ts';
import { candidateText } from './candidate-text.ts';
import type { Reranker } from './reranker.ts';

/** Fields of the request: those of Jina, Cohere, vLLM and others, or those of Text Embeddings Inference. */
export const RERANK_REQUESTS = ['documents', 'texts'] as const;

/** `maxBatchTexts` counts candidates and is 32 by default, `maxBatchChars` 100,000, `concurrency` 4. */
export interface HttpRerankerOptions extends HttpOptions, BatchOptions {
  /** Address up to and without `/rerank`, for example `http://127.0.0.1:8000/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Name in reports; default `http:` and the model's name. */
  readonly id?: string;
  /**
   * `documents` (default) sends `{model, query, documents, top_n}`; `texts` sends `{query, texts, truncate}`, as Text
   * Embeddings Inference wants it. Both forms of answer are read in either case.
   */
  readonly request?: (typeof RERANK_REQUESTS)[number];
}

const OPTION_NAMES = [
  ...HTTP_OPTION_NAMES,
  ...BATCH_OPTION_NAMES,
  'baseUrl',
  'model',
  'id',
  'request',
] as const satisfies readonly (keyof HttpRerankerOptions)[];

/** Text Embeddings Inference refuses more texts in a request unless it is started with `--max-client-batch-size`. */
const DEFAULT_BATCH_TEXTS = 32;

const MODEL_OR_LENGTH = 'check the model name, the option "request" and that no text is longer than the model takes';

const RERANK: EndpointKind = {
  path: '/rerank',
  errorCode: 'reranker-failed',
  server: 'a server with a /rerank request',
  remedies: {
    400: MODEL_OR_LENGTH,
    413: 'lower maxBatchTexts, maxBatchChars or maxBatchTokens',
    422: MODEL_OR_LENGTH,
    429: 'wait, lower concurrency, or set maxRequestsPerMinute or maxTokensPerMinute',
    timeout: 'raise timeoutMs or lower maxBatchTexts',
  },
};

/**
 * A reranker that asks a server. Candidates of one question may go in several requests, so the model must score each
 * by itself, as cross-encoders do. `rerank` throws `KerfError('reranker-failed')` naming the address, the status and
 * what to do; an aborted `signal` throws its reason.
 * Throws `KerfError`: `invalid-option` for an address or a number that makes no sense, `unknown-option`.
 *
 * @example
 * const reranker = httpReranker({ baseUrl: 'http://127.0.0.1:8000/v1', model: 'bge-reranker-v2-m3' });
 * const scores = await reranker.rerank('a question', [{ heading: '', text: 'a text' }]);
 */
export function httpReranker(options: HttpRerankerOptions): Reranker {
  refuseUnknownOptions('HTTP reranker', options, OPTION_NAMES);
  const { model, request = 'documents' } = options;
  if (!RERANK_REQUESTS.includes(request)) {
    throw new KerfError('invalid-option', `request is "${request}"; use ${RERANK_REQUESTS.join(' or ')}`);
  }
  const limits = batchLimitsOf(options, DEFAULT_BATCH_TEXTS);
  const endpoint = endpointOf(options.baseUrl, options, RERANK);
  return {
    id: options.id ?? `http:${model}`,
    rerank(query, candidates, { signal } = {}) {
      const queryTokens = limits.countTokens(query);
      const send = ({ texts, tokens }: Batch, batchSignal: AbortSignal) => {
        const body = request === 'texts' ? bodyOfTexts(query, texts) : bodyOfDocuments(model, query, texts);
        // A cross-encoder reads the question once per candidate.
        return postScores(endpoint, { texts, tokens: tokens + queryTokens * texts.length }, body, batchSignal);
      };
      return inBatches(candidates.map(candidateText), limits, send, signal);
    },
  };
}

function bodyOfDocuments(model: string, query: string, documents: readonly string[]): object {
  return { model, query, documents, top_n: documents.length };
}

function bodyOfTexts(query: string, texts: readonly string[]): object {
  return { query, texts, truncate: true };
}

function postScores(
  endpoint: Endpoint,
  { texts, tokens }: Batch,
  body: object,
  signal: AbortSignal,
): Promise<readonly number[]> {
  return postJson(endpoint, { body, tokens, read: (answer) => readScores(answer, texts.length) }, signal);
}

/** Answers are sorted by score; `index` says which candidate is meant. */
function readScores(answer: unknown, count: number): Reading<number[]> {
  const items = Array.isArray(answer) ? answer : (answer as { results?: unknown } | null)?.results;
  if (!Array.isArray(items)) return { odd: 'JSON without a list "results"' };
  if (items.length !== count) return { odd: `${plural(items.length, 'score')} for ${plural(count, 'text')}` };
  const scores: number[] = [];
  for (const item of items as ({ index?: number; relevance_score?: unknown; score?: unknown } | null)[]) {
    const { index = -1, relevance_score, score = relevance_score } = item ?? {};
    if (typeof score !== 'number' || !Number.isFinite(score)) return { odd: 'a score that is no number' };
    if (!Number.isInteger(index) || index < 0 || index >= count || scores[index] !== undefined) {
      return { odd: `an "index" ${index} that is missing, out of range or repeated` };
    }
    scores[index] = score;
  }
  return { value: scores };
}
