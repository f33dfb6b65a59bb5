/** Parsing of source code: chooses how a document is read by its media type, and says which grammars it needs. */
import type { Source } from '../../model/document.ts';
import { KerfError } from '../../model/error.ts';
import { isMarkdown } from '../../text/media-type.ts';
import type { Parsed } from '../parsed.ts';
import { type CodeLanguage, isCode, languageOfFence, languageOfMediaType } from './languages.ts';
import { scanCodeLines } from './line-scan.ts';
import { scanCode } from './scan-code.ts';
import type { SyntaxParsers } from './syntax.ts';

export interface CodeOptions {
  /** Grammars, from `loadSyntaxParsers`. Default: none; source code is read by its lines. */
  readonly syntax?: SyntaxParsers | undefined;
  /** Find the imports and symbols of source code and where they are used. Default true. */
  readonly references?: boolean | undefined;
}

/**
 * The declarations and statements of `text`; undefined when `mediaType` is not that of source code. Throws nothing.
 */
export function parseCode(
  text: string,
  documentId: string,
  mediaType: string,
  options: CodeOptions,
): Parsed | undefined {
  if (!isCode(mediaType)) return undefined;
  const language = languageOfMediaType(mediaType);
  if (language === undefined) return scanCodeLines(text);
  return scanCode(text, language, options.syntax, { documentId, references: options.references !== false });
}

/** Up to three spaces, a fence, the info string. */
const FENCE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*([^\s`][^\n`]{0,100})/gm;

/**
 * The languages whose grammars `parseSource` has a use for in `source`: its own, and of Markdown those of its code fences.
 * Throws KerfError 'invalid-source' where the text or the media type is no string.
 */
export function neededLanguages(source: Pick<Source, 'mediaType' | 'text'>): readonly CodeLanguage[] {
  for (const field of ['text', 'mediaType'] as const)
    if (typeof source[field] !== 'string')
      throw new KerfError('invalid-source', `The source has no ${field}: give { documentId, mediaType, text }.`);
  if (!isMarkdown(source.mediaType)) {
    const language = languageOfMediaType(source.mediaType);
    return language === undefined ? [] : [language];
  }
  const languages = new Set<CodeLanguage>();
  if (source.text.includes('```') || source.text.includes('~~~')) {
    for (const [, info] of source.text.matchAll(FENCE)) {
      const language = languageOfFence(info);
      if (language !== undefined) languages.add(language);
    }
  }
  return [...languages];
}
