/** Flags that choose a generator, and the way from them to one. The key comes from the environment only. */
import type { Generator } from '../generators/generator.ts';
import { httpGenerator } from '../generators/http.ts';
import { KerfError } from '../model/error.ts';
import type { FlagValues } from './flags.ts';

/** Never a flag: command lines end up in histories and process lists. */
const KEY_VARIABLE = 'KERF_GENERATOR_KEY';

export const GENERATOR_FLAGS = [
  {
    name: 'generator',
    kind: 'text',
    placeholder: 'URL',
    help: 'an OpenAI-compatible server that answers the questions, for example http://127.0.0.1:11434/v1 (default: none)',
  },
  {
    name: 'generator-model',
    kind: 'text',
    placeholder: 'NAME',
    help: `the model to ask for; the key is read from ${KEY_VARIABLE}`,
  },
] as const;

export type GeneratorFlagValues = FlagValues<typeof GENERATOR_FLAGS>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The generator that the flags name, or undefined when they name none. Throws `invalid-option` when half is given. */
export function generatorOf(values: GeneratorFlagValues, env: Environment): Generator | undefined {
  const { generator: baseUrl, 'generator-model': model } = values;
  if (baseUrl === undefined && model === undefined) return undefined;
  if (baseUrl === undefined || model === undefined) {
    throw new KerfError('invalid-option', 'A generator needs --generator and --generator-model; give both or none.');
  }
  if (!URL.canParse(baseUrl)) {
    throw new KerfError(
      'invalid-option',
      `--generator "${baseUrl}" is not an address; write it like http://127.0.0.1:11434/v1`,
    );
  }
  const apiKey = env[KEY_VARIABLE];
  return httpGenerator({ baseUrl, model, ...(apiKey ? { apiKey } : {}) });
}
