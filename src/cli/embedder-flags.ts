/** Flags that choose an embedder, and the way from them to one. The key comes from the environment only. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedder, MAX_DIMENSIONS } from '../embedders/embedder.ts';
import { httpEmbedder } from '../embedders/http.ts';
import { probeDimensions } from '../embedders/http-probe.ts';
import { loadOnnxEmbedder } from '../embedders/onnx.ts';
import { loadStaticEmbedder } from '../embedders/static.ts';
import { KerfError } from '../model/error.ts';
import type { FlagValues } from './flags.ts';

/** Never a flag: command lines end up in histories and process lists. */
const KEY_VARIABLE = 'KERF_EMBEDDER_KEY';

/** For commands that ask an embedder only where the strategy does. */
export const TOPIC_EMBEDDER_FLAGS = [
  {
    name: 'embedder',
    kind: 'text',
    placeholder: 'static|DIR',
    help: 'a local model: "static" comes with Kerf (English, no neural network), or a folder with a model of the Model2Vec or ONNX format (default: no embedder)',
  },
  {
    name: 'embedder-url',
    kind: 'text',
    placeholder: 'URL',
    help: 'an OpenAI-compatible server instead, for example http://127.0.0.1:11434/v1',
  },
  {
    name: 'embedder-model',
    kind: 'text',
    placeholder: 'NAME',
    help: `the model to ask for; the key is read from ${KEY_VARIABLE}`,
  },
  {
    name: 'embedder-dimensions',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    max: MAX_DIMENSIONS,
    help: 'numbers per vector (default: the server is asked once)',
  },
] as const;

export const EMBEDDER_FLAGS = [
  ...TOPIC_EMBEDDER_FLAGS,
  { name: 'no-embedder', kind: 'switch', help: 'lexical only, whatever the index was built with' },
] as const;

export type EmbedderFlagValues = FlagValues<typeof TOPIC_EMBEDDER_FLAGS> & { readonly 'no-embedder'?: boolean };

type Environment = Readonly<Record<string, string | undefined>>;

/** The values with the length of the vectors filled in; asks the server when it was not given. */
export async function withDimensions<Values extends EmbedderFlagValues>(
  values: Values,
  env: Environment,
): Promise<Values> {
  const server = serverOf(values, env);
  if (server === undefined || values['embedder-dimensions'] !== undefined) return values;
  return { ...values, 'embedder-dimensions': await probeDimensions(server) };
}

/** The embedder that the flags name, or undefined when they name none. Throws `invalid-option` when half is given. */
export async function chooseEmbedder(values: EmbedderFlagValues, env: Environment): Promise<Embedder | undefined> {
  const server = serverOf(values, env);
  if (server === undefined && values.embedder !== undefined) return localEmbedder(values.embedder);
  const dimensions = values['embedder-dimensions'];
  if (server === undefined || dimensions === undefined) return undefined;
  return httpEmbedder({ ...server, dimensions });
}

/** The embedder that the flags name, its server asked for what they leave out. Throws as the two functions above do. */
export async function embedderOf(values: EmbedderFlagValues, env: Environment): Promise<Embedder | undefined> {
  return chooseEmbedder(await withDimensions(values, env), env);
}

/** Throws `not-found` for a folder without a model, and as the loaders do. */
export async function localEmbedder(place: string): Promise<Embedder> {
  if (place === 'static') return loadStaticEmbedder();
  if (existsSync(join(place, 'model.safetensors'))) return loadStaticEmbedder(place);
  if (existsSync(join(place, 'onnx')) || existsSync(join(place, 'config.json')))
    return loadOnnxEmbedder({ model: place });
  throw new KerfError(
    'not-found',
    `--embedder "${place}" is neither "static" nor a folder with model.safetensors and tokenizer.json, or with an ONNX model.`,
  );
}

function serverOf(values: EmbedderFlagValues, env: Environment) {
  const { 'embedder-url': baseUrl, 'embedder-model': model } = values;
  if (values['no-embedder'] && (values.embedder ?? baseUrl ?? model) !== undefined)
    throw new KerfError('invalid-option', '--no-embedder and an embedder were both given; give one of them.');
  if (baseUrl === undefined && model === undefined) return undefined;
  if (values.embedder !== undefined)
    throw new KerfError('invalid-option', '--embedder names a local model, --embedder-url a server: give one of them.');
  if (baseUrl === undefined || model === undefined) {
    throw new KerfError('invalid-option', 'An embedder needs --embedder-url and --embedder-model; give both or none.');
  }
  if (!URL.canParse(baseUrl))
    throw new KerfError(
      'invalid-option',
      `--embedder-url "${baseUrl}" is not an address; write it like http://127.0.0.1:11434/v1`,
    );
  const apiKey = env[KEY_VARIABLE];
  return { baseUrl, model, ...(apiKey ? { apiKey } : {}) };
}
