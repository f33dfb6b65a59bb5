/**
 * Topic shifts: from a document and an embedder to the places where its subject changes, as data that chunking takes.
 *
 * The one asynchronous step of chunking, and done before it: `chunkDocument` itself never waits.
 */
import type { Embedder } from '../../embedders/embedder.ts';
import type { Document } from '../../model/document.ts';
import { requireAdapter } from '../../text/adapters.ts';
import { foldSpace } from '../../text/folded-space.ts';
import { writtenSlice } from '../written.ts';
import { embedUnits } from './embed-units.ts';
import { type ResolvedTopicOptions, resolveTopicOptions, type TopicOptions } from './options.ts';
import { selectShifts } from './select.ts';
import { type TopicUnits, topicUnits } from './units.ts';
import { WindowDistances } from './windows.ts';

/** Places where the topic shifts, and what was measured at every other. Arrays of one group have equal length. */
export interface TopicShifts {
  /**
   * Where a chunk should begin, rising: starts of sentences, and for the first sentence of a block the start of
   * its line (of its heading's line where one stands above it).
   */
  readonly offsets: Uint32Array;
  /** How clear each shift is, from 0.55 to 0.75: between a sentence end and the end of a block. */
  readonly strengths: Float32Array;
  /** Every gap between two sentences of a range, to plot and to explain. */
  readonly gaps: TopicGaps;
  /** Length of the text they belong to. */
  readonly textLength: number;
  /** What made them: the embedder and the settings that matter. Equal keys find equal shifts in equal text. */
  readonly key: string;
}

export interface TopicGaps {
  /** Start of the sentence behind the gap, as in `TopicShifts.offsets`. */
  readonly offsets: Uint32Array;
  /** 1 - cosine of the windows on its two sides, from 0 to 2. */
  readonly distances: Float32Array;
  /** What the method compares (distance, rise or depth), and what it must be above. */
  readonly scores: Float32Array;
  readonly thresholds: Float32Array;
}

/**
 * Where the topic of `document` shifts. Each sentence is embedded once, in batches; a window on either side of each gap is
 * the mean of the vectors of its sentences. Nothing depends on text further away than `reach` plus a few windows
 * of sentences, so an edit moves no shift that is far from it. Equal input gives equal output.
 *
 * Throws `KerfError('embedder-failed')` naming the embedder when it throws or gives other vectors than it says,
 * `invalid-option` and `unknown-option` for options, and the reason of `signal` when that is aborted.
 *
 * @example
 * const topics = await topicShifts(document, embedder, { ranges: uniformRanges(document) });
 */
export async function topicShifts(
  document: Document,
  embedder: Embedder,
  options: TopicOptions = {},
): Promise<TopicShifts> {
  requireAdapter('embedder', embedder);
  const settings = resolveTopicOptions(options, document.text.length);
  options.signal?.throwIfAborted();
  const units = topicUnits(document, settings.ranges, settings.shortChars);
  const distances = await measureGaps(document, embedder, units, settings, options);
  return judgeGaps(document, units, distances, settings, embedder.id);
}

/** The distance of each gap, range by range; a range of one unit has none. */
async function measureGaps(
  document: Document,
  embedder: Embedder,
  units: TopicUnits,
  settings: ResolvedTopicOptions,
  { signal, onProgress }: TopicOptions,
): Promise<readonly number[]> {
  const { batchTexts, cache, maxUnitChars, shortChars } = settings;
  const distances: number[] = [];
  const windows = new WindowDistances(settings.window, embedder.dimensions, (distance) => distances.push(distance));
  let embedded = 0;
  for (let from = 0; from < units.count; from += batchTexts) {
    const to = Math.min(units.count, from + batchTexts);
    const texts: string[] = [];
    for (let i = from; i < to; i++) texts.push(unitText(document, units.starts[i], units.ends[i], maxUnitChars));
    const batch = await embedUnits(texts, { embedder, cache, signal });
    embedded += batch.embedded;
    for (let i = from; i < to; i++) {
      if (i > 0 && units.ranges[i] !== units.ranges[i - 1]) windows.end();
      windows.push(batch.vectors[i - from], Math.min(1, texts[i - from].length / shortChars));
    }
    onProgress?.({ done: to, total: units.count, embedded });
  }
  windows.end();
  return distances;
}

const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** What is embedded: white space as single spaces, so that wrapping changes nothing, and at most `most` characters. */
function unitText(document: Document, start: number, end: number, most: number): string {
  const unit = writtenSlice(document, start, end);
  const clipped = unit.length > most ? unit.slice(0, most).replace(HIGH_SURROGATE, '') : unit;
  return foldSpace(clipped).trim();
}

function judgeGaps(
  document: Document,
  units: TopicUnits,
  distances: readonly number[],
  settings: ResolvedTopicOptions,
  embedderId: string,
): TopicShifts {
  const gapOffsets = new Uint32Array(distances.length);
  const scores = new Float32Array(distances.length);
  const thresholds = new Float32Array(distances.length);
  const offsets: number[] = [];
  const strengths: number[] = [];
  for (let first = 0, gap = 0; first < units.count; ) {
    let end = first + 1;
    while (end < units.count && units.ranges[end] === units.ranges[first]) end++;
    const own = distances.slice(gap, gap + end - first - 1);
    const judged = settings.scores(own, settings.amount, settings.reach);
    const selected = selectShifts(own, judged, settings.window, Math.min(LEAST_UNITS, settings.window));
    for (let i = 0; i < own.length; i++) gapOffsets[gap + i] = units.starts[first + i + 1];
    scores.set(judged.scores, gap);
    thresholds.set(judged.thresholds, gap);
    for (const i of selected.gaps) offsets.push(units.starts[first + i + 1]);
    for (const strength of selected.strengths) strengths.push(strength);
    gap += own.length;
    first = end;
  }
  return {
    offsets: Uint32Array.from(offsets),
    strengths: Float32Array.from(strengths),
    gaps: { offsets: gapOffsets, distances: Float32Array.from(distances), scores, thresholds },
    textLength: document.text.length,
    key: keyOf(settings, embedderId),
  };
}

/** One sentence at the edge of a range is no topic. */
const LEAST_UNITS = 2;

/** Raised whenever equal text and settings would give other shifts than before. */
const TOPICS_VERSION = 2;

/** The `key` of the shifts that `embedder` finds with `options`, whatever the text. Throws as `topicShifts` does for options. */
export function topicsKey(embedder: Embedder, options: TopicOptions = {}): string {
  requireAdapter('embedder', embedder);
  const { ranges: _, ...rest } = options;
  return keyOf(resolveTopicOptions(rest, 0), embedder.id);
}

function keyOf(settings: ResolvedTopicOptions, embedderId: string): string {
  const { method, amount, window, reach, shortChars, maxUnitChars } = settings;
  return JSON.stringify([TOPICS_VERSION, embedderId, method, amount, window, reach, shortChars, maxUnitChars]);
}
