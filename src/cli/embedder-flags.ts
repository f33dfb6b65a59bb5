/** Flags that choose an embedder, and the way from them to one. The key comes from the environment only. */
import type { Embedder } from '../embedders/embedder.ts';
import { httpEmbedder } from '../embedders/http.ts';
import { KerfError } from '../model/error.ts';
import type { FlagValues } from './flags.ts';

/** Never a flag: command lines end up in histories and process lists. */
const KEY_VARIABLE = 'KERF_EMBEDDER_KEY';

export const EMBEDDER_FLAGS = [
  {
    name: 'embedder-url',
    kind: 'text',
    placeholder: 'URL',
    help: 'an OpenAI-compatible endpoint, for example http://localhost:8080/v1 (default: no embedder)',
  },
  {
    name: 'embedder-model',
    kind: 'text',
    placeholder: 'NAME',
    help: `the model to ask for; a key is read from ${KEY_VARIABLE}`,
  },
  {
    name: 'embedder-dimensions',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: 'numbers per vector, as the model gives them',
  },
  { name: 'no-embedder', kind: 'switch', help: 'lexical only, whatever the index was built with' },
] as const;

export type EmbedderFlagValues = FlagValues<typeof EMBEDDER_FLAGS>;

/** The embedder that the flags name, or undefined when they name none. Throws `invalid-option` when half is given. */
export function chooseEmbedder(
  values: EmbedderFlagValues,
  env: Readonly<Record<string, string | undefined>>,
): Embedder | undefined {
  const { 'embedder-url': url, 'embedder-model': model, 'embedder-dimensions': dimensions } = values;
  if (values['no-embedder'] || (url === undefined && model === undefined && dimensions === undefined)) return undefined;
  if (url === undefined || model === undefined || dimensions === undefined) {
    throw new KerfError(
      'invalid-option',
      'An embedder needs --embedder-url, --embedder-model and --embedder-dimensions; give all three or none.',
    );
  }
  const apiKey = env[KEY_VARIABLE];
  return httpEmbedder({ url, model, dimensions, ...(apiKey ? { apiKey } : {}) });
}
