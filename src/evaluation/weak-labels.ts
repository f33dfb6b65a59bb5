/**
 * Evaluation, weak labels: a document → questions that it asks of itself, each with the text that follows as its answer.
 *
 * Nobody judged them. A heading shares words with the text under it far more often than a question of a person does, which
 * flatters lexical search; see docs/guide/query-sets.md.
 */
import type { Document } from '../model/document.ts';
import { toRawSpan } from '../model/origin.ts';
import type { Span } from '../model/span.ts';
import { commentLabels } from './weak-comments.ts';
import { definitionLabels } from './weak-definitions.ts';
import { captionLabels, headingLabels, questionLabels } from './weak-headings.ts';
import { type DocumentLink, linksOf } from './weak-links.ts';
import { type DocumentSection, sectionsOf } from './weak-sections.ts';

/** What questions are made from. */
export const WEAK_SOURCES = ['heading', 'question', 'definition', 'comment', 'caption', 'link'] as const;
export type WeakSource = (typeof WEAK_SOURCES)[number];

/** A question as a rule found it. */
export interface WeakLabel {
  readonly source: WeakSource;
  /** The question in its forms, from the shortest to the one that says most of where it stands; at least one. */
  readonly forms: readonly string[];
  /** The answer, in `document.text`. */
  readonly span: Span;
}

/** The same with its place in the corpus. */
export interface PlacedLabel extends Omit<WeakLabel, 'span'> {
  readonly documentId: string;
  /** The answer, in the raw text of the file. */
  readonly span: Span;
}

/** What one document gives; links are resolved when all documents are known. */
export interface DocumentLabels {
  readonly documentId: string;
  readonly title: string;
  readonly labels: readonly PlacedLabel[];
  readonly links: readonly DocumentLink[];
  /** Where links can lead, in the raw text. */
  readonly sections: readonly DocumentSection[];
}

/** Characters of an answer: shorter ones say too little, longer ones fit no context. */
export const LEAST_GOLD_CHARS = 40;
export const MOST_GOLD_CHARS = 4000;

const RULES: Readonly<
  Record<
    Exclude<WeakSource, 'link'>,
    (document: Document, sections: readonly DocumentSection[]) => readonly WeakLabel[]
  >
> = {
  heading: headingLabels,
  question: questionLabels,
  definition: definitionLabels,
  comment: commentLabels,
  caption: captionLabels,
};

/** The labels of `document`, in reading order by source. Texts derived from a file (mail, chat exports) give none. */
export function weakLabelsOf(document: Document, sources: readonly WeakSource[] = WEAK_SOURCES): DocumentLabels {
  const { id: documentId, title, origin } = document;
  if (origin.pieces !== undefined) return { documentId, title, labels: [], links: [], sections: [] };
  const sections = sectionsOf(document);
  const toRaw = (span: Span): Span => toRawSpan(origin, span);
  const labels = sources.flatMap((source) => (source === 'link' ? [] : RULES[source](document, sections)));
  return {
    documentId,
    title,
    labels: labels
      .filter(({ span }) => isAnswer(document.text, span))
      .map((label) => ({ ...label, documentId, span: toRaw(label.span) })),
    links: sources.includes('link') ? linksOf(document) : [],
    sections: sections
      .filter(({ span }) => isAnswer(document.text, span))
      .map((section) => ({ ...section, span: toRaw(section.span) })),
  };
}

function isAnswer(text: string, { start, end }: Span): boolean {
  if (end - start > MOST_GOLD_CHARS) return false;
  return text.slice(start, end).replace(/\s+/g, '').length >= LEAST_GOLD_CHARS;
}
