/** Evaluation, part: files on many subjects → documents whose topic shifts are known, since they were glued together there. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIND } from '../src/model/block.ts';
import type { Document } from '../src/model/document.ts';
import { mediaTypeOf } from '../src/parsing/media-type.ts';
import { parseSource } from '../src/parsing/parse.ts';
import { sentenceStarts } from '../src/text/sentences.ts';

/** The prose of one file, paragraph by paragraph, with the number of sentences of each. */
export interface Topic {
  readonly name: string;
  readonly paragraphs: readonly { readonly text: string; readonly sentences: number }[];
}

/** A document glued together from parts of different files. */
export interface GluedDocument {
  readonly document: Document;
  /** Offsets where a part begins, the first one left out. */
  readonly seams: readonly number[];
}

export interface GlueOptions {
  /** Parts of a document, from and to. */
  readonly parts: readonly [number, number];
  /** Sentences of a part; whole paragraphs are taken until there are enough. */
  readonly sentences: readonly [number, number];
}

/** Shorter paragraphs are captions, list introductions and the like: they say nothing of their topic. */
const LEAST_PARAGRAPH_CHARS = 80;

/** Reads every text and Markdown file below `directory`; files without enough prose are left out. */
export async function readTopics(directory: string, leastSentences: number): Promise<readonly Topic[]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile() && /\.(txt|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const topics: Topic[] = [];
  for (const path of paths) {
    const topic = topicOf(path, await readFile(path, 'utf8'));
    if (topic.paragraphs.reduce((sum, { sentences }) => sum + sentences, 0) >= leastSentences) topics.push(topic);
  }
  return topics;
}

function topicOf(path: string, text: string): Topic {
  const document = parseSource({ documentId: path, mediaType: mediaTypeOf(path) ?? 'text/plain', text });
  const { kinds, parents, starts, ends, count } = document.blocks;
  const paragraphs: { text: string; sentences: number }[] = [];
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== KIND.paragraph || parents[i] >= 0 || ends[i] - starts[i] < LEAST_PARAGRAPH_CHARS) continue;
    const inner: number[] = [];
    sentenceStarts(document.text, starts[i], ends[i], inner);
    paragraphs.push({ text: document.text.slice(starts[i], ends[i]), sentences: inner.length + 1 });
  }
  return { name: path, paragraphs };
}

/** One document of parts of different topics, each a run of paragraphs from a random place. */
export function glueDocument(topics: readonly Topic[], options: GlueOptions, random: () => number): GluedDocument {
  const between = ([least, most]: readonly [number, number]) => least + Math.floor(random() * (most - least + 1));
  const pool = [...topics];
  const count = Math.min(pool.length, between(options.parts));
  const seams: number[] = [];
  let text = '';
  for (let part = 0; part < count; part++) {
    const [topic] = pool.splice(Math.floor(random() * pool.length), 1);
    if (part > 0) {
      text += '\n\n';
      seams.push(text.length);
    }
    text += runOfParagraphs(topic, between(options.sentences), random);
  }
  return { document: parseSource({ documentId: 'glued.txt', mediaType: 'text/plain', text }), seams };
}

function runOfParagraphs({ paragraphs }: Topic, sentences: number, random: () => number): string {
  let last = paragraphs.length - 1;
  for (let left = sentences - paragraphs[last].sentences; left > 0 && last > 0; left -= paragraphs[last].sentences)
    last--;
  const first = Math.floor(random() * (last + 1));
  const run: string[] = [];
  for (let i = first, left = sentences; i < paragraphs.length && left > 0; i++) {
    run.push(paragraphs[i].text);
    left -= paragraphs[i].sentences;
  }
  return run.join('\n\n');
}

/** Numbers in [0, 1) that are the same for the same seed (xorshift with 32 bits, Marsaglia 2003). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1;
  const step = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The first numbers of small seeds are alike.
  for (let i = 0; i < 8; i++) step();
  return step;
}
