/** Evaluation, weak labels: links between documents → labels whose answer is the section that they lead to. */
import type { Document } from '../model/document.ts';
import { headingText } from '../text/heading-text.ts';
import { isMarkdown } from '../text/media-type.ts';
import type { DocumentLabels, PlacedLabel } from './weak-labels.ts';

export interface DocumentLink {
  readonly text: string;
  /** As written: a path, an anchor behind `#`, or both. */
  readonly target: string;
}

/** `[at least three words](path#anchor)`, no images and no addresses of other sites. */
const LINK = /(?<!!)\[([^[\]\n]{8,120})\]\(<?([^()\s<>]{1,300})>?(?:\s+"[^"\n]*")?\)/g;

/** The links of a Markdown document that lead to documents beside it. */
export function linksOf({ text, mediaType }: Document): readonly DocumentLink[] {
  if (!isMarkdown(mediaType)) return [];
  return [...text.matchAll(LINK)].flatMap(([, words, target]) => {
    const name = headingText(words);
    const isWords = name.split(/\s+/).length >= 3;
    return isWords && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(target) ? [{ text: name, target }] : [];
  });
}

/** Labels of the links whose section is in the corpus. A link that only repeats the heading says nothing new. */
export function linkLabels(corpus: readonly DocumentLabels[]): readonly PlacedLabel[] {
  const byId = new Map(corpus.map((document) => [document.documentId, document]));
  const bySlug = new Map(
    corpus.flatMap(({ documentId, sections }) =>
      // Of equal headings the first one has the plain anchor.
      sections.toReversed().map((section) => [`${documentId}#${slugOf(section.title)}`, section] as const),
    ),
  );
  return corpus.flatMap(({ documentId, links }) =>
    links.flatMap(({ text, target }): readonly PlacedLabel[] => {
      const [path, anchor = ''] = target.split('#', 2);
      const found = byId.get(path === '' ? documentId : resolved(documentId, decoded(path)));
      const section = anchor === '' ? found?.sections[0] : bySlug.get(`${found?.documentId}#${decoded(anchor)}`);
      if (found === undefined || section === undefined || same(section.title, text) || same(found.title, text))
        return [];
      return [{ source: 'link', forms: [text], documentId: found.documentId, span: section.span }];
    }),
  );
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // What is no percent code is a name like any other.
    return part;
  }
}

/** `path` as seen from the folder of `from`. */
function resolved(from: string, path: string): string {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The anchor of a heading, as GitHub and most site generators make it. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
