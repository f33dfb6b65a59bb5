/** `kerf eval`: query sets and configurations → what each of them finds and costs, compared, and held against a baseline. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { evaluateSet } from '../../evaluate.ts';
import { ANSWER_MEASURES } from '../../evaluation/answer-measures.ts';
import { defaultExperiment, type Experiment, readExperiment } from '../../evaluation/experiment-file.ts';
import { checkGate, type GateResult } from '../../evaluation/gate.ts';
import { measuresFor } from '../../evaluation/measures.ts';
import { type EvaluationReport, REPORT_FORMAT_VERSION, type SetResult } from '../../evaluation/report.ts';
import { reportHtml } from '../../evaluation/report-html.ts';
import { reportMarkdown } from '../../evaluation/report-markdown.ts';
import { type ReportTable, reportSections } from '../../evaluation/report-sections.ts';
import type { Generator } from '../../generators/generator.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import { KerfError } from '../../model/error.ts';
import { openSqliteStore } from '../../stores/sqlite.ts';
import { plural } from '../../text/plural.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { openWorkFolder, type WorkFolder } from '../evaluation/kept-results.ts';
import { prepareConfigurations } from '../evaluation/prepare.ts';
import { readJsonFile } from '../evaluation/read-file.ts';
import { readQuerySet } from '../evaluation/read-set.ts';
import { CORPUS_FLAG, requireSets, SET_HELP, SET_OPERANDS } from '../evaluation/set-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { GENERATOR_FLAGS, generatorOf } from '../generator-flags.ts';
import { formatTable, forTerminal, type Output } from '../output.ts';
import { JSON_FLAG } from '../store-flags.ts';

const DEFAULT_WORK = '.kerf/eval';

export const evalCommand = defineCommand({
  name: 'eval',
  summary: 'measure what configurations find and cost on query sets',
  operands: SET_OPERANDS,
  details: [
    SET_HELP,
    'Every configuration gets the same token budgets, so small and large chunks are compared fairly.',
    '--config names a file with configurations: {"base": {...}, "configurations": {"name": {...}}, "vary": {"chunking.overlapTokens": [0, 24]}, "matrix": {...}}. Without it Kerf\'s defaults are measured.',
    '--baseline compares with the report of an earlier run and ends with status 1 when a measure got worse by more than chance; the list says which, and the queries.',
    'A run that was stopped goes on where it stood: indexes and results are kept in the work folder.',
  ],
  flags: [
    {
      name: 'config',
      kind: 'text',
      placeholder: 'FILE',
      help: 'the configurations to compare (default: the defaults of Kerf)',
    },
    {
      name: 'only',
      kind: 'list',
      placeholder: 'NAME',
      help: 'run this configuration of the file; may be given several times',
    },
    CORPUS_FLAG,
    {
      name: 'max-queries',
      kind: 'count',
      placeholder: 'N',
      min: 1,
      help: 'at most N queries of each set, evenly spread',
    },
    {
      name: 'out',
      kind: 'list',
      placeholder: 'FILE',
      help: 'write the report to FILE: .json (a baseline), .md or .html; may be given several times',
    },
    {
      name: 'baseline',
      kind: 'text',
      placeholder: 'FILE',
      help: 'a JSON report to compare with; status 1 when a measure dropped',
    },
    {
      name: 'tolerance',
      kind: 'text',
      placeholder: 'X',
      help: 'drops up to X points of the mean are let pass (default 0)',
    },
    {
      name: 'work',
      kind: 'text',
      placeholder: 'DIR',
      help: `where indexes and results are kept (default ${DEFAULT_WORK})`,
    },
    { name: 'fresh', kind: 'switch', help: 'keep nothing and use nothing that was kept' },
    ...GENERATOR_FLAGS,
    JSON_FLAG,
  ],
  examples: [
    'kerf eval eval/sample',
    'kerf eval my-set/queries.reviewed.jsonl',
    'kerf eval my-set --config strategies.json --out report.html --out baseline.json',
    'kerf eval my-set --config strategies.json --baseline baseline.json',
  ],
  interruptible: true,
  async run(directories, values, context) {
    requireSets('eval', directories);
    const { output } = context;
    const writers = values.out.map(writerFor);
    const tolerance = toleranceOf(values.tolerance);
    const baseline = values.baseline === undefined ? undefined : await readReport(values.baseline);
    const experiment = only(await experimentOf(values.config), values.only);
    const generator = generatorOf(values, context.env);
    const workPath = values.fresh ? undefined : (values.work ?? DEFAULT_WORK);
    const runs = { experiment, workPath, generator, corpus: values.corpus, maxQueries: values['max-queries'] };
    const sets = await runInFolder(directories, runs, context);
    const report: EvaluationReport = {
      formatVersion: REPORT_FORMAT_VERSION,
      budgets: experiment.budgets,
      measures: [...measuresFor(experiment.budgets), ...(generator ? ANSWER_MEASURES : [])],
      compareWith: experiment.compareWith,
      sets,
    };
    output.endProgress();
    if (context.signal.aborted) {
      output.note('Stopped; the same command goes on from here.');
      return EXIT.interrupted;
    }
    for (const write of writers) await write(report);
    const gate = baseline && checkGate(report, onlyOf(baseline, values.only), { tolerance });
    if (values.json) output.json({ report, ...(gate && { gate }) });
    else printReport(output, report);
    return finish(output, gate, values.json);
  },
});

function toleranceOf(points: string | undefined): number {
  const value = Number(points ?? 0) / 100;
  if (value >= 0 && value <= 1) return value;
  throw new KerfError('invalid-option', `--tolerance "${points}" must be a number of points from 0 to 100.`);
}

async function experimentOf(file: string | undefined): Promise<Experiment> {
  return file === undefined ? defaultExperiment() : readExperiment(await readJsonFile(file));
}

async function readReport(file: string): Promise<EvaluationReport> {
  const report = (await readJsonFile(file)) as unknown as Partial<EvaluationReport> | null;
  const isSet = (set: Partial<SetResult> | null): boolean =>
    Array.isArray(set?.queryIds) && Array.isArray(set.results) && set.results.every((result) => isResult(result));
  const isResult = (result: Partial<SetResult['results'][number]> | null): boolean =>
    typeof result?.configuration?.name === 'string' &&
    Object.values(result.values ?? { none: null }).every(
      (column) => Array.isArray(column) && column.every((value) => value === null || Number.isFinite(value)),
    );
  if (report?.formatVersion === REPORT_FORMAT_VERSION && Array.isArray(report.sets) && report.sets.every(isSet))
    return report as EvaluationReport;
  throw new KerfError(
    'invalid-option',
    `"${file}" is no report of this version of kerf eval: make one with --out ${forTerminal(file)}.`,
  );
}

function only(experiment: Experiment, names: readonly string[]): Experiment {
  if (names.length === 0) return experiment;
  const known = experiment.configurations.map(({ name }) => name);
  const missing = names.find((name) => !known.includes(name));
  if (missing !== undefined)
    throw new KerfError('invalid-option', `--only "${missing}" is no configuration: they are ${known.join(', ')}.`);
  const compareWith = names.includes(experiment.compareWith) ? experiment.compareWith : names[0];
  return {
    ...experiment,
    compareWith,
    configurations: experiment.configurations.filter(({ name }) => names.includes(name)),
  };
}

interface Runs {
  readonly experiment: Experiment;
  /** Undefined: nothing is kept. */
  readonly workPath: string | undefined;
  readonly generator: Generator | undefined;
  readonly corpus: string | undefined;
  readonly maxQueries: number | undefined;
}

