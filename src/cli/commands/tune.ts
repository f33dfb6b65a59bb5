/** `kerf tune`: query sets → the weights that do best on one half of their queries, and what they are worth on the other. */
import { type EvaluateOptions, evaluateSet, type PreparedConfiguration, type QuerySet } from '../../evaluate.ts';
import { type Configuration, readExperiment, withSettings } from '../../evaluation/experiment-file.ts';
import { measuresFor } from '../../evaluation/measures.ts';
import { compareOverAll, type EvaluationReport, estimateOverAll, valuesOf } from '../../evaluation/report.ts';
import { FEW_QUERIES, meanOf } from '../../evaluation/statistics.ts';
import { type Settings, type Tuning, type TuningAxis, type TuningStep, tune } from '../../evaluation/tune.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import { KerfError } from '../../model/error.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { openSqliteStore } from '../../stores/sqlite.ts';
import type { Store } from '../../stores/store.ts';
import { plural } from '../../text/plural.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { prepareConfigurations } from '../evaluation/prepare.ts';
import { readJsonFile } from '../evaluation/read-file.ts';
import { readQuerySet } from '../evaluation/read-set.ts';
import { CORPUS_FLAG, requireSets, SET_HELP, SET_OPERANDS } from '../evaluation/set-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { formatTable, type Output } from '../output.ts';
import { JSON_FLAG } from '../store-flags.ts';

/** Tried unless a file says otherwise: what decides which candidates rank first, and how far a hit is widened. */
const LEXICAL_AXES: readonly TuningAxis[] = [
  { path: 'retrieval.headingsWeight', values: [0, 0.5, 1, 2, 3, 4] },
  { path: 'expansion.neighbours', values: [0, 1, 2] },
];
const DENSE_AXES: readonly TuningAxis[] = [
  { path: 'retrieval.weights.dense', values: [0, 0.1, 0.2, 0.3, 0.5, 1] },
  { path: 'retrieval.weights.header', values: [0, 0.1, 0.2, 0.5] },
  { path: 'retrieval.fusion.method', values: ['reciprocal-rank', 'min-max', 'z-score'] },
];

const DEFAULT_MEASURE = 'coverage@1000';

export const tuneCommand = defineCommand({
  name: 'tune',
  summary: 'learn weights on one half of query sets and judge them on the other',
  operands: SET_OPERANDS,
  details: [
    SET_HELP,
    'Every second query is for learning, the others for judging. Settings are tried one at a time, each with the others as they stand; what is better on the learning half is taken, and the judging half says whether it is worth anything.',
    '--config names a file like {"base": {"embedder": {...}}, "vary": {"retrieval.weights.dense": [0, 0.3]}}: base is where to start, vary what to try (default: the weights of lists and fields, fusion, neighbours).',
  ],
  flags: [
    { name: 'config', kind: 'text', placeholder: 'FILE', help: 'where to start and what to try' },
    {
      name: 'measure',
      kind: 'text',
      placeholder: 'NAME',
      help: `what to raise (default ${DEFAULT_MEASURE}); kerf eval lists the names`,
    },
    CORPUS_FLAG,
    {
      name: 'max-queries',
      kind: 'count',
      placeholder: 'N',
      min: 2,
      help: 'at most N queries of each set, evenly spread',
    },
    JSON_FLAG,
  ],
  examples: ['kerf tune my-set', 'kerf tune set-a set-b --config with-embedder.json --measure nDCG@10'],
  interruptible: false,
  async run(directories, values, context) {
    requireSets('tune', directories);
    const { start, axes, budgets } = await planOf(values.config);
    const tried = axes.flatMap(({ path, values: all }) =>
      all.map((value) => withSettings(start, `${path} ${JSON.stringify(value)}`, { [path]: value })),
    );
    // Each value by itself, so that a wrong one is found before any work.
    await prepareConfigurations([start, ...tried], context.env);
    const measure = measureOf(values.measure, budgets);
    const sets: QuerySet[] = [];
    const reading = { corpus: values.corpus, maxQueries: values['max-queries'] };
    for (const directory of directories) sets.push(await readQuerySet(directory, reading));
    checkSizes(sets, context.output);
    const stores = new SharedStores();
    try {
      const judge = judgeWith({ start, budgets, stores, context });
      const tuning = await tune({
        axes,
        judge: async (settings) => {
          const report = await judge(half(sets, 0), settings);
          return report.compared.map((name) => estimateOverAll(report, name, measure)?.mean ?? 0);
        },
      });
      const verdict = await judge(half(sets, 1), [{}, tuning.settings]);
      context.output.endProgress();
      print(context.output, { measure, tuning, verdict, json: values.json });
      return EXIT.ok;
    } finally {
      await stores.close();
    }
  },
});

