/** Comparing: one document under several strategies and one limit, to sizes, reasons for cuts, and what was torn. */
import { type Chunk, SIGNALS, type Signal } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { TokenCounter } from '../model/token-counter.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { type CutFindings, findAvoidableCuts } from './avoidable-cuts.ts';
import { chunkWith } from './chunk.ts';
import { type ResolvedChunkOptions, resolveChunkOptions, type TopicMarks } from './options.ts';
import { type OverlapTax, overlapTax } from './overlap-tax.ts';
import { PLAIN_STRATEGIES, STRATEGIES, type Strategy } from './presets.ts';
import { writtenSlice } from './written.ts';

/** One limit for all strategies; everything else is each strategy's own default. */
export interface CompareOptions {
  /** Needed for a limit in tokens. */
  readonly tokenCounter?: TokenCounter;
  /** Hard limit in tokens. Default 240 when there is a token counter and no limit. */
  readonly maxTokens?: number;
  /** Hard limit in characters (UTF-16 units). Default 1000 without a token counter. */
  readonly maxChars?: number;
  /** Where the topic shifts, for `semantic` and `hybrid`. */
  readonly topics?: TopicMarks;
  /** Default: from `fixed` to `structural`, and with `topics` all of them. */
  readonly strategies?: readonly Strategy[];
}

/** Sizes of `embedText` in the unit of the limit; all 0 when there is no chunk. */
export interface SizeSummary {
  readonly min: number;
  readonly median: number;
  readonly mean: number;
  readonly max: number;
  /** Mean size as a share of the limit, from 0 to 1. */
  readonly fill: number;
}

export interface StrategyComparison {
  readonly strategy: Strategy;
  readonly unit: 'tokens' | 'chars';
  readonly limit: number;
  /** How many there are. */
  readonly chunks: number;
  readonly sizes: SizeSummary;
  /** Cuts between two chunks by the signal they were made at. */
  readonly cuts: Readonly<Record<Signal, number>>;
  /** What repeated text costs. */
  readonly overlapTax: OverlapTax;
  /** What was cut although it fits the limit by itself. */
  readonly avoidable: CutFindings;
}

const OPTION_NAMES = [
  'tokenCounter',
  'maxTokens',
  'maxChars',
  'topics',
  'strategies',
] as const satisfies readonly (keyof CompareOptions)[];

/**
 * Cuts `document` with each strategy under the same limit and says what came out, in the order of `strategies`.
 * Throws `unknown-option` or `invalid-option`.
 *
 * @example
 * const [fixed, structural] = compareStrategies(document, { maxChars: 400, strategies: ['fixed', 'structural'] });
 * fixed.avoidable.sentences.count - structural.avoidable.sentences.count; // sentences that structure saved
 */
export function compareStrategies(document: Document, options: CompareOptions = {}): readonly StrategyComparison[] {
  refuseUnknownOptions('compare', options, OPTION_NAMES);
  const { strategies = options.topics ? STRATEGIES : PLAIN_STRATEGIES, ...sizes } = options;
  const { unit, max } = resolveChunkOptions(sizes);
  const limit = unit === 'tokens' ? { maxTokens: max } : { maxChars: max };
  const { tokenCounter, topics } = options;
  const shared = { ...limit, ...(tokenCounter ? { tokenCounter } : {}), ...(topics ? { topics } : {}) };
  return strategies.map((strategy) => compareOne(document, resolveChunkOptions({ strategy, ...shared })));
}

function compareOne(document: Document, options: ResolvedChunkOptions): StrategyComparison {
  const chunks = chunkWith(document, options);
  return {
    strategy: options.strategy,
    unit: options.unit,
    limit: options.max,
    chunks: chunks.length,
    sizes: summarise(
      chunks.map((chunk) => sizeOf(chunk, options)),
      options.max,
    ),
    cuts: countSignals(chunks),
    overlapTax: overlapTax(chunks),
    avoidable: findAvoidableCuts(document, chunks, (start, end) => fitsLimit(document, options, start, end)),
  };
}

function sizeOf(chunk: Chunk, options: ResolvedChunkOptions): number {
  return options.unit === 'tokens' ? chunk.tokenCount : chunk.embedText.length;
}

function summarise(sizes: readonly number[], limit: number): SizeSummary {
  if (sizes.length === 0) return { min: 0, median: 0, mean: 0, max: 0, fill: 0 };
  const sorted = [...sizes].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  const mean = sorted.reduce((sum, size) => sum + size, 0) / sorted.length;
  return { min: sorted[0], median, mean, max: sorted[sorted.length - 1], fill: mean / limit };
}

function countSignals(chunks: readonly Chunk[]): Record<Signal, number> {
  const counts = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as Record<Signal, number>;
  for (const chunk of chunks.slice(1)) counts[chunk.boundary.start.signal]++;
  return counts;
}

/** No token is longer than this many characters (runs of spaces are the longest): more cannot fit, uncounted. */
const LONGEST_TOKEN = 128;

function fitsLimit(document: Document, options: ResolvedChunkOptions, start: number, end: number): boolean {
  const { unit, max, tokenCounter } = options;
  const text = writtenSlice(document, start, end);
  if (unit === 'chars' || !tokenCounter) return text.length <= max;
  return text.length <= max * LONGEST_TOKEN && tokenCounter.count(text) <= max;
}
