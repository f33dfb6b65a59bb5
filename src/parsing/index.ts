/** `kerf/parsing`: source text → document. Runs in a browser. */
export type { Block, BlockKind, BlockTable } from '../model/block.ts';
export { BLOCK_KINDS, blockAt, KIND } from '../model/block.ts';
export type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
export type { Document, Dropped, Source } from '../model/document.ts';
export { type OriginMap, toRawOffset, toRawSpan } from '../model/origin.ts';
export type { Span } from '../model/span.ts';
export type { CodeLanguage } from './code/languages.ts';
export { neededLanguages } from './code/parse-code.ts';
export type { SyntaxCursor, SyntaxLoader, SyntaxParsers, SyntaxTree } from './code/syntax.ts';
export { type DecodedText, decodeBytes } from './decode.ts';
export { mediaTypeOf } from './media-type.ts';
export { type ParseOptions, parseSource } from './parse.ts';
