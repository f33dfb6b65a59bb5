/**
 * Parsing: turns JSON, with or without comments, and JSON lines into nested entries, one per key and element.
 *
 * The tokens are those of jsonc-parser; what they mean is decided here with a stack of open brackets, so that depth
 * costs no call stack and text that breaks off or breaks the rules still gives the entries that can be told.
 */
import { createScanner, type JSONScanner } from 'jsonc-parser';
import type { Parsed } from '../parsed.ts';
import { EntryWriter } from './entry-writer.ts';
import { JsonState, TOKEN } from './json-state.ts';
import { scalarToken, structureToken } from './json-tokens.ts';
import { skipBlanks, trimmedEnd } from './lines.ts';
import { MalformedPlaces } from './malformed.ts';

/** A JSON text: one root entry around everything, members and elements inside. Throws nothing. */
export function scanJson(text: string, documentId: string): Parsed {
  return scan(text, documentId, false);
}

/** JSON lines: each line that is not blank is an entry at the top level, with its members inside. Throws nothing. */
export function scanJsonLines(text: string, documentId: string): Parsed {
  return scan(text, documentId, true);
}

function scan(text: string, documentId: string, isLines: boolean): Parsed {
  const malformed = new MalformedPlaces(documentId);
  const writer = new EntryWriter(text, isLines ? 1 : 0);
  const state = new JsonState(writer, malformed, isLines);
  const scanner = createScanner(text, false);
  for (let kind: number = scanner.scan(); kind !== TOKEN.end; kind = scanner.scan()) {
    if (kind === TOKEN.lineBreak) state.breakLine();
    else if (kind !== TOKEN.space) readToken(state, scanner, kind, text);
  }
  state.finish(text.trimEnd().length);
  return {
    blocks: writer.blocks,
    labels: writer.labels,
    diagnostics: malformed.diagnostics(),
    ...(state.title === '' ? {} : { fields: { title: state.title } }),
  };
}

function readToken(state: JsonState, scanner: JSONScanner, kind: number, text: string): void {
  // What JSON does not take for white space comes as a token.
  const start = skipBlanks(text, scanner.getTokenOffset(), scanner.getPosition());
  // A comment or string that is never closed takes the white space behind it, and the scanner one step more.
  const end = trimmedEnd(text, start, Math.min(scanner.getPosition(), text.length));
  if (start >= end) return;
  const error = scanner.getTokenError();
  if (error !== 0) state.malformed.add(TOKEN_ERRORS[error], start, end);
  state.begin(start);
  if (kind === TOKEN.lineComment || kind === TOKEN.blockComment) {
    state.comment(start, end);
    return;
  }
  if (kind <= TOKEN.colon) structureToken(state, kind, start, end);
  else scalarToken(state, kind, start, end, scanner.getTokenValue());
  state.endToken(kind, end);
}

/** By error code of the scanner. */
const TOKEN_ERRORS = [
  '',
  'A comment is never closed; everything behind it is in it.',
  'A string is not closed on its line; it was taken to end there.',
  'A number breaks off.',
  'A string holds an invalid \\u escape.',
  'A string holds an invalid escape.',
  'A string holds a control character that is not escaped.',
];
