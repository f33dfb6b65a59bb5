/** How far one edited sentence reaches: the same document before and after, as chunks that differ and ids that change. */
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { ChunkOptions } from '../../src/chunking/options.ts';
import { planDocument } from '../../src/indexing/plan.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';

/** Shapes of a generated document of about 100 KB. */
export const SHAPES = ['sections', 'one section', 'hard wraps'] as const;
export type Shape = (typeof SHAPES)[number];

export interface EditReach {
  /** Chunks of the document before the edit. */
  readonly chunks: number;
  /** New chunks whose text no old chunk has, equal texts counted. */
  readonly changedTexts: number;
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

/** Paragraphs of sentences. */
type Prose = readonly (readonly string[])[];

const PARAGRAPHS = 260;
const WORDS =
  'lock gate basin river keeper lamp tide barge rope winch pump level water crew port signal paddle sill wall chamber season repair survey depth margin'.split(
    ' ',
  );

/** Reach of `count` random edits, each made to a fresh document of `shape`. */
export function measureEdits(shape: Shape, count: number, seed: number, options: ChunkOptions): readonly EditReach[] {
  const random = randomFrom(seed);
  const reaches: EditReach[] = [];
  for (let i = 0; i < count; i++) {
    const before = prose(random);
    const after = edited(before, random);
    reaches.push(
      reachOf(chunked(render(before, shape), shape, options), chunked(render(after, shape), shape, options)),
    );
  }
  return reaches;
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

const WRAP_WIDTH = 72;
const PARAGRAPHS_PER_SECTION = 4;

function render(paragraphs: Prose, shape: Shape): string {
  const texts = paragraphs.map((sentences) => sentences.join(' '));
  if (shape === 'hard wraps') return texts.map(wrapped).join('\n\n');
  if (shape === 'one section') return `# Log\n\n${texts.join('\n\n')}\n`;
  return texts.map((text, i) => (i % PARAGRAPHS_PER_SECTION === 0 ? `## Part ${i}\n\n${text}` : text)).join('\n\n');
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line !== '' && line.length + word.length >= WRAP_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function chunked(text: string, shape: Shape, options: ChunkOptions): readonly Chunk[] {
  const mediaType = shape === 'hard wraps' ? 'text/plain' : 'text/markdown';
  return chunkDocument(parseSource({ documentId: 'log', mediaType, text }), options);
}

function reachOf(before: readonly Chunk[], after: readonly Chunk[]): EditReach {
  const left = new Map<string, number>();
  for (const { contentHash } of before) left.set(contentHash, (left.get(contentHash) ?? 0) + 1);
  let changedTexts = 0;
  for (const { contentHash } of after) {
    const count = left.get(contentHash) ?? 0;
    if (count === 0) changedTexts++;
    else left.set(contentHash, count - 1);
  }
  const plan = planDocument('log', before, after);
  const added = plan.chunks.filter(({ change }) => change === 'added').length;
  return { chunks: before.length, changedTexts, changedIds: added + plan.removed.length };
}
