/**
 * The packer: from the marks of a region, which of them become cuts.
 *
 * Least total cost, by dynamic programming over the marks (the method of Knuth and Plass for line breaking, 1981):
 * a cut costs by the weakness of its boundary, a chunk by how far its size is from the target, and no chunk is
 * over the limit. A long region is first divided at anchors, so that the effect of an edit ends at the next one.
 */
import type { Marks } from './marks.ts';
import { cutCost, GLUED_STRENGTH } from './signals.ts';

/** Cost of a chunk of size 0, falling with the square of what is missing to the target. */
const UNDERFILL_WEIGHT = 1;
/** Cost of a chunk that is over the target by the slack: by what lies between target and limit, or less. */
const OVERFILL_WEIGHT = 0.12;
/** The slack is at most this share of the target: a target far below the limit has to be felt, too. */
const MOST_SLACK = 1 / 5;
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
  /** By mark: what a chunk that ends there carries behind its text, the fence that closes it; null for none. */
  readonly closings: Int32Array | null;
}

/** Indexes into `marks` of the cuts, the first 0 and the last `marks.count - 1`. */
export function packMarks(text: string, marks: Marks, options: PackOptions): readonly number[] {
  const { costs, tolls, strengths, count } = marks;
  const sure = surely(marks, anchorsOf(text, marks, options.max));
  for (let k = 0; k < count; k++) {
    costs[k] = Number.POSITIVE_INFINITY;
    const isGlued = strengths[k] === GLUED_STRENGTH;
    tolls[k] = isGlued && isHeld(marks, k, options.max) ? HELD : cutCost(strengths[k]);
  }
  tolls[count - 1] = 0;
  const cuts = [0];
  for (const cut of sure) packUntil(marks, options, cut, cuts);
  packUntil(marks, options, marks.count - 1, cuts);
  return cuts;
}

/**
 * More than fills cost, absurd targets apart. Finite, since a chain of headings can be held pair by pair and not fit as a
 * whole.
 */
const HELD = 1e6;

/** Whether what mark `k` parts, a heading and its text or the like, fits together: no target is worth parting it. */
function isHeld({ exits, entries, overheads, count }: Marks, k: number, max: number): boolean {
  if (k === 0 || k + 1 >= count) return false;
  return overheads[k - 1] + exits[k + 1] - entries[k - 1] <= max;
}

/** The anchors, and the marks where a cut is asked for. */
function surely(marks: Marks, anchors: readonly number[]): readonly number[] {
  if (!marks.anyForced) return anchors;
  const both: number[] = [];
  let next = 0;
  for (let k = 1; k + 1 < marks.count; k++) {
    const isAnchor = anchors[next] === k;
    if (isAnchor) next++;
    if (isAnchor || marks.forced[k] > 0) both.push(k);
  }
  return both;
}

/** Adds the cheapest cuts from the last one in `cuts`, up to `to`, which is one for sure. */
function packUntil(marks: Marks, options: PackOptions, to: number, cuts: number[]): void {
  const from = cuts[cuts.length - 1];
  marks.costs[from] = 0;
  for (let start = from; start < to; start++)
    if (start === from) relaxFrom(marks, options, start, start + 1, to);
    else if (!isDominated(marks, options, start, to))
      relaxFrom(marks, options, start, firstUseful(marks, options, start, to), to);
  const added = cuts.length;
  for (let at = to; at > from; at = marks.origins[at]) cuts.push(at);
  for (let low = added, high = cuts.length - 1; low < high; low++, high--)
    [cuts[low], cuts[high]] = [cuts[high], cuts[low]];
}

/** So many marks behind one are asked whether they are the better start. */
const RIVALS = 4;

/**
 * Whether a start close behind is so much cheaper that no chunk should begin at `start`: whatever fits from here fits
 * from there, and what it lacks to the target costs at most twice the distance over the target.
 */
function isDominated({ costs, entries }: Marks, { target }: PackOptions, start: number, to: number): boolean {
  const most = Math.min(to - 1, start + RIVALS);
  for (let rival = start + 1; rival <= most; rival++) {
    if (costs[rival] >= costs[start]) continue;
    if (costs[rival] + (2 * UNDERFILL_WEIGHT * (entries[rival] - entries[start])) / target < costs[start]) return true;
  }
  return false;
}

/**
 * The first mark that a chunk from `start` is tried to. To a nearer one, a chunk from the cut before `start` reaches too, still
 * within the target: it fills that better than the part of it in front of `start`, saves a cut, and was tried.
 */
function firstUseful(marks: Marks, { closings, max, target }: PackOptions, start: number, to: number): number {
  const { exits, origins, overheads, entries } = marks;
  const before = origins[start];
  const base = overheads[before] - entries[before];
  let end = start + 1;
  while (end <= to && base + exits[end] <= target && (closings === null || base + exits[end] + closings[end] <= max))
    end++;
  return end;
}