/** Who asks for some configurations alone does not want the others of the baseline missed. */
function onlyOf(baseline: EvaluationReport, names: readonly string[]): EvaluationReport {
  if (names.length === 0) return baseline;
  const kept = (set: SetResult): SetResult => ({
    ...set,
    results: set.results.filter(({ configuration }) => names.includes(configuration.name)),
  });
  return { ...baseline, sets: baseline.sets.map(kept) };
}

async function runInFolder(
  directories: readonly string[],
  runs: Runs,
  context: CommandContext,
): Promise<readonly SetResult[]> {
  if (runs.workPath === undefined) return runSets(directories, runs, context, undefined);
  const work = await openWorkFolder(runs.workPath);
  if (!work.alone)
    context.output.note(
      `Another kerf eval works in ${forTerminal(runs.workPath)}: this one keeps its indexes in memory, and its results there.`,
    );
  try {
    return await runSets(directories, runs, context, work);
  } finally {
    work.close();
  }
}

async function runSets(
  directories: readonly string[],
  { experiment: { configurations, budgets }, generator, corpus, maxQueries }: Runs,
  { output, env, signal }: CommandContext,
  work: WorkFolder | undefined,
): Promise<readonly SetResult[]> {
  const prepared = await prepareConfigurations(configurations, env);
  const results: SetResult[] = [];
  for (const directory of directories) {
    if (signal.aborted) break;
    results.push(
      await evaluateSet({
        set: await readQuerySet(directory, { corpus, maxQueries }),
        configurations: prepared,
        budgets,
        openStore: work ? work.openStore : () => openSqliteStore(':memory:'),
        dropStore: work?.dropStore,
        kept: work?.results,
        clock: () => performance.now(),
        syntax: loadSyntaxParsers,
        generator,
        signal,
        onProgress: ({ set, configuration, step, done, total }) =>
          output.progress(() => `${set}, ${configuration}: ${step} ${done} of ${total}`),
      }),
    );
  }
  return results;
}

