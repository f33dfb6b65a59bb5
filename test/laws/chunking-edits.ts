/** How far one edited sentence reaches: the same document before and after, as chunks that differ and ids that change. */
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Source } from '../../src/model/document.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { type Prose, rendered, type Shape } from './edit-shapes.ts';

export interface EditReach {
  /** Chunks of the document before the edit. */
  readonly chunks: number;
  /** New chunks whose text no old chunk has, equal texts counted. */
  readonly changedTexts: number;
  /** Strings that are embedded anew: chunks whose context changed, too. */
  readonly changedEmbeds: number;
  /** Ids that begin or end with the edit. */
  readonly changedIds: number;
}

/** A small seeded generator (mulberry32); the same seed gives the same documents and edits everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PARAGRAPHS = 260;
const WORDS =
  'lock gate basin river keeper lamp tide barge rope winch pump level water crew port signal paddle sill wall chamber season repair survey depth margin'.split(
    ' ',
  );

/** Chunks of a document, parsed here or there. */
export type Cut = (source: Source) => readonly Chunk[] | Promise<readonly Chunk[]>;

/** Reach of `count` random edits, each made to a fresh document of `shape` and cut by `cut`. */
export async function measureEdits(shape: Shape, count: number, seed: number, cut: Cut): Promise<readonly EditReach[]> {
  const random = randomFrom(seed);
  const reaches: EditReach[] = [];
  for (let i = 0; i < count; i++) {
    const before = prose(random);
    const after = edited(before, random);
    reaches.push(reachOf(await cut(rendered(before, shape)), await cut(rendered(after, shape))));
  }
  return reaches;
}

/** Cuts without grammars and without topics. */
export function plainCut(options: ChunkOptions): Cut {
  return (source) => chunkDocument(parseSource(source), options);
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)];
}

function prose(random: () => number): Prose {
  return Array.from({ length: PARAGRAPHS }, () =>
    Array.from({ length: 2 + Math.floor(random() * 6) }, () => sentence(random)),
  );
}

function sentence(random: () => number): string {
  const words = Array.from({ length: 5 + Math.floor(random() * 20) }, () => pick(WORDS, random));
  const text = `${words.join(' ')} ${Math.floor(random() * 10_000)}.`;
  return text[0].toUpperCase() + text.slice(1);
}

/** One sentence inserted, rewritten or removed. */
function edited(before: Prose, random: () => number): Prose {
  const at = Math.floor(random() * before.length);
  const sentences = [...before[at]];
  const place = Math.floor(random() * sentences.length);
  const edit = Math.floor(random() * 3);
  if (edit === 0) sentences.splice(place, 0, sentence(random));
  else if (edit === 1) sentences.splice(place, 1, sentence(random));
  else sentences.splice(place, 1);
  return before.map((paragraph, i) => (i === at ? sentences : paragraph));
}

/** How many of `after` are not among `before`, equal ones counted. */
function newOnes(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const hash of before) left.set(hash, (left.get(hash) ?? 0) + 1);
  let found = 0;
  for (const hash of after) {
    const count = left.get(hash) ?? 0;
    if (count === 0) found++;
    else left.set(hash, count - 1);
  }
  return found;
}

function reachOf(before: readonly Chunk[], after: readonly Chunk[]): EditReach {
  const hashes = (chunks: readonly Chunk[], of: 'contentHash' | 'embedHash') => chunks.map((chunk) => chunk[of]);
  const plan = planDocument('log', before, after);
  const added = plan.chunks.filter(({ change }) => change === 'added').length;
  return {
    chunks: before.length,
    changedTexts: newOnes(hashes(before, 'contentHash'), hashes(after, 'contentHash')),
    changedEmbeds: newOnes(hashes(before, 'embedHash'), hashes(after, 'embedHash')),
    changedIds: added + plan.removed.length,
  };
}
