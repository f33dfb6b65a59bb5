/**
 * Benchmark of search: a seed → documents about topics, questions about them, and an embedder that places both by their
 * words. Words follow Zipf's law, so lists of chunks per term are as long and as short as in real text.
 */
import type { Embedder } from '../src/embedders/embedder.ts';
import type { Source } from '../src/model/document.ts';
import { type Dice, diceOf } from './dice.ts';
import { capital, WORDS } from './generate.ts';

const VOCABULARY = 20_000;
const TOPICS = 400;
const WORDS_PER_TOPIC = 60;
/** Of ten words, those that belong to the topic of the document; questions hold more of them. */
const TOPICAL_IN_TEN = 3;
/** Folders of equal size: one holds 5 % of the documents. */
const FOLDERS = 20;
/** Words this frequent place a text less: the usual constant of smoothed inverse frequency weighting. */
const SMOOTHING = 1e-3;

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bran cle dris flo gren'.split(' ');
const vocabulary = makeVocabulary();

function makeVocabulary(): readonly string[] {
  const dice = diceOf(1);
  const words = new Set(WORDS);
  while (words.size < VOCABULARY)
    words.add(Array.from({ length: 2 + dice.roll(3) }, () => dice.pick(SYLLABLES)).join(''));
  return [...words];
}

/** A rank from 0 to `below` - 1; rank r is about as likely as 1 / (r + 1). */
function zipf(dice: Dice, below: number): number {
  return Math.min(below - 1, Math.floor(below ** (dice.roll(1_000_000) / 1_000_000)) - 1);
}

function word(dice: Dice, topic: number, topicalInTen: number): string {
  if (dice.roll(10) >= topicalInTen) return vocabulary[zipf(dice, VOCABULARY)];
  // Words of a topic come from all over the vocabulary but its most frequent part.
  const rank = zipf(dice, WORDS_PER_TOPIC);
  return vocabulary[200 + ((topic * 7919 + rank * 104_729) % (VOCABULARY - 200))];
}

function words(dice: Dice, topic: number, count: number, topicalInTen = TOPICAL_IN_TEN): string {
  return Array.from({ length: count }, () => word(dice, topic, topicalInTen)).join(' ');
}

/** A Markdown document of some 12 chunks in one of 20 folders. */
export function searchDocument(seed: number): Source {
  const dice = diceOf(seed + 1000);
  const topic = dice.roll(TOPICS);
  const title = (): string => capital(words(dice, topic, 2 + dice.roll(3), 8));
  const paragraph = (): string =>
    Array.from({ length: 3 + dice.roll(5) }, () => `${capital(words(dice, topic, 8 + dice.roll(14)))}.`).join(' ');
  const parts = [`# ${title()}`];
  for (let sections = 2 + dice.roll(4); sections > 0; sections--) {
    parts.push(`## ${title()}`);
    for (let paragraphs = 3 + dice.roll(9); paragraphs > 0; paragraphs--) parts.push(paragraph());
  }
  const documentId = `${folderOf(seed)}topic-${topic}/${seed}.md`;
  return {
    documentId,
    mediaType: 'text/markdown',
    text: `${parts.join('\n\n')}\n`,
    updatedAt: '2026-01-01',
    metadata: {},
  };
}

export function folderOf(seed: number): string {
  return `part-${seed % FOLDERS}/`;
}

/** A question of six to eleven words, half of them about one topic. */
export function searchQuestion(seed: number): string {
  const dice = diceOf(seed + 900_000_000);
  return `How does the ${words(dice, dice.roll(TOPICS), 3 + dice.roll(6), 5)}?`;
}

/** A weighted sum of one random direction per word, so texts about one topic lie together. */
export function wordEmbedder(dimensions: number): Embedder {
  const directions = new Map<string, Float32Array>();
  const rankOf = new Map(vocabulary.map((name, rank) => [name, rank]));
  const directionOf = (name: string): Float32Array => {
    let direction = directions.get(name);
    if (direction === undefined) {
      direction = weightedDirection(rankOf.get(name) ?? VOCABULARY, dimensions);
      directions.set(name, direction);
    }
    return direction;
  };
  return {
    id: `words-${dimensions}`,
    dimensions,
    embed: async (texts) => texts.map((text) => sumOf(text, directionOf, dimensions)),
  };
}

function weightedDirection(rank: number, dimensions: number): Float32Array {
  const dice = diceOf(rank + 5_000_000);
  const frequency = 1 / ((rank + 1) * Math.log(VOCABULARY));
  const weight = SMOOTHING / (SMOOTHING + frequency);
  const part = (): number => dice.roll(20_001) / 10_000 - 1;
  return Float32Array.from({ length: dimensions }, () => (part() + part() + part()) * weight);
}

function sumOf(text: string, directionOf: (word: string) => Float32Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const name of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const direction = directionOf(name);
    for (let i = 0; i < dimensions; i++) sum[i] += direction[i];
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
