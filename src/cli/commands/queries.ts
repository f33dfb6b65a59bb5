/** `kerf queries`: documents → a first query set for `kerf eval`; a set → the same reviewed by a person, or checked. */
import { dirname, resolve } from 'node:path';
import { checkQueries, type QueryCheck } from '../../evaluation/query-check.ts';
import {
  type DocumentLabels,
  type PlacedLabel,
  WEAK_SOURCES,
  type WeakSource,
  weakLabelsOf,
} from '../../evaluation/weak-labels.ts';
import { linkLabels } from '../../evaluation/weak-links.ts';
import { type WeakQuery, weakQueries } from '../../evaluation/weak-queries.ts';
import { queriesFromResults } from '../../evaluation/weak-results.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import type { Source } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { parseWithGrammars } from '../../parsing/code/parse-with-grammars.ts';
import { nameHint } from '../../text/option-names.ts';
import { formatCount, plural } from '../../text/plural.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import {
  corpusFolder,
  readCorpusSources,
  refuseOtherCorpus,
  textsOf,
  writePointer,
} from '../evaluation/query-corpus.ts';
import { readTextFile } from '../evaluation/read-file.ts';
import { reviewQueries } from '../evaluation/review-queries.ts';
import { outFile, queriesOf, readSetLines, refuseJudged, writeWhole } from '../evaluation/set-files.ts';
import { CORPUS_FLAG as SETS_CORPUS_FLAG } from '../evaluation/set-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Flag, FlagValues } from '../flags.ts';
import { formatShare, formatTable, forTerminal, type Output } from '../output.ts';
import { JSON_FLAG } from '../store-flags.ts';

const DEFAULT_MAX = 300;
/** Lines of results without a place that are named; all of them are counted. */
const SHOWN_PROBLEMS = 20;

const MAKE_FLAGS = [
  {
    name: 'from',
    kind: 'list',
    placeholder: 'SOURCE',
    help: `make: only from these: ${WEAK_SOURCES.join(', ')}; may be given several times (default: all)`,
  },
  {
    name: 'headings',
    kind: 'choice',
    choices: ['alone', 'path'],
    help: 'make: alone asks with the heading where that is clear by itself, path always with the heading above it (default alone)',
  },
  {
    name: 'from-results',
    kind: 'text',
    placeholder: 'FILE',
    help: 'make: instead, from what another search answered with; FILE has {"query", "documentId", "start", "end"} or {"query", "text"} a line',
  },
  {
    name: 'max',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: `make: at most N questions, evenly from documents and sources (default ${DEFAULT_MAX})`,
  },
  {
    name: 'max-overlap',
    kind: 'count',
    placeholder: 'PERCENT',
    min: 0,
    max: 100,
    help: 'make: leave out questions that share more than this part of their words with the answer (default 100: none)',
  },
  { name: 'seed', kind: 'text', placeholder: 'TEXT', help: 'make: another seed chooses other questions (default 1)' },
] as const;

const OUT_FLAG = {
  name: 'out',
  kind: 'text',
  placeholder: 'SET',
  help: 'make: the set to write, a folder or a name that ends in .jsonl; review: the same for accepted questions (default: beside SET, with .reviewed in the name)',
} as const;

const CORPUS_FLAG = { ...SETS_CORPUS_FLAG, help: `review, check: ${SETS_CORPUS_FLAG.help}` } as const;

const MAX_GOLD_FLAG = {
  name: 'max-gold',
  kind: 'count',
  placeholder: 'CHARS',
  min: 1,
  help: 'check: the longest answer that is not called too long, in characters (default 8000)',
} as const;

const FLAGS = [OUT_FLAG, ...MAKE_FLAGS, CORPUS_FLAG, MAX_GOLD_FLAG, JSON_FLAG] as const;

type Values = FlagValues<typeof FLAGS>;

interface Action {
  readonly run: (operand: string, values: Values, context: CommandContext) => Promise<ExitCode>;
  readonly flags: readonly Flag[];
}

const ACTIONS: Readonly<Record<string, Action>> = {
  make: { run: makeQueries, flags: [OUT_FLAG, ...MAKE_FLAGS] },
  review: { run: reviewSet, flags: [OUT_FLAG, CORPUS_FLAG] },
  check: { run: checkSet, flags: [CORPUS_FLAG, MAX_GOLD_FLAG] },
};

