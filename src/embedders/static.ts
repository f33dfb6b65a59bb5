/**
 * Embedder without a neural network: the mean of one stored vector per token. Reads models in the format of Model2Vec
 * (Minish Lab): `model.safetensors` and `tokenizer.json`.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KerfError } from '../model/error.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { plural } from '../text/plural.ts';
import type { Embedder, SuggestedFusion } from './embedder.ts';
import { damaged, readTensors, type Tensor } from './static-tensors.ts';
import { type StaticTokens, staticTokens } from './static-tokens.ts';

export interface StaticEmbedderOptions {
  /**
   * Bytes of `model.safetensors`: `embeddings`, a row per token, as I8, F16 or F32; optional `weights`, a factor for each
   * token id (for I8 also the scale of the row), and `mapping`, the row of each token id.
   */
  readonly model: Uint8Array;
  /** Text of `tokenizer.json`. */
  readonly tokenizer: string;
  /** Name under which vectors are stored; default `static-`, the dimensions, and a hash of both files. */
  readonly id?: string;
}

const OPTION_NAMES = ['model', 'tokenizer', 'id'] as const satisfies readonly (keyof StaticEmbedderOptions)[];
const MODEL_FILE = 'model.safetensors';
const TOKENIZER_FILE = 'tokenizer.json';
const HASH_DIGITS = 16;

/** The model that comes with Kerf: English, 256 dimensions, 7.7 MB. */
const BUNDLED_MODEL = new URL('../../models/static-minilm/', import.meta.url);

/**
 * The dense list of a mean of token vectors is weak by itself. Over eight English question sets it added a point beside BM25 when
 * scores were fused with these weights; ranks, which forget how far apart scores are, cost three.
 */
const SUGGESTED_FUSION: SuggestedFusion = { method: 'min-max', dense: 0.2, header: 0.1 };

/** A query with more unknown tokens than this is in a script or language the model has not learned; in English ones there are next to none. */
const MOST_UNKNOWN = 0.25;

/**
 * Reads a directory with the two files of a model; without one the model that comes with Kerf, distilled from all-MiniLM-L6-v2,
 * which reads English. Throws `KerfError`: `not-found` when one is missing, and what
 * `staticEmbedder` throws.
 *
 * @example
 * const embedder = await loadStaticEmbedder();
 * const [vector] = await embedder.embed(['some text']);
 */
export async function loadStaticEmbedder(
  directory: string = fileURLToPath(BUNDLED_MODEL),
  options: Pick<StaticEmbedderOptions, 'id'> = {},
): Promise<Embedder> {
  refuseUnknownOptions('static embedder', options, ['id']);
  const [model, tokenizer] = await Promise.all([MODEL_FILE, TOKENIZER_FILE].map((name) => read(join(directory, name))));
  return create({ ...options, model, tokenizer: new TextDecoder().decode(tokenizer) }, (name) => join(directory, name));
}

/**
 * The embedder of a model whose files were read already. Texts are read to their end; tokens the model does not know
 * count nothing. Throws `KerfError`: `embedder-failed` for a damaged file, `unknown-option`.
 */
export function staticEmbedder(options: StaticEmbedderOptions): Embedder {
  refuseUnknownOptions('static embedder', options, OPTION_NAMES);
  return create(options, (name) => name);
}

function create({ model, tokenizer, id }: StaticEmbedderOptions, pathOf: (name: string) => string): Embedder {
  const tokens = staticTokens(tokenizer, pathOf(TOKENIZER_FILE));
  const table = readTable(model, tokens, pathOf(MODEL_FILE));
  const { dimensions } = table;
  const hash = createHash('sha256').update(model).update(tokenizer).digest('hex').slice(0, HASH_DIGITS);
  return {
    id: id ?? `static-${dimensions}:${hash}`,
    dimensions,
    suggestedFusion: SUGGESTED_FUSION,
    async embed(texts, { signal, purpose } = {}) {
      signal?.throwIfAborted();
      const isUnreadable = (text: string): boolean => purpose === 'query' && tokens.unknownShareOf(text) > MOST_UNKNOWN;
      return texts.map((text) =>
        isUnreadable(text) ? new Float32Array(dimensions) : unitVector(sumOfTokens(table, tokens.idsOf(text))),
      );
    },
  };
}

interface Table {
  readonly dimensions: number;
  readonly vectors: Tensor['values'];
  /** Factor and row, by token id. */
  readonly weights: Float32Array;
  readonly rows: Int32Array;
}

function readTable(bytes: Uint8Array, { idLimit }: StaticTokens, file: string): Table {
  const tensors = readTensors(bytes, ['embeddings', 'weights', 'mapping'], file);
  const embeddings = tensors.get('embeddings');
  if (embeddings?.shape.length !== 2) throw damaged(file, 'it holds no table named "embeddings"');
  const [height, dimensions] = embeddings.shape;
  if (dimensions === 0) throw damaged(file, 'its vectors have no numbers');
  const perToken = (name: string): Tensor['values'] | undefined => {
    const values = tensors.get(name)?.values;
    if (values === undefined || values.length >= idLimit) return values;
    throw damaged(
      file,
      `"${name}" has ${plural(values.length, 'number')} for the ${plural(idLimit, 'token')} of ${TOKENIZER_FILE}`,
    );
  };
  const mapping = perToken('mapping');
  // Before anything of that length is made: a damaged vocabulary may hold any number.
  if (mapping === undefined && !(idLimit <= height)) throw damaged(file, outside(height, idLimit - 1));
  const rows = Int32Array.from(mapping ?? { length: idLimit }, (row, id) => row ?? id);
  const wrong = rows.find((row) => row < 0 || row >= height);
  if (wrong !== undefined) throw damaged(file, outside(height, wrong));
  const weights = Float32Array.from(perToken('weights') ?? { length: idLimit }, (weight) => weight ?? 1);
  const floats = [weights, ...(embeddings.values instanceof Float32Array ? [embeddings.values] : [])];
  if (!floats.every((values) => values.every(Number.isFinite)))
    throw damaged(file, 'it holds numbers that are not finite');
  return { dimensions, vectors: embeddings.values, weights, rows };
}

function outside(height: number, row: number): string {
  return `it has ${plural(height, 'row')}, and a token has row ${row}`;
}

/** The direction of a sum is that of the mean, and only that is kept. */
function sumOfTokens({ dimensions, vectors, weights, rows }: Table, ids: readonly number[]): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const id of ids) {
    const weight = weights[id];
    const first = rows[id] * dimensions;
    for (let i = 0; i < dimensions; i++) sum[i] += weight * vectors[first + i];
  }
  return sum;
}

function unitVector(sum: Float64Array): Float32Array {
  let square = 0;
  for (const value of sum) square += value * value;
  const vector = Float32Array.from(sum);
  // No known token, or vectors that cancel out: any fixed direction will do.
  if (square === 0) return vector.fill(1 / Math.sqrt(sum.length));
  const length = Math.sqrt(square);
  for (let i = 0; i < sum.length; i++) vector[i] = sum[i] / length;
  return vector;
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new KerfError(
      'not-found',
      `${path} cannot be read; name a directory with ${MODEL_FILE} and ${TOKENIZER_FILE}.`,
      { cause },
    );
  }
}
