/** Evaluation, input: a file of queries and the documents they are about → a query set. */
import { basename, dirname, extname, resolve } from 'node:path';
import type { QuerySet } from '../../evaluate.ts';
import { parseQueries, sampleQueries } from '../../evaluation/query-set.ts';
import type { Source } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { plural } from '../../text/plural.ts';
import { corpusFolder, inOrder, readCorpus, textsOf } from './query-corpus.ts';
import { QUERIES, readSetLines } from './set-files.ts';

/** Faulty lines that an error names; all of them are counted. */
const SHOWN_PROBLEMS = 5;

export interface ReadSetOptions {
  /** Folder of the documents. Default: what `set.json` beside the queries says, else `corpus/` there. */
  readonly corpus?: string | undefined;
  /** Queries, evenly spread over the set. Default: all. */
  readonly maxQueries?: number | undefined;
}

/**
 * Reads the set `path`, a folder with `queries.jsonl` or a `.jsonl` file. Document ids are paths inside the corpus. Throws
 * `not-found` for what is missing and `invalid-source` with the first faulty lines.
 */
export async function readQuerySet(path: string, { corpus, maxQueries }: ReadSetOptions = {}): Promise<QuerySet> {
  const { file, lines } = await readSetLines(path);
  const sources = await readAll(await corpusFolder(file, corpus));
  const { queries, problems } = parseQueries(lines, textsOf(sources));
  if (problems.length > 0) {
    const first = problems.slice(0, SHOWN_PROBLEMS).map(({ line, message }) => `line ${line}: ${message}`);
    throw new KerfError(
      'invalid-source',
      `${file} has ${plural(problems.length, 'faulty line')}. ${first.join('; ')}. kerf queries check lists them all.`,
    );
  }
  if (queries.length === 0) throw new KerfError('invalid-source', `${file} holds no query.`);
  return { name: nameOf(file), sources, queries: sampleQueries(queries, maxQueries ?? Number.POSITIVE_INFINITY) };
}

/** A folder has one set as a rule, and others beside it, such as a reviewed one, are told apart by their file. */
function nameOf(file: string): string {
  const folder = basename(dirname(resolve(file)));
  return basename(file) === QUERIES ? folder : `${folder}/${basename(file, extname(file))}`;
}

async function readAll(folder: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for await (const source of readCorpus(folder)) {
    if (!('code' in source)) sources.push(source);
    else if (source.code !== 'unsupported-format')
      throw new KerfError('invalid-source', `${source.documentId}: ${source.message}`);
  }
  return inOrder(sources);
}
