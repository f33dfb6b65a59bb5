/** `kerf compare`: one document → all strategies side by side, with what each of them tore. */
import { existsSync } from 'node:fs';
import { AVOIDABLE_CUTS, type AvoidableCut } from '../../chunking/avoidable-cuts.ts';
import { type CompareOptions, compareStrategies, type StrategyComparison } from '../../chunking/compare.ts';
import { PLAIN_STRATEGIES, STRATEGIES, type Strategy } from '../../chunking/presets.ts';
import { memoryEmbeddingCache } from '../../chunking/topics/cache.ts';
import type { Embedder } from '../../embedders/embedder.ts';
import { loadSyntaxParsers } from '../../grammars/tree-sitter.ts';
import type { Document } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { parseWithGrammars } from '../../parsing/code/parse-with-grammars.ts';
import { readSource } from '../../sources/files.ts';
import { formatCount } from '../../text/plural.ts';
import { TOKENIZER_FLAG, tokenCounterOf } from '../chunk-flags.ts';
import { defineCommand, oneOperand } from '../command.ts';
import { noteDiagnostics } from '../describe.ts';
import { embedderOf, TOPIC_EMBEDDER_FLAGS } from '../embedder-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { formatShare, formatTable, forTerminal, type Output } from '../output.ts';
import { JSON_FLAG } from '../store-flags.ts';
import { findTopics } from '../topics.ts';

export const compareCommand = defineCommand({
  name: 'compare',
  summary: 'cut one document with every strategy, side by side',
  operands: 'FILE',
  details: [
    'Every strategy gets the same hard limit. The last columns count what was cut although it would have fitted the limit by itself, and what was left without the words that explain it.',
    'The column overlap is the share of the embedded characters that only repeats the chunk before.',
  ],
  flags: [
    { name: 'max-tokens', kind: 'count', placeholder: 'N', min: 1, help: 'hard limit in tokens (default 240)' },
    { name: 'max-chars', kind: 'count', placeholder: 'N', min: 1, help: 'hard limit in characters instead' },
    TOKENIZER_FLAG,
    {
      name: 'strategies',
      kind: 'text',
      placeholder: 'A,B',
      help: 'only these, in this order (default: all, semantic and hybrid only with an embedder)',
    },
    ...TOPIC_EMBEDDER_FLAGS,
    JSON_FLAG,
  ],
  examples: [
    'kerf compare docs/pricing.md',
    'kerf compare docs/pricing.md --max-chars 500 --strategies fixed,structural',
  ],
  interruptible: false,
  async run(operands, values, { output, env }) {
    const path = oneOperand(operands, 'compare', 'file');
    const { 'max-tokens': maxTokens, 'max-chars': maxChars } = values;
    const source = await readSource(path);
    if ('code' in source) {
      const why = existsSync(`${path}/.`) ? 'It is a folder.' : source.message;
      throw new KerfError('not-found', `"${path}" cannot be compared; name one file. ${why}`);
    }
    const document = await parseWithGrammars(source, loadSyntaxParsers);
    const embedder = await embedderOf(values, env);
    const names = values.strategies === undefined ? defaultStrategies(embedder) : parseStrategies(values.strategies);
    const sizes = {
      tokenCounter: await tokenCounterOf(values),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(maxChars === undefined ? {} : { maxChars }),
    };
    const strategies = await compareEach(document, names, sizes, embedder, output);
    noteDiagnostics(output, document.diagnostics);
    if (values.json) output.json({ documentId: document.id, strategies });
    else printComparison(output, document.id, strategies);
    return EXIT.ok;
  },
});

function defaultStrategies(embedder: Embedder | undefined): readonly Strategy[] {
  return embedder === undefined ? PLAIN_STRATEGIES : STRATEGIES;
}

/** One by one, since each strategy looks for topics in other places; sentences they share are embedded once. */
async function compareEach(
  document: Document,
  names: readonly Strategy[],
  sizes: CompareOptions,
  embedder: Embedder | undefined,
  output: Output,
): Promise<readonly StrategyComparison[]> {
  const cache = memoryEmbeddingCache();
  const compared: StrategyComparison[] = [];
  for (const strategy of names) {
    const topics = await findTopics(strategy, embedder, output, cache)?.find(document);
    const given = topics === undefined ? {} : { topics };
    compared.push(...compareStrategies(document, { ...sizes, ...given, strategies: [strategy] }));
  }
  return compared;
}

function parseStrategies(words: string) {
  return words.split(',').map((word) => {
    const strategy = STRATEGIES.find((name) => name === word.trim());
    if (strategy !== undefined) return strategy;
    throw new KerfError('invalid-option', `--strategies "${word}" must be one of ${STRATEGIES.join(', ')}.`);
  });
}

/** Column titles of what was torn. */
const TORN: Readonly<Record<AvoidableCut, string>> = {
  sentences: 'sentences',
  words: 'words',
  tableRows: 'rows',
  tables: 'tables',
  codeBlocks: 'code',
  listItems: 'items',
  headingsAlone: 'lone headings',
  introductionsLost: 'lost introductions',
  tableHeadersLost: 'lost table headers',
};

function printComparison(output: Output, documentId: string, strategies: readonly StrategyComparison[]): void {
  const { style } = output;
  const { limit, unit } = strategies[0];
  output.line(
    style.bold(
      `${forTerminal(documentId)}, limit ${formatCount(limit)} ${unit === 'tokens' ? 'tokens' : 'characters'}`,
    ),
  );
  output.line();
  printRows(
    output,
    ['strategy', 'chunks', 'smallest', 'median', 'largest', 'fill', 'overlap'],
    strategies,
    ({ chunks, sizes, overlapTax }) => [
      formatCount(chunks),
      formatCount(sizes.min),
      formatCount(sizes.median),
      formatCount(sizes.max),
      formatShare(sizes.fill),
      formatShare(overlapTax.share),
    ],
  );
  const signals = usedSignals(strategies);
  output.line(style.bold('Cuts by signal'));
  printRows(output, ['strategy', ...signals], strategies, ({ cuts }) =>
    signals.map((signal) => formatCount(cuts[signal])),
  );
  output.line(style.bold('Torn although it would have fitted, or left without what explains it'));
  printRows(output, ['strategy', ...AVOIDABLE_CUTS.map((cut) => TORN[cut])], strategies, ({ avoidable }) =>
    AVOIDABLE_CUTS.map((cut) => formatCount(avoidable[cut].count)),
  );
}

function usedSignals(strategies: readonly StrategyComparison[]) {
  const signals = Object.keys(strategies[0].cuts) as (keyof StrategyComparison['cuts'])[];
  return signals.filter((signal) => strategies.some(({ cuts }) => cuts[signal] > 0));
}

function printRows(
  output: Output,
  titles: readonly string[],
  strategies: readonly StrategyComparison[],
  cells: (comparison: StrategyComparison) => readonly string[],
): void {
  const rows = strategies.map((comparison) => [comparison.strategy, ...cells(comparison)]);
  const numbers = new Set(titles.keys());
  numbers.delete(0);
  for (const line of formatTable([titles, ...rows], numbers)) output.line(`  ${line}`);
  output.line();
}
