/** Evaluation: gold places and the places that were found → how much of each gold was found. */
import type { Span } from '../model/span.ts';
import type { Gold, GoldPlace } from './query-set.ts';

/** A place of the raw text of a document: of a hit, or of a passage in the context. */
export interface FoundPlace {
  readonly documentId: string;
  /** Range of the raw text, in UTF-16 units. */
  readonly span: Span;
}

/** The non-blank characters before each offset of a text: whether a passage ends before or behind a line feed answers nothing. */
export type BlackCounts = Uint32Array;

const BLANK = /^\s$/;

export function blackCounts(text: string): BlackCounts {
  const counts = new Uint32Array(text.length + 1);
  for (let at = 0; at < text.length; at++) counts[at + 1] = counts[at] + (BLANK.test(text[at]) ? 0 : 1);
  return counts;
}

/** The counts of each document that gold names. */
export type BlackCountsOf = (documentId: string) => BlackCounts;

/**
 * The share of each gold, 0 to 1, that lies in the union of `places`: of its non-blank characters; of a whole document 1
 * as soon as one place is in it. The best of a gold and its alternates counts.
 */
export function goldShares(gold: readonly Gold[], places: readonly FoundPlace[], countsOf: BlackCountsOf): number[] {
  const spansOf = spansByDocument(places);
  return gold.map((entry) =>
    entry.alternates.reduce(
      (best, place) => Math.max(best, shareOf(place, spansOf, countsOf)),
      shareOf(entry, spansOf, countsOf),
    ),
  );
}

function shareOf(gold: GoldPlace, spansOf: ReadonlyMap<string, readonly Span[]>, countsOf: BlackCountsOf): number {
  const spans = spansOf.get(gold.documentId);
  if (spans === undefined) return 0;
  if (gold.span === undefined) return 1;
  const counts = countsOf(gold.documentId);
  const wanted = counts[gold.span.end] - counts[gold.span.start];
  let held = 0;
  for (const { start, end } of clip(spans, gold.span)) held += counts[end] - counts[start];
  return wanted === 0 ? Number(held > 0) : held / wanted;
}

/** The spans of each document as disjoint ranges in rising order. */
export function spansByDocument(places: readonly FoundPlace[]): ReadonlyMap<string, readonly Span[]> {
  const grouped = new Map<string, Span[]>();
  for (const { documentId, span } of places) {
    const spans = grouped.get(documentId);
    if (spans) spans.push(span);
    else grouped.set(documentId, [span]);
  }
  return new Map([...grouped].map(([documentId, spans]) => [documentId, unionOf(spans)]));
}

/** `spans` joined where they touch or overlap, in rising order. */
export function unionOf(spans: readonly Span[]): readonly Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** The parts of `spans` inside `range`. */
export function clip(spans: readonly Span[], range: Span): readonly Span[] {
  return spans
    .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }))
    .filter(({ start, end }) => start < end);
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
