/** Parsing: turns a source into a document: chooses the parser of its format by media type and content. */
import type { Document, Source } from '../model/document.ts';
import { essenceOf, isHtml, isMarkdown } from '../text/media-type.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { fencedCode } from './code/fenced-code.ts';
import { type CodeOptions, parseCode } from './code/parse-code.ts';
import { parseConversation } from './conversation/parse-conversation.ts';
import { documentOf } from './document-of.ts';
import { scanHtml } from './html/scan-html.ts';
import { scanMarkdownDocument } from './markdown/scan-document.ts';
import { isXhtml } from './media-type.ts';
import type { Parsed } from './parsed.ts';
import { scanPlainText } from './plain-text.ts';
import { parseRecords } from './records/parse-records.ts';

/** How to parse; so far all of it concerns source code. */
export type ParseOptions = CodeOptions;

const PARSE_OPTION_NAMES = ['syntax', 'references'] as const satisfies readonly (keyof ParseOptions)[];

/**
 * Parses `source` by its media type; what has no parser is plain text. With `options.syntax` source code is read by its
 * grammar, that of files and that in fenced blocks of Markdown; without, files are read by their lines.
 * Trouble in the text becomes a diagnostic. Throws KerfError 'invalid-source' when `source` is not one, 'unknown-option'.
 */
export function parseSource(source: Source, options: ParseOptions = {}): Document {
  refuseUnknownOptions('parse', options, PARSE_OPTION_NAMES);
  return documentOf(source, (text) => parseText(text, source, options));
}

/** Chooses the parser by media type; what has none is plain text. */
function parseText(text: string, source: Source, options: ParseOptions): Parsed {
  if (isMarkdown(source.mediaType)) return withFencedCode(scanMarkdownDocument(text, source.documentId), text, options);
  if (isHtml(source.mediaType)) return scanHtml(text, source.documentId, { xml: isXhtml(source.mediaType) });
  const code = parseCode(text, source.documentId, source.mediaType, options);
  if (code !== undefined) return code;
  const conversation = parseConversation(source, text, essenceOf(source.mediaType));
  if (conversation !== undefined) return conversation;
  return parseRecords(text, source.documentId, essenceOf(source.mediaType)) ?? scanPlainText(text);
}

function withFencedCode(parsed: Parsed, text: string, { syntax }: ParseOptions): Parsed {
  return syntax === undefined ? parsed : fencedCode(parsed, text, syntax);
}
