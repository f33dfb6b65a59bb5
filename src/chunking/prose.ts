/** Prose: where sentences begin in a stretch of a document, and what must stay whole there, by the document's format. */
import type { Document } from '../model/document.ts';
import { htmlSentenceStarts } from '../text/html-sentences.ts';
import { htmlBreaks, htmlSpans } from '../text/html-spans.ts';
import { type HtmlTokens, htmlTokens } from '../text/html-tokens.ts';
import { inlineSpans } from '../text/inline-spans.ts';
import { isHtml, isMarkdown } from '../text/media-type.ts';
import { DEFAULT_SENTENCE_RULES, type SentenceRules } from '../text/sentence-rules.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { SIGNAL, STRENGTH } from './signals.ts';

/** Says of an offset whether it lies strictly inside something that is not cut where it fits. */
export interface Protection {
  (offset: number): boolean;
  /** Where what `offset` lies inside ends; the offset itself outside. */
  endOf(offset: number): number;
}

/** How good a place inside prose is. */
export interface ProsePlace {
  readonly signal: number;
  readonly strength: number;
}

export interface Prose {
  /** Rising, where units begin: sentences, and in HTML the elements that stand on lines of their own. */
  readonly places: readonly number[];
  /** What begins at such a place, where that is no sentence. */
  readonly elements: ReadonlyMap<number, ProsePlace>;
  readonly blocked: Protection;
}

/** The prose of `[from, to)`, its sentences by `rules`; without places where those are null. */
export function readProse(document: Document, from: number, to: number, rules: SentenceRules | null): Prose {
  const { text, mediaType } = document;
  if (isHtml(mediaType)) return readHtml(text, htmlTokens(text, from, to), rules);
  const starts: number[] = [];
  if (rules !== null) sentenceStarts(text, from, to, starts, rules);
  return { places: starts, elements: NO_ELEMENTS, blocked: protectionOf(document, from, to) };
}

/** Links and code of Markdown, tags and character references of HTML in `[from, to)`. */
export function protectionOf({ text, mediaType }: Document, from: number, to: number): Protection {
  if (isMarkdown(mediaType)) return spanLookup(inlineSpans(text, from, to));
  return isHtml(mediaType) ? spanLookup(htmlSpans(text, htmlTokens(text, from, to))) : uncut;
}

/** The protection of text in which nothing must stay whole. */
export const uncut: Protection = Object.assign(() => false, { endOf: (offset: number) => offset });

/** Appends to `out` the offsets of the sentences that begin inside `[from, to)`, the first one left out. */
export function sentencesIn(
  { text, mediaType }: Document,
  from: number,
  to: number,
  out: number[],
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): void {
  if (isHtml(mediaType)) htmlSentenceStarts(text, htmlTokens(text, from, to), out, rules);
  else sentenceStarts(text, from, to, out, rules);
}

const NO_ELEMENTS: ReadonlyMap<number, ProsePlace> = new Map();
export const SENTENCE_PLACE: ProsePlace = { signal: SIGNAL.sentence, strength: STRENGTH.sentence };

function readHtml(text: string, tokens: HtmlTokens, rules: SentenceRules | null): Prose {
  const blocked = spanLookup(htmlSpans(text, tokens));
  if (rules === null) return { places: [], elements: NO_ELEMENTS, blocked };
  const sentences: number[] = [];
  htmlSentenceStarts(text, tokens, sentences, rules);
  const { offsets, minor } = htmlBreaks(text, tokens);
  const places: number[] = [];
  const elements = new Map<number, ProsePlace>();
  let next = 0;
  for (const [i, at] of offsets.entries()) {
    while (next < sentences.length && sentences[next] < at) places.push(sentences[next++]);
    if (sentences[next] === at) next++;
    // The next paragraph or item is a better place than a sentence, the next cell as good a one.
    places.push(at);
    elements.set(at, { signal: SIGNAL.line, strength: minor[i] ? STRENGTH.sentence : STRENGTH.row });
  }
  while (next < sentences.length) places.push(sentences[next++]);
  return { places, elements, blocked };
}

/** The protection of rising, disjoint spans [start, end, ...]. */
function spanLookup(spans: readonly number[]): Protection {
  if (spans.length === 0) return uncut;
  /** Index of the first span that ends behind `offset`. */
  const find = (offset: number): number => {
    let low = 0;
    let high = spans.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle * 2 + 1] <= offset) low = middle + 1;
      else high = middle;
    }
    return low * 2;
  };
  const blocked = (offset: number): boolean => spans[find(offset)] < offset;
  return Object.assign(blocked, {
    endOf: (offset: number) => (blocked(offset) ? spans[find(offset) + 1] : offset),
  });
}