/** Refuses an ending it does not know before the work, not after it. */
function writerFor(file: string): (report: EvaluationReport) => Promise<void> {
  const render = RENDERERS[extname(file).toLowerCase()];
  if (render === undefined)
    throw new KerfError('invalid-option', `--out "${file}" must end in ${Object.keys(RENDERERS).join(', ')}.`);
  if (!existsSync(dirname(file)))
    throw new KerfError('invalid-option', `--out "${file}" is in a folder that is not there: make it first.`);
  return async (report) => {
    await writeFile(file, render(report)).catch((cause: unknown) => {
      throw new KerfError('invalid-option', `--out "${file}" cannot be written: ${(cause as Error).message}`, {
        cause,
      });
    });
  };
}

const RENDERERS: Readonly<Record<string, (report: EvaluationReport) => string>> = {
  // Whoever has the set has the texts; a baseline is kept in a repository, where they may not belong.
  '.json': (report) => `${JSON.stringify(report, (key, value) => (key === 'queryTexts' ? undefined : value))}\n`,
  '.md': reportMarkdown,
  '.html': reportHtml,
};

function printReport(output: Output, report: EvaluationReport): void {
  for (const { title, tables } of reportSections(report)) {
    output.line(output.style.bold(forTerminal(title)));
    output.line();
    for (const table of tables) printTable(output, table);
  }
}

function printTable(output: Output, { title, note, head, rows }: ReportTable): void {
  output.line(`${output.style.bold(forTerminal(title))}${note === '' ? '' : output.style.dim(`  ${note}`)}`);
  const cells = [head, ...rows].map((row) => row.map((cell) => forTerminal(cell)));
  for (const line of formatTable(cells)) output.line(`  ${line}`);
  output.line();
}

/** Queries named for one measure that dropped; all of them are in the JSON. */
const SHOWN_QUERIES = 5;

function finish(output: Output, gate: GateResult | undefined, json: boolean): ExitCode {
  if (gate === undefined) return EXIT.ok;
  const print = json ? output.note : output.line;
  for (const note of gate.notes) print(`Note: ${forTerminal(note)}.`);
  for (const what of gate.missing) print(output.style.red(`Not compared: ${forTerminal(what)}.`));
  if (gate.passed) {
    print(`No measure dropped beyond chance; ${plural(gate.compared, 'comparison')} with the baseline.`);
    return EXIT.ok;
  }
  if (gate.drops.length > 0)
    print(
      output.style.red(`${plural(gate.drops.length, 'measure')} of ${gate.compared} dropped against the baseline:`),
    );
  for (const { set, configuration, measure, before, now, low, high, worse } of gate.drops) {
    const points = (value: number): string => (value * 100).toFixed(1);
    const change = `${points(before)} to ${points(now)}, difference ${points(now - before)} [${points(low)}, ${points(high)}]`;
    const queries = `${worse.slice(0, SHOWN_QUERIES).join(', ')}${worse.length > SHOWN_QUERIES ? ', ...' : ''}`;
    print(
      forTerminal(
        `  ${set}, ${configuration}, ${measure}: ${change}; worse in ${plural(worse.length, 'query')}: ${queries}`,
      ),
    );
  }
  return EXIT.found;
}
