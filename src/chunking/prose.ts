/** Prose: where sentences begin in a stretch of a document, and what must stay whole there, by the document's format. */
import type { Document } from '../model/document.ts';
import { isHtml } from '../text/html-markup.ts';
import { htmlSentenceStarts } from '../text/html-sentences.ts';
import { htmlBreaks, htmlSpans } from '../text/html-spans.ts';
import { inlineSpans } from '../text/inline-spans.ts';
import { DEFAULT_SENTENCE_RULES, type SentenceRules } from '../text/sentence-rules.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { SIGNAL, STRENGTH } from './signals.ts';

/** Says of an offset whether it lies strictly inside something that is not cut where it fits. */
export type Protection = (offset: number) => boolean;

/** Links and code of Markdown, tags and character references of HTML in `[from, to)`. */
export function protectionOf({ text, mediaType }: Document, from: number, to: number): Protection {
  if (mediaType.startsWith('text/markdown')) return spanLookup(inlineSpans(text, from, to));
  return isHtml(mediaType) ? spanLookup(htmlSpans(text, from, to)) : uncut;
}

/** The protection of text in which nothing must stay whole. */
export function uncut(): boolean {
  return false;
}

/** Appends to `out` the offsets of the sentences that begin inside `[from, to)`, the first one left out. */
export function sentencesIn(
  { text, mediaType }: Document,
  from: number,
  to: number,
  out: number[],
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): void {
  if (isHtml(mediaType)) htmlSentenceStarts(text, from, to, out, rules);
  else sentenceStarts(text, from, to, out, rules);
}

/** A place inside prose where a unit begins. */
export interface ProsePlace {
  readonly at: number;
  readonly signal: number;
  readonly strength: number;
}

/** Inside a leaf of HTML the next paragraph or item is a better place than a sentence, the next cell a worse one. */
const HTML_BLOCK = { signal: SIGNAL.line, strength: STRENGTH.row };
const HTML_CELL = { signal: SIGNAL.line, strength: STRENGTH.sentence };
const SENTENCE = { signal: SIGNAL.sentence, strength: STRENGTH.sentence };

/** The places in `[from, to)`, rising: sentences by `rules`, none where that is null, and in HTML the elements. */
export function placesIn(
  document: Document,
  from: number,
  to: number,
  rules: SentenceRules | null,
): readonly ProsePlace[] {
  if (rules === null) return [];
  const starts: number[] = [];
  sentencesIn(document, from, to, starts, rules);
  const sentences = starts.map((at) => ({ at, ...SENTENCE }));
  if (!isHtml(document.mediaType)) return sentences;
  const { offsets, minor } = htmlBreaks(document.text, from, to);
  const breaks = offsets.map((at, i) => ({ at, ...(minor[i] ? HTML_CELL : HTML_BLOCK) }));
  return [...sentences, ...breaks].sort((a, b) => a.at - b.at || b.strength - a.strength);
}

/** Whether an offset lies strictly inside one of rising, disjoint spans. */
function spanLookup(spans: readonly number[]): Protection {
  if (spans.length === 0) return uncut;
  return (offset) => {
    let low = 0;
    let high = spans.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle * 2 + 1] <= offset) low = middle + 1;
      else high = middle;
    }
    return low < spans.length >> 1 && spans[low * 2] < offset;
  };
}
