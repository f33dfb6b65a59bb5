/** Pinpointing: hits and the query → the sentences, lines or rows inside each hit that answer best. */
import type { Chunk } from '../model/chunk.ts';
import type { Hit, Pinpoint } from '../model/retrieval.ts';
import { type Span, sharedLength } from '../model/span.ts';
import { htmlUnitStarts } from '../text/html-sentences.ts';
import { readableText } from '../text/html-text.ts';
import { countLineFeeds } from '../text/line-index.ts';
import { matchedTerms } from '../text/matched-terms.ts';
import { isHtml } from '../text/media-type.ts';
import { analyzeQuery } from '../text/query-terms.ts';
import { inOrder } from '../text/rising.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { analyzeText } from '../text/terms.ts';

/** Places named inside one hit. */
const MAX_PINPOINTS = 3;
/** A place that is worth less than this share of the best one of its hit is not named. */
const LEAST_SHARE = 0.6;

/**
 * `hits` with their `pinpoints`, and the query's terms and phrases that each holds (`explanation.matched`). A place is worth
 * the weights of the query's terms in it, each once: a term weighs the more the fewer places of all hits hold it (the inverse
 * document frequency of BM25, with places for documents), and a place that is longer than most is worth a little less.
 * Pinpoints that a hit has already come first. Pure; linear in the text of the hits.
 */
export function pinpoint(query: string, hits: readonly Hit[]): readonly Hit[] {
  const analyzed = analyzeQuery(query);
  const wanted = new Set(analyzed.terms);
  const places = hits.map(({ chunk }) => placesOf(chunk, wanted));
  const all = places.flat();
  const weights = weightsOf(all, wanted);
  const mean = all.reduce((sum, { span }) => sum + span.end - span.start, 0) / Math.max(1, all.length);
  return hits.map((hit, i) => ({
    ...hit,
    explanation: {
      ...hit.explanation,
      matched: matchedTerms(analyzed, [readableText(hit.chunk.text, hit.chunk.mediaType), hit.chunk.header]),
    },
    pinpoints: bestOf(hit, places[i], { wanted, weights, mean }),
  }));
}

/** One sentence, line or row: its range in the chunk's text, and the query's terms in it. */
interface Place {
  readonly span: Span;
  readonly terms: ReadonlySet<string>;
}

function placesOf(chunk: Chunk, wanted: ReadonlySet<string>): readonly Place[] {
  const { text, mediaType } = chunk;
  // A header names columns and answers nothing.
  const starts = [chunk.kind === 'table' ? (HEADER_ROW.exec(text)?.[0].length ?? 0) : 0];
  if (isHtml(mediaType)) addBehindStart(htmlUnitStarts(text), starts);
  else if (chunk.kind === 'code' || chunk.kind === 'table' || chunk.kind === 'record')
    lineStartsIn(text, starts[0], starts);
  else sentenceAndBlockStarts(text, starts);
  return starts.flatMap((start, i) => {
    const span = trimmed(text, start, starts[i + 1] ?? text.length);
    if (span === undefined) return [];
    return [{ span, terms: termsIn(readableText(text.slice(span.start, span.end), mediaType), wanted) }];
  });
}

function termsIn(text: string, wanted: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(analyzeText(text).filter((term) => wanted.has(term)));
}

/** The first row of a pipe table with the line under it, which has no other signs. */
const HEADER_ROW = /^[^\n]*\n[ \t|:]*-[ \t|:-]*(?:\n|$)/;

function lineStartsIn(text: string, from: number, starts: number[]): void {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
}

/** A blank line and the beginning of a list item end a sentence, whatever stands before them. */
function sentenceAndBlockStarts(text: string, starts: number[]): void {
  const found: number[] = [];
  sentenceStarts(text, 0, text.length, found);
  for (const { index, 0: gap } of text.matchAll(/\n[ \t\n]*\n|\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)]) )/g))
    found.push(index + gap.length);
  addBehindStart(inOrder(found), starts);
}

/** Adds rising offsets to `starts`; 0 is in it already. */
function addBehindStart(offsets: readonly number[], starts: number[]): void {
  for (const at of offsets) if (at > 0) starts.push(at);
}

function trimmed(text: string, start: number, end: number): Span | undefined {
  const slice = text.slice(start, end);
  const body = slice.trim();
  if (body === '') return undefined;
  const from = start + slice.length - slice.trimStart().length;
  return { start: from, end: from + body.length };
}

function weightsOf(places: readonly Place[], wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of places) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weight = (count: number): number => Math.log(1 + (places.length - count + 0.5) / (count + 0.5));
  return new Map([...wanted].map((term) => [term, weight(counts.get(term) ?? 0)]));
}

interface Weighing {
  readonly wanted: ReadonlySet<string>;
  readonly weights: ReadonlyMap<string, number>;
  /** Length of a place. */
  readonly mean: number;
}

function bestOf({ chunk, pinpoints = [] }: Hit, places: readonly Place[], weighing: Weighing): readonly Pinpoint[] {
  const known = pinpoints.slice(0, MAX_PINPOINTS).map((place) => {
    const terms = termsIn(readableText(place.text, chunk.mediaType), weighing.wanted);
    return { ...place, score: worthOf({ span: place.span, terms }, weighing) };
  });
  const ranked = places
    .map((place) => ({ span: place.span, score: worthOf(place, weighing) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.span.start - b.span.start);
  const least = LEAST_SHARE * (ranked[0]?.score ?? 0);
  const others = ranked
    .slice(0, 2 * MAX_PINPOINTS)
    .filter(({ score }) => score >= least)
    .map(({ span, score }) => toPinpoint(chunk, span, score))
    .filter(({ span }) => !known.some((place) => sharedLength(place.span, span) > 0));
  return [...known, ...others].slice(0, MAX_PINPOINTS);
}

function worthOf({ span, terms }: Place, { weights, mean }: Weighing): number {
  const sum = [...terms].reduce((total, term) => total + (weights.get(term) ?? 0), 0);
  return sum / (LENGTH_FREE + ((1 - LENGTH_FREE) * (span.end - span.start)) / Math.max(1, mean));
}

/** Length counts for a quarter, as b = 0.25 would have it in BM25: sentences differ less in what they cover than documents. */
const LENGTH_FREE = 0.75;

function toPinpoint({ text, span, lines }: Chunk, { start, end }: Span, score: number): Pinpoint {
  const first = lines.start + countLineFeeds(text.slice(0, start));
  const last = first + countLineFeeds(text.slice(start, end));
  // Derived text has other lines than the file: then the chunk's lines are all that is known.
  const isOneToOne = countLineFeeds(text) === lines.end - lines.start;
  return {
    span: { start: span.start + start, end: span.start + end },
    lines: isOneToOne ? { start: first, end: last } : lines,
    text: text.slice(start, end),
    score,
  };
}
