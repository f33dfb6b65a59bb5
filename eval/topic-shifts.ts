/**
 * Evaluation, program: folders of texts on different subjects → how well topic shifts find the places where such texts were
 * glued together, and how far the effect of one edited sentence reaches.
 *
 * Usage: `npx tsx eval/topic-shifts.ts [DIR...] [options]`; docs/guide/topic-shifts.md lists the options.
 */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryEmbeddingCache } from '../src/chunking/topics/cache.ts';
import type { TopicMethod, TopicOptions } from '../src/chunking/topics/options.ts';
import { type TopicShifts, topicShifts } from '../src/chunking/topics/topic-shifts.ts';
import type { Embedder } from '../src/embedders/embedder.ts';
import { hashEmbedder } from '../src/embedders/hash.ts';
import { httpEmbedder } from '../src/embedders/http.ts';
import { meanOf } from '../src/evaluation/statistics.ts';
import { parseSource } from '../src/parsing/parse.ts';
import { type SegmentationScores, segmentationScores } from './segmentation.ts';
import { termEmbedder } from './term-embedder.ts';
import {
  type GluedDocument,
  type GlueOptions,
  glueDocument,
  randomFrom,
  readTopics,
  type Topic,
} from './topic-documents.ts';

interface Division {
  readonly name: string;
  /** Gaps that are divided at, rising; and how many units there are. */
  divide(glued: GluedDocument): Promise<{ units: number; found: readonly number[]; truth: readonly number[] }>;
}

interface Row extends SegmentationScores {
  readonly name: string;
  readonly shifts: number;
}

interface Settings {
  readonly embedder: string;
  readonly documents: number;
  readonly edits: number;
  readonly seed: number;
  readonly glue: GlueOptions;
  readonly common: TopicOptions;
  readonly methods: readonly TopicOptions[];
}

