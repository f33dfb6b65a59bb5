/** Chunks for tests: a document cut at given places, every field true to the text. */
import type { Chunk, ContextPart } from '../../src/model/chunk.ts';
import type { Span } from '../../src/model/span.ts';
import { shortHash } from '../../src/text/hash.ts';

export interface SampleSection {
  readonly path: readonly string[];
  readonly spans: readonly Span[];
}

/** Lays `pieces` out as one document: the pieces in order with `gap` between them, and the span of each. */
export function layOut(pieces: readonly string[], gap = '\n\n'): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = '';
  for (const piece of pieces) {
    if (text !== '') text += gap;
    spans.push({ start: text.length, end: text.length + piece.length });
    text += piece;
  }
  return { text, spans };
}

/** The chunks of `text`, one per span; `rawLineEnd` '\r\n' gives raw spans as of a file with such line ends. */
export function sampleChunks(
  documentId: string,
  text: string,
  sections: readonly SampleSection[],
  options: { rawLineEnd?: '\n' | '\r\n'; title?: string; context?: (span: Span) => readonly ContextPart[] } = {},
): Chunk[] {
  const rows = sections.flatMap(({ path, spans }) => spans.map((span) => ({ path, span })));
  const raw = (offset: number) => offset + (options.rawLineEnd === '\r\n' ? lineFeeds(text.slice(0, offset)) : 0);
  const id = (index: number) => (index >= 0 && index < rows.length ? `${documentId}#${index}` : null);
  return rows.map(({ path, span }, index) => {
    const own = text.slice(span.start, span.end);
    const header = [options.title ?? '', ...path].filter(Boolean).join(' > ');
    const newSection = index > 0 && rows[index - 1].path.join() !== path.join();
    return {
      id: `${documentId}#${index}`,
      documentId,
      index,
      granularity: 'passage',
      kind: 'text',
      text: own,
      span,
      rawSpan: { start: raw(span.start), end: raw(span.end) },
      lines: { start: lineFeeds(text.slice(0, span.start)) + 1, end: lineFeeds(text.slice(0, span.end)) + 1 },
      context: options.context?.(span) ?? [],
      overlap: null,
      embedText: `${header}\n\n${own}`,
      header,
      tokenCount: 0,
      textTokenCount: 0,
      sectionPath: path,
      contentHash: shortHash(own),
      embedHash: shortHash(`${header}\n\n${own}`),
      boundary: {
        start: { signal: newSection || index === 0 ? 'section' : 'block', strength: 1 },
        end: { signal: 'block', strength: 1 },
      },
      previousId: id(index - 1),
      nextId: id(index + 1),
      parentId: `${documentId}/${path.join('/')}`,
      mediaType: 'text/markdown',
      updatedAt: null,
      notes: [],
      time: null,
      defines: [],
      uses: [],
      metadata: {},
    };
  });
}

/** A document of one section per entry of `sections`, each section a list of paragraphs. */
export function sampleDocument(documentId: string, sections: Readonly<Record<string, readonly string[]>>): Chunk[] {
  const { text, spans } = layOut(Object.values(sections).flat());
  let at = 0;
  const cut = Object.entries(sections).map(([title, paragraphs]) => {
    const own = spans.slice(at, (at += paragraphs.length));
    return { path: title === '' ? [] : [title], spans: own };
  });
  return sampleChunks(documentId, text, cut);
}

function lineFeeds(text: string): number {
  return text.split('\n').length - 1;
}
