/** Query sets: a corpus folder → its texts by document id, and the pointer from a set to it. */
import { access, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Source } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { readSources } from '../../sources/files.ts';
import type { Output } from '../output.ts';

/** The documents of `folder` by id: their paths inside it. What cannot be read is noted and left out. */
export async function readCorpusSources(folder: string, output: Output): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for await (const source of readSources([folder])) {
    if ('code' in source) output.note(`${source.documentId}: ${source.message} [${source.code}]`);
    else sources.push({ ...source, documentId: relative(folder, source.documentId).replaceAll('\\', '/') });
    output.progress(() => `${sources.length} documents read`);
  }
  output.endProgress();
  return sources.sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

export function textsOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(sources.map(({ documentId, text }) => [documentId, text]));
}

/** The corpus of the set that holds `file`: `given`, or what `set.json` beside it says, or the folder `corpus` there. */
export async function corpusFolder(file: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const directory = dirname(file);
  const pointer = await readFile(join(directory, 'set.json'), 'utf8').catch(() => '{}');
  try {
    const { corpus = 'corpus' } = JSON.parse(pointer) as { corpus?: unknown };
    if (typeof corpus === 'string') return join(directory, corpus);
  } catch {
    // Said below, with the remedy.
  }
  throw new KerfError('invalid-option', `${join(directory, 'set.json')} must be like {"corpus": "../docs"}.`);
}

/** Writes `set.json` beside `file`, which says where the corpus is, unless there is one. */
export async function writePointer(file: string, corpus: string): Promise<void> {
  const pointer = join(dirname(file), 'set.json');
  const exists = await access(pointer).then(
    () => true,
    () => false,
  );
  if (exists) return;
  const path = relative(resolve(dirname(file)), resolve(corpus)).replaceAll('\\', '/');
  await writeFile(pointer, `${JSON.stringify({ corpus: path })}\n`);
}

/** Throws `not-found` when there is no such file. */
export async function readLines(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new KerfError('not-found', `The file "${file}" cannot be read: ${(cause as Error).message}`, { cause });
  });
}
