/** Evaluation, result: the values of all queries under all configurations, and what reports and gates say of them. */
import type { JsonObject } from '../model/json.ts';
import type { Configuration } from './experiment-file.ts';
import type { MeasureDefinition } from './measures.ts';
import { type Comparison, compare, type Estimate, estimate, estimateOverSets } from './statistics.ts';

/** Version of the JSON that is written and read again as a baseline. */
export const REPORT_FORMAT_VERSION = 1;

/** What an index costs. */
export interface IndexFigures {
  readonly documents: number;
  readonly chunks: number;
  /** Tokens of all embedded texts, each once; of all chunks where there is no embedder. */
  readonly embeddedTokens: number;
  readonly vectors: number;
  /** Size of the store. */
  readonly indexBytes: number;
  /** Overlap as a share of the embedded characters. */
  readonly overlapTax: number;
  /** Time for chunking, embedding and writing. */
  readonly indexMs: number;
}

/** One configuration on one set. */
export interface ConfigurationResult {
  readonly configuration: Configuration;
  readonly index: IndexFigures;
  /** By measure, one value for each of the set's `queryIds`; null where the measure says nothing of the query. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

export interface SetResult {
  readonly name: string;
  /** Hash over documents and queries: two results of the same set have the same. */
  readonly hash: string;
  readonly documents: number;
  /** Whether any query was made by a rule instead of by people. */
  readonly weak: boolean;
  readonly queryIds: readonly string[];
  /** Left out of the files that `kerf eval` writes as JSON. */
  readonly queryTexts?: readonly string[];
  readonly kinds: readonly string[];
  readonly results: readonly ConfigurationResult[];
}

export interface EvaluationReport {
  readonly formatVersion: number;
  readonly budgets: readonly number[];
  readonly measures: readonly MeasureDefinition[];
  /** The configuration that the others are compared with. */
  readonly compareWith: string;
  readonly sets: readonly SetResult[];
  /** What was found out besides, for example of generated answers. */
  readonly extras?: JsonObject;
}

/** The values of `measure`, null aside. */
export function valuesOf(result: ConfigurationResult, measure: string): readonly number[] {
  return (result.values[measure] ?? []).filter((value) => value !== null);
}

/** Mean and interval of a measure; undefined where it has no value. */
export function estimateOf(result: ConfigurationResult, measure: string): Estimate | undefined {
  const values = valuesOf(result, measure);
  return values.length === 0 ? undefined : estimate(values);
}

/** The same for the queries of each kind, kinds in the order they come up in. */
export function estimatesByKind(
  set: SetResult,
  result: ConfigurationResult,
  measure: string,
): ReadonlyMap<string, Estimate & { readonly queries: number }> {
  const grouped = new Map<string, number[]>();
  for (const [place, value] of (result.values[measure] ?? []).entries()) {
    if (value === null) continue;
    const kind = set.kinds[place];
    const values = grouped.get(kind);
    if (values) values.push(value);
    else grouped.set(kind, [value]);
  }
  return new Map([...grouped].map(([kind, values]) => [kind, { ...estimate(values), queries: values.length }]));
}

export interface QueryDifference {
  readonly queryId: string;
  /** First value minus second. */
  readonly difference: number;
}

export interface PairedComparison extends Comparison {
  /** Queries that both have a value for. */
  readonly queries: number;
  /** What each query gained or lost, greatest losses first; equal ones by id. Queries without a difference are left out. */
  readonly differences: readonly QueryDifference[];
}

interface ValuePair {
  readonly queryId: string;
  readonly first: number;
  readonly second: number;
}

/** The values of the queries that both results have one for. */
export function pairsOf(
  { queryIds }: Pick<SetResult, 'queryIds'>,
  result: ConfigurationResult,
  other: ConfigurationResult,
  measure: string,
): readonly ValuePair[] {
  return queryIds.flatMap((queryId, i) => {
    const [first, second] = [result.values[measure]?.[i] ?? null, other.values[measure]?.[i] ?? null];
    return first === null || second === null ? [] : [{ queryId, first, second }];
  });
}

/** `result` against `other` on the queries of `set`; undefined where no query has a value in both. */
export function compareResults(
  set: Pick<SetResult, 'queryIds'>,
  result: ConfigurationResult,
  other: ConfigurationResult,
  measure: string,
): PairedComparison | undefined {
  const pairs = pairsOf(set, result, other, measure);
  if (pairs.length === 0) return undefined;
  const comparison = compare(
    pairs.map(({ first }) => first),
    pairs.map(({ second }) => second),
  );
  const differences = pairs
    .map(({ queryId, first, second }) => ({ queryId, difference: first - second }))
    .filter(({ difference }) => difference !== 0)
    .sort((x, y) => x.difference - y.difference || (x.queryId < y.queryId ? -1 : 1));
  return { ...comparison, queries: pairs.length, differences };
}

/** A measure of one configuration over all sets that have it, every set counting the same; undefined where none has. */
export function estimateOverAll(report: EvaluationReport, name: string, measure: string): Estimate | undefined {
  const sets = report.sets
    .map((set) => set.results.find(({ configuration }) => configuration.name === name))
    .map((result) => (result === undefined ? [] : valuesOf(result, measure)))
    .filter((values) => values.length > 0);
  return sets.length === 0 ? undefined : estimateOverSets(sets);
}

/** The difference between two configurations over all sets, every set counting the same. */
export function compareOverAll(
  report: EvaluationReport,
  name: string,
  other: string,
  measure: string,
): Estimate | undefined {
  const differences = report.sets.flatMap((set) => {
    const [a, b] = [name, other].map((wanted) =>
      set.results.find(({ configuration }) => configuration.name === wanted),
    );
    if (a === undefined || b === undefined) return [];
    const paired = pairsOf(set, a, b, measure).map(({ first, second }) => first - second);
    return paired.length === 0 ? [] : [paired];
  });
  return differences.length === 0 ? undefined : estimateOverSets(differences);
}
