/** Evaluation, weak labels: the labels of a corpus → an even, repeatable sample of unambiguous queries, as lines of a query set. */
import type { Span } from '../model/span.ts';
import { shortHash } from '../text/hash.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import type { PlacedLabel } from './weak-labels.ts';

/** A line of `queries.jsonl` that nobody has judged. */
export interface WeakQuery {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly WeakGold[];
  readonly kind: string;
  readonly weak: true;
  /** What it was made from: `heading`, `question`, ..., or `results` of another system. */
  readonly source: string;
}

export interface WeakGold {
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  readonly alternates?: readonly { readonly doc: string; readonly start: number; readonly end: number }[];
}

export interface WeakQueryOptions {
  /** Most queries. Default 300. */
  readonly max?: number;
  /** Another seed chooses others, where there are more than `max`. Default '1'. */
  readonly seed?: string;
  /** Queries of which a larger share of words (0 to 1) stands in the answer are left out. Default 1: none. */
  readonly maxOverlap?: number;
}

export interface WeakQueries {
  /** By document and place. */
  readonly queries: readonly WeakQuery[];
  /** Labels that were left out; `ambiguous` are also those that ask the same of the same place again. */
  readonly leftOut: { readonly ambiguous: number; readonly overlap: number; readonly beyondMax: number };
}

const DEFAULT_MAX = 300;
const OPTION_NAMES = ['max', 'seed', 'maxOverlap'] as const satisfies readonly (keyof WeakQueryOptions)[];

/**
 * Takes of each label the shortest form that no other label shares: the same heading in two documents is told apart by what
 * stands above it, and left out where that does not help. `textOf` has the raw texts. Of what is left, kinds get equal
 * numbers as far as they have them, and within a kind documents do.
 */
export function weakQueries(
  labels: readonly PlacedLabel[],
  textOf: ReadonlyMap<string, string>,
  options: WeakQueryOptions = {},
): WeakQueries {
  refuseUnknownOptions('weak query', options, OPTION_NAMES);
  const { max = DEFAULT_MAX, seed = '1', maxOverlap = 1 } = options;
  const clear = unambiguous(labels);
  const fair = clear.filter(({ query, label }) => overlapOf(query, answerOf(label, textOf)) <= maxOverlap);
  const queries = spread(fair.map(toQuery), seed).slice(0, max).sort(byPlace);
  return {
    queries,
    leftOut: {
      ambiguous: labels.length - clear.length,
      overlap: clear.length - fair.length,
      beyondMax: fair.length - queries.length,
    },
  };
}

interface NamedLabel {
  readonly query: string;
  readonly label: PlacedLabel;
}

/** Round by round: whose form is its own is done, the others try their next form. Two labels of one place are one. */
function unambiguous(labels: readonly PlacedLabel[]): readonly NamedLabel[] {
  /** What was asked so far, and of which place; null: of several, so that none may ask it. */
  const asked = new Map<string, string | null>();
  const done: NamedLabel[] = [];
  let open = labels;
  for (let round = 0; open.length > 0; round++) {
    const places = placesByKey(open, round);
    open = open.filter((label) => {
      const key = keyOf(label.forms[round]);
      const place = placeOf(label);
      if (asked.get(key) === place) return false;
      const isClear = !asked.has(key) && places.get(key) === place;
      if (isClear) {
        asked.set(key, place);
        done.push({ query: label.forms[round], label });
      }
      return !isClear && round + 1 < label.forms.length;
    });
    for (const [key, place] of places) if (place === null) asked.set(key, null);
  }
  return done;
}

/** The place of each form of this round; null where several have it. */
function placesByKey(labels: readonly PlacedLabel[], round: number): ReadonlyMap<string, string | null> {
  const places = new Map<string, string | null>();
  for (const label of labels) {
    const key = keyOf(label.forms[round]);
    const place = placeOf(label);
    places.set(key, places.has(key) && places.get(key) !== place ? null : place);
  }
  return places;
}

function placeOf({ documentId, span }: PlacedLabel): string {
  return `${documentId} ${span.start} ${span.end}`;
}

/** Questions that differ in case, marks or spaces alone are one. */
export function keyOf(query: string): string {
  return query
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function answerOf(
  { documentId, span }: { readonly documentId: string; readonly span: Span },
  textOf: ReadonlyMap<string, string>,
): string {
  return textOf.get(documentId)?.slice(span.start, span.end) ?? '';
}

/**
 * Share of the different words of `query` that stand in `answer`, from 0 to 1, short words aside: how much a search by
 * words is flattered.
 */
export function overlapOf(query: string, answer: string): number {
  const words = new Set(
    keyOf(query)
      .split(' ')
      .filter((word) => word.length > 3 || /[^\x00-\x7f]/.test(word)),
  );
  if (words.size === 0) return 0;
  const answered = new Set(keyOf(answer).split(' '));
  return [...words].filter((word) => answered.has(word)).length / words.size;
}

/** Hex digits of an id: with 300 queries two of 12 digits meet once in a billion sets. */
const ID_DIGITS = 12;

function toQuery({ query, label: { source, documentId, span } }: NamedLabel): WeakQuery {
  const id = shortHash(JSON.stringify([documentId, span.start, query])).slice(0, ID_DIGITS);
  const gold = [{ doc: documentId, start: span.start, end: span.end }];
  return { id: `${source}-${id}`, query, gold, kind: source, weak: true, source };
}

/** Kinds by turns, and within a kind every document once before any comes up twice; chance decides the rest. */
function spread(queries: readonly WeakQuery[], seed: string): WeakQuery[] {
  const kinds = new Map<string, { readonly query: WeakQuery; readonly chance: string }[]>();
  for (const query of queries) {
    const entry = { query, chance: shortHash(`${seed} ${query.id}`) };
    const known = kinds.get(query.kind);
    if (known) known.push(entry);
    else kinds.set(query.kind, [entry]);
  }
  const lists = [...kinds.values()].map(byTurns);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

function byTurns(entries: readonly { readonly query: WeakQuery; readonly chance: string }[]): readonly WeakQuery[] {
  const seen = new Map<string, number>();
  return entries
    .toSorted((a, b) => (a.chance < b.chance ? -1 : 1))
    .map(({ query }) => {
      const turn = seen.get(query.gold[0].doc) ?? 0;
      seen.set(query.gold[0].doc, turn + 1);
      return { query, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ query }) => query);
}

function byPlace(a: WeakQuery, b: WeakQuery): number {
  const [left] = a.gold;
  const [right] = b.gold;
  if (left.doc !== right.doc) return left.doc < right.doc ? -1 : 1;
  return left.start - right.start || (a.id < b.id ? -1 : 1);
}
