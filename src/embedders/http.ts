/** Embedder over HTTP: texts to vectors through any server that speaks the OpenAI `/embeddings` request. */
import { BATCH_OPTION_NAMES, type BatchOptions, batchLimitsOf, inBatches } from '../http/batches.ts';
import { type Endpoint, endpointOf, HTTP_OPTION_NAMES, type HttpOptions, requireCounts } from '../http/endpoint.ts';
import { KerfError } from '../model/error.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { plural } from '../text/plural.ts';
import { type Embedder, MAX_DIMENSIONS } from './embedder.ts';
import { EMBEDDINGS, postEmbeddings } from './http-request.ts';

/** `maxBatchTexts` is 64 by default, `maxBatchChars` 100,000, `concurrency` 4. */
export interface HttpEmbedderOptions extends HttpOptions, BatchOptions {
  /** Address up to and without `/embeddings`, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Numbers per vector. An answer of another length is refused. */
  readonly dimensions: number;
  /** Name under which vectors are stored; default `http:` and the model's name. */
  readonly id?: string;
  /** Ask the server for `dimensions` (models that can shorten vectors); default false. */
  readonly sendDimensions?: boolean;
  /** Put in front of each document text or query, for models that want it; default ''. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

const OPTION_NAMES = [
  ...HTTP_OPTION_NAMES,
  ...BATCH_OPTION_NAMES,
  'baseUrl',
  'model',
  'dimensions',
  'id',
  'sendDimensions',
  'documentPrefix',
  'queryPrefix',
] as const satisfies readonly (keyof HttpEmbedderOptions)[];

const DEFAULT_BATCH_TEXTS = 64;

/**
 * An embedder that asks a server. Vectors are brought to unit length. `embed` throws `KerfError('embedder-failed')`
 * naming the address, the status and what to do; an aborted `signal` throws its reason.
 * Throws `KerfError`: `invalid-option` for an address or a number that makes no sense, `unknown-option`.
 *
 * @example
 * const embedder = httpEmbedder({ baseUrl: 'http://127.0.0.1:11434/v1', model: 'nomic-embed-text', dimensions: 768 });
 * const [vector] = await embedder.embed(['some text']);
 */
export function httpEmbedder(options: HttpEmbedderOptions): Embedder {
  refuseUnknownOptions('HTTP embedder', options, OPTION_NAMES);
  requireCounts(options, ['dimensions'], 1, MAX_DIMENSIONS);
  const { model, dimensions, sendDimensions = false, documentPrefix = '', queryPrefix = '' } = options;
  const limits = batchLimitsOf(options, DEFAULT_BATCH_TEXTS);
  const endpoint = endpointOf(options.baseUrl, options, EMBEDDINGS);
  return {
    id: options.id ?? `http:${model}`,
    dimensions,
    async embed(texts, { purpose = 'document', signal } = {}) {
      const prefix = purpose === 'query' ? queryPrefix : documentPrefix;
      // Servers refuse the empty text; a space has no meaning either.
      const inputs = texts.map((text) => prefix + text || ' ');
      const settings = sendDimensions ? { model, dimensions } : { model };
      const vectors = await inBatches(
        inputs,
        limits,
        (batch, batchSignal) => postEmbeddings(endpoint, settings, batch, batchSignal),
        signal,
      );
      return vectors.map((numbers) => unitVector(endpoint, options, numbers));
    },
  };
}

function unitVector(
  endpoint: Endpoint,
  { dimensions, model }: HttpEmbedderOptions,
  numbers: readonly number[],
): Float32Array {
  const vector = Float32Array.from(numbers);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (vector.length !== dimensions || !(length > 0) || !Number.isFinite(length)) {
    const what = vector.length === dimensions ? `a vector of length ${length}` : plural(vector.length, 'number');
    throw new KerfError(
      'embedder-failed',
      `${endpoint.shownUrl} gave ${what} for model ${model} where ${plural(dimensions, 'finite number')}, ` +
        'not all 0, were expected; set dimensions to what the model gives',
    );
  }
  return vector.map((value) => value / length);
}
