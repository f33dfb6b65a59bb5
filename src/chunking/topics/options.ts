/** Topic shifts: what callers may say, what is taken when they do not, and the checks between the two. */

import { KerfError } from '../../model/error.ts';
import type { Span } from '../../model/span.ts';
import { refuseUnknownOptions } from '../../text/option-names.ts';
import { requireWholeNumber } from '../../text/whole-number.ts';
import { type EmbeddingCache, memoryEmbeddingCache } from './cache.ts';
import {
  depthScores,
  gradientScores,
  percentileScores,
  standardDeviationScores,
  type ThresholdMethod,
} from './thresholds.ts';

export const TOPIC_METHODS = ['localMinimum', 'percentile', 'standardDeviation', 'gradient'] as const;
export type TopicMethod = (typeof TOPIC_METHODS)[number];

export interface TopicOptions {
  /**
   * How distances become shifts; default `localMinimum`: where similarity is lowest for some way around, and
   * rises far enough on both sides. The others compare with the distances around: their percentile, their mean and standard
   * deviation, or the percentile of their rises.
   */
  readonly method?: TopicMethod;
  /**
   * How much it takes; more gives fewer shifts. `localMinimum`: least depth (the rises of similarity on both sides, added)
   * in standard deviations, 0 to 20, default 3.5. `percentile`: 0 to 100, default 85. `standardDeviation`:
   * deviations above the mean, 0 to 20, default 1. `gradient`: percentile of the rises, 0 to 100, default 80.
   */
  readonly amount?: number;
  /** Sentences on either side of a gap that are compared; default 4 (measured better than 2, 3 and 5). No two shifts are closer. */
  readonly window?: number;
  /** Gaps on either side that a threshold is computed from; default 50. What lies further away changes nothing. */
  readonly reach?: number;
  /** Where to look, as rising and disjoint spans; default the whole text. Nothing is compared across two of them. */
  readonly ranges?: readonly Span[];
  /** Shorter sentences are joined to the next of their block, and count less in a window; in characters, default 40. */
  readonly shortChars?: number;
  /** At most this many characters of a sentence, table or code block are embedded; default 1,000. */
  readonly maxUnitChars?: number;
  /** Texts handed to the embedder at once; default 256. */
  readonly batchTexts?: number;
  /** Vectors of earlier calls; default a memory of 4,096 vectors for this call. */
  readonly cache?: EmbeddingCache;
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: TopicProgress) => void;
}

export interface TopicProgress {
  /** Sentences whose vectors are there, of how many. */
  readonly done: number;
  readonly total: number;
  /** Texts that went to the embedder so far; the others were equal or cached. */
  readonly embedded: number;
}

interface Judge {
  readonly scores: ThresholdMethod;
  readonly amount: number;
  readonly most: number;
}

/** The methods side by side. Default amounts: best mean of Pk and F1 over several corpora and two embedders, with eval/topic-shifts.ts. */
const JUDGES = {
  localMinimum: { scores: depthScores, amount: 3.5, most: 20 },
  percentile: { scores: percentileScores, amount: 85, most: 100 },
  standardDeviation: { scores: standardDeviationScores, amount: 1, most: 20 },
  gradient: { scores: gradientScores, amount: 80, most: 100 },
} as const satisfies Record<TopicMethod, Judge>;

/** Options with every choice made and checked. */
export interface ResolvedTopicOptions {
  readonly method: TopicMethod;
  readonly scores: ThresholdMethod;
  readonly amount: number;
  readonly window: number;
  readonly reach: number;
  readonly ranges: readonly Span[];
  readonly shortChars: number;
  readonly maxUnitChars: number;
  readonly batchTexts: number;
  readonly cache: EmbeddingCache;
}

const KNOWN = [
  'method',
  'amount',
  'window',
  'reach',
  'ranges',
  'shortChars',
  'maxUnitChars',
  'batchTexts',
  'cache',
  'signal',
  'onProgress',
] as const satisfies readonly (keyof TopicOptions)[];

/**
 * Fills in defaults and checks against a text of `textLength`. Throws `unknown-option` for a name that does not exist,
 * `invalid-option` for a value out of range and for ranges that are not rising, disjoint and inside the text.
 */
export function resolveTopicOptions(options: TopicOptions, textLength: number): ResolvedTopicOptions {
  refuseUnknownOptions('topic', options, KNOWN);
  const method = options.method ?? 'localMinimum';
  if (!TOPIC_METHODS.includes(method))
    throw invalid(`Unknown topic method "${String(method)}": use one of ${TOPIC_METHODS.join(', ')}.`);
  const { scores, amount: usual, most } = JUDGES[method];
  const amount = options.amount ?? usual;
  if (!(amount >= 0 && amount <= most))
    throw invalid(`amount is ${String(amount)}: for ${method} give a number from 0 to ${most}.`);
  return {
    method,
    scores,
    amount,
    window: whole(options.window, 'window', 4, 1, MOST_WINDOW),
    reach: whole(options.reach, 'reach', 50, 1, MOST_REACH),
    ranges: rangesOf(options.ranges, textLength),
    shortChars: whole(options.shortChars, 'shortChars', 40, 0),
    maxUnitChars: whole(options.maxUnitChars, 'maxUnitChars', 1000, 1),
    batchTexts: whole(options.batchTexts, 'batchTexts', 256, 1),
    cache: options.cache ?? memoryEmbeddingCache(),
  };
}

/** Time grows with both, so they are bounded; pages of text are no window any more. */
const MOST_WINDOW = 100;
const MOST_REACH = 1000;

function rangesOf(ranges: readonly Span[] | undefined, textLength: number): readonly Span[] {
  if (ranges === undefined) return [{ start: 0, end: textLength }];
  let least = 0;
  for (const { start, end } of ranges) {
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < least || end < start || end > textLength)
      throw invalid(
        `The range ${start} to ${end} is not inside ${least} to ${textLength}: give rising, disjoint spans of the text.`,
      );
    least = end;
  }
  return ranges;
}

function whole(value: number | undefined, name: string, usual: number, least: number, most = 1_000_000): number {
  const chosen = value ?? usual;
  requireWholeNumber(name, chosen, least, most);
  return chosen;
}

function invalid(message: string): KerfError {
  return new KerfError('invalid-option', message);
}
