/** Evaluation, result: a report → the tables that every form of it shows, terminal, Markdown and HTML alike. */

import { plural } from '../text/plural.ts';
import type { MeasureDefinition } from './measures.ts';
import {
  type ConfigurationResult,
  compareOverAll,
  compareResults,
  type EvaluationReport,
  estimateOf,
  estimateOverAll,
  estimatesByKind,
  type SetResult,
  valuesOf,
} from './report.ts';
import { type Estimate, FEW_QUERIES, meanOf, percentile } from './statistics.ts';

export interface ReportTable {
  readonly title: string;
  /** What a reader must know to read it; '' when it speaks for itself. */
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ReportSection {
  readonly title: string;
  readonly tables: readonly ReportTable[];
}

/** Queries listed for each configuration, best and worst. */
const SHOWN_DIFFERENCES = 5;
const QUERY_WIDTH = 80;
const INTERVAL_NOTE = 'Per cent, 95 % interval in brackets (bootstrap over queries).';

/** Everything worth reading, set by set, and over all sets where there are several. */
export function reportSections(report: EvaluationReport): readonly ReportSection[] {
  const sections = report.sets.map((set) => setSection(report, set));
  return report.sets.length > 1 ? [overallSection(report), ...sections] : sections;
}

/** The measures that stand in the first table: what is in the context, and how the ranking did. */
export function headlineMeasures({ measures, budgets }: EvaluationReport): readonly MeasureDefinition[] {
  const names = [...budgets.map((budget) => `gold@${budget}`), `coverage@${middleOf(budgets)}`];
  return [...names, 'R@5', 'nDCG@10', 'Success@5'].flatMap(
    (name) => measures.find((measure) => measure.name === name) ?? [],
  );
}

export function middleOf(budgets: readonly number[]): number {
  return budgets[Math.floor(budgets.length / 2)];
}

function overallSection(report: EvaluationReport): ReportSection {
  const headline = headlineMeasures(report);
  const names = configurationNames(report);
  const head = ['configuration', ...headline.map(({ name }) => name)];
  const means = names.map((name) => [
    name,
    ...headline.map((measure) => showEstimate(measure, estimateOverAll(report, name, measure.name))),
  ]);
  const differences = names
    .filter((name) => name !== report.compareWith)
    .map((name) => [
      name,
      ...headline.map(({ name: measure }) => showDifference(compareOverAll(report, name, report.compareWith, measure))),
    ]);
  const note = `Mean of ${plural(report.sets.length, 'set')}, each counting the same. ${INTERVAL_NOTE}`;
  const against = `Points, 95 % interval of the paired difference, mean over sets.`;
  return {
    title: 'All sets',
    tables: [
      { title: 'Means', note, head, rows: means },
      ...(differences.length === 0
        ? []
        : [{ title: `Against ${report.compareWith}`, note: against, head, rows: differences }]),
    ],
  };
}

function configurationNames({ sets }: EvaluationReport): readonly string[] {
  return [...new Set(sets.flatMap(({ results }) => results.map(({ configuration }) => configuration.name)))];
}

function setSection(report: EvaluationReport, set: SetResult): ReportSection {
  const weak = set.weak ? '; made by rules, not by people' : '';
  const isFew = set.queryIds.length < FEW_QUERIES;
  const few = isFew ? `; fewer than ${FEW_QUERIES}, so only large differences mean anything` : '';
  return {
    title: `${set.name}: ${plural(set.documents, 'document')}, ${plural(set.queryIds.length, 'query')}${weak}${few}`,
    tables: [
      headlineTable(report, set),
      ...againstTables(report, set),
      costTable(report, set),
      ...kindTables(report, set),
      restTable(report, set),
      ...differenceTables(report, set),
    ],
  };
}

function headlineTable(report: EvaluationReport, set: SetResult): ReportTable {
  const headline = headlineMeasures(report);
  return {
    title: 'Means',
    note: INTERVAL_NOTE,
    head: ['configuration', ...headline.map(({ name }) => name)],
    rows: set.results.map((result) => [
      result.configuration.name,
      ...headline.map((measure) => showEstimate(measure, estimateOf(result, measure.name))),
    ]),
  };
}

/** The one the others are compared with, and the others. */
function pairsOf(report: EvaluationReport, set: SetResult) {
  const base = set.results.find(({ configuration }) => configuration.name === report.compareWith);
  return { base, others: base === undefined ? [] : set.results.filter((result) => result !== base) };
}

function againstTables(report: EvaluationReport, set: SetResult): readonly ReportTable[] {
  const headline = headlineMeasures(report);
  const { base, others } = pairsOf(report, set);
  if (base === undefined || others.length === 0) return [];
  const cells = (result: ConfigurationResult): readonly string[] =>
    headline.map(({ name }) => {
      const paired = compareResults(set, result, base, name);
      if (paired === undefined) return '';
      return `${showDifference(paired)}, ${paired.wins}/${paired.losses}, p ${paired.p.toFixed(3)}`;
    });
  return [
    {
      title: `Against ${report.compareWith}`,
      note: 'Points with the 95 % interval of the paired difference, queries won/lost, and p of the randomisation test.',
      head: ['configuration', ...headline.map(({ name }) => name)],
      rows: others.map((result) => [result.configuration.name, ...cells(result)]),
    },
  ];
}

function costTable({ budgets }: EvaluationReport, set: SetResult): ReportTable {
  const largest = budgets[budgets.length - 1];
  return {
    title: 'Costs',
    note: 'Without an embedder the embedded tokens are those that one would read.',
    head: [
      'configuration',
      'chunks',
      'embedded tokens',
      'vectors',
      'index, MB',
      'overlap tax, %',
      'index, s',
      'latency p50, ms',
      'p95, ms',
      `tokens of ${largest}`,
    ],
    rows: set.results.map((result) => {
      const { index } = result;
      const latency = valuesOf(result, 'latency');
      return [
        result.configuration.name,
        count(index.chunks),
        count(index.embeddedTokens),
        count(index.vectors),
        (index.indexBytes / 1e6).toFixed(1),
        (index.overlapTax * 100).toFixed(1),
        (index.indexMs / 1000).toFixed(1),
        percentile(latency, 0.5).toFixed(1),
        percentile(latency, 0.95).toFixed(1),
        count(Math.round(meanOf(valuesOf(result, `tokens@${largest}`)))),
      ];
    }),
  };
}

function kindTables(report: EvaluationReport, set: SetResult): readonly ReportTable[] {
  if (new Set(set.kinds).size < 2) return [];
  const headline = headlineMeasures(report);
  const kinds = [...new Set(set.kinds)];
  const rows = kinds.flatMap((kind) =>
    set.results.map((result) => [
      kind,
      count(set.kinds.filter((other) => other === kind).length),
      result.configuration.name,
      ...headline.map((measure) => showEstimate(measure, estimatesByKind(set, result, measure.name).get(kind))),
    ]),
  );
  const head = ['kind', 'queries', 'configuration', ...headline.map(({ name }) => name)];
  return [{ title: 'By kind', note: INTERVAL_NOTE, head, rows }];
}

function restTable(report: EvaluationReport, set: SetResult): ReportTable {
  const headline = new Set(headlineMeasures(report).map(({ name }) => name));
  const rest = report.measures.filter(({ name }) => !headline.has(name) && name !== 'latency');
  return {
    title: 'All other measures',
    note: 'Means; shares in per cent.',
    head: ['measure', ...set.results.map(({ configuration }) => configuration.name), 'what it says'],
    rows: rest.map((measure) => [
      measure.name,
      ...set.results.map((result) => showMean(measure, estimateOf(result, measure.name))),
      measure.meaning,
    ]),
  };
}

/** Where a configuration wins and loses: the queries whose gold coverage moved most. */
function differenceTables(report: EvaluationReport, set: SetResult): readonly ReportTable[] {
  const { base, others } = pairsOf(report, set);
  const measure = `coverage@${middleOf(report.budgets)}`;
  if (base === undefined || others.length === 0) return [];
  const textOf = new Map(set.queryIds.map((id, place) => [id, set.queryTexts?.[place] ?? '']));
  const rows = others.flatMap((result) => {
    const differences = compareResults(set, result, base, measure)?.differences ?? [];
    const worst = differences.slice(0, SHOWN_DIFFERENCES).filter(({ difference }) => difference < 0);
    const best = differences.slice(-SHOWN_DIFFERENCES).filter(({ difference }) => difference > 0);
    return [...worst, ...best.toReversed()].map(({ queryId, difference }) => [
      result.configuration.name,
      signed(difference * 100, 0),
      queryId,
      shorten(textOf.get(queryId) ?? ''),
    ]);
  });
  if (rows.length === 0) return [];
  return [
    {
      title: `Queries lost and won most against ${report.compareWith}`,
      note: `By ${measure}, points; at most ${SHOWN_DIFFERENCES} each way.`,
      head: ['configuration', 'points', 'query', 'text'],
      rows,
    },
  ];
}

function showEstimate({ unit }: MeasureDefinition, estimate: Estimate | undefined): string {
  if (estimate === undefined) return '';
  const [mean, low, high] = [estimate.mean, estimate.low, estimate.high].map((value) =>
    unit === 'share' ? (value * 100).toFixed(1) : value.toFixed(0),
  );
  return `${mean} [${low}, ${high}]`;
}

function showMean({ unit }: MeasureDefinition, estimate: Estimate | undefined): string {
  if (estimate === undefined) return '';
  return unit === 'share' ? (estimate.mean * 100).toFixed(1) : estimate.mean.toFixed(0);
}

function showDifference(difference: Estimate | undefined): string {
  if (difference === undefined) return '';
  const [mean, low, high] = [difference.mean, difference.low, difference.high].map((value) => signed(value * 100, 1));
  return `${mean} [${low}, ${high}]`;
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return value > 0 ? `+${text}` : text;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= QUERY_WIDTH ? line : `${line.slice(0, QUERY_WIDTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
