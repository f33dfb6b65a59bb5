/**
 * Indexing, first step: finds which new chunk is which old chunk of the same document, by hashes and places.
 *
 * Equal hashes are paired as patience diff does it (hashes that occur once on both sides are anchors, pairs
 * grow outwards from them, the rest is paired in order of occurrence); what is left between the same matched
 * neighbours is paired by place. Everything is linear but the longest increasing subsequence (n log n).
 */
import { type Chunk, GRANULARITIES, type Granularity } from '../model/chunk.ts';

const NONE = -1;

export interface ChunkMatch {
  /** For each new chunk the index of its old chunk, -1 when it is new. */
  readonly oldOf: Int32Array;
  /** 1 where the pair keeps the order of the other pairs, 0 where the chunk was moved across them. */
  readonly inOrder: Uint8Array;
}

interface Pairing {
  readonly oldOf: Int32Array;
  readonly newOf: Int32Array;
}

/** Pairs `next` with `old`, both in document order; passages with passages, sentence chunks with sentence chunks. */
export function matchChunks(old: readonly Chunk[], next: readonly Chunk[]): ChunkMatch {
  const all: ChunkMatch = { oldOf: new Int32Array(next.length).fill(NONE), inOrder: new Uint8Array(next.length) };
  for (const granularity of GRANULARITIES) {
    const [before, after] = [old, next].map((chunks) => placesOf(chunks, granularity));
    const match = matchAlike(
      before.map((i) => old[i]),
      after.map((j) => next[j]),
    );
    for (const [k, j] of after.entries()) {
      if (match.oldOf[k] !== NONE) all.oldOf[j] = before[match.oldOf[k]];
      all.inOrder[j] = match.inOrder[k];
    }
  }
  return all;
}

function placesOf(chunks: readonly Chunk[], granularity: Granularity): readonly number[] {
  return chunks.flatMap((chunk, i) => (chunk.granularity === granularity ? [i] : []));
}

function matchAlike(old: readonly Chunk[], next: readonly Chunk[]): ChunkMatch {
  const pairing: Pairing = {
    oldOf: new Int32Array(next.length).fill(NONE),
    newOf: new Int32Array(old.length).fill(NONE),
  };
  pairEqualKeys(pairing, keysOf(old, embedKey), keysOf(next, embedKey));
  pairEqualKeys(pairing, keysOf(old, contentKey), keysOf(next, contentKey));
  const inOrder = markInOrder(pairing.oldOf);
  pairByPlace(pairing, inOrder, old, next);
  return { oldOf: pairing.oldOf, inOrder };
}

const embedKey = (chunk: Chunk): string => chunk.embedHash;
const contentKey = (chunk: Chunk): string => chunk.contentHash;
const placeKey = (chunk: Chunk): string => JSON.stringify([chunk.kind, chunk.sectionPath]);

function keysOf(chunks: readonly Chunk[], key: (chunk: Chunk) => string): string[] {
  return chunks.map(key);
}

function pairEqualKeys(pairing: Pairing, oldKeys: readonly string[], newKeys: readonly string[]): void {
  pairUniqueKeys(pairing, oldKeys, newKeys);
  growForward(pairing, oldKeys, newKeys);
  growBackward(pairing, oldKeys, newKeys);
  pairInOrderOfOccurrence(pairing, oldKeys, newKeys);
}

/** Index of each key that occurs once among the unpaired; -1 for one that repeats. */
function uniqueIndex(keys: readonly string[], partner: Int32Array): Map<string, number> {
  const index = new Map<string, number>();
  for (let i = 0; i < keys.length; i++) {
    if (partner[i] === NONE) index.set(keys[i], index.has(keys[i]) ? NONE : i);
  }
  return index;
}

function pairUniqueKeys(pairing: Pairing, oldKeys: readonly string[], newKeys: readonly string[]): void {
  const oldIndex = uniqueIndex(oldKeys, pairing.newOf);
  for (const [key, j] of uniqueIndex(newKeys, pairing.oldOf)) {
    const i = oldIndex.get(key) ?? NONE;
    if (i !== NONE && j !== NONE) pair(pairing, i, j);
  }
}

function pair(pairing: Pairing, i: number, j: number): void {
  pairing.oldOf[j] = i;
  pairing.newOf[i] = j;
}

