/** Evaluation, input: the lines of a `queries.jsonl` and the texts of its corpus → what is wrong with the set, and what it consists of. */
import type { JsonObject, JsonValue } from '../model/json.ts';
import { plural } from '../text/plural.ts';
import { areSameWords } from './find-words.ts';
import { type EvaluationQuery, type GoldPlace, parseQueries, type QueryProblem } from './query-set.ts';
import { keyOf, overlapOf } from './weak-queries.ts';

export interface QueryCheckOptions {
  /** Characters of one gold place; longer ones fit no context. Default 8000, about 2,000 tokens. */
  readonly maxGoldChars?: number;
}

export interface KindSummary {
  readonly kind: string;
  readonly queries: number;
  /** Those of them that nobody judged. */
  readonly weak: number;
  /** Mean share of a question's words that stand in its gold, from 0 to 1: how far a search by words is flattered. */
  readonly overlap: number;
  /** Median characters of the gold of a query; whole documents count with all they have. */
  readonly goldChars: number;
}

export interface QueryCheck {
  readonly queries: number;
  /** By line. */
  readonly problems: readonly QueryProblem[];
  /** Most frequent first. */
  readonly kinds: readonly KindSummary[];
}

const DEFAULT_MAX_GOLD_CHARS = 8000;

/**
 * Every line must be a query as `parseQueries` reads it, with gold that is not longer than a context; a `quote` beside
 * offsets must be what stands there, white space aside; no question may come twice.
 */
export function checkQueries(
  lines: string,
  textOf: ReadonlyMap<string, string>,
  { maxGoldChars = DEFAULT_MAX_GOLD_CHARS }: QueryCheckOptions = {},
): QueryCheck {
  const problems: QueryProblem[] = [];
  const queries: EvaluationQuery[] = [];
  const repeats = repeatFinder();
  for (const [number, text] of lines.split('\n').entries()) {
    if (text.trim() === '') continue;
    const found = parseQueries(withoutDoubleQuotes(text), textOf);
    const messages = [
      ...found.problems.map(({ message }) => message),
      ...found.queries.flatMap((query) => [
        ...repeats(query, number + 1),
        ...goldProblems(query, maxGoldChars),
        ...quoteProblems(text, textOf),
      ]),
    ];
    for (const message of messages) problems.push({ line: number + 1, message });
    queries.push(...found.queries);
  }
  if (queries.length === 0 && problems.length === 0) problems.push({ line: 1, message: 'the file holds no query' });
  return { queries: queries.length, problems, kinds: summaries(queries, textOf) };
}

/** Says what a query has in common with one that was seen before. */
function repeatFinder(): (query: EvaluationQuery, line: number) => readonly string[] {
  const ids = new Set<string>();
  const asked = new Map<string, number>();
  return ({ id, text, documents }, line) => {
    const key = `${keyOf(text)} ${documents?.join(' ') ?? ''}`;
    const before = asked.get(key);
    const messages = [
      ...(ids.has(id) ? [`the id "${id}" stands above already`] : []),
      ...(before === undefined ? [] : [`the question of line ${before} is asked again`]),
    ];
    ids.add(id);
    if (before === undefined) asked.set(key, line);
    return messages;
  };
}

/** Offsets are more exact than words: with both, the words are only held against what stands there. */
function withoutDoubleQuotes(line: string): string {
  try {
    return JSON.stringify(JSON.parse(line), (_key, value: JsonValue) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const { quote, ...rest } = value as JsonObject;
      return quote !== undefined && rest.start !== undefined ? rest : value;
    });
  } catch {
    // `parseQueries` says what is wrong with it.
    return line;
  }
}

function goldProblems(query: EvaluationQuery, most: number): readonly string[] {
  return query.gold.flatMap((gold) => {
    if (gold.span === undefined) return [];
    const { start, end } = gold.span;
    if (end - start <= most) return [];
    return [
      `its gold in "${gold.documentId}" has ${plural(end - start, 'character')}, more than ${most}: name the part that answers`,
    ];
  });
}

function quoteProblems(line: string, textOf: ReadonlyMap<string, string>): readonly string[] {
  const { gold } = JSON.parse(line) as { gold: readonly JsonObject[] };
  return gold.flatMap(({ doc, start, end, quote }) => {
    if (typeof quote !== 'string' || typeof start !== 'number') return [];
    const there = textOf.get(doc as string)?.slice(start, end as number) ?? '';
    return areSameWords(there, quote)
      ? []
      : [`the quote is not what stands at ${start} of "${doc as string}": ${JSON.stringify(there.slice(0, 60))}`];
  });
}

function textIn({ documentId, span }: GoldPlace, textOf: ReadonlyMap<string, string>): string {
  const text = textOf.get(documentId) ?? '';
  return span === undefined ? text : text.slice(span.start, span.end);
}

function summaries(queries: readonly EvaluationQuery[], textOf: ReadonlyMap<string, string>): readonly KindSummary[] {
  const byKind = new Map<string, EvaluationQuery[]>();
  for (const query of queries) {
    const known = byKind.get(query.kind);
    if (known) known.push(query);
    else byKind.set(query.kind, [query]);
  }
  return [...byKind]
    .map(([kind, list]): KindSummary => {
      const answers = list.map(({ gold }) => gold.map((place) => textIn(place, textOf)).join('\n'));
      const overlaps = list.map(({ text }, i) => overlapOf(text, answers[i]));
      const lengths = answers.map(({ length }) => length).sort((a, b) => a - b);
      return {
        kind,
        queries: list.length,
        weak: list.filter(({ weak }) => weak).length,
        overlap: overlaps.reduce((sum, overlap) => sum + overlap, 0) / list.length,
        goldChars: lengths[lengths.length >> 1],
      };
    })
    .sort((a, b) => b.queries - a.queries || (a.kind < b.kind ? -1 : 1));
}
