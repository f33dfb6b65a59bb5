/** Random option sets for the laws of chunking, as plain data, so that a counterexample can be read and typed again. */
import fc from 'fast-check';
import type { ChunkOptions, TableRows, TopicMarks } from '../../src/chunking/options.ts';
import { TABLE_ROWS } from '../../src/chunking/options.ts';
import { STRATEGIES, type Strategy } from '../../src/chunking/presets.ts';
import type { Document } from '../../src/model/document.ts';
import type { TokenCounter } from '../../src/model/token-counter.ts';
import { sentenceStarts } from '../../src/text/sentences.ts';
import { huggingFaceTokenCounter } from '../../src/token-counters/hugging-face.ts';
import { cl100kTokenCounter, o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { wordPieceTokenizer } from '../token-counters/small-tokenizers.ts';
import { randomFrom } from './chunking-edits.ts';

const UNITS = ['chars', 'o200k', 'cl100k', 'wordPiece', 'words', 'uneven'] as const;
type Unit = (typeof UNITS)[number];

export interface OptionSet {
  readonly strategy: Strategy;
  readonly unit: Unit;
  readonly limit: number;
  /** Share of the limit in percent; 0 leaves the default. */
  readonly targetPercent: number;
  readonly overlap: { readonly size: number } | { readonly sentences: 1 | 2 } | 'adaptive' | null;
  readonly context: boolean | null;
  readonly frontMatter: 'drop' | 'keep';
  readonly tableRows: TableRows;
  /** Which sentence starts are topic shifts; read by the strategies that ask for them. */
  readonly topicSeed: number;
}

const limit = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 8, max: 80 }),
  fc.integer({ min: 60, max: 400 }),
);

export const randomOptionSet: fc.Arbitrary<OptionSet> = fc
  .record({
    strategy: fc.constantFrom(...STRATEGIES),
    unit: fc.constantFrom('chars', ...UNITS),
    limit,
    targetPercent: fc.constantFrom(0, 0, 40, 70, 100),
    overlapPercent: fc.constantFrom(null, null, 0, 10, 25, 50, 95),
    words: fc.constantFrom(null, null, null, 1, 2, 'adaptive' as const),
    context: fc.constantFrom(null, true, false),
    frontMatter: fc.constantFrom('drop', 'keep' as const),
    tableRows: fc.constantFrom('markdown', ...TABLE_ROWS),
    topicSeed: fc.nat(1000),
  })
  .map(({ overlapPercent, words, ...rest }): OptionSet => {
    if (words !== null) return { ...rest, overlap: words === 'adaptive' ? words : { sentences: words as 1 | 2 } };
    if (overlapPercent === null) return { ...rest, overlap: null };
    return { ...rest, overlap: { size: Math.min(rest.limit - 1, Math.floor((rest.limit * overlapPercent) / 100)) } };
  });

/** A counter that is exact and not additive: `a` and `b` are a word each, and so is `ab`. */
export const wordCounter: TokenCounter = {
  id: 'words',
  additive: false,
  count: (text) => text.match(/\S+/g)?.length ?? 0,
};

export type Counters = Readonly<Record<Exclude<Unit, 'chars'>, TokenCounter>>;

export const COUNTERS: Counters = {
  o200k: o200kTokenCounter(),
  cl100k: cl100kTokenCounter(),
  wordPiece: huggingFaceTokenCounter(wordPieceTokenizer()),
  words: wordCounter,
  // A longer text can measure less.
  uneven: {
    id: 'uneven',
    additive: false,
    count: (text) => Math.ceil(text.length / 3) + (text.length % 7 === 5 ? 2 : 0),
  },
};

export function chunkOptionsOf(set: OptionSet, document: Document, counters: Counters = COUNTERS): ChunkOptions {
  const { strategy, unit, limit: max, targetPercent, context, frontMatter, tableRows } = set;
  const target = targetPercent === 0 ? undefined : Math.max(1, Math.floor((max * targetPercent) / 100));
  const inTokens = unit !== 'chars';
  const topics = strategy === 'semantic' || strategy === 'hybrid' ? randomTopics(document, set.topicSeed) : undefined;
  return {
    strategy,
    frontMatter,
    tableRows,
    [inTokens ? 'maxTokens' : 'maxChars']: max,
    ...(target === undefined ? {} : { [inTokens ? 'targetTokens' : 'targetChars']: target }),
    ...overlapOptions(set),
    ...(context === null ? {} : { context }),
    ...(unit === 'chars' ? {} : { tokenCounter: counters[unit] }),
    ...(topics === undefined ? {} : { topics }),
  };
}

function overlapOptions({ overlap, unit }: OptionSet): ChunkOptions {
  if (overlap === null) return {};
  if (overlap === 'adaptive') return { adaptiveOverlap: true };
  if ('sentences' in overlap) return { overlapSentences: overlap.sentences };
  return { [unit === 'chars' ? 'overlapChars' : 'overlapTokens']: overlap.size };
}

/** Every third sentence start or so, as sure as chance says. */
function randomTopics({ text, blocks }: Document, seed: number): TopicMarks {
  const random = randomFrom(seed);
  const starts: number[] = [];
  sentenceStarts(text, 0, text.length, starts);
  for (let i = 0; i < blocks.count; i++) starts.push(blocks.starts[i]);
  const offsets = [...new Set(starts)].sort((a, b) => a - b).filter(() => random() < 0.35);
  return {
    offsets: Uint32Array.from(offsets),
    strengths: Float32Array.from(offsets, () => 0.55 + 0.2 * random()),
    textLength: text.length,
    key: `random ${seed}`,
  };
}
