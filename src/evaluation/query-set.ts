/** Evaluation, input: the lines of a `queries.jsonl` and the texts of its corpus → queries whose gold is resolved to places. */
import { KerfError } from '../model/error.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Span } from '../model/span.ts';
import { plural } from '../text/plural.ts';
import { findWords } from './find-words.ts';

/** Where something stands. Without `span` the whole document is meant: a chunk of it must be found. */
export interface GoldPlace {
  readonly documentId: string;
  /** Range of the raw text of the file, in UTF-16 units. */
  readonly span?: Span;
}

/** What answers a query; any of the alternates is as good. */
export interface Gold extends GoldPlace {
  readonly alternates: readonly GoldPlace[];
}

export interface EvaluationQuery {
  readonly id: string;
  readonly text: string;
  /** For the breakdown; 'all' where the set does not say. */
  readonly kind: string;
  /** At least one; all of them are wanted. */
  readonly gold: readonly Gold[];
  /** Search inside these documents only; undefined: everywhere. */
  readonly documents?: readonly string[];
  /** The answer in words, for judging generated answers. */
  readonly answer?: string;
  /** Made by a rule instead of by people. */
  readonly weak: boolean;
}

export interface QueryProblem {
  /** 1-based line of the file. */
  readonly line: number;
  readonly message: string;
}

export interface ParsedQueries {
  readonly queries: readonly EvaluationQuery[];
  /** One for each line that gave no query. */
  readonly problems: readonly QueryProblem[];
}

/**
 * Reads one query a line: `id`, `query`, `gold` (`{doc, start, end}`, or `{doc, quote}` with words that stand exactly once
 * in the document, their white space aside, or `{doc}` for all of it; `alternates` beside them: a list of the same), and, where there are, `kind`,
 * `scope` (search in this document alone), `corpus` (in the document of that name without its extension, or in that folder,
 * alone), `answer`, `weak`. Other fields are left alone. Gold of at least 40 characters that stands word for word elsewhere in
 * what is searched gets those places as alternates. `textOf` has the raw text of each document of the corpus.
 */
export function parseQueries(lines: string, textOf: ReadonlyMap<string, string>): ParsedQueries {
  const queries: EvaluationQuery[] = [];
  const problems: QueryProblem[] = [];
  const known = new Set<string>();
  for (const [place, line] of lines
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    try {
      const query = toQuery(JSON.parse(line) as JsonValue, textOf);
      if (known.has(query.id)) throw problem(`the id "${query.id}" stands above already`);
      known.add(query.id);
      queries.push(query);
    } catch (error) {
      // JSON.parse and the checks below throw for what is in the file; it is listed with its line, not lost.
      problems.push({ line: place + 1, message: (error as Error).message });
    }
  }
  return { queries, problems };
}

/** At most `most` queries, evenly spread over the set. */
export function sampleQueries<T>(queries: readonly T[], most: number): readonly T[] {
  if (queries.length <= most) return queries;
  return Array.from({ length: most }, (_, i) => queries[Math.floor((i * queries.length) / most)]);
}

function toQuery(line: JsonValue, textOf: ReadonlyMap<string, string>): EvaluationQuery {
  const object = objectOf(line, 'the line');
  const id = textOfField(object, 'id');
  const gold = Array.isArray(object.gold) ? (object.gold as readonly JsonValue[]) : [];
  if (gold.length === 0) throw problem(`"${id}" has no gold: give a list of places`);
  const documents = scopeOf(object, textOf);
  return {
    id,
    text: textOfField(object, 'query'),
    kind: typeof object.kind === 'string' ? object.kind : 'all',
    gold: gold.map((entry) => withRepeats(toGold(objectOf(entry, 'gold'), textOf), documents, textOf)),
    ...(documents && { documents }),
    ...(typeof object.answer === 'string' && { answer: object.answer }),
    weak: object.weak === true,
  };
}

