/**
 * Fusion: several ranked candidate lists of one query → one ranking in which every score can be recomputed by hand.
 *
 * A chunk's score is the sum of what each list contributes, and the contributions stand beside it as evidence.
 * Nothing is blended in silence: a weight is what the caller said, and weight 0 takes the list out.
 */
import { KerfError } from '../model/error.ts';
import type { CandidateList, ListEvidence } from '../model/retrieval.ts';
import type { ScoredChunk } from '../stores/store.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';

/** One list with its weight; candidates best first. Of a chunk that stands in it twice the first place counts. */
export interface RankedList {
  readonly list: CandidateList;
  /** 0 or more; 0 takes the list out altogether. */
  readonly weight: number;
  readonly candidates: readonly ScoredChunk[];
}

export const FUSION_METHODS = ['reciprocal-rank', 'min-max', 'z-score'] as const;

/**
 * `reciprocal-rank`: weight / (rankConstant + rank); scores play no part.
 * `min-max`: weight × (score − lowest) / (highest − lowest) of the list.
 * `z-score`: weight × (score − lowest) / standard deviation of the list.
 * Both score methods measure from the list's lowest candidate, so that a chunk which a list does not have adds 0 and
 * never gains by its absence. A list whose scores are all equal counts 1 for each.
 */
export type FusionMethod = (typeof FUSION_METHODS)[number];

export interface FusionOptions {
  readonly method?: FusionMethod;
  /** For `reciprocal-rank`: the larger, the less the first ranks stand out. Default `RANK_CONSTANT`. */
  readonly rankConstant?: number;
}

export interface FusedChunk {
  readonly chunkId: string;
  /** Sum of the contributions of `evidence`, added in the order they stand. */
  readonly score: number;
  /** Sorted by list name, then by contribution, greatest first. */
  readonly evidence: readonly ListEvidence[];
}

/** Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual rank learning methods, SIGIR 2009. */
export const RANK_CONSTANT = 60;

/**
 * Fuses `lists` into one ranking, best first; equal scores by chunk id in code unit order. The order of the lists
 * does not matter. Throws `invalid-option` for a weight, constant, method or score that is no use as one.
 */
export function fuse(lists: readonly RankedList[], options: FusionOptions = {}): readonly FusedChunk[] {
  const { method, rankConstant } = resolveFusionOptions(options);
  const evidenceById = new Map<string, ListEvidence[]>();
  for (const { list, weight, candidates } of lists) {
    checkWeight(list, weight);
    if (weight === 0) continue;
    const distinct = firstPlaces(candidates);
    const worth = method === 'reciprocal-rank' ? byRank(rankConstant) : byScore(list, method, distinct);
    for (const [place, { chunkId, score }] of distinct.entries()) {
      const rank = place + 1;
      const evidence = { list, rank, score, weight, contribution: weight * worth(rank, score) };
      const known = evidenceById.get(chunkId);
      if (known) known.push(evidence);
      else evidenceById.set(chunkId, [evidence]);
    }
  }
  return [...evidenceById].map(([chunkId, evidence]) => toFused(chunkId, evidence)).sort(bestFirst);
}

/** Checks `options` and fills in defaults; throws `unknown-option` or `invalid-option`. */
export function resolveFusionOptions(options: FusionOptions): Required<FusionOptions> {
  refuseUnknownOptions('fusion', options, ['method', 'rankConstant']);
  const { method = 'reciprocal-rank', rankConstant = RANK_CONSTANT } = options;
  if (!FUSION_METHODS.includes(method))
    throw new KerfError(
      'invalid-option',
      `Unknown fusion method "${String(method)}": use ${FUSION_METHODS.join(', ')}.`,
    );
  if (!(Number.isFinite(rankConstant) && rankConstant >= 0))
    throw new KerfError('invalid-option', `rankConstant is ${String(rankConstant)}: give a number of at least 0.`);
  return { method, rankConstant };
}

/** Throws `invalid-option` unless `weight` is a finite number of at least 0. */
export function checkWeight(list: string, weight: number): void {
  if (Number.isFinite(weight) && weight >= 0) return;
  throw new KerfError(
    'invalid-option',
    `The weight of the ${list} list is ${String(weight)}: give a number of at least 0.`,
  );
}

/** Code unit order, the same on every machine whatever its language. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function firstPlaces(candidates: readonly ScoredChunk[]): readonly ScoredChunk[] {
  const seen = new Set<string>();
  return candidates.filter(({ chunkId }) => !seen.has(chunkId) && seen.add(chunkId));
}

type Worth = (rank: number, score: number) => number;

function byRank(rankConstant: number): Worth {
  return (rank) => 1 / (rankConstant + rank);
}

function byScore(list: CandidateList, method: 'min-max' | 'z-score', candidates: readonly ScoredChunk[]): Worth {
  const scores = candidates.map(({ score }) => score);
  const odd = candidates.find(({ score }) => !Number.isFinite(score));
  if (odd)
    throw new KerfError(
      'invalid-option',
      `The ${list} list gives chunk ${odd.chunkId} the score ${odd.score}: fuse by reciprocal-rank or repair the scores.`,
    );
  // Not Math.min(...scores): a list may be longer than the arguments a call can take.
  const lowest = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const unit = method === 'min-max' ? scores.reduce((a, b) => Math.max(a, b), lowest) - lowest : deviation(scores);
  return (_, score) => (unit > 0 ? (score - lowest) / unit : 1);
}

function deviation(scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
}

/** Adds in a fixed order: floating-point sums depend on it, and the order of the lists must not show. */
function toFused(chunkId: string, evidence: ListEvidence[]): FusedChunk {
  evidence.sort(
    (a, b) =>
      compareIds(a.list, b.list) ||
      b.contribution - a.contribution ||
      a.rank - b.rank ||
      b.score - a.score ||
      b.weight - a.weight,
  );
  const score = evidence.reduce((sum, { contribution }) => sum + contribution, 0);
  return { chunkId, score, evidence };
}

function bestFirst(a: FusedChunk, b: FusedChunk): number {
  return b.score - a.score || compareIds(a.chunkId, b.chunkId);
}
