/** Local models, shared by adapters: a directory with an ONNX model → a function from texts to the numbers the model gives. */

import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { KerfError, type KerfErrorCode } from '../model/error.ts';
import { requireWholeNumber } from '../text/whole-number.ts';

/** How a local model is found and run. */
export interface OnnxOptions {
  /**
   * A directory with `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model.onnx`, as models with ONNX
   * weights are published; with `localOnly: false` also a name on the Hugging Face hub.
   */
  readonly model: string;
  /** False: what is no directory is downloaded from the hub once. Default true: nothing is ever asked of a network. */
  readonly localOnly?: boolean;
  /** Name under which vectors are stored, or that reports show; default `onnx:`, the model and what was set. */
  readonly id?: string;
  /** Precision of the weights: `fp32` (default) reads `onnx/model.onnx`, `q8` reads `onnx/model_quantized.onnx`. */
  readonly dtype?: string;
  /** Tokens of one input at most, the rest is not read; default: what `tokenizer_config.json` says. */
  readonly maxTokens?: number;
  /** Inputs the model reads at once; default 16. */
  readonly batchSize?: number;
}

export const ONNX_OPTION_NAMES = [
  'model',
  'localOnly',
  'id',
  'dtype',
  'maxTokens',
  'batchSize',
] as const satisfies readonly (keyof OnnxOptions)[];

/** Larger batches gain little on a processor and cost memory with the square of the longest input. */
const DEFAULT_BATCH_SIZE = 16;

/** Numbers as the runtime gives them: row after row. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number | bigint>;
}

/** What the tokenizer gives the model. */
export interface ModelInputs {
  readonly input_ids: Tensor;
  readonly attention_mask: Tensor;
}

type ModelOutputs = Readonly<Record<string, Tensor | undefined>>;

interface TokenizerOptions {
  readonly text_pair?: readonly string[];
  readonly padding: true;
  readonly truncation: true;
  readonly max_length?: number;
}

interface FromPretrained<T> {
  from_pretrained(model: string, options: object): Promise<T>;
}

/** The part of `@huggingface/transformers` that is used; it is not among the dependencies, so its own types are not there. */
interface Transformers {
  readonly AutoTokenizer: FromPretrained<(texts: readonly string[], options: TokenizerOptions) => ModelInputs>;
  readonly AutoModel: FromPretrained<(inputs: ModelInputs) => Promise<ModelOutputs>>;
  readonly AutoModelForSequenceClassification: Transformers['AutoModel'];
}

/** One of several texts, or of several pairs of texts that the model reads together. */
export interface ModelTexts {
  readonly texts: readonly string[];
  readonly pairs?: readonly string[];
}

export interface LoadedModel {
  /** `onnx:`, the model's name and the settings that change its numbers. */
  readonly id: string;
  readonly batchSize: number;
  run(texts: ModelTexts): Promise<{ readonly inputs: ModelInputs; readonly outputs: ModelOutputs }>;
}

/**
 * Loads tokenizer and weights. Throws `KerfError`: `not-found` when the directory does not exist, `invalid-option` for
 * numbers that make no sense, `errorCode` when the runtime is not installed or the model cannot be loaded or run.
 */
export async function loadModel(
  options: OnnxOptions,
  kind: 'AutoModel' | 'AutoModelForSequenceClassification',
  errorCode: KerfErrorCode,
): Promise<LoadedModel> {
  const { maxTokens, dtype, batchSize = DEFAULT_BATCH_SIZE } = options;
  requireWholeNumber('batchSize', batchSize, 1);
  if (maxTokens !== undefined) requireWholeNumber('maxTokens', maxTokens, 1);
  const place = await placeOf(options);
  const transformers = await importTransformers(errorCode);
  const fail = failing(errorCode, options.model);
  const pretrained = { local_files_only: place.local, ...(dtype === undefined ? {} : { dtype }) };
  const [tokenizer, model] = await fail('cannot be loaded', () =>
    Promise.all([
      transformers.AutoTokenizer.from_pretrained(place.path, pretrained),
      transformers[kind].from_pretrained(place.path, pretrained),
    ]),
  );
  const limit = maxTokens === undefined ? {} : { max_length: maxTokens };
  return {
    id: options.id ?? ['onnx', place.name, ...(dtype ? [dtype] : []), ...(maxTokens ? [maxTokens] : [])].join(':'),
    batchSize,
    run: ({ texts, pairs }) =>
      fail('cannot be run', async () => {
        const pair = pairs === undefined ? {} : { text_pair: pairs };
        const inputs = tokenizer(texts, { ...pair, padding: true, truncation: true, ...limit });
        return { inputs, outputs: await model(inputs) };
      }),
  };
}

interface ModelPlace {
  readonly path: string;
  readonly name: string;
  readonly local: boolean;
}

/** A relative path looks like a name on the hub, an absolute one never does. */
async function placeOf({ model, localOnly = true }: OnnxOptions): Promise<ModelPlace> {
  const path = resolve(model);
  const config = await stat(join(path, 'config.json')).catch(() => undefined);
  if (config !== undefined) return { path, name: basename(path), local: true };
  if (!localOnly) return { path: model, name: model, local: false };
  throw new KerfError(
    'not-found',
    `There is no model in "${model}": no config.json; name its directory, or set localOnly to false to load it from the hub.`,
  );
}

/** Not a literal: the compiler and bundlers would look for it. */
const PACKAGE = '@huggingface/transformers';

async function importTransformers(errorCode: KerfErrorCode): Promise<Transformers> {
  try {
    return (await import(/* @vite-ignore */ PACKAGE)) as Transformers;
  } catch (cause) {
    throw new KerfError(
      errorCode,
      `Local models need ${PACKAGE}, which cannot be loaded (${messageOf(cause)}): npm install ${PACKAGE}; behind a ` +
        'firewall put onnxruntime-node-install=skip into .npmrc first.',
      { cause },
    );
  }
}

/** Runs `work`; what it throws becomes a `KerfError` that names the model. */
function failing(errorCode: KerfErrorCode, model: string) {
  return async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      const remedy =
        'it needs config.json, tokenizer.json, tokenizer_config.json and the weights in onnx/ that dtype names';
      throw new KerfError(errorCode, `The model "${model}" ${what} (${messageOf(cause)}); ${remedy}.`, { cause });
    }
  };
}

const SHOWN_CHARS = 200;

function messageOf(cause: unknown): string {
  return String((cause as Error).message)
    .split('\n', 1)[0]
    .slice(0, SHOWN_CHARS);
}

/**
 * Runs `work` on batches of `items` whose lengths are alike, since short inputs are filled up to the longest; results
 * come in the order of `items`. An aborted `signal` throws its reason between two batches.
 */
export async function inBatchesByLength<T, R>(
  items: readonly T[],
  lengthOf: (item: T) => number,
  batchSize: number,
  work: (batch: readonly T[]) => Promise<readonly R[]>,
  signal?: AbortSignal,
): Promise<R[]> {
  signal?.throwIfAborted();
  const order = items.map((_, i) => i).sort((a, b) => lengthOf(items[a]) - lengthOf(items[b]) || a - b);
  const results = new Array<R>(items.length);
  for (let from = 0; from < order.length; from += batchSize) {
    const places = order.slice(from, from + batchSize);
    const values = await work(places.map((place) => items[place]));
    signal?.throwIfAborted();
    for (const [i, place] of places.entries()) results[place] = values[i];
  }
  return results;
}