/** Tries the chunks that begin at `start`, end at mark `first` or behind it, and fit; a single unit is allowed even when it does not. */
function relaxFrom(marks: Marks, options: PackOptions, start: number, first: number, to: number): void {
  const { exits, tolls, costs, origins } = marks;
  const { closings, max, target } = options;
  const fills = fillCosts(target, max);
  const before = costs[start] + CHUNK_COST;
  const base = marks.overheads[start] - marks.entries[start];
  for (let end = first; end <= to; end++) {
    const size = base + exits[end];
    if (end > start + 1) {
      if (size > max) break;
      // A fence that must be closed can be too much here and none further on.
      if (closings !== null && size + closings[end] > max) continue;
    }
    // Without `Number` the result of a call makes an object of each number here.
    const fill = size >= 0 && size < fills.length ? fills[size] : Number(fillCost(size, target, max));
    const cost = before + fill + tolls[end];
    if (cost >= costs[end]) continue;
    costs[end] = cost;
    origins[end] = start;
  }
}

/** Sizes whose cost is looked up: the search asks for some of them a hundred times for each chunk. */
const MOST_LOOKED_UP = 4096;
let known = { target: 0, max: 0, fills: new Float64Array(0) };

/** By size, up to the limit or `MOST_LOOKED_UP`, what `fillCost` says; that of the last target and limit is remembered. */
function fillCosts(target: number, max: number): Float64Array {
  if (known.target !== target || known.max !== max) {
    const sizes = Math.min(max, MOST_LOOKED_UP) + 1;
    known = { target, max, fills: Float64Array.from({ length: sizes }, (_, size) => fillCost(size, target, max)) };
  }
  return known.fills;
}

function fillCost(size: number, target: number, max: number): number {
  if (size <= target) {
    const missing = 1 - size / target;
    return UNDERFILL_WEIGHT * missing * missing;
  }
  if (target === max) return OVERFILL_WEIGHT;
  const slack = Math.min(max - target, Math.ceil(target * MOST_SLACK));
  const beyond = (Math.min(size, max) - target) / slack;
  return OVERFILL_WEIGHT * beyond * beyond;
}

/**
 * Marks that are cuts whatever stands further away: the strongest, by a fingerprint of the text behind them where
 * equally strong, within the radius. Content-defined, as in content-defined chunking for deduplication (local
 * maximum method, Bjørner, Blass and Gurevich 2010), so an edit cannot move them from afar.
 */
function anchorsOf(text: string, marks: Marks, max: number): readonly number[] {
  const { entries, count } = marks;
  const radius = ANCHOR_RADIUS * max;
  const last = count - 1;
  if (entries[last] - entries[0] <= LEAST_ANCHORED * max) return NO_ANCHORS;
  // In a column that the packer fills afterwards.
  marks.costs.fill(UNKNOWN, 0, count);
  const anchors: number[] = [];
  for (let k = 1; k < last; ) {
    let next = k + 1;
    while (next < last && entries[next] - entries[k] <= radius && outranks(text, marks, k, next)) next++;
    const isBeaten = next < last && entries[next] - entries[k] <= radius;
    const isInside = entries[k] - entries[0] > radius && entries[last] - entries[k] > radius;
    if (!isBeaten && isInside && outranksAllBefore(text, marks, k, radius)) anchors.push(k);
    // What was passed over is within the radius of a mark that outranks it.
    k = next;
  }
  return anchors;
}

function outranksAllBefore(text: string, marks: Marks, k: number, radius: number): boolean {
  const { entries, strengths } = marks;
  if (strengths[k] < WEAKEST_ANCHOR) return false;
  for (let before = k - 1; before > 0 && entries[k] - entries[before] <= radius; before--)
    if (!outranks(text, marks, k, before)) return false;
  return true;
}

/** Whether mark `k` would be a better anchor than `other`; of two that are equal in everything neither is. */
function outranks(text: string, marks: Marks, k: number, other: number): boolean {
  const { strengths } = marks;
  if (strengths[other] < WEAKEST_ANCHOR) return true;
  if (strengths[k] < WEAKEST_ANCHOR) return false;
  const lead = strengths[k] - strengths[other];
  if (lead >= MOST_FINGERPRINT) return true;
  if (lead <= -MOST_FINGERPRINT) return false;
  return strengths[k] + fingerprintAt(text, marks, k) > strengths[other] + fingerprintAt(text, marks, other);
}

/** The fingerprint at mark `k`, made once: only marks that are equally strong are told apart by it. */
function fingerprintAt(text: string, { costs: known, offsets }: Marks, k: number): number {
  if (known[k] === UNKNOWN) known[k] = fingerprint(text, offsets[k]);
  return known[k];
}

const UNKNOWN = -1;

const NO_ANCHORS: readonly number[] = [];

/** Fingerprints are below this: they only tell equally strong marks apart. */
const MOST_FINGERPRINT = 0.01;

/** FNV-1a over the text behind a mark, as a number from 0 on. */
function fingerprint(text: string, offset: number): number {
  let hash = 0x811c9dc5;
  const end = Math.min(text.length, offset + FINGERPRINT_LENGTH);
  for (let i = offset; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) / 2 ** 32 / 100;
}
