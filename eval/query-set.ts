/** Evaluation, input: a directory with documents and questions → sources and queries whose gold spans are resolved. */
import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Source } from '../src/model/document.ts';
import type { Span } from '../src/model/span.ts';
import { readSources } from '../src/sources/files.ts';

/** Where an answer stands. Without `span` the whole document is meant: it must be cited. */
export interface Gold {
  readonly documentId: string;
  /** Range of the raw text of the file, in UTF-16 units. */
  readonly span?: Span;
}

export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  readonly gold: readonly Gold[];
  /** Search inside these documents only; undefined: everywhere. */
  readonly documents?: readonly string[];
}

export interface QuerySet {
  readonly name: string;
  readonly sources: readonly Source[];
  readonly queries: readonly EvalQuery[];
}

/** One line of `queries.jsonl`. */
interface QueryLine {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly GoldLine[];
  /** Search inside this document only. */
  readonly scope?: string;
  /** Search inside the document of this name (without extension) or the folder of this name only. */
  readonly corpus?: string;
}

interface GoldLine {
  readonly doc: string;
  readonly start?: number;
  readonly end?: number;
  /** Instead of offsets: text that stands exactly once in the document. */
  readonly quote?: string;
}

/**
 * Reads `directory`: `queries.jsonl`, and the documents in `corpus/` or where `set.json` says (`{"corpus": "..."}`,
 * relative to the directory). At most `maxQueries` queries, evenly spread. Throws for gold that names no document,
 * lies outside it, or quotes what does not stand there exactly once.
 */
export async function readQuerySet(directory: string, maxQueries: number): Promise<QuerySet> {
  const corpus = join(directory, await corpusOf(directory));
  const sources: Source[] = [];
  for await (const source of readSources([corpus])) {
    if ('code' in source) throw new Error(`${source.documentId}: ${source.message}`);
    sources.push({ ...source, documentId: relative(corpus, source.documentId).replaceAll('\\', '/') });
  }
  const textOf = new Map(sources.map(({ documentId, text }) => [documentId, text]));
  const lines = (await readFile(join(directory, 'queries.jsonl'), 'utf8')).split('\n').filter((line) => line.trim());
  const queries = spread(lines, maxQueries).map((line) => toQuery(JSON.parse(line) as QueryLine, textOf));
  return { name: basename(directory), sources, queries };
}

async function corpusOf(directory: string): Promise<string> {
  const settings = await readFile(join(directory, 'set.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(settings) as { corpus?: string }).corpus ?? 'corpus';
}

function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]);
}

function toQuery(line: QueryLine, textOf: ReadonlyMap<string, string>): EvalQuery {
  const documents = scopeOf(line, [...textOf.keys()]);
  const gold = line.gold.map((entry) => toGold(line.id, entry, textOf.get(entry.doc)));
  if (gold.length === 0) throw new Error(`${line.id} has no gold.`);
  return { id: line.id, text: line.query, gold, ...(documents && { documents }) };
}

function scopeOf({ id, scope, corpus }: QueryLine, ids: readonly string[]): readonly string[] | undefined {
  if (scope === undefined && corpus === undefined) return undefined;
  const inCorpus = (document: string) =>
    document.startsWith(`${corpus}/`) || document.replace(/\.[^./]*$/, '') === corpus;
  const documents = scope === undefined ? ids.filter(inCorpus) : ids.filter((document) => document === scope);
  if (documents.length === 0) throw new Error(`${id} is to search in "${scope ?? corpus}", which is not there.`);
  return documents;
}

function toGold(id: string, { doc, start, end, quote }: GoldLine, text: string | undefined): Gold {
  if (text === undefined) throw new Error(`${id}: gold names "${doc}", which is not in the corpus.`);
  if (quote !== undefined) return { documentId: doc, span: placeOf(id, doc, quote, text) };
  if (start === undefined || end === undefined) return { documentId: doc };
  if (!(start >= 0 && start < end && end <= text.length))
    throw new Error(`${id}: ${start}-${end} is no range of "${doc}", which has ${text.length} characters.`);
  return { documentId: doc, span: { start, end } };
}

function placeOf(id: string, doc: string, quote: string, text: string): Span {
  const start = text.indexOf(quote);
  if (quote === '' || start < 0 || text.includes(quote, start + 1))
    throw new Error(`${id}: the quote must stand exactly once in "${doc}": ${JSON.stringify(quote)}`);
  return { start, end: start + quote.length };
}
