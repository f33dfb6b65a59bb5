/**
 * Runs the laws of chunking at length:
 *
 *     npx tsx scripts/laws.ts --documents 10000 --option-sets 5 --seed 1
 *
 * With `--edits 50` also how far one edited sentence reaches in documents of about 100 KB, per shape and strategy.
 * Prints how much was run, how often each law was broken, and for each broken law its first counterexamples, made as small as they get.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { PLAIN_STRATEGIES } from '../src/chunking/presets.ts';
import type { Source } from '../src/model/document.ts';
import { o200kTokenCounter } from '../src/token-counters/openai.ts';
import { type OptionSet, randomOptionSet, randomSource } from '../test/laws/chunking-documents.ts';
import { measureEdits, SHAPES } from '../test/laws/chunking-edits.ts';
import { brokenLaws, LAW_NAMES } from '../test/laws/chunking-laws.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    'option-sets': { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    edits: { type: 'string', default: '0' },
  },
});
const documents = wholeNumber('documents');
const optionSets = wholeNumber('option-sets');
const seed = wholeNumber('seed');
const edits = wholeNumber('edits');

interface Counterexample {
  readonly source: Source;
  readonly set: OptionSet;
}

/** Counterexamples that are kept of each law. */
const MOST_EXAMPLES = 3;
const kept = new Map<string, Counterexample[]>();
const counts = new Map<string, number>();
let runs = 0;

const startedAt = performance.now();
const examples = fc.sample(
  fc.tuple(randomSource, fc.array(randomOptionSet, { minLength: optionSets, maxLength: optionSets })),
  { numRuns: documents, seed },
);
for (const [source, sets] of examples) for (const set of sets) check(source, set);
const seconds = (performance.now() - startedAt) / 1000;

console.log(
  `${documents} documents, ${runs} runs (${optionSets} option sets each), seed ${seed}, ${seconds.toFixed(0)} s`,
);
for (const name of ['throws', ...LAW_NAMES]) console.log(`  ${name}: ${counts.get(name) ?? 0} failures`);
for (const [name, examples] of kept) for (const example of examples) report(name, example);
if (edits > 0) reportEdits();
process.exitCode = kept.size > 0 ? 1 : 0;

function check(source: Source, set: OptionSet): void {
  runs++;
  for (const message of brokenOrThrown(source, set)) {
    const name = message.slice(0, message.indexOf(':'));
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const sofar = kept.get(name) ?? [];
    if (sofar.length < MOST_EXAMPLES) kept.set(name, [...sofar, { source, set }]);
  }
}

function brokenOrThrown(source: Source, set: OptionSet): readonly string[] {
  try {
    return brokenLaws(source, set);
  } catch (error) {
    return [`throws: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

/** Drops stretches of the text, halves first, as long as the same law stays broken. */
function shrink(name: string, { source, set }: Counterexample): Counterexample {
  const breaks = (text: string) =>
    brokenOrThrown({ ...source, text }, set).some((message) => message.startsWith(`${name}:`));
  let text = source.text;
  for (let size = text.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < text.length; ) {
      const shorter = text.slice(0, at) + text.slice(at + size);
      if (breaks(shorter)) text = shorter;
      else at += size;
    }
  return { source: { ...source, text }, set };
}

function report(name: string, example: Counterexample): void {
  const { source, set } = shrink(name, example);
  const message = brokenOrThrown(source, set).find((text) => text.startsWith(`${name}:`));
  console.log(
    `\n${name}\n  ${source.mediaType} ${JSON.stringify(source.text)}\n  ${JSON.stringify(set)}\n  ${message}`,
  );
}

function reportEdits(): void {
  console.log(`\n${edits} edits of one sentence, seed ${seed}: mean / most new texts, mean / most new and ended ids`);
  const tokenCounter = o200kTokenCounter();
  for (const shape of SHAPES)
    for (const strategy of PLAIN_STRATEGIES)
      for (const options of [{ strategy }, { strategy, tokenCounter, maxTokens: 240 }]) {
        const reaches = measureEdits(shape, edits, seed, options);
        const unit = 'maxTokens' in options ? 'tokens' : 'characters';
        const texts = meanAndMost(reaches.map(({ changedTexts }) => changedTexts));
        const ids = meanAndMost(reaches.map(({ changedIds }) => changedIds));
        console.log(`  ${shape}, ${strategy}, ${unit}, ${reaches[0].chunks} chunks: ${texts}, ${ids}`);
      }
}

function meanAndMost(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${mean.toFixed(2)} / ${Math.max(...values)}`;
}

function wholeNumber(name: 'documents' | 'option-sets' | 'seed' | 'edits'): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} is ${values[name]}: give a whole number.`);
  process.exit(2);
}
