/** Retrieval options: what callers may say, what holds when they do not, and the checks between the two. */

import type { Embedder, SuggestedFusion } from '../embedders/embedder.ts';
import { KerfError } from '../model/error.ts';
import type { CandidateList, Filter } from '../model/retrieval.ts';
import type { Reranker } from '../rerankers/reranker.ts';
import { requireAdapters } from '../text/adapters.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { requireWholeNumber } from '../text/whole-number.ts';
import { checkWeight, type FusionMethod, type FusionOptions, resolveFusionOptions } from './fusion.ts';

/** Weight of each candidate list in fusion; 0 takes a list out, and its search is not even run. */
export type ListWeights = Readonly<Record<CandidateList, number>>;

/**
 * Lexical leads: on public question sets BM25 alone beats small embedders alone. With these weights, and fused by scores,
 * all-MiniLM-L6-v2 adds to it (docs/guide/evaluation-results.md). Raise `dense` for a strong embedder, judged by an
 * evaluation.
 */
export const DEFAULT_WEIGHTS: ListWeights = { lexical: 1, dense: 0.3, header: 0.2 };
/** How lists are fused when there is an embedder: with the weights above, ranks lose what scores gain. */
const DEFAULT_HYBRID_METHOD: FusionMethod = 'min-max';

/**
 * Lexical field weights. Names of documents and sections count twice: over eight question sets that moved 1 to 1.3
 * points more answers into the context, nearly all of them where questions name the document; 3 began to cost.
 */
export const DEFAULT_BODY_WEIGHT = 1;
export const DEFAULT_HEADINGS_WEIGHT = 2;
/**
 * Rows of a table are found by its header, items by what introduces them. Of 0.2 to 1, tables in pages gained most of what
 * there was to gain from 0.3 on (nDCG@10 +0.9), other sets nothing or next to it; 1 began to cost.
 */
export const DEFAULT_CONTEXT_WEIGHT = 0.3;

export const DEFAULT_TOP_K = 10;
/** Candidates asked of each list: enough that a chunk good in two lists is seen in both. */
export const DEFAULT_WINDOW_SIZE = 200;

/** Nine tenths of the wording in common: a copy with another date or name, not two texts about one thing. */
const DEFAULT_SIMILARITY = 0.9;
/** Cross-encoders are read to 40 to 80 candidates deep; what ranks behind is hardly ever raised to the first ten. */
const DEFAULT_RERANK_DEPTH = 60;
/** Diversity compares every pair. */
const MAX_RERANK_DEPTH = 200;

export interface RetrieveOptions {
  /** Most hits wanted. Default 10. */
  readonly topK?: number;
  /** Candidates per list. Default 200. */
  readonly windowSize?: number;
  /** Must be the one the index was built with. Default: none, lexical alone. */
  readonly embedder?: Embedder | undefined;
  /** Default: what the embedder suggests, else `DEFAULT_WEIGHTS`, list by list. */
  readonly weights?: Partial<ListWeights>;
  /** Default: what the embedder suggests, else `min-max`; by reciprocal rank (constant 60) with BM25 alone or when `rankConstant` is given. */
  readonly fusion?: FusionOptions;
  /** Pushed into the store, so that every list holds only what passes. Default: everything. */
  readonly filter?: Filter | undefined;
  /** Lexical weight of the body. Default 1. */
  readonly bodyWeight?: number;
  /** Lexical weight of title and headings. Default 2. */
  readonly headingsWeight?: number;
  /** Lexical weight of what a chunk repeats from around it: table header, introduction, keys, speaker. Default 0.3. */
  readonly contextWeight?: number;
  /** Most hits of one document. Default: no cap. */
  readonly maxPerDocument?: number;
  /** A text as similar as this to that of a better hit, 0 to 1, is dropped; 1 drops equal texts alone. Default 0.9. */
  readonly nearDuplicateSimilarity?: number;
  /** Reads the first `rerankDepth` candidates and puts them in a new order. Default: none. */
  readonly reranker?: Reranker | undefined;
  /** Candidates that are reranked, and made diverse; those behind keep their order. At most 200. Default 60. */
  readonly rerankDepth?: number;
  /** How much a candidate is moved back for what it has in common with better ones, 0 to 1. Default 0: not at all. */
  readonly diversity?: number;
  /** Stops the embedder and the reranker. */
  readonly signal?: AbortSignal | undefined;
}

const OPTION_NAMES = [
  'topK',
  'windowSize',
  'embedder',
  'weights',
  'fusion',
  'filter',
  'bodyWeight',
  'headingsWeight',
  'contextWeight',
  'maxPerDocument',
  'nearDuplicateSimilarity',
  'reranker',
  'rerankDepth',
  'diversity',
  'signal',
] as const satisfies readonly (keyof RetrieveOptions)[];

