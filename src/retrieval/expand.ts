/** Expansion: ranked hits → as data, the neighbours of each inside its section, or all of it where enough was found. */

import type { Chunk } from '../model/chunk.ts';
import { KerfError } from '../model/error.ts';
import type { Expansion, Hit } from '../model/retrieval.ts';
import type { Store } from '../stores/store.ts';
import { requireAdapter } from '../text/adapters.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { plural } from '../text/plural.ts';
import { requireWholeNumber } from '../text/whole-number.ts';

export interface ExpandOptions {
  /** Most neighbours on each side; 0 expands nothing. Default 1; `search` and evaluations decide by the budget (`neighboursFor`). */
  readonly neighbours?: number;
  /**
   * A section of at most `MAX_MERGED_CHUNKS` chunks, two of them and at least this share among the hits, is taken whole: its hits
   * are expanded to all of it. Above 0 and up to 1. Default: never.
   */
  readonly mergeShare?: number | undefined;
}

/** Contexts from this many tokens on have room for more around each hit than for more hits. */
const ROOMY_BUDGET = 1500;

/** Neighbours on each side that serve a context of so many tokens best: measured in docs/guide/searching.md. */
export function neighboursFor(tokenBudget: number): number {
  return tokenBudget < ROOMY_BUDGET ? 1 : 2;
}

/** A larger section would fill the context by itself, and its hits then stand for less than it. */
export const MAX_MERGED_CHUNKS = 12;

export interface ExpandedHits {
  /**
   * The hits given, in the same order; each names in `explanation.expandedWith` what was added around it.
   */
  readonly hits: readonly Hit[];
  /** One per hit, in the same order. */
  readonly expansions: readonly Expansion[];
}

/**
 * Finds up to `neighbours` chunks before and after each hit that have the same parent section; a section is never left.
 * Neighbours that are hits themselves stand in the expansion but are not counted as added. Throws `unknown-option`,
 * `invalid-option`.
 */
export async function expandHits(
  store: Store,
  hits: readonly Hit[],
  options: ExpandOptions = {},
): Promise<ExpandedHits> {
  requireAdapter('store', store);
  const { neighbours, mergeShare } = resolveExpandOptions(options);
  const walks = hits.map(({ chunk }): Walk => ({ chunk, before: [], after: [], notes: [] }));
  const known = new Map(hits.map(({ chunk }) => [chunk.id, chunk]));
  await walkOn(store, walks, known, neighbours);
  if (mergeShare !== undefined) await mergeSections(store, walks, known, neighbours, mergeShare);
  const hitIds = new Set(hits.map(({ chunk }) => chunk.id));
  const expansions = walks.map(({ chunk, before, after }) => ({
    chunkId: chunk.id,
    before: [...before].reverse(),
    after,
  }));
  return { hits: hits.map((hit, i) => explain(hit, expansions[i], hitIds, walks[i].notes)), expansions };
}

/** Fills in defaults and checks; throws `unknown-option` or `invalid-option`. */
export function resolveExpandOptions(options: ExpandOptions): ExpandOptions & { readonly neighbours: number } {
  refuseUnknownOptions('expansion', options, ['neighbours', 'mergeShare']);
  const { neighbours = 1, mergeShare } = options;
  if (mergeShare !== undefined && !(mergeShare > 0 && mergeShare <= 1))
    throw new KerfError('invalid-option', `mergeShare is ${String(mergeShare)}: give a number above 0 and up to 1.`);
  requireWholeNumber('neighbours', neighbours, 0);
  return { neighbours, mergeShare };
}

async function walkOn(store: Store, walks: readonly Walk[], known: Map<string, Chunk>, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await readMissing(store, walks.flatMap(nextIds), known);
    const advanced = walks.filter((walk) => step(walk, known));
    if (advanced.length === 0) return;
  }
}

/**
 * Walks the hits of sections that have several to the ends of their section, and takes back what was too far where the
 * section is too large, or too little of it was found.
 */
async function mergeSections(
  store: Store,
  walks: readonly Walk[],
  known: Map<string, Chunk>,
  neighbours: number,
  mergeShare: number,
): Promise<void> {
  const sections = new Map<string, Walk[]>();
  for (const walk of walks) sections.set(walk.chunk.parentId, [...(sections.get(walk.chunk.parentId) ?? []), walk]);
  const several = [...sections.values()].filter((found) => found.length > 1);
  await walkOn(store, several.flat(), known, Math.max(0, MAX_MERGED_CHUNKS - neighbours));
  for (const found of several) {
    const [{ before, after }] = found;
    const size = before.length + 1 + after.length;
    const merges = size <= MAX_MERGED_CHUNKS && found.length / size >= mergeShare;
    for (const walk of found) {
      if (merges) walk.notes.push(`section taken whole: ${found.length} of its ${plural(size, 'chunk')} were found`);
      if (merges) continue;
      walk.before.length = Math.min(walk.before.length, neighbours);
      walk.after.length = Math.min(walk.after.length, neighbours);
    }
  }
}

/** `before` runs away from the hit while the walk lasts. */
interface Walk {
  readonly chunk: Chunk;
  readonly before: Chunk[];
  readonly after: Chunk[];
  readonly notes: string[];
}

function nextIds(walk: Walk): string[] {
  const ids = [(walk.before.at(-1) ?? walk.chunk).previousId, (walk.after.at(-1) ?? walk.chunk).nextId];
  return ids.filter((id) => id !== null);
}

async function readMissing(store: Store, ids: readonly string[], known: Map<string, Chunk>): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  for (const chunk of await store.readChunks(missing)) known.set(chunk.id, chunk);
}

/** One chunk further on each side, where the section still goes on; a side that has ended stays where it is. False: both have. */
function step(walk: Walk, known: ReadonlyMap<string, Chunk>): boolean {
  const inSection = (id: string | null) => {
    const chunk = id === null ? undefined : known.get(id);
    return chunk?.parentId === walk.chunk.parentId && chunk.documentId === walk.chunk.documentId ? chunk : undefined;
  };
  const before = inSection((walk.before.at(-1) ?? walk.chunk).previousId);
  const after = inSection((walk.after.at(-1) ?? walk.chunk).nextId);
  if (before) walk.before.push(before);
  if (after) walk.after.push(after);
  return before !== undefined || after !== undefined;
}

function explain(hit: Hit, { before, after }: Expansion, hitIds: ReadonlySet<string>, merged: readonly string[]): Hit {
  const expandedWith = [...before, ...after].map(({ id }) => id).filter((id) => !hitIds.has(id));
  const count = `${expandedWith.length} neighbour${expandedWith.length === 1 ? '' : 's'}`;
  const added = expandedWith.length > 0 ? [`expanded with ${count} of the same section`] : [];
  const notes = [...hit.explanation.notes, ...merged, ...added];
  return { ...hit, explanation: { ...hit.explanation, expandedWith, notes } };
}
