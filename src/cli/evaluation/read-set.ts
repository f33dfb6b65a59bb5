/** Evaluation, input: a directory with `queries.jsonl` and its documents → a query set. */
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { QuerySet } from '../../evaluate.ts';
import { parseQueries, sampleQueries } from '../../evaluation/query-set.ts';
import type { Source } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { corpusFolder, inOrder, readCorpus, textsOf } from './query-corpus.ts';

/** Faulty lines that an error names; all of them are counted. */
const SHOWN_PROBLEMS = 5;

/**
 * Reads `directory`: `queries.jsonl`, and the documents in `corpus/` or where `set.json` says (`{"corpus": "..."}`, relative
 * to the directory). Document ids are paths inside the corpus. At most `maxQueries` queries, evenly spread. Throws
 * `not-found` for what is missing and `invalid-source` with the first faulty lines.
 */
export async function readQuerySet(directory: string, maxQueries = Number.POSITIVE_INFINITY): Promise<QuerySet> {
  const file = join(directory, 'queries.jsonl');
  const lines = await readFile(file, 'utf8').catch((cause: unknown) => {
    const remedy = 'A set is a folder with queries.jsonl and corpus/; kerf queries make DIR makes one.';
    throw new KerfError('not-found', `There is no "${file}". ${remedy}`, { cause });
  });
  const sources = await readAll(await corpusFolder(file));
  const { queries, problems } = parseQueries(lines, textsOf(sources));
  if (problems.length > 0) {
    const first = problems.slice(0, SHOWN_PROBLEMS).map(({ line, message }) => `line ${line}: ${message}`);
    throw new KerfError('invalid-source', `${file} has ${problems.length} faulty lines. ${first.join('; ')}`);
  }
  if (queries.length === 0) throw new KerfError('invalid-source', `${file} holds no query.`);
  return { name: basename(resolve(directory)), sources, queries: sampleQueries(queries, maxQueries) };
}

async function readAll(folder: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for await (const source of readCorpus(folder)) {
    if ('code' in source) throw new KerfError('invalid-source', `${source.documentId}: ${source.message}`);
    sources.push(source);
  }
  return inOrder(sources);
}
