/** Query sets: a corpus folder → its texts by document id, and the pointer from a set to it. */
import { access, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { readSources } from '../../sources/files.ts';
import { plural } from '../../text/plural.ts';
import type { Output } from '../output.ts';
import { writeWhole } from './set-files.ts';

/**
 * The documents of `folder` as they are read, their ids paths inside it; a diagnostic for what cannot be read. Throws
 * `not-found` for what is no folder: the id of a document that is named itself would be empty.
 */
export async function* readCorpus(folder: string): AsyncGenerator<Source | Diagnostic> {
  if (!(await isFolder(folder)))
    throw new KerfError(
      'not-found',
      `There is no folder "${folder}" to read documents from: check the spelling, or what --corpus or set.json says.`,
    );
  for await (const source of readSources([folder])) {
    if ('code' in source) yield source;
    else yield { ...source, documentId: relative(folder, source.documentId).replaceAll('\\', '/') };
  }
}

/** By id: the order of a folder is the file system's, and results must not depend on it. */
export function inOrder(sources: readonly Source[]): readonly Source[] {
  return [...sources].sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

/** The documents of `folder` in the order of their ids. What cannot be read is noted and left out. */
export async function readCorpusSources(folder: string, output: Output): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for await (const source of readCorpus(folder)) {
    if ('code' in source) output.note(`${source.documentId}: ${source.message} [${source.code}]`);
    else sources.push(source);
    output.progress(() => `${plural(sources.length, 'document')} read`);
  }
  output.endProgress();
  return inOrder(sources);
}

export function textsOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(sources.map(({ documentId, text }) => [documentId, text]));
}

/** The corpus of the set that holds `file`: `given`, or what `set.json` beside it says, or the folder `corpus` there. */
export async function corpusFolder(file: string, given?: string): Promise<string> {
  if (given !== undefined) return given;
  const directory = dirname(file);
  const pointer = await readFile(join(directory, 'set.json'), 'utf8').catch(() => '{}');
  try {
    const { corpus = 'corpus' } = JSON.parse(pointer) as { corpus?: unknown };
    if (typeof corpus === 'string') return join(directory, corpus);
  } catch {
    // Said below, with the remedy.
  }
  throw new KerfError('invalid-source', `${join(directory, 'set.json')} must be like {"corpus": "../docs"}.`);
}

/**
 * Throws `invalid-option` when a `set.json` beside `file` names other documents than `corpus`: the queries of `file`
 * would be held against those.
 */
export async function refuseOtherCorpus(file: string, corpus: string): Promise<void> {
  const pointer = join(dirname(file), 'set.json');
  if (!(await exists(pointer))) return;
  const named = await corpusFolder(file);
  if (resolve(named) === resolve(corpus)) return;
  const remedy = `name another folder with --out, or delete ${pointer} if its set is no longer wanted.`;
  throw new KerfError(
    'invalid-option',
    `${pointer} names the documents in "${named}", not those in "${corpus}": ${remedy}`,
  );
}

/** Writes `set.json` beside `file`, which says where the corpus is, unless there is one; `refuseOtherCorpus` comes first. */
export async function writePointer(file: string, corpus: string): Promise<void> {
  const pointer = join(dirname(file), 'set.json');
  if (await exists(pointer)) return;
  const path = relative(resolve(dirname(file)), resolve(corpus)).replaceAll('\\', '/');
  await writeWhole(pointer, `${JSON.stringify({ corpus: path })}\n`);
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