/** Throws `invalid-option` for a set that cannot be divided, and says when there is too little to judge by. */
function checkSizes(sets: readonly QuerySet[], output: Output): void {
  const single = sets.find(({ queries }) => queries.length < 2);
  if (single !== undefined)
    throw new KerfError(
      'invalid-option',
      `The set ${single.name} has one query and cannot be divided: give at least 2.`,
    );
  const judging = half(sets, 1).reduce((sum, { queries }) => sum + queries.length, 0);
  if (judging >= FEW_QUERIES) return;
  output.note(
    `Only ${plural(judging, 'query')} to judge by, fewer than ${FEW_QUERIES}: what comes out may be chance. Add questions to the sets.`,
  );
}

interface TuningPlan {
  readonly start: Configuration;
  readonly axes: readonly TuningAxis[];
  readonly budgets: readonly number[];
}

async function planOf(file: string | undefined): Promise<TuningPlan> {
  const given = (file === undefined ? {} : await readJsonFile(file)) as JsonObject;
  const { vary, ...rest } = given;
  if (rest.configurations !== undefined || rest.matrix !== undefined)
    throw new KerfError(
      'invalid-option',
      'kerf tune starts from "base" and tries "vary": take configurations and matrix out of the file.',
    );
  // `vary` is read together with the rest, so that its mistakes are found in the same way.
  if (vary !== undefined) readExperiment({ ...rest, vary });
  const { configurations, budgets } = readExperiment({ ...rest, configurations: { base: {} } });
  const axes = Object.entries((vary ?? {}) as JsonObject).map(([path, values]) => ({
    path,
    values: values as readonly JsonValue[],
  }));
  const defaults = configurations[0].embedder === null ? LEXICAL_AXES : [...DENSE_AXES, ...LEXICAL_AXES];
  return { start: configurations[0], axes: axes.length > 0 ? axes : defaults, budgets };
}

function measureOf(name: string | undefined, budgets: readonly number[]): string {
  const measures = measuresFor(budgets).filter(({ better, unit }) => better === 'higher' && unit === 'share');
  const wanted = name ?? (budgets.includes(1000) ? DEFAULT_MEASURE : `coverage@${budgets[budgets.length - 1]}`);
  if (measures.some((measure) => measure.name === wanted)) return wanted;
  const names = measures.map((measure) => measure.name).join(', ');
  throw new KerfError('invalid-option', `--measure "${name}" cannot be raised: the measures are ${names}.`);
}

/** Every second query, from the first (0) or the second (1). */
function half(sets: readonly QuerySet[], first: 0 | 1): readonly QuerySet[] {
  return sets.map((set) => ({ ...set, queries: set.queries.filter((_, i) => i % 2 === first) }));
}

interface Surroundings {
  readonly start: Configuration;
  readonly budgets: readonly number[];
  readonly stores: SharedStores;
  readonly context: CommandContext;
}

interface JudgedSettings extends EvaluationReport {
  /** The names of the configurations, in the order of the settings. */
  readonly compared: readonly string[];
}

