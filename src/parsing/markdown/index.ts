/** `kerf/parsing/markdown`: Markdown source → document, without the parsers of all other formats. Runs in a browser. */
import type { Document, Source } from '../../model/document.ts';
import { documentOf } from '../document-of.ts';
import { scanMarkdownDocument } from './scan-document.ts';

export type { Document, Source } from '../../model/document.ts';

/**
 * Parses `source` as Markdown whatever its media type; gives what `parseSource` gives for Markdown. Code in fences is
 * one block each, since grammars belong to `kerf/parsing`. Throws KerfError 'invalid-source' when `source` is not one.
 */
export function parseMarkdown(source: Source): Document {
  return documentOf(source, (text) => scanMarkdownDocument(text, source.documentId));
}