const FILTER_NAMES = [
  'documents',
  'sectionPath',
  'kinds',
  'mediaTypes',
  'updatedFrom',
  'updatedTo',
] as const satisfies readonly (keyof Filter)[];

/** Options with every choice made and checked. */
export interface ResolvedRetrieveOptions {
  readonly topK: number;
  readonly windowSize: number;
  readonly embedder: Embedder | undefined;
  readonly weights: ListWeights;
  readonly fusion: FusionOptions;
  readonly filter: Filter | undefined;
  readonly bodyWeight: number;
  readonly headingsWeight: number;
  readonly contextWeight: number;
  readonly maxPerDocument: number;
  readonly nearDuplicateSimilarity: number;
  readonly reranker: Reranker | undefined;
  readonly rerankDepth: number;
  readonly diversity: number;
  readonly signal: AbortSignal | undefined;
}

/** Fills in defaults and checks; throws `unknown-option` or `invalid-option`. */
export function resolveRetrieveOptions(options: RetrieveOptions): ResolvedRetrieveOptions {
  refuseUnknownOptions('retrieval', options, OPTION_NAMES);
  requireAdapters(options, ['embedder', 'reranker']);
  refuseUnknownOptions('filter', options.filter ?? {}, FILTER_NAMES);
  const { embedder, filter, signal } = options;
  const bodyWeight = options.bodyWeight ?? DEFAULT_BODY_WEIGHT;
  const headingsWeight = options.headingsWeight ?? DEFAULT_HEADINGS_WEIGHT;
  const contextWeight = options.contextWeight ?? DEFAULT_CONTEXT_WEIGHT;
  checkWeight('body', bodyWeight);
  checkWeight('headings', headingsWeight);
  checkWeight('context', contextWeight);
  return {
    topK: positive('topK', options.topK ?? DEFAULT_TOP_K),
    windowSize: positive('windowSize', options.windowSize ?? DEFAULT_WINDOW_SIZE),
    maxPerDocument: positive('maxPerDocument', options.maxPerDocument ?? Number.POSITIVE_INFINITY),
    nearDuplicateSimilarity: share('nearDuplicateSimilarity', options.nearDuplicateSimilarity ?? DEFAULT_SIMILARITY),
    rerankDepth: positive('rerankDepth', options.rerankDepth ?? DEFAULT_RERANK_DEPTH, MAX_RERANK_DEPTH),
    diversity: share('diversity', options.diversity ?? 0),
    reranker: options.reranker,
    weights: resolveWeights(options.weights ?? {}, embedder),
    fusion: resolveFusionOptions({ ...options.fusion, ...hybridMethod(embedder, options.fusion) }),
    bodyWeight,
    headingsWeight,
    contextWeight,
    embedder,
    filter,
    signal,
  };
}

/** The method where none is said; who gives a rank constant wants ranks. */
function hybridMethod(embedder: Embedder | undefined, fusion: FusionOptions | undefined): FusionOptions {
  if (!embedder || fusion?.method !== undefined || fusion?.rankConstant !== undefined) return {};
  return { method: embedder.suggestedFusion?.method ?? DEFAULT_HYBRID_METHOD };
}

/** A list that cannot be searched gets weight 0, unless somebody asked for it by name: that is refused. */
function resolveWeights(given: Partial<ListWeights>, embedder: Embedder | undefined): ListWeights {
  refuseUnknownOptions('weights', given, Object.keys(DEFAULT_WEIGHTS));
  const defaults = { ...DEFAULT_WEIGHTS, ...(embedder?.suggestedFusion && weightsOf(embedder.suggestedFusion)) };
  const weightOf = (list: CandidateList): number => {
    const weight = given[list] ?? (list === 'lexical' || embedder ? defaults[list] : 0);
    checkWeight(list, weight);
    if (weight === 0 || list === 'lexical' || embedder) return weight;
    throw new KerfError(
      'invalid-option',
      `The ${list} list has weight ${weight} but there is no embedder: give one, or set the weight to 0.`,
    );
  };
  const weights = { lexical: weightOf('lexical'), dense: weightOf('dense'), header: weightOf('header') };
  if (weights.lexical + weights.dense + weights.header > 0) return weights;
  throw new KerfError('invalid-option', 'Every list has weight 0, so nothing can be found: raise one of the weights.');
}

function weightsOf({ dense, header }: SuggestedFusion): Pick<ListWeights, 'dense' | 'header'> {
  return { dense, header };
}

function positive(name: string, value: number, most = Number.POSITIVE_INFINITY): number {
  // Infinity where there is no bound.
  if (value !== most) requireWholeNumber(name, value, 1, most);
  return value;
}

function share(name: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw new KerfError('invalid-option', `${name} is ${String(value)}: give a number from 0 to 1.`);
}
