/** From paths to parsed documents, one at a time; what could not be read is noted and the rest goes on. */
import { loadSyntaxParsers } from '../grammars/tree-sitter.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Document } from '../model/document.ts';
import { parseWithGrammars } from '../parsing/code/parse-with-grammars.ts';
import { readSources } from '../sources/files.ts';

/** Yields the documents of `paths` and adds files that cannot be read to `unread`. Throws `not-found` for a wrong path. */
export async function* readDocuments(paths: readonly string[], unread: Diagnostic[]): AsyncGenerator<Document> {
  for await (const source of readSources(paths)) {
    if ('code' in source) unread.push(source);
    else yield await parseWithGrammars(source, loadSyntaxParsers);
  }
}
