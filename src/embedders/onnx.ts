/** Embedder over a local ONNX model: texts to vectors through the optional package `@huggingface/transformers`. */
import { KerfError } from '../model/error.ts';
import {
  inBatchesByLength,
  loadModel,
  type ModelInputs,
  ONNX_OPTION_NAMES,
  type OnnxOptions,
  type Tensor,
} from '../onnx/load-model.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import type { Embedder } from './embedder.ts';

export const POOLINGS = ['mean', 'cls'] as const;

export interface OnnxEmbedderOptions extends OnnxOptions {
  /** One vector of the vectors of the tokens: their mean (default), or that of the first; the model's card says which. */
  readonly pooling?: (typeof POOLINGS)[number];
  /** Put in front of each document text or query, for models that want it; default ''. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

const OPTION_NAMES = [
  ...ONNX_OPTION_NAMES,
  'pooling',
  'documentPrefix',
  'queryPrefix',
] as const satisfies readonly (keyof OnnxEmbedderOptions)[];

/**
 * Loads a feature-extraction model (BERT and its kin) and embeds a word with it, to learn the length of its vectors,
 * which are brought to unit length. Throws `KerfError`: `not-found`, `invalid-option`, `unknown-option`, and `embedder-failed` when
 * `@huggingface/transformers` is not installed or the model cannot be loaded or run.
 *
 * @example
 * const embedder = await loadOnnxEmbedder({ model: 'models/all-MiniLM-L6-v2' });
 * const [vector] = await embedder.embed(['some text']);
 */
export async function loadOnnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder> {
  refuseUnknownOptions('ONNX embedder', options, OPTION_NAMES);
  const { pooling = 'mean', documentPrefix = '', queryPrefix = '' } = options;
  if (!POOLINGS.includes(pooling)) {
    throw new KerfError('invalid-option', `pooling is "${pooling}"; use ${POOLINGS.join(' or ')}`);
  }
  const model = await loadModel(options, 'AutoModel', 'embedder-failed');
  const embedBatch = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    const { inputs, outputs } = await model.run({ texts });
    const states = outputs.last_hidden_state ?? outputs.token_embeddings;
    if (states?.dims.length !== 3) throw noVectors(options.model);
    return texts.map((_, i) => unitVector(options.model, pool(states, inputs, i, pooling)));
  };
  const [probe] = await embedBatch(['length']);
  return {
    id: options.id ?? (pooling === 'mean' ? model.id : `${model.id}:${pooling}`),
    dimensions: probe.length,
    embed(texts, { purpose = 'document', signal } = {}) {
      const prefix = purpose === 'query' ? queryPrefix : documentPrefix;
      const inputs = texts.map((text) => prefix + text);
      return inBatchesByLength(inputs, (text) => text.length, model.batchSize, embedBatch, signal);
    },
  };
}

/** The vectors of the tokens of text `row` as one; filling does not count. */
function pool(
  states: Tensor,
  { attention_mask: mask }: ModelInputs,
  row: number,
  pooling: 'mean' | 'cls',
): Float64Array {
  const [, length, width] = states.dims;
  const sum = new Float64Array(width);
  for (let token = row * length; token < (row + 1) * length; token++) {
    if (Number(mask.data[token]) === 0) continue;
    for (let i = 0; i < width; i++) sum[i] += Number(states.data[token * width + i]);
    if (pooling === 'cls') break;
  }
  // The direction of a sum is that of the mean, and only that is kept.
  return sum;
}

function unitVector(model: string, numbers: Float64Array): Float32Array {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length))
    throw new KerfError('embedder-failed', `The model "${model}" gave numbers that are not finite.`);
  // No token, or vectors that cancel out: any fixed direction will do.
  if (length === 0) return new Float32Array(numbers.length).fill(1 / Math.sqrt(numbers.length));
  return Float32Array.from(numbers, (value) => value / length);
}

function noVectors(model: string): KerfError {
  return new KerfError(
    'embedder-failed',
    `The model "${model}" gives no vectors of tokens (last_hidden_state); use one exported for feature extraction.`,
  );
}