function judgeWith({ start, budgets, stores, context }: Surroundings) {
  return async (sets: readonly QuerySet[], settings: readonly Settings[]): Promise<JudgedSettings> => {
    const configurations = settings.map((values, i) => withSettings(start, String(i), values));
    const prepared: readonly PreparedConfiguration[] = await prepareConfigurations(configurations, context.env);
    const results = [];
    for (const set of sets) {
      results.push(
        await evaluateSet({
          ...evaluationOf(set, prepared, budgets, context.output),
          openStore: (key) => stores.open(`${set.name} ${key}`),
        }),
      );
    }
    const compared = configurations.map(({ name }) => name);
    return {
      formatVersion: 0,
      budgets,
      measures: measuresFor(budgets),
      compareWith: compared[0],
      sets: results,
      compared,
    };
  };
}

function evaluationOf(
  set: QuerySet,
  configurations: readonly PreparedConfiguration[],
  budgets: readonly number[],
  output: Output,
): Omit<EvaluateOptions, 'openStore'> {
  return {
    set,
    configurations,
    budgets,
    clock: () => performance.now(),
    syntax: loadSyntaxParsers,
    onProgress: ({ configuration, step, done, total }) =>
      output.progress(
        () => `${set.name}, try ${Number(configuration) + 1} of ${configurations.length}: ${step} ${done} of ${total}`,
      ),
  };
}

/** Indexes stay open between two steps: most steps change the search alone. */
class SharedStores {
  readonly #stores = new Map<string, Store>();

  async open(key: string): Promise<Store> {
    const store = this.#stores.get(key) ?? (await openSqliteStore(':memory:'));
    this.#stores.set(key, store);
    return { ...store, close: () => Promise.resolve() };
  }

  async close(): Promise<void> {
    for (const store of this.#stores.values()) await store.close();
  }
}

interface Findings {
  readonly measure: string;
  readonly tuning: Tuning;
  readonly verdict: JudgedSettings;
  readonly json: boolean;
}

function print(output: Output, { measure, tuning, verdict, json }: Findings): void {
  const difference = compareOverAll(verdict, '1', '0', measure);
  const judged = verdict.sets.map(({ name, results }) => {
    const [before, after] = results.map((result) => meanOf(valuesOf(result, measure)));
    return { set: name, before, after };
  });
  if (json) {
    output.json({ measure, ...tuning, judged, difference });
    return;
  }
  for (const step of tuning.steps) output.line(describeStep(step));
  output.line();
  output.line(output.style.bold(`${measure} on the queries that were not learned from`));
  const rows = judged.map(({ set, before, after }) => [set, percent(before), percent(after)]);
  for (const line of formatTable([['set', 'before', 'after'], ...rows], new Set([1, 2]))) output.line(`  ${line}`);
  output.line();
  const { mean = 0, low = 0, high = 0 } = difference ?? {};
  output.line(`Difference ${points(mean)} points [${points(low)}, ${points(high)}]: ${adviceOf(tuning, low, mean)}`);
  if (Object.keys(tuning.settings).length > 0) output.line(JSON.stringify(tuning.settings));
}

function describeStep({ path, tried, taken }: TuningStep): string {
  const scores = tried.map(({ value, score }) => `${JSON.stringify(value)} ${percent(score)}`).join(', ');
  return `${path}: ${scores}; ${taken === undefined ? 'left as it was' : `takes ${JSON.stringify(taken)}`}`;
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function points(difference: number): string {
  return `${difference > 0 ? '+' : ''}${percent(difference)}`;
}

function adviceOf({ settings }: Tuning, low: number, mean: number): string {
  if (Object.keys(settings).length === 0) return 'nothing tried was better, so keep what you have.';
  if (low > 0) return 'these settings are better:';
  return mean > 0
    ? 'perhaps better, but it may be chance:'
    : 'no better on new queries, so keep what you have. Learned was:';
}
