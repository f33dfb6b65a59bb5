/** Finds a token counter by what the user calls it: a name, or the path of a tokenizer.json, to a `TokenCounter`. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KerfError } from '../model/error.ts';
import type { JsonObject } from '../model/json.ts';
import type { TokenCounter } from '../model/token-counter.ts';

const TOKENIZER_FILE = 'tokenizer.json';
const CONFIG_FILE = 'tokenizer_config.json';
/** Anything with a slash or a dot is a path; a folder `bert` is written `./bert`. */
const PATH = /[/\\.]/;

/** Loaded when asked for: the tables of one encoding take tens of milliseconds and megabytes. */
const LOADERS: Readonly<Record<string, () => Promise<TokenCounter>>> = {
  o200k: async () => (await import('./o200k.ts')).o200kTokenCounter(),
  cl100k: async () => (await import('./cl100k.ts')).cl100kTokenCounter(),
};

/**
 * The counter called `name`: `o200k` or `cl100k`, with or without `_base`; or the path of a Hugging Face
 * `tokenizer.json`, or of the folder it lies in. A `tokenizer_config.json` beside it is read, too. Throws
 * `invalid-option` for other names and for files that hold no tokenizer, `not-found` for files that cannot be read.
 */
export async function loadTokenCounter(name: string): Promise<TokenCounter> {
  const encoding = name.replace(/_base$/, '');
  const load = Object.hasOwn(LOADERS, encoding) ? LOADERS[encoding] : undefined;
  if (load) return load();
  if (PATH.test(name)) return readTokenizer(name);
  throw new KerfError(
    'invalid-option',
    `Unknown token counter "${name}": use o200k, cl100k, or the path of a tokenizer.json (a folder as ./${name}).`,
  );
}

async function readTokenizer(path: string): Promise<TokenCounter> {
  const info = await stat(path).catch(() => undefined);
  const file = info?.isDirectory() ? join(path, TOKENIZER_FILE) : path;
  const tokenizer = await readJson(file);
  if (tokenizer === undefined)
    throw new KerfError(
      'not-found',
      `The tokenizer "${file}" cannot be read; give the path of a tokenizer.json or its folder.`,
    );
  const { huggingFaceTokenCounter } = await import('./hugging-face.ts');
  const config = (await readJson(join(dirname(file), CONFIG_FILE))) ?? {};
  try {
    return huggingFaceTokenCounter(tokenizer, config);
  } catch (error) {
    if (!(error instanceof KerfError)) throw error;
    throw new KerfError(error.code, `"${file}" cannot be used. ${error.message}`, { cause: error });
  }
}

/** Undefined when there is no such file. */
async function readJson(file: string): Promise<JsonObject | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as JsonObject;
  } catch (cause) {
    throw new KerfError('invalid-option', `"${file}" is not JSON; give the path of a tokenizer.json.`, { cause });
  }
}
