/**
 * The packer: from the marks of a region, which of them become cuts.
 *
 * Least total cost, by dynamic programming over the marks (the method of Knuth and Plass for line breaking, 1981):
 * a cut costs by the weakness of its boundary, a chunk by how far its size is from the target, and no chunk is
 * over the limit. A long region is first divided at anchors, so that the effect of an edit ends at the next one.
 */
import type { Marks } from './marks.ts';
import { cutCost } from './signals.ts';

/** Cost of a chunk of size 0, falling with the square of what is missing to the target. */
const UNDERFILL_WEIGHT = 1;
/** Cost of a chunk at the limit when the target is below it. */
const OVERFILL_WEIGHT = 0.12;
/** A chunk costs this much by itself, so that of two equal ways the one with fewer chunks wins. */
const CHUNK_COST = 0.05;
/** A mark is an anchor when it beats every other mark within this many limits on both sides. */
const ANCHOR_RADIUS = 1.2;
/** A region of up to this many limits is packed as a whole: an edit reaches no further than that anyway. */
const LEAST_ANCHORED = 4;
/** Marks weaker than this are no anchors: lines of code can be, words cannot. */
const WEAKEST_ANCHOR = 0.24;
/** How much text behind a mark tells it from the others. */
const FINGERPRINT_LENGTH = 32;

export interface PackOptions {
  readonly max: number;
  readonly target: number;
  /** By mark: what a chunk that starts there carries beside its text: context, overlap. */
  readonly overheads: readonly number[];
  /** By mark: what a chunk that ends there carries behind its text: the fence that closes it. */
  readonly closings: readonly number[];
}

/** Indexes into `marks` of the cuts, the first 0 and the last `marks.count - 1`. */
export function packMarks(text: string, marks: Marks, options: PackOptions): readonly number[] {
  const last = marks.count - 1;
  const search: Search = {
    marks,
    options,
    cutCosts: marks.strengths.map((strength, k) => (k === last ? 0 : cutCost(strength))),
    costs: new Array<number>(marks.count).fill(Number.POSITIVE_INFINITY),
    origins: new Array<number>(marks.count).fill(0),
  };
  const cuts = [0];
  for (const anchor of [...anchorsOf(text, marks, options.max), last]) packUntil(search, anchor, cuts);
  return cuts;
}

interface Search {
  readonly marks: Marks;
  readonly options: PackOptions;
  /** By mark: what cutting there costs, the least cost of all cuts up to it, and the cut before it then. */
  readonly cutCosts: readonly number[];
  readonly costs: number[];
  readonly origins: number[];
}

/** Adds the cheapest cuts from the last one in `cuts`, up to `to`, which is one for sure. */
function packUntil(search: Search, to: number, cuts: number[]): void {
  const from = cuts[cuts.length - 1];
  search.costs[from] = 0;
  for (let start = from; start < to; start++) relaxFrom(search, start, to);
  const added = cuts.length;
  for (let at = to; at > from; at = search.origins[at]) cuts.push(at);
  for (let low = added, high = cuts.length - 1; low < high; low++, high--)
    [cuts[low], cuts[high]] = [cuts[high], cuts[low]];
}

/** Tries every chunk that begins at `start` and fits; a single unit is allowed even when it does not. */
function relaxFrom({ marks, options, cutCosts, costs, origins }: Search, start: number, to: number): void {
  const { positions, tails } = marks;
  const { closings, max } = options;
  const base = marks.heads[start] - positions[start] + options.overheads[start];
  for (let end = start + 1; end <= to; end++) {
    const size = base + positions[end] + tails[end];
    const single = end === start + 1;
    if (size > max && !single) break;
    // A fence that must be closed can be too much here and none further on.
    if (size + closings[end] > max && !single) continue;
    const cost = costs[start] + chunkCost(size, options) + cutCosts[end];
    if (cost >= costs[end]) continue;
    costs[end] = cost;
    origins[end] = start;
  }
}

/** Squares are written out: the power operator costs more than all the rest of the search. */
function chunkCost(size: number, options: PackOptions): number {
  const { target, max } = options;
  if (size <= target) {
    const missing = 1 - size / target;
    return CHUNK_COST + UNDERFILL_WEIGHT * missing * missing;
  }
  const beyond = size >= max ? 1 : (size - target) / (max - target);
  return CHUNK_COST + OVERFILL_WEIGHT * beyond * beyond;
}

/**
 * Marks that are cuts whatever stands further away: the strongest, by a fingerprint of the text behind them where
 * equally strong, within the radius. Content-defined, as in content-defined chunking for deduplication (local
 * maximum method, Bjørner, Blass and Gurevich 2010), so an edit cannot move them from afar.
 */
function anchorsOf(text: string, marks: Marks, max: number): number[] {
  const radius = ANCHOR_RADIUS * max;
  const last = marks.count - 1;
  const total = marks.positions[last] - marks.positions[0];
  if (total <= LEAST_ANCHORED * max) return [];
  const keys = new Array<number>(marks.count).fill(0);
  for (let k = 1; k < last; k++)
    if (marks.strengths[k] >= WEAKEST_ANCHOR) keys[k] = marks.strengths[k] + fingerprint(text, marks.offsets[k]);
  const leftRival = rivals(marks, keys, 1);
  const rightRival = rivals(marks, keys, -1);
  const anchors: number[] = [];
  for (let k = 1; k < last; k++) {
    if (keys[k] === 0) continue;
    const left = leftRival[k] < 0 ? marks.positions[0] : marks.positions[leftRival[k]];
    const right = rightRival[k] < 0 ? marks.positions[last] : marks.positions[rightRival[k]];
    if (marks.positions[k] - left > radius && right - marks.positions[k] > radius) anchors.push(k);
  }
  return anchors;
}

/** For each mark the nearest one before it (`step` 1) or behind it (-1) whose key is at least its own; -1 for none. */
function rivals(marks: Marks, keys: readonly number[], step: 1 | -1): readonly number[] {
  const result = new Array<number>(marks.count).fill(-1);
  const stack: number[] = [];
  const first = step === 1 ? 0 : marks.count - 1;
  for (let n = 0, k = first; n < marks.count; n++, k += step) {
    while (stack.length > 0 && keys[stack[stack.length - 1]] < keys[k]) stack.pop();
    if (stack.length > 0) result[k] = stack[stack.length - 1];
    stack.push(k);
  }
  return result;
}

/** FNV-1a over the text behind a mark, as a number below 0.01: it only tells equally strong marks apart. */
function fingerprint(text: string, offset: number): number {
  let hash = 0x811c9dc5;
  const end = Math.min(text.length, offset + FINGERPRINT_LENGTH);
  for (let i = offset; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) / 2 ** 32 / 100;
}
