/** Flags that choose an embedder, and the way from them to one. The key comes from the environment only. */
import type { Embedder } from '../embedders/embedder.ts';
import { httpEmbedder } from '../embedders/http.ts';
import { probeDimensions } from '../embedders/http-probe.ts';
import { KerfError } from '../model/error.ts';
import type { FlagValues } from './flags.ts';

/** Never a flag: command lines end up in histories and process lists. */
const KEY_VARIABLE = 'KERF_EMBEDDER_KEY';

/** For commands that ask an embedder only where the strategy does. */
export const TOPIC_EMBEDDER_FLAGS = [
  {
    name: 'embedder-url',
    kind: 'text',
    placeholder: 'URL',
    help: 'an OpenAI-compatible server, for example http://127.0.0.1:11434/v1 (default: no embedder)',
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
export function chooseEmbedder(values: EmbedderFlagValues, env: Environment): Embedder | undefined {
  const server = serverOf(values, env);
  const dimensions = values['embedder-dimensions'];
  if (server === undefined || dimensions === undefined) return undefined;
  return httpEmbedder({ ...server, dimensions });
}

/** The embedder that the flags name, its server asked for what they leave out. Throws as the two functions above do. */
export async function embedderOf(values: EmbedderFlagValues, env: Environment): Promise<Embedder | undefined> {
  return chooseEmbedder(await withDimensions(values, env), env);
}

function serverOf(values: EmbedderFlagValues, env: Environment) {
  const { 'embedder-url': baseUrl, 'embedder-model': model } = values;
  if (values['no-embedder'] || (baseUrl === undefined && model === undefined)) return undefined;
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
