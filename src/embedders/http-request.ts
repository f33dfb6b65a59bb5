/** Embedder over HTTP, part: one `/embeddings` request, and the reading of its answer. */
import type { Batch } from '../http/batches.ts';
import type { Endpoint, EndpointKind } from '../http/endpoint.ts';
import { postJson, type Reading } from '../http/post-json.ts';
import { plural } from '../text/plural.ts';

const MODEL_OR_LENGTH = 'check the model name and that no text is longer than the model takes';

export const EMBEDDINGS: EndpointKind = {
  path: '/embeddings',
  errorCode: 'embedder-failed',
  server: 'an OpenAI-compatible server',
  remedies: {
    400: MODEL_OR_LENGTH,
    413: 'lower maxBatchTexts, maxBatchChars or maxBatchTokens',
    422: MODEL_OR_LENGTH,
    429: 'wait, lower concurrency, or set maxRequestsPerMinute or maxTokensPerMinute',
    timeout: 'raise timeoutMs or lower maxBatchTexts',
  },
};

/** One vector per text, as the server gives it, in the order of the texts. */
export function postEmbeddings(
  endpoint: Endpoint,
  settings: { readonly model: string; readonly dimensions?: number },
  { texts, tokens }: Batch,
  signal: AbortSignal,
): Promise<readonly number[][]> {
  const { model, ...others } = settings;
  const body = { model, input: texts, encoding_format: 'float', ...others };
  return postJson(endpoint, { body, tokens, read: (answer) => readVectors(answer, texts.length) }, signal);
}

/** Servers may answer out of order; `index` says which text a vector is for, where it is given. */
function readVectors(answer: unknown, count: number): Reading<number[][]> {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return { odd: 'JSON without a list "data"' };
  if (data.length !== count) return { odd: `${plural(data.length, 'vector')} for ${plural(count, 'text')}` };
  const vectors: number[][] = [];
  for (const [position, item] of (data as { index?: number; embedding?: unknown }[]).entries()) {
    const { index = position, embedding } = item ?? {};
    if (!isVector(embedding)) return { odd: 'an "embedding" that is not a list of numbers' };
    if (!Number.isInteger(index) || index < 0 || index >= count || vectors[index] !== undefined) {
      return { odd: `an "index" ${index} that is out of range or repeated` };
    }
    vectors[index] = embedding;
  }
  return { value: vectors };
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((number) => typeof number === 'number');
}