export const queriesCommand = defineCommand({
  name: 'queries',
  summary: 'make a set of questions for kerf eval from your documents, review it, or check it',
  operands: 'make DIR --out SET | review SET | check SET',
  details: [
    'A set is questions, each with the places in your documents that answer it: what kerf eval measures with. SET is a folder with queries.jsonl, a question a line, and the documents in corpus/ or where set.json says; or such a .jsonl file itself.',
    'make DIR reads the documents in the folder DIR and writes questions that they ask of themselves: headings, questions in the text, definitions, doc comments, captions, link texts. They are marked as weak: nobody judged them, and they share words with their answers, which flatters search by words.',
    'review SET shows one question after another with its answer in place; a accepts, r rejects, e edits the question (or: e NEW WORDS), s skips, q quits. Accepted questions are no longer weak. What was decided is kept, and the next run goes on from there.',
    'check SET names what cannot be used and ends with status 1 if there is anything: an answer that is not in its document, or blank, or too long for any context, a quote that does not stand there, a question asked twice.',
  ],
  flags: FLAGS,
  examples: [
    'kerf queries make docs --out my-set',
    'kerf queries review my-set --out good-set',
    'kerf queries check good-set',
    'kerf eval good-set',
    'kerf queries make src --from comment --max 100 --out code-set',
  ],
  interruptible: false,
  async run(operands, values, context) {
    const [name, ...rest] = operands;
    const action = actionOf(name);
    refuseFlagsOfOthers(name, action, values);
    if (rest.length === 1) return action.run(rest[0], values, context);
    const what = name === 'make' ? 'the folder with your documents' : 'a set';
    const got = rest.length === 0 ? 'got none' : `got ${rest.length}: ${rest.join(', ')}`;
    throw new KerfError('invalid-option', `kerf queries ${name} needs one path, ${what}; ${got}.`);
  },
});

function actionOf(name: string | undefined): Action {
  const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action !== undefined) return action;
  const remedy = 'say make DIR, review SET or check SET; kerf queries --help explains them';
  if (name === undefined) throw new KerfError('invalid-option', `kerf queries needs to know what to do: ${remedy}.`);
  const hint = nameHint(name, Object.keys(ACTIONS), remedy, (near) => `kerf queries ${near}`);
  throw new KerfError('invalid-option', `kerf queries cannot "${name}"; ${hint}`);
}

/** A flag that changes nothing would be taken for one that does. */
function refuseFlagsOfOthers(name: string, { flags }: Action, values: Values): void {
  const known = [...flags, JSON_FLAG].map((flag) => flag.name);
  const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);
  const foreign = FLAGS.find((flag) => !known.includes(flag.name) && isGiven(values[flag.name]));
  if (foreign === undefined) return;
  const owners = Object.keys(ACTIONS).filter((other) => ACTIONS[other].flags.includes(foreign));
  throw new KerfError(
    'invalid-option',
    `kerf queries ${name} has no --${foreign.name}, which is for ${owners.join(' and ')}: leave it out.`,
  );
}

async function makeQueries(corpus: string, values: Values, { output }: CommandContext): Promise<ExitCode> {
  const { out, json } = values;
  if (out === undefined)
    throw new KerfError('invalid-option', `kerf queries make needs --out: where to write the set, like --out my-set.`);
  const file = outFile(out);
  await refuseOtherCorpus(file, corpus);
  await refuseJudged(file);
  const sources = await readCorpusSources(corpus, output);
  if (sources.length === 0)
    throw new KerfError('not-found', `There is no document in "${corpus}": name the folder that yours are in.`);
  const results = values['from-results'];
  const made =
    results === undefined ? await labelled(sources, values, output) : await fromResults(results, sources, output);
  await writeWhole(file, made.queries.map((query) => `${JSON.stringify(query)}\n`).join(''));
  await writePointer(file, corpus);
  const kinds = Object.fromEntries(countBy(made.queries.map(({ source }) => source)));
  const report = { queries: made.queries.length, documents: sources.length, kinds, leftOut: made.leftOut, file };
  if (json) output.json(report);
  else printMade(output, report, out);
  return made.queries.length === 0 || made.faulty ? EXIT.found : EXIT.ok;
}

interface Made {
  readonly queries: readonly WeakQuery[];
  readonly leftOut: Readonly<Record<string, number>>;
  /** True when lines of the input could not be used. */
  readonly faulty: boolean;
}

async function labelled(sources: readonly Source[], values: Values, output: Output): Promise<Made> {
  const documents: DocumentLabels[] = [];
  const wanted = sourcesOf(values.from);
  for (const source of sources) {
    documents.push(weakLabelsOf(await parseWithGrammars(source, loadSyntaxParsers), wanted));
    output.progress(() => `${documents.length} of ${plural(sources.length, 'document')} looked through`);
  }
  output.endProgress();
  const labels = [...documents.flatMap((document) => document.labels), ...linkLabels(documents)];
  const asked = values.headings === 'path' ? labels.map(withPath) : labels;
  const { queries, leftOut } = weakQueries(asked, textsOf(sources), {
    max: values.max ?? DEFAULT_MAX,
    seed: values.seed ?? '1',
    maxOverlap: (values['max-overlap'] ?? 100) / 100,
  });
  return { queries, leftOut: { ...leftOut }, faulty: false };
}

/** Without the heading alone, where something stands above it. */
function withPath(label: PlacedLabel): PlacedLabel {
  const [alone, ...forms] = label.forms;
  return label.source !== 'heading' || forms.length === 0 || alone.includes(': ') ? label : { ...label, forms };
}

