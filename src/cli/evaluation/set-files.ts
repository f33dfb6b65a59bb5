/** Query sets, files: what stands on the command line → the file that is meant, read by line or written whole. */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { KerfError } from '../../model/error.ts';
import type { JsonObject } from '../../model/json.ts';
import { jsonObjectIn } from '../../text/json-line.ts';
import { plural } from '../../text/plural.ts';

/** The queries of a set that is a folder. */
export const QUERIES = 'queries.jsonl';

/** A file of queries and what stands in it. */
export interface SetLines {
  readonly file: string;
  readonly lines: string;
}

/** Reads the set `path`: a file of queries, or the folder that `queries.jsonl` lies in. Throws `not-found` with what a set is. */
export async function readSetLines(path: string): Promise<SetLines> {
  const isFile = await stat(path).then(
    (entry) => !entry.isDirectory(),
    () => isQueryFile(path),
  );
  const file = isFile ? path : join(path, QUERIES);
  const lines = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === 'ENOENT' || cause.code === 'ENOTDIR';
    const what = isMissing ? `There is no "${file}".` : `"${file}" cannot be read: ${cause.message}.`;
    const remedy =
      'A set is a folder with queries.jsonl and corpus/, or a .jsonl file; kerf queries make DIR makes one.';
    throw new KerfError('not-found', `${what} ${remedy}`, { cause });
  });
  return { file, lines };
}

/** A name that ends in `.jsonl` is a file, every other is a folder. */
function isQueryFile(path: string): boolean {
  return extname(path).toLowerCase() === '.jsonl';
}

/** The file that `--out` means. */
export function outFile(out: string): string {
  return isQueryFile(out) ? out : join(out, QUERIES);
}

/** The file is whole or as it was, also when the run is killed, or another writes the same. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

/** `replaceFile` for what `--out` names, whose folder is made where there is none. */
export async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, text);
  } catch (cause) {
    throw new KerfError('invalid-option', `--out "${file}" cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** Weak questions can be made again at any time; what a person wrote or accepted must not be lost for them. */
export async function refuseJudged(file: string): Promise<void> {
  const judged = queriesOf(await readAdded(file), file).filter(({ weak }) => weak !== true).length;
  if (judged === 0) return;
  throw new KerfError(
    'invalid-option',
    `"${file}" holds ${plural(judged, 'question')} that people wrote or accepted: name another folder with --out.`,
  );
}

/** The objects of `lines`, which stand in `file`. Throws `invalid-source` with the place of the first line that is none. */
export function queriesOf(lines: string, file: string): readonly JsonObject[] {
  return lines.split('\n').flatMap((line, i): readonly JsonObject[] => {
    if (line.trim() === '') return [];
    const query = jsonObjectIn(line);
    if (query !== undefined) return [query];
    const remedy = 'mend or delete the line; kerf queries check says more.';
    throw new KerfError('invalid-source', `${file}:${i + 1} is no JSON object: ${remedy}`);
  });
}

/**
 * Text of a file that lines were added to, each ended by a line feed; empty where there is no file. A last line that
 * was cut short by a crash is left out. Throws `not-found` when the file cannot be read.
 */
export async function readAdded(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw new KerfError('not-found', `The file "${file}" cannot be read: ${cause.message}`, { cause });
  });
  const last = text.slice(text.lastIndexOf('\n') + 1);
  if (last === '') return text;
  return last.startsWith('{') && jsonObjectIn(last) === undefined
    ? text.slice(0, text.length - last.length)
    : `${text}\n`;
}
