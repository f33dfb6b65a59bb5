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
import { nearestName } from '../../text/option-names.ts';
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
import { outFile, queriesOf, refuseJudged, setFile, writeWhole } from '../evaluation/set-files.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { FlagValues } from '../flags.ts';
import { formatCount, formatShare, formatTable, forTerminal, type Output, plural } from '../output.ts';
import { JSON_FLAG } from '../store-flags.ts';

const DEFAULT_MAX = 300;

const FLAGS = [
  {
    name: 'out',
    kind: 'text',
    placeholder: 'FILE',
    help: 'make: the set to write, a name that ends in .jsonl or else a folder; review: where accepted queries go, likewise (default: the file of SET with .reviewed before its ending)',
  },
  {
    name: 'corpus',
    kind: 'text',
    placeholder: 'DIR',
    help: 'check, review: the documents (default: what set.json of SET says, else corpus/)',
  },
  {
    name: 'from',
    kind: 'list',
    placeholder: 'SOURCE',
    help: `make: only from these: ${WEAK_SOURCES.join(', ')}; may be given several times`,
  },
  {
    name: 'headings',
    kind: 'choice',
    choices: ['alone', 'path'],
    help: 'make: ask with the heading alone where it is clear (default), or always with the heading above it',
  },
  {
    name: 'from-results',
    kind: 'text',
    placeholder: 'FILE',
    help: 'make: from results of another system, one {query, documentId, start, end} or {query, text} a line',
  },
  {
    name: 'max',
    kind: 'count',
    placeholder: 'N',
    min: 1,
    help: `make: at most N queries, evenly from documents and kinds (default ${DEFAULT_MAX})`,
  },
  {
    name: 'max-overlap',
    kind: 'count',
    placeholder: 'PERCENT',
    min: 0,
    max: 100,
    help: 'make: leave questions out of which more of the words stand in the answer (default 100)',
  },
  { name: 'seed', kind: 'text', placeholder: 'TEXT', help: 'make: another seed chooses other queries (default 1)' },
  {
    name: 'max-gold',
    kind: 'count',
    placeholder: 'CHARS',
    min: 1,
    help: 'check: longest gold of a query that is right (default 8000)',
  },
  JSON_FLAG,
] as const;

type Values = FlagValues<typeof FLAGS>;
type Action = (operand: string, values: Values, context: CommandContext) => Promise<ExitCode>;

const ACTIONS: Readonly<Record<string, Action>> = { make: makeQueries, check: checkSet, review: reviewSet };

export const queriesCommand = defineCommand({
  name: 'queries',
  summary: 'make a query set from documents that have none, review it, or check it',
  operands: 'make DIR | check SET | review SET',
  details: [
    'A SET is a folder with queries.jsonl, as for kerf eval, or a .jsonl file.',
    'make writes questions that the documents ask of themselves: headings, questions in the text, definitions, doc comments, captions, link texts. They are marked as weak: nobody judged them, and they share words with their answers, which flatters search by words.',
    'review shows one question after another with its answer in place; a accepts, r rejects, e edits the question (or: e NEW WORDS), s skips, q quits. Accepted questions are no longer weak. What was decided is kept, and the next run goes on from there.',
    'check ends with status 1 when a line cannot be used: gold out of range, a quote that does not stand there, a question asked twice, gold that no context holds.',
  ],
  flags: FLAGS,
  examples: [
    'kerf queries make docs --out my-set',
    'kerf queries make src --from comment --max 100 --out code-set',
    'kerf queries review my-set --out good-set',
    'kerf queries check my-set',
  ],
  interruptible: false,
  async run(operands, values, context) {
    const [name = '', ...rest] = operands;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) {
      const near = nearestName(name, Object.keys(ACTIONS));
      const hint = near === undefined ? 'say make, check or review first' : `did you mean kerf queries ${near}?`;
      throw new KerfError('invalid-option', `kerf queries cannot "${name}"; ${hint}`);
    }
    if (rest.length !== 1)
      throw new KerfError(
        'invalid-option',
        `kerf queries ${name} needs one path, got ${rest.length}: ${rest.join(', ')}`,
      );
    return action(rest[0], values, context);
  },
});

async function makeQueries(corpus: string, values: Values, { output }: CommandContext): Promise<ExitCode> {
  const { out, json } = values;
  if (out === undefined)
    throw new KerfError('invalid-option', 'kerf queries make needs --out FILE.jsonl or --out DIR.');
  const file = outFile(out);
  await refuseOtherCorpus(file, corpus);
  await refuseJudged(file);
  const sources = await readCorpusSources(corpus, output);
  const results = values['from-results'];
  const made =
    results === undefined ? await labelled(sources, values, output) : await fromResults(results, sources, output);
  await writeWhole(file, made.queries.map((query) => `${JSON.stringify(query)}\n`).join(''));
  await writePointer(file, corpus);
  const kinds = Object.fromEntries(countBy(made.queries.map(({ source }) => source)));
  const report = { queries: made.queries.length, documents: sources.length, kinds, leftOut: made.leftOut, file };
  if (json) output.json(report);
  else printMade(output, report);
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
    output.progress(() => `${documents.length} of ${sources.length} documents looked through`);
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
    const near = nearestName(name, WEAK_SOURCES);
    const hint = near === undefined ? `the sources are ${WEAK_SOURCES.join(', ')}.` : `did you mean "${near}"?`;
    throw new KerfError('invalid-option', `--from "${name}": ${hint}`);
  }
  return WEAK_SOURCES.filter((source) => names.includes(source));
}

async function fromResults(file: string, sources: readonly Source[], output: Output): Promise<Made> {
  const { queries, problems } = queriesFromResults(await readTextFile(file), textsOf(sources));
  for (const { line, message } of problems) output.note(`${forTerminal(file)}:${line}: ${forTerminal(message)}`);
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
    'Nobody judged them. Review them with kerf queries review, and do not compare lexical search with anything else by them.',
  );
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  ambiguous: 'ambiguous or repeated',
  overlap: 'with too many words of the answer',
  beyondMax: 'beyond --max',
  unplaced: 'without a place',
};

async function checkSet(set: string, values: Values, { output }: CommandContext): Promise<ExitCode> {
  const file = await setFile(set);
  const lines = await readTextFile(file);
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
  const file = await setFile(set);
  const out = values.out === undefined ? file.replace(/(\.[^./\\]*)?$/, '.reviewed$1') : outFile(values.out);
  if (resolve(out) === resolve(file))
    throw new KerfError('invalid-option', `--out "${out}" is the set itself; name another file.`);
  const queries = queriesOf(await readTextFile(file), file);
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
      `${plural(counts.accepted, 'query')} accepted, ${counts.rejected} rejected, ${counts.open} open: ${forTerminal(out)}`,
    );
  return EXIT.ok;
}
