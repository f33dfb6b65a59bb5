/** Evaluation, input: a file → its text, or the JSON in it. */
import { readFile } from 'node:fs/promises';
import { KerfError } from '../../model/error.ts';
import type { JsonValue } from '../../model/json.ts';

/** Throws `not-found` when it cannot be read. */
export async function readTextFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new KerfError('not-found', `The file "${file}" cannot be read: ${(cause as Error).message}`, { cause });
  });
}

/** Throws `not-found` when it cannot be read and `invalid-option` when it is no JSON. */
export async function readJsonFile(file: string): Promise<JsonValue> {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue;
  } catch (cause) {
    throw new KerfError('invalid-option', `The file "${file}" is not JSON: ${(cause as Error).message}`, { cause });
  }
}
