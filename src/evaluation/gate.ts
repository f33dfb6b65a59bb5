/** Evaluation, gate: a report and an earlier one → the measures that got worse by more than chance. */
import { KerfError } from '../model/error.ts';
import type { MeasureDefinition } from './measures.ts';
import { type ConfigurationResult, compareResults, type EvaluationReport, pairsOf, type SetResult } from './report.ts';
import { meanOf } from './statistics.ts';

export interface GateOptions {
  /** Drops of the mean up to this are let pass, in the unit of the measure; default 0. */
  readonly tolerance?: number;
  /** Names of the measures that count. Default: all whose unit is `share`, so neither tokens nor time. */
  readonly measures?: readonly string[];
}

/** One measure that got worse. */
export interface Drop {
  readonly set: string;
  readonly configuration: string;
  readonly measure: string;
  readonly before: number;
  readonly now: number;
  /** Ends of the 95 % interval of the paired difference, now minus before. */
  readonly low: number;
  readonly high: number;
  /** Queries that got worse, worst first. */
  readonly worse: readonly string[];
}

export interface GateResult {
  /** No measure has dropped, and nothing that the baseline has was missing. */
  readonly passed: boolean;
  readonly drops: readonly Drop[];
  /** How many measures were compared. */
  readonly compared: number;
  /** What the baseline has and this run has not: sets, configurations, measures. */
  readonly missing: readonly string[];
  /** What else to know, in words. */
  readonly notes: readonly string[];
}

/**
 * Compares `report` with `baseline`, query by query: a measure has dropped when the whole 95 % interval of its paired
 * difference is on the worse side, further than `tolerance`. What the baseline has and this run has not keeps the gate closed,
 * and where nothing is left to compare `invalid-option` is thrown: a gate that looks at
 * nothing must not open.
 */
export function checkGate(report: EvaluationReport, baseline: EvaluationReport, options: GateOptions = {}): GateResult {
  const measures = gatedMeasures(report, options.measures);
  const notes: string[] = [];
  const missing: string[] = [];
  const pairs = baseline.sets.flatMap((before) => resultPairs(report, before, notes, missing));
  if (options.measures === undefined) missing.push(...missingMeasures(report, baseline));
  const judged = pairs.flatMap((pair) =>
    measures.map((measure) => judge(pair, measure, options.tolerance ?? 0)).filter((result) => result !== undefined),
  );
  if (judged.length === 0) {
    const reason = [...missing, ...notes].join('; ') || 'the baseline is empty';
    throw new KerfError(
      'invalid-option',
      `The baseline and this run have no set, configuration and query in common (${reason}): make a new baseline.`,
    );
  }
  const drops = judged.filter((result) => result !== 'kept');
  return { passed: drops.length === 0 && missing.length === 0, drops, compared: judged.length, missing, notes };
}

/** Measures come and go with the budgets; one that went is not compared, and a gate must not open for that. */
function missingMeasures(report: EvaluationReport, baseline: EvaluationReport): readonly string[] {
  const known = new Set(report.measures.map(({ name }) => name));
  const gone = baseline.measures.filter(({ name, unit }) => unit === 'share' && !known.has(name));
  return gone.map(({ name }) => `measure ${name} was not taken`);
}

/** The results of one configuration on one set, now and then, for the queries of now. */
interface ResultPair {
  readonly set: SetResult;
  readonly now: ConfigurationResult;
  readonly earlier: ConfigurationResult;
}

function resultPairs(
  report: EvaluationReport,
  before: SetResult,
  notes: string[],
  missing: string[],
): readonly ResultPair[] {
  const set = report.sets.find(({ name }) => name === before.name);
  if (set === undefined) {
    missing.push(`set ${before.name} was not run`);
    return [];
  }
  if (set.hash !== before.hash) notes.push(`set ${set.name} has changed: queries with the same id are compared`);
  return before.results.flatMap((old) => {
    const { name } = old.configuration;
    const now = set.results.find(({ configuration }) => configuration.name === name);
    if (now !== undefined) return [{ set, now, earlier: alignTo(set, before, old) }];
    missing.push(`configuration "${name}" was not run on ${set.name}`);
    return [];
  });
}

/** Undefined where there is nothing to compare. */
function judge(
  { set, now, earlier }: ResultPair,
  measure: MeasureDefinition,
  tolerance: number,
): Drop | 'kept' | undefined {
  const paired = compareResults(set, now, earlier, measure.name);
  if (paired === undefined) return undefined;
  const sign = measure.better === 'higher' ? 1 : -1;
  const best = sign === 1 ? paired.high : -paired.low;
  if (best >= 0 || sign * paired.mean >= -tolerance) return 'kept';
  const worse = paired.differences.filter(({ difference }) => sign * difference < 0);
  if (sign < 0) worse.reverse();
  const pairs = pairsOf(set, now, earlier, measure.name);
  return {
    set: set.name,
    configuration: now.configuration.name,
    measure: measure.name,
    before: meanOf(pairs.map(({ second }) => second)),
    now: meanOf(pairs.map(({ first }) => first)),
    low: paired.low,
    high: paired.high,
    worse: worse.map(({ queryId }) => queryId),
  };
}

function gatedMeasures(report: EvaluationReport, names: readonly string[] | undefined): readonly MeasureDefinition[] {
  if (names === undefined) return report.measures.filter(({ unit }) => unit === 'share');
  return names.map((name) => {
    const measure = report.measures.find((candidate) => candidate.name === name);
    if (measure) return measure;
    const known = report.measures.map((candidate) => candidate.name).join(', ');
    throw new KerfError('invalid-option', `There is no measure "${name}": the measures are ${known}.`);
  });
}

/** The old values in the order of the new queries; null where a query is new. */
function alignTo(now: SetResult, before: SetResult, old: ConfigurationResult): ConfigurationResult {
  const placeOf = new Map(before.queryIds.map((id, place) => [id, place]));
  const places = now.queryIds.map((id) => placeOf.get(id));
  const values = Object.entries(old.values).map(([measure, column]) => [
    measure,
    places.map((place) => (place === undefined ? null : (column[place] ?? null))),
  ]);
  return { ...old, values: Object.fromEntries(values) };
}
