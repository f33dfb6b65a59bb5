/** Evaluation, weak labels: results of another system, one a line → lines of a query set. */
import type { JsonValue } from '../model/json.ts';
import { shortHash } from '../text/hash.ts';
import { jsonObjectIn } from '../text/json-line.ts';
import { plural } from '../text/plural.ts';
import { findWords } from './find-words.ts';
import type { QueryProblem } from './query-set.ts';
import { keyOf, type WeakGold, type WeakQuery } from './weak-queries.ts';

export interface WeakResults {
  readonly queries: readonly WeakQuery[];
  /** Lines that say no place. */
  readonly problems: readonly QueryProblem[];
}

type Place = Omit<WeakGold, 'alternates'>;

const ID_DIGITS = 12;
/** Folders of a path that are tried as its beginning. */
const MAX_DEPTH = 32;

/**
 * Reads `{query, documentId, start, end}` or `{query, text}`, the latter with or without `documentId`: text that stands exactly
 * once in what is searched is taken for that place. Further results of a query are alternates of the first. `textOf`
 * has the raw texts.
 */
export function queriesFromResults(lines: string, textOf: ReadonlyMap<string, string>): WeakResults {
  const found = new Map<string, { readonly query: string; readonly places: Place[] }>();
  const problems: QueryProblem[] = [];
  for (const [number, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue;
    const result = resultOf(line, textOf);
    if (typeof result === 'string') {
      problems.push({ line: number + 1, message: result });
      continue;
    }
    const { query, place } = result;
    const known = found.get(keyOf(query));
    if (known === undefined) found.set(keyOf(query), { query, places: [place] });
    else if (
      !known.places.some(({ doc, start, end }) => doc === place.doc && start === place.start && end === place.end)
    )
      known.places.push(place);
  }
  return { queries: [...found.values()].map(toQuery), problems };
}

function toQuery({ query, places }: { readonly query: string; readonly places: readonly Place[] }): WeakQuery {
  const [first, ...alternates] = places;
  const gold = [{ ...first, ...(alternates.length > 0 && { alternates }) }];
  const id = `results-${shortHash(query).slice(0, ID_DIGITS)}`;
  return { id, query, gold, kind: 'results', weak: true, source: 'results' };
}

/** The place, or in words why there is none. */
function resultOf(
  line: string,
  textOf: ReadonlyMap<string, string>,
): { readonly query: string; readonly place: Place } | string {
  const object = jsonObjectIn(line);
  if (object === undefined) return 'it is no JSON object';
  const { query, documentId, text, start, end } = object;
  if (typeof query !== 'string' || keyOf(query) === '') return 'query must be text';
  if (documentId !== undefined && (typeof documentId !== 'string' || !textOf.has(documentId)))
    return `documentId ${JSON.stringify(documentId)} is not in the corpus${nearbyId(documentId, textOf)}`;
  const place =
    typeof text === 'string' ? placeOfText(text, documentId, textOf) : placeOfRange(documentId, start, end, textOf);
  return typeof place === 'string' ? place : { query, place };
}

/** Other systems name documents from another folder on: what that would be here, or what names look like. */
function nearbyId(documentId: JsonValue, textOf: ReadonlyMap<string, string>): string {
  const names = typeof documentId === 'string' ? documentId.split(/[/\\]/) : [];
  // The longest end of it that is a document; names of files have no depth to speak of.
  const ends = names.slice(1, MAX_DEPTH).map((_, i) => names.slice(i + 1).join('/'));
  const meant = ends.find((end) => textOf.has(end));
  if (meant !== undefined) return `, which has "${meant}": take what stands in front of that away`;
  const [example] = textOf.keys();
  return example === undefined ? '' : `: name documents by their path inside it, like "${example}"`;
}

function placeOfRange(
  doc: string | undefined,
  start: JsonValue | undefined,
  end: JsonValue | undefined,
  textOf: ReadonlyMap<string, string>,
): Place | string {
  const length = doc === undefined ? -1 : (textOf.get(doc)?.length ?? -1);
  if (doc === undefined) return 'give documentId with start and end, or text';
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (isRange && 0 <= (start as number) && (start as number) < (end as number) && (end as number) <= length)
    return { doc, start: start as number, end: end as number };
  return `${JSON.stringify(start)} to ${JSON.stringify(end)} is no range of "${doc}", which has ${plural(length, 'character')}`;
}

function placeOfText(
  text: string,
  documentId: string | undefined,
  textOf: ReadonlyMap<string, string>,
): Place | string {
  const wanted = text.trim();
  if (wanted === '') return 'text is blank';
  const places = findWords(wanted, documentId === undefined ? textOf : [[documentId, textOf.get(documentId) ?? '']]);
  if (places.length > 1) return 'text stands in more than one place: give start and end';
  if (places.length === 0) return 'text does not stand in the corpus word for word: give start and end';
  const [{ documentId: doc, span }] = places;
  return { doc, ...span };
}
