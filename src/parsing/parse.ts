/** Parsing: turns a source into a document: normalised text, blocks, title, metadata, and what was odd about it. */
import { BlockWriter, CHARS_PER_BLOCK, KIND } from '../model/block.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Document, Dropped, Source } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import type { JsonValue } from '../model/json.ts';
import type { OriginMap } from '../model/origin.ts';
import { refuseUnknownOptions } from '../text/option-names.ts';
import { fencedCode } from './code/fenced-code.ts';
import { type CodeOptions, parseCode } from './code/parse-code.ts';
import { parseConversation } from './conversation/parse-conversation.ts';
import { type FrontMatter, readFrontMatter } from './markdown/front-matter.ts';
import { scanMarkdown } from './markdown/scan.ts';
import { markdownReferences } from './markdown-references.ts';
import { essenceOf, isMarkdown } from './media-type.ts';
import { normaliseText } from './normalise.ts';
import type { Parsed } from './parsed.ts';
import { scanPlainText } from './plain-text.ts';
import { parseRecords } from './records/parse-records.ts';
import { titleOf } from './title.ts';

/** How to parse; so far all of it concerns source code. */
export type ParseOptions = CodeOptions;

const PARSE_OPTION_NAMES = ['syntax', 'references'] as const satisfies readonly (keyof ParseOptions)[];

/**
 * Parses `source` by its media type; what has no parser is plain text. With `options.syntax` source code is read by its
 * grammar, that of files and that in fenced blocks of Markdown; without, files are read by their lines.
 * Trouble in the text becomes a diagnostic. Throws KerfError 'invalid-source' when `source` is not one, 'unknown-option'.
 */
export function parseSource(source: Source, options: ParseOptions = {}): Document {
  checkSource(source);
  refuseUnknownOptions('parse', options, PARSE_OPTION_NAMES);
  const normalised = normaliseText(source.text);
  const parsed = parseText(normalised.text, source, options);
  const { text, origin } = { ...normalised, ...derivedOf(parsed) };
  const { labels, references, times } = parsed;
  const title = fieldTitle(parsed.fields?.title) || titleOf(text, parsed.blocks, labels);
  return {
    id: source.documentId,
    mediaType: source.mediaType,
    text,
    title,
    blocks: parsed.blocks,
    origin,
    dropped: parsed.dropped ?? [],
    diagnostics: [...(source.diagnostics ?? []), ...(parsed.diagnostics ?? [])],
    metadata: { ...source.metadata, ...parsed.fields },
    ...(source.updatedAt === undefined ? {} : { updatedAt: source.updatedAt }),
    ...(labels === undefined ? {} : { labels }),
    ...(references === undefined ? {} : { references }),
    ...(times === undefined ? {} : { times }),
  };
}

/** The text and origin of a parser that derived its text from the raw source. */
function derivedOf({ text, origin }: Parsed): { readonly text?: string; readonly origin?: OriginMap } {
  return text === undefined || origin === undefined ? {} : { text, origin };
}

/** Chooses the parser by media type; what has none is plain text. */
function parseText(text: string, source: Source, options: ParseOptions): Parsed {
  if (isMarkdown(source.mediaType)) return withFencedCode(parseMarkdown(text, source.documentId), text, options);
  const code = parseCode(text, source.documentId, source.mediaType, options);
  if (code !== undefined) return code;
  const conversation = parseConversation(source, text, essenceOf(source.mediaType));
  if (conversation !== undefined) return conversation;
  return parseRecords(text, source.documentId, essenceOf(source.mediaType)) ?? scanPlainText(text);
}

function withFencedCode(parsed: Parsed, text: string, { syntax }: ParseOptions): Parsed {
  return syntax === undefined ? parsed : fencedCode(parsed, text, syntax);
}

function checkSource(source: Source): void {
  if (typeof source.documentId !== 'string' || source.documentId === '') {
    throw new KerfError('invalid-source', 'A source needs a documentId that is not empty, for example its path.');
  }
  for (const field of ['text', 'mediaType'] as const) {
    if (typeof source[field] === 'string') continue;
    const got = `${field} is ${source[field] === null ? 'null' : typeof source[field]}`;
    const remedy = field === 'text' ? 'pass a string, from bytes by decodeBytes.' : "pass one such as 'text/markdown'.";
    throw new KerfError('invalid-source', `Source '${source.documentId}': ${got}; ${remedy}`);
  }
}

function parseMarkdown(text: string, documentId: string): Parsed {
  const found = readFrontMatter(text);
  const front = found?.invalid === undefined ? found : undefined;
  const blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  if (front !== undefined) blocks.add(KIND.frontmatter, 0, front.end, 0, -1);
  const { unclosed } = scanMarkdown(text, front === undefined ? 0 : front.end, blocks);
  const diagnostics: Diagnostic[] = [];
  if (found?.invalid !== undefined) diagnostics.push(invalidFrontMatter(found, documentId));
  for (const span of unclosed) {
    const message = 'A code fence or `$$` block is never closed; everything up to the end of its container is in it.';
    diagnostics.push({ code: 'unclosed-fence', message, documentId, span });
  }
  const dropped: Dropped[] =
    front === undefined ? [] : [{ span: { start: 0, end: front.end }, reason: 'front-matter' }];
  const references = markdownReferences(text, blocks);
  const fields = front?.fields ?? {};
  return { blocks, dropped, diagnostics, fields, ...(references === undefined ? {} : { references }) };
}

function invalidFrontMatter(found: FrontMatter, documentId: string): Diagnostic {
  const message = `The text between the first two '---' lines is no valid YAML and was kept as content: ${found.invalid}`;
  return { code: 'front-matter-invalid', message, documentId, span: { start: 0, end: found.end } };
}

/** A front matter title is text, or a number or year that is meant as text. */
function fieldTitle(value: JsonValue | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}
