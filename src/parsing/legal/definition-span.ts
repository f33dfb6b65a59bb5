/** Parsing: chooses the span that says what a defined term means: the sentence or list item, and not too much of it. */
import type { BlockTable } from '../../model/block.ts';
import type { Span } from '../../model/span.ts';
import { countBelow } from '../../text/rising.ts';
import { isSpace, skipSpace } from '../lines.ts';
import { isLeaf } from '../references.ts';
import type { DefinedPlace } from './definitions.ts';

/** UTF-16 units; a definition travels with the clauses that use it, so a long one is cut at a word. */
const LONGEST = 400;
/** What ends the part of a sentence in front of a definition. */
const MARKS = ' \t\n),.;:';
/** A term named so close to the front of its block is what the block is about. */
const FRONT = 60;

/** What stands around a place in its block. */
export interface Surroundings {
  /** The place in front of it in the block. */
  readonly before: DefinedPlace | undefined;
  /** Gives where the sentences of the block begin, the first one left out. */
  readonly sentencesOf: () => readonly number[];
}

/** Span for the definition at `place` in leaf block `leaf`. */
export function definitionSpan(
  text: string,
  blocks: BlockTable,
  leaf: number,
  place: DefinedPlace,
  { before, sentencesOf }: Surroundings,
): Span {
  const start = blocks.starts[leaf];
  const end = blocks.ends[leaf];
  const isFront = place.form !== 'brackets' && place.start - start <= FRONT;
  if (isFront && text[end - 1] === ':') return clip(text, start, listEnd(blocks, leaf), place);
  if (isFront && end - start <= LONGEST) return { start, end };
  const sentences = sentencesOf();
  const next = countBelow(sentences, sentences.length, place.end);
  const first = countBelow(sentences, sentences.length, place.start + 1);
  const from = first === 0 ? start : sentences[first - 1];
  const to = next === sentences.length ? end : sentences[next];
  if (place.form !== 'brackets' || to - from <= LONGEST) return clip(text, from, to, place);
  return clip(text, Math.max(from, Math.min(before?.end ?? 0, place.start)), place.end, place);
}

/** The end of what `leaf` introduces: the blocks behind it as far as they fit. */
function listEnd(blocks: BlockTable, leaf: number): number {
  const { count, starts, ends, levels } = blocks;
  let end = ends[leaf];
  for (let i = leaf + 1; i < count && ends[i] - starts[leaf] <= LONGEST; i++) {
    if (!isLeaf(blocks, i)) continue;
    if (levels[i] <= levels[leaf]) break;
    end = ends[i];
  }
  return end;
}

/** `[start, end)` without white space around it, at most 400 characters that hold the front of the place. */
function clip(text: string, start: number, end: number, place: DefinedPlace): Span {
  let from = start;
  if (place.end - from > LONGEST) from = wordAt(text, place.end - LONGEST, place.start);
  while (from < place.start && MARKS.includes(text[from])) from++;
  from = skipSpace(text, from, end);
  let to = end;
  if (to - from > LONGEST) to = wordAt(text, from + LONGEST, from);
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** The nearest place at or behind `at`, or in front of it when `limit` is there, where a word begins. */
function wordAt(text: string, at: number, limit: number): number {
  const step = limit > at ? 1 : -1;
  let place = at;
  while (place !== limit && !isSpace(text.charCodeAt(place - 1))) place += step;
  if (place !== limit || step > 0) return place;
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}
