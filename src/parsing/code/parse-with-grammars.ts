/** Parsing of source code: from a source to a document, with the grammars it needs loaded first. */
import type { Document, Source } from '../../model/document.ts';
import { parseSource } from '../parse.ts';
import { neededLanguages } from './parse-code.ts';
import type { SyntaxLoader } from './syntax.ts';

/**
 * `parseSource` with the grammars of the source and of its code fences. Without `load`, and for sources without code, nothing
 * is loaded. Throws what `load` throws, and KerfError 'invalid-source'.
 */
export async function parseWithGrammars(source: Source, load: SyntaxLoader | undefined): Promise<Document> {
  const languages = load === undefined || typeof source.text !== 'string' ? [] : neededLanguages(source);
  if (load === undefined || languages.length === 0) return parseSource(source);
  return parseSource(source, { syntax: await load(languages) });
}