function sourcesOf(names: readonly string[]): readonly WeakSource[] {
  if (names.length === 0) return WEAK_SOURCES;
  for (const name of names) {
    if (WEAK_SOURCES.some((source) => source === name)) continue;
    const hint = nameHint(name, WEAK_SOURCES, `the sources are ${WEAK_SOURCES.join(', ')}`);
    throw new KerfError('invalid-option', `--from "${name}": ${hint}`);
  }
  return WEAK_SOURCES.filter((source) => names.includes(source));
}

async function fromResults(file: string, sources: readonly Source[], output: Output): Promise<Made> {
  const { queries, problems } = queriesFromResults(await readTextFile(file), textsOf(sources));
  for (const { line, message } of problems.slice(0, SHOWN_PROBLEMS))
    output.note(`${forTerminal(file)}:${line}: ${forTerminal(message)}`);
  if (problems.length > 0)
    output.note(
      `${plural(problems.length, 'line')} of ${forTerminal(file)} gave no question${problems.length > SHOWN_PROBLEMS ? `, the first ${SHOWN_PROBLEMS} are above` : ''}.`,
    );
  return { queries, leftOut: { unplaced: problems.length }, faulty: problems.length > 0 };
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function printMade(
  output: Output,
  {
    queries,
    documents,
    kinds,
    leftOut,
    file,
  }: Omit<Made, 'queries' | 'faulty'> & {
    queries: number;
    documents: number;
    kinds: Record<string, number>;
    file: string;
  },
  out: string,
): void {
  output.line(`${plural(queries, 'weak query')} from ${plural(documents, 'document')}: ${forTerminal(file)}`);
  for (const line of formatTable(
    Object.entries(kinds).map(([kind, count]) => [kind, formatCount(count)]),
    new Set([1]),
  ))
    output.line(`  ${line}`);
  const left = Object.entries(leftOut).filter(([, count]) => count > 0);
  if (left.length > 0)
    output.line(`  left out: ${left.map(([reason, count]) => `${formatCount(count)} ${LEFT_OUT[reason]}`).join(', ')}`);
  output.line(
    queries === 0
      ? 'Nothing in the documents asks a question. Write some yourself, one a line: docs/guide/query-sets.md says how.'
      : `Nobody judged them, so do not compare lexical search with anything else by them. Next: kerf queries review ${forTerminal(out)}`,
  );
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  ambiguous: 'ambiguous or repeated',
  overlap: 'with too many words of the answer',
  beyondMax: 'beyond --max',
  unplaced: 'without a place',
};

async function checkSet(set: string, values: Values, { output }: CommandContext): Promise<ExitCode> {
  const { file, lines } = await readSetLines(set);
  const sources = await readCorpusSources(await corpusFolder(file, values.corpus), output);
  const most = values['max-gold'];
  const check = checkQueries(lines, textsOf(sources), most === undefined ? {} : { maxGoldChars: most });
  if (values.json) output.json({ file, documents: sources.length, ...check });
  else printCheck(output, file, check);
  return check.problems.length > 0 ? EXIT.found : EXIT.ok;
}

function printCheck(output: Output, file: string, { queries, problems, kinds }: QueryCheck): void {
  const head = ['kind', 'queries', 'share', 'weak', 'words in gold', 'median gold'];
  const rows = kinds.map(({ kind, queries: count, weak, overlap, goldChars }) => [
    forTerminal(kind),
    formatCount(count),
    formatShare(count / queries),
    formatCount(weak),
    formatShare(overlap),
    `${formatCount(goldChars)} chars`,
  ]);
  for (const line of formatTable([head, ...rows], new Set([1, 2, 3, 4, 5]))) output.line(line);
  for (const { line, message } of problems) output.line(`${forTerminal(file)}:${line}: ${forTerminal(message)}`);
  output.line(
    problems.length === 0 ? 'No problem found.' : output.style.red(`${plural(problems.length, 'problem')} found.`),
  );
}

async function reviewSet(set: string, values: Values, { output }: CommandContext): Promise<ExitCode> {
  const { file, lines } = await readSetLines(set);
  const out = values.out === undefined ? file.replace(/(\.[^./\\]*)?$/, '.reviewed$1') : outFile(values.out);
  if (resolve(out) === resolve(file))
    throw new KerfError('invalid-option', `--out "${out}" is the set itself; name another file.`);
  const queries = queriesOf(lines, file);
  const corpus = await corpusFolder(file, values.corpus);
  // Beside the set, its pointer holds for both, and --corpus is for this run alone.
  if (resolve(dirname(out)) !== resolve(dirname(file))) await refuseOtherCorpus(out, corpus);
  const sources = await readCorpusSources(corpus, output);
  const byId = new Map(sources.map((source) => [source.documentId, source]));
  const show = values.json ? output.note : output.line;
  await writePointer(out, corpus);
  const counts = await reviewQueries({ queries, sources: byId, out, input: process.stdin, show, style: output.style });
  if (values.json) output.json({ ...counts, out });
  else
    output.line(
      `${plural(counts.accepted, 'query')} accepted, ${counts.rejected} rejected, ${counts.open} open: ${forTerminal(out)}. Next: kerf eval ${forTerminal(values.out ?? out)}`,
    );
  return EXIT.ok;
}