/** A repeated text after a paired one belongs to the text after its partner; so does one at the very start. */
function growForward({ oldOf, newOf }: Pairing, oldKeys: readonly string[], newKeys: readonly string[]): void {
  for (let j = 0; j < newKeys.length; j++) {
    const before = j === 0 ? NONE : oldOf[j - 1];
    const i = before + 1;
    const known = j === 0 || before !== NONE;
    if (known && oldOf[j] === NONE && newOf[i] === NONE && oldKeys[i] === newKeys[j]) pair({ oldOf, newOf }, i, j);
  }
}

function growBackward({ oldOf, newOf }: Pairing, oldKeys: readonly string[], newKeys: readonly string[]): void {
  const last = newKeys.length - 1;
  for (let j = last; j >= 0; j--) {
    const after = j === last ? oldKeys.length : oldOf[j + 1];
    const i = after - 1;
    if (i >= 0 && oldOf[j] === NONE && newOf[i] === NONE && oldKeys[i] === newKeys[j]) pair({ oldOf, newOf }, i, j);
  }
}

function pairInOrderOfOccurrence(pairing: Pairing, oldKeys: readonly string[], newKeys: readonly string[]): void {
  const queues = queuesOf(oldKeys, range(oldKeys.length), pairing.newOf);
  for (let j = 0; j < newKeys.length; j++) {
    if (pairing.oldOf[j] !== NONE) continue;
    const i = takeFirst(queues.get(newKeys[j]));
    if (i !== undefined) pair(pairing, i, j);
  }
}

interface Queue {
  readonly items: number[];
  head: number;
}

function queuesOf(keys: readonly string[], indexes: Iterable<number>, partner: Int32Array): Map<string, Queue> {
  const queues = new Map<string, Queue>();
  for (const i of indexes) {
    if (partner[i] !== NONE) continue;
    const queue = queues.get(keys[i]);
    if (queue === undefined) queues.set(keys[i], { items: [i], head: 0 });
    else queue.items.push(i);
  }
  return queues;
}

function takeFirst(queue: Queue | undefined): number | undefined {
  return queue === undefined ? undefined : queue.items[queue.head++];
}

function* range(end: number, start = 0): Generator<number> {
  for (let i = start; i < end; i++) yield i;
}

/** Marks the pairs on a longest increasing subsequence of old indexes: the largest set that kept its order. */
function markInOrder(oldOf: Int32Array): Uint8Array {
  const inOrder = new Uint8Array(oldOf.length);
  const previous = new Int32Array(oldOf.length).fill(NONE);
  const tails: number[] = [];
  for (let j = 0; j < oldOf.length; j++) {
    if (oldOf[j] === NONE) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (oldOf[tails[middle]] < oldOf[j]) low = middle + 1;
      else high = middle;
    }
    previous[j] = low === 0 ? NONE : tails[low - 1];
    tails[low] = j;
  }
  for (let j = tails.length === 0 ? NONE : tails[tails.length - 1]; j !== NONE; j = previous[j]) inOrder[j] = 1;
  return inOrder;
}

/** Between the same two neighbours in order, what is left on both sides is the same place edited. */
function pairByPlace(pairing: Pairing, inOrder: Uint8Array, old: readonly Chunk[], next: readonly Chunk[]): void {
  const oldPlaces = keysOf(old, placeKey);
  const newPlaces = keysOf(next, placeKey);
  let oldFrom = 0;
  let newFrom = 0;
  for (let j = 0; j <= next.length; j++) {
    if (j < next.length && inOrder[j] === 0) continue;
    const oldTo = j === next.length ? old.length : pairing.oldOf[j];
    const gap = { oldFrom, oldTo, newFrom, newTo: j };
    pairGap(pairing, gap, oldPlaces, newPlaces);
    oldFrom = oldTo + 1;
    newFrom = j + 1;
  }
}

interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

function pairGap(pairing: Pairing, gap: Gap, oldPlaces: readonly string[], newPlaces: readonly string[]): void {
  const { oldFrom, oldTo, newFrom, newTo } = gap;
  if (oldFrom >= oldTo || newFrom >= newTo) return;
  const queues = queuesOf(oldPlaces, range(oldTo, oldFrom), pairing.newOf);
  for (let j = newFrom; j < newTo; j++) {
    if (pairing.oldOf[j] !== NONE) continue;
    const i = takeFirst(queues.get(newPlaces[j]));
    if (i !== undefined) pair(pairing, i, j);
  }
  let i = oldFrom;
  for (let j = newFrom; j < newTo; j++) {
    if (pairing.oldOf[j] !== NONE) continue;
    while (i < oldTo && pairing.newOf[i] !== NONE) i++;
    if (i === oldTo) return;
    pair(pairing, i, j);
  }
}
