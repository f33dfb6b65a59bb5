/**
 * Runs the laws of chunking at length, over random documents of every format:
 *
 *     npx tsx scripts/laws.ts --documents 10000 --option-sets 50 --seed 1 [--format yaml] [--tokenizer FILE]
 *
 * `--tokenizer` puts a real `tokenizer.json` in the place of the small one. Prints how much was run, how often each law was
 * broken, and for each broken law its first counterexamples, made as small as they get.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { loadSyntaxParsers } from '../src/grammars/tree-sitter.ts';
import type { Document, Source } from '../src/model/document.ts';
import { CODE_LANGUAGES } from '../src/parsing/code/languages.ts';
import { type ParseOptions, parseSource } from '../src/parsing/parse.ts';
import { loadTokenCounter } from '../src/token-counters/load.ts';
import { anySource, SOURCES } from '../test/laws/chunking-documents.ts';
import { brokenLaws, brokenParse, LAW_NAMES } from '../test/laws/chunking-laws.ts';
import { COUNTERS, type OptionSet, randomOptionSet } from '../test/laws/chunking-options.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    'option-sets': { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string' },
    tokenizer: { type: 'string' },
  },
});
const documents = wholeNumber('documents');
const optionSets = wholeNumber('option-sets');
const seed = wholeNumber('seed');
const counters =
  values.tokenizer === undefined ? COUNTERS : { ...COUNTERS, wordPiece: await loadTokenCounter(values.tokenizer) };
const syntax = await loadSyntaxParsers(CODE_LANGUAGES);

interface Counterexample {
  readonly source: Source;
  /** Whether code was read by its grammar. */
  readonly grammars: boolean;
  /** Null where parsing went wrong. */
  readonly set: OptionSet | null;
}

/** Counterexamples that are kept of each law. */
const MOST_EXAMPLES = 3;
/** Documents made at once. */
const BATCH = 50;
const kept = new Map<string, Counterexample[]>();
const counts = new Map<string, number>();
const byType = new Map<string, number>();
let runs = 0;
let characters = 0;

const startedAt = performance.now();
const source = values.format === undefined ? anySource : (SOURCES[values.format] ?? unknownFormat(values.format));
const sets = fc.array(randomOptionSet, { minLength: optionSets, maxLength: optionSets });
for (let first = 0; first < documents; first += BATCH) {
  const numRuns = Math.min(BATCH, documents - first);
  for (const example of fc.sample(fc.tuple(source, fc.boolean(), sets), { numRuns, seed: seed * 1_000_000 + first }))
    checkDocument(...example);
}
printResult();

function checkDocument(from: Source, grammars: boolean, options: readonly OptionSet[]): void {
  byType.set(from.mediaType, (byType.get(from.mediaType) ?? 0) + 1);
  characters += from.text.length;
  const document = parsed({ source: from, grammars, set: null });
  if (document === undefined) return;
  for (const set of options) {
    runs++;
    note({ source: from, grammars, set }, document);
  }
}

/** The document, when it can be parsed; what is wrong with it is noted. */
function parsed(example: Counterexample): Document | undefined {
  note(example, undefined);
  try {
    return parseSource(example.source, parseOptions(example));
  } catch {
    return undefined;
  }
}

function parseOptions({ grammars }: Counterexample): ParseOptions {
  return grammars ? { syntax } : {};
}

function note(example: Counterexample, document: Document | undefined): void {
  for (const message of brokenOrThrown(example, document)) {
    const name = lawOf(message);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const sofar = kept.get(name) ?? [];
    if (sofar.length < MOST_EXAMPLES) kept.set(name, [...sofar, example]);
  }
}

function lawOf(message: string): string {
  return message.slice(0, message.indexOf(':'));
}

function brokenOrThrown(example: Counterexample, document?: Document): readonly string[] {
  const { source: from, set } = example;
  try {
    if (set !== null) return brokenLaws(from, set, document ?? parseSource(from, parseOptions(example)), counters);
    const broken = brokenParse(from, parseOptions(example));
    return broken === undefined ? [] : [broken];
  } catch (error) {
    return [`throws: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

/** Drops stretches of the text, halves first, as long as the same law stays broken. */
function shrink(name: string, example: Counterexample): Counterexample {
  const shorter = (text: string): Counterexample => ({ ...example, source: { ...example.source, text } });
  const breaks = (text: string) => brokenOrThrown(shorter(text)).some((message) => lawOf(message) === name);
  let { text } = example.source;
  for (let size = text.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < text.length; ) {
      const rest = text.slice(0, at) + text.slice(at + size);
      if (breaks(rest)) text = rest;
      else at += size;
    }
  return shorter(text);
}

function printResult(): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${documents} documents of ${characters} characters, ${runs} runs (${optionSets} option sets each), seed ${seed}, ${seconds} s`,
  );
  console.log(`  ${[...byType].map(([type, count]) => `${type} ${count}`).join(', ')}`);
  for (const name of ['throws', 'parsed', ...LAW_NAMES]) console.log(`  ${name}: ${counts.get(name) ?? 0} failures`);
  for (const [name, examples] of kept) for (const example of examples) report(name, example);
  process.exitCode = kept.size > 0 ? 1 : 0;
}

function report(name: string, example: Counterexample): void {
  const small = shrink(name, example);
  const { source: from, grammars, set } = small;
  const message = brokenOrThrown(small).find((text) => lawOf(text) === name);
  const how = `${from.mediaType}${grammars ? ', grammars' : ''}`;
  console.log(`\n${name}\n  ${how} ${JSON.stringify(from.text)}\n  ${JSON.stringify(set)}\n  ${message}`);
}

function unknownFormat(format: string): never {
  console.error(`--format is ${format}: give one of ${Object.keys(SOURCES).join(', ')}.`);
  process.exit(2);
}

function wholeNumber(name: 'documents' | 'option-sets' | 'seed'): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} is ${values[name]}: give a whole number.`);
  process.exit(2);
}
