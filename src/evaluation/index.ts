/** `kerf/evaluation`: query sets, measures, comparisons, gates and reports. Runs in a browser; `evaluateSet` of `kerf` runs a set. */
export { ANSWER_MEASURES, type AnswerToMeasure, measureAnswer } from './answer-measures.ts';
export { answerPrompt, NOT_ANSWERED } from './answer-prompt.ts';
export { type CorpusCost, type CostedChunk, CostTally, estimateIndex, estimateUpdate } from './cost.ts';
export {
  type Configuration,
  DEFAULT_BUDGETS,
  defaultExperiment,
  type Experiment,
  readExperiment,
} from './experiment-file.ts';
export { checkGate, type Drop, type GateOptions, type GateResult } from './gate.ts';
export { type BlackCounts, type BlackCountsOf, blackCounts, type FoundPlace } from './judge.ts';
export {
  type Found,
  type FoundContext,
  type MeasureDefinition,
  type MeasureValues,
  measureQuery,
  measuresFor,
} from './measures.ts';
export { EMBEDDING_PRICES, type EmbeddingPrice } from './prices.ts';
export { checkQueries, type QueryCheck } from './query-check.ts';
export {
  type EvaluationQuery,
  type Gold,
  type GoldPlace,
  type ParsedQueries,
  parseQueries,
  type QueryProblem,
} from './query-set.ts';
export {
  type ConfigurationResult,
  compareOverAll,
  compareResults,
  type EvaluationReport,
  estimateOf,
  estimateOverAll,
  estimatesByKind,
  type IndexFigures,
  type PairedComparison,
  REPORT_FORMAT_VERSION,
  type SetResult,
} from './report.ts';
export { reportHtml } from './report-html.ts';
export { reportMarkdown } from './report-markdown.ts';
export { type Comparison, compare, type Estimate, estimate } from './statistics.ts';
export { type Settings, type TuneOptions, type Tuning, type TuningAxis, type TuningStep, tune } from './tune.ts';
export { type DocumentLabels, type PlacedLabel, WEAK_SOURCES, type WeakSource, weakLabelsOf } from './weak-labels.ts';
export { linkLabels } from './weak-links.ts';
export { type WeakQuery, weakQueries } from './weak-queries.ts';
export { queriesFromResults } from './weak-results.ts';
