/** Evaluation, weak labels: a document → its headings, each with the text between it and the next one. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { headingText, shortTitle } from '../text/heading-text.ts';

export interface DocumentSection {
  readonly title: string;
  /** Titles of the enclosing headings, outermost first. */
  readonly parents: readonly string[];
  /** The blocks under the heading, up to the next heading of any level; empty where there are none. */
  readonly span: Span;
  /** Index of the heading's block. */
  readonly block: number;
}

/** `3. `, `2.1 `, `iv) `: nobody asks by number. */
const NUMBER = /^(?:\d+(?:\.\d+)+[.)]?|\d+[.)]|[ivx]+[.)])\s+/i;

/** Headings of the top level in reading order; those without words are left out. */
export function sectionsOf(document: Document): readonly DocumentSection[] {
  const { blocks, text, labels } = document;
  const { count, kinds, parents, levels, starts, ends } = blocks;
  const sections: { title: string; parents: readonly string[]; span: { start: number; end: number }; block: number }[] =
    [];
  const open: { readonly title: string; readonly level: number }[] = [];
  for (let i = 0; i < count; i++) {
    if (parents[i] !== -1) continue;
    if (kinds[i] !== KIND.heading) {
      const section = sections.at(-1);
      if (section === undefined) continue;
      if (section.span.end === section.span.start) section.span.start = starts[i];
      section.span.end = ends[i];
      continue;
    }
    const title = shortTitle(labels?.get(i) ?? headingText(text.slice(starts[i], ends[i]))).replace(NUMBER, '');
    while (open.length > 0 && open[open.length - 1].level >= levels[i]) open.pop();
    sections.push({
      title,
      parents: open.map((outer) => outer.title),
      span: { start: ends[i], end: ends[i] },
      block: i,
    });
    open.push({ title, level: levels[i] });
  }
  return sections.filter(({ title }) => /[\p{L}\p{N}]/u.test(title));
}