function scopeOf(object: JsonObject, textOf: ReadonlyMap<string, string>): readonly string[] | undefined {
  const { scope, corpus } = object;
  if (scope === undefined && corpus === undefined) return undefined;
  const isInside = (id: string): boolean =>
    typeof scope === 'string' ? id === scope : id.startsWith(`${corpus}/`) || id.replace(/\.[^./]*$/, '') === corpus;
  const documents = [...textOf.keys()].filter(isInside);
  if (documents.length === 0)
    throw problem(`it searches in ${JSON.stringify(scope ?? corpus)}, which is not in the corpus`);
  return documents;
}

function toGold(entry: JsonObject, textOf: ReadonlyMap<string, string>): Gold {
  const { alternates = [] } = entry;
  if (!Array.isArray(alternates)) throw problem('alternates must be a list of places');
  const others = (alternates as readonly JsonValue[]).map((other) => toPlace(objectOf(other, 'an alternate'), textOf));
  return { ...toPlace(entry, textOf), alternates: others };
}

/** Shorter texts, a year or a name, may stand elsewhere and answer nothing there. */
const MIN_REPEAT_CHARS = 40;
/** Repeats beyond this add nothing: any one of them is found. */
const MAX_REPEATS = 20;

/** Gold whose very words stand elsewhere too, in what is searched, is answered there as well: each place becomes an alternate. */
function withRepeats(gold: Gold, documents: readonly string[] | undefined, textOf: ReadonlyMap<string, string>): Gold {
  const { documentId, span } = gold;
  if (span === undefined || span.end - span.start < MIN_REPEAT_CHARS) return gold;
  const wanted = textOf.get(documentId)?.slice(span.start, span.end) ?? '';
  const repeats: GoldPlace[] = [];
  for (const id of documents ?? textOf.keys()) {
    for (const found of placesOf(wanted, textOf.get(id) ?? ''))
      if (repeats.length < MAX_REPEATS && !(id === documentId && found.start === span.start))
        repeats.push({ documentId: id, span: found });
  }
  return repeats.length === 0 ? gold : { ...gold, alternates: [...gold.alternates, ...repeats] };
}

function placesOf(wanted: string, text: string): readonly Span[] {
  const places: Span[] = [];
  let at = text.indexOf(wanted);
  while (at >= 0 && places.length <= MAX_REPEATS) {
    places.push({ start: at, end: at + wanted.length });
    at = text.indexOf(wanted, at + wanted.length);
  }
  return places;
}

function toPlace(entry: JsonObject, textOf: ReadonlyMap<string, string>): GoldPlace {
  const doc = textOfField(entry, 'doc');
  const text = textOf.get(doc);
  if (text === undefined) throw problem(`gold names "${doc}", which is not in the corpus`);
  const { start, end, quote } = entry;
  if (text.trim() === '') throw problem(`its gold in "${doc}" is blank`);
  // Offsets go before a quote, which then says for people what stands there.
  if (start === undefined && end === undefined)
    return typeof quote === 'string' ? { documentId: doc, span: placeOf(doc, quote, text) } : { documentId: doc };
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isRange || !((start as number) >= 0 && (start as number) < (end as number) && (end as number) <= text.length))
    throw problem(
      `${JSON.stringify(start)} to ${JSON.stringify(end)} is no range of "${doc}", which has ${plural(text.length, 'character')}`,
    );
  if (text.slice(start as number, end as number).trim() === '') throw problem(`its gold in "${doc}" is blank`);
  return { documentId: doc, span: { start: start as number, end: end as number } };
}

/** A person gave words instead of offsets; this is the one place where a span comes from looking for it. */
function placeOf(doc: string, quote: string, text: string): Span {
  const places = quote.trim() === '' ? [] : findWords(quote, [[doc, text]]);
  if (places.length === 1) return places[0].span;
  const found = places.length === 0 ? 'is not there' : 'is there more than once';
  throw problem(`the quote must stand exactly once in "${doc}" and ${found}: ${JSON.stringify(quote)}`);
}

function objectOf(value: JsonValue, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw problem(`${what} must be an object, not ${JSON.stringify(value)}`);
}

function textOfField(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value === 'string' && value !== '') return value;
  throw problem(`${name} must be text, not ${JSON.stringify(value)}`);
}

function problem(message: string): KerfError {
  return new KerfError('invalid-source', message);
}