const EVERY_METHOD = 'localMinimum,percentile,standardDeviation,gradient';
/** Sentences that a file must have to be a topic. */
const LEAST_SENTENCES = 4;
const EDITED_CHARS = 100_000;
const MEASURES = ['precision', 'recall', 'exactPrecision', 'exactRecall', 'pk', 'windowDiff'] as const;

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      embedder: { type: 'string', default: 'terms' },
      'base-url': { type: 'string', default: '' },
      model: { type: 'string', default: '' },
      dimensions: { type: 'string', default: '0' },
      methods: { type: 'string', default: EVERY_METHOD },
      option: { type: 'string', multiple: true, default: [] },
      documents: { type: 'string', default: '20' },
      parts: { type: 'string', default: '10-20' },
      sentences: { type: 'string', default: '4-12' },
      edits: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
    },
  });
  const settings: Settings = {
    embedder: values.embedder,
    documents: Number(values.documents),
    edits: Number(values.edits),
    seed: Number(values.seed),
    glue: { parts: fromTo(values.parts), sentences: fromTo(values.sentences) },
    common: Object.fromEntries(
      values.option.map((pair) => pair.split('=')).map(([key, value]) => [key, Number(value)]),
    ),
    methods: values.methods.split(',').map(parseMethod),
  };
  const results = [];
  for (const directory of positionals.length > 0 ? positionals : ['eval/sample-topics']) {
    const topics = await readTopics(directory, LEAST_SENTENCES);
    if (topics.length < 2)
      throw new Error(
        `${directory} holds ${topics.length} text or Markdown files with ${LEAST_SENTENCES} sentences or more: at least 2 are needed.`,
      );
    const embedder =
      settings.embedder === 'http'
        ? httpEmbedder({ baseUrl: values['base-url'], model: values.model, dimensions: Number(values.dimensions) })
        : localEmbedder(settings.embedder, topics);
    const rows = await measureSeams(topics, embedder, settings);
    console.log(report(basename(directory), topics, embedder, rows));
    const edits = settings.edits > 0 ? await measureEdits(topics, embedder, settings) : [];
    if (edits.length > 0) console.log(editReport(edits));
    results.push({ directory, embedder: embedder.id, rows, edits });
  }
  if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 1)}\n`);
}

function fromTo(text: string): readonly [number, number] {
  const [from, to = from] = text.split('-').map(Number);
  return [from, to];
}

/** `method` or `method:amount`; the chunker refuses what it does not know. */
function parseMethod(text: string): TopicOptions {
  const [method, amount] = text.split(':');
  return { method: method as TopicMethod, ...(amount !== undefined && { amount: Number(amount) }) };
}

function localEmbedder(name: string, topics: readonly Topic[]): Embedder {
  if (name === 'hash') return hashEmbedder();
  if (name === 'terms') return termEmbedder(topics.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)));
  throw new Error(`Unknown embedder "${name}": use hash, terms or http.`);
}

function nameOf({ method, amount }: TopicOptions): string {
  return amount === undefined ? `${method}` : `${method} ${amount}`;
}

/** Every division of the same documents, and two that look at no text: at random, and at equal lengths. */
async function measureSeams(topics: readonly Topic[], embedder: Embedder, settings: Settings): Promise<readonly Row[]> {
  const random = randomFrom(settings.seed);
  const glued = Array.from({ length: settings.documents }, () => glueDocument(topics, settings.glue, random));
  // A cache for all: the methods look at the same sentences.
  const cache = memoryEmbeddingCache(1_000_000);
  const shiftsOf = ({ document }: GluedDocument, options: TopicOptions) =>
    topicShifts(document, embedder, { ...settings.common, ...options, cache });
  const divisions: Division[] = settings.methods.map((options) => ({
    name: nameOf(options),
    divide: async (one) => {
      const shifts = await shiftsOf(one, options);
      return { ...frame(one, shifts), found: gapsOf(shifts, shifts.offsets) };
    },
  }));
  const blind = (name: string, place: (units: number, count: number) => readonly number[]): Division => ({
    name,
    divide: async (one) => {
      const { units, truth } = frame(one, await shiftsOf(one, {}));
      return { units, truth, found: place(units, truth.length) };
    },
  });
  divisions.push(blind('random', (units, count) => sample(units - 1, count, random)));
  divisions.push(blind('fixed', (units, count) => evenly(units, count)));
  divisions.push(blind('none', () => []));
  const rows: Row[] = [];
  for (const { name, divide } of divisions) {
    const scores: SegmentationScores[] = [];
    let shifts = 0;
    for (const one of glued) {
      const { units, found, truth } = await divide(one);
      shifts += found.length / glued.length;
      scores.push(segmentationScores(units, truth, found));
    }
    rows.push({ name, shifts, ...meanScores(scores) });
  }
  return rows;
}

function frame({ seams }: GluedDocument, shifts: TopicShifts): { units: number; truth: readonly number[] } {
  return { units: shifts.gaps.offsets.length + 1, truth: gapsOf(shifts, seams) };
}

function gapsOf({ gaps }: TopicShifts, offsets: ArrayLike<number>): readonly number[] {
  const gapAt = new Map(Array.from(gaps.offsets, (offset, gap) => [offset, gap]));
  return Array.from(offsets, (offset) => {
    const gap = gapAt.get(offset);
    if (gap === undefined) throw new Error(`No sentence begins at ${offset}.`);
    return gap;
  });
}

function sample(from: number, count: number, random: () => number): readonly number[] {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, from)) chosen.add(Math.floor(random() * from));
  return [...chosen].sort((a, b) => a - b);
}

function evenly(units: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * units) / (count + 1)) - 1);
}

function meanScores(scores: readonly SegmentationScores[]): SegmentationScores {
  const means = MEASURES.map((measure) => [measure, meanOf(scores.map((score) => score[measure]))]);
  return Object.fromEntries(means) as unknown as SegmentationScores;
}

interface EditRow {
  readonly name: string;
  readonly shifts: number;
  /** Shifts that begin or end with one edit: mean, most, and how often none. */
  readonly mean: number;
  readonly most: number;
  readonly none: number;
  /** Sentences between the edit and the furthest shift that changed. */
  readonly furthest: number;
}

/** One sentence replaced, removed or doubled in a document of about 100 KB, many times over. */
async function measureEdits(
  topics: readonly Topic[],
  embedder: Embedder,
  settings: Settings,
): Promise<readonly EditRow[]> {
  const text = longText(topics, settings);
  const cache = memoryEmbeddingCache(1_000_000);
  const rows: EditRow[] = [];
  for (const options of settings.methods) {
    const random = randomFrom(settings.seed);
    const shiftsOf = (of: string) =>
      topicShifts(parseSource({ documentId: 'long.txt', mediaType: 'text/plain', text: of }), embedder, {
        ...settings.common,
        ...options,
        cache,
      });
    const before = await shiftsOf(text);
    const changes: { count: number; furthest: number }[] = [];
    for (let i = 0; i < settings.edits; i++) {
      const { gaps } = before;
      const gap = Math.floor(random() * (gaps.offsets.length - 1));
      const edit = editAt(text, gaps.offsets[gap], gaps.offsets[gap + 1], Math.floor(random() * 3));
      changes.push(changed(before, await shiftsOf(edit.text), edit));
    }
    rows.push({
      name: nameOf(options),
      shifts: before.offsets.length,
      mean: meanOf(changes.map(({ count }) => count)),
      most: Math.max(...changes.map(({ count }) => count)),
      none: changes.filter(({ count }) => count === 0).length / changes.length,
      furthest: Math.max(...changes.map(({ furthest }) => furthest)),
    });
  }
  return rows;
}

function longText(topics: readonly Topic[], { glue, seed }: Settings): string {
  const random = randomFrom(seed);
  let text = '';
  while (text.length < EDITED_CHARS) text += `${glueDocument(topics, glue, random).document.text}\n\n`;
  return text.trimEnd();
}

interface Edit {
  readonly text: string;
  /** `text.slice(start, oldEnd)` became `text.slice(start, newEnd)`. */
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

function editAt(text: string, start: number, end: number, kind: number): Edit {
  const sentence = text.slice(start, end);
  const blank = sentence.slice(sentence.trimEnd().length);
  const replaced = `Nobody had written down when the blue kettle was last descaled, or by whom.${blank}`;
  const now = [replaced, '', sentence.trimEnd() + (blank || ' ') + sentence][kind];
  return { text: text.slice(0, start) + now + text.slice(end), start, oldEnd: end, newEnd: start + now.length };
}

/** Shifts of either version that the other does not have at the same place, those on the edited sentence aside. */
function changed(
  before: TopicShifts,
  after: TopicShifts,
  { start, oldEnd, newEnd }: Edit,
): { count: number; furthest: number } {
  const moved = Array.from(before.offsets, (offset) => (offset >= oldEnd ? offset + newEnd - oldEnd : offset));
  const old = new Set(moved);
  const now = new Set(after.offsets);
  const differing = [...moved.filter((offset) => !now.has(offset)), ...[...now].filter((offset) => !old.has(offset))];
  const away = differing.map((offset) => {
    const [from, to] = [Math.min(offset, start), Math.max(offset, start)];
    return after.gaps.offsets.filter((gap) => gap > from && gap <= to).length;
  });
  return { count: differing.length, furthest: Math.max(0, ...away) };
}

function report(name: string, topics: readonly Topic[], embedder: Embedder, rows: readonly Row[]): string {
  const percent = (value: number) => (value * 100).toFixed(1);
  const head = ['division', 'shifts', 'precision', 'recall', 'F1', 'exact F1', 'Pk', 'WindowDiff'];
  const lines = rows.map((row) => [
    row.name,
    row.shifts.toFixed(1),
    percent(row.precision),
    percent(row.recall),
    percent(f1(row.precision, row.recall)),
    percent(f1(row.exactPrecision, row.exactRecall)),
    percent(row.pk),
    percent(row.windowDiff),
  ]);
  return `## ${name}: ${topics.length} topics, embedder ${embedder.id}\n\n${table(head, lines)}`;
}

function f1(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

function editReport(rows: readonly EditRow[]): string {
  const head = [
    'method',
    'shifts',
    'changed by an edit, mean',
    'most',
    'edits that change none, %',
    'furthest, sentences',
  ];
  const lines = rows.map(({ name, shifts, mean, most, none, furthest }) => [
    name,
    String(shifts),
    mean.toFixed(2),
    String(most),
    (none * 100).toFixed(0),
    String(furthest),
  ]);
  return table(head, lines);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
