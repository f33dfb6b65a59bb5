/**
 * Parsing: turns YAML into nested entries, one per key and sequence item, under one root entry per document.
 *
 * A scan over lines: columns tell what lies in what, and of a value only its end is looked for. Comments belong to
 * what follows them, those further right than that to what stands before them.
 */
import type { Parsed } from '../parsed.ts';
import { EntryWriter } from './entry-writer.ts';
import { scanJson } from './json.ts';
import { isNamingField, titleRank } from './label.ts';
import { HASH, isBlankOrEnd, lineEndAt, skipBlanks, trimmedEnd } from './lines.ts';
import { MalformedPlaces } from './malformed.ts';
import { YamlState } from './yaml-state.ts';
import { isDocumentMarker, keyColon, scalarText, skipProperties, unquoted, valueEnd } from './yaml-value.ts';

const PERCENT = 37;
const DASH = 45;
const DOT = 46;
const QUESTION = 63;

/** The documents of `text`; spans of comments and values run to the end of their lines. Throws nothing. */
export function scanYaml(text: string, documentId: string): Parsed {
  const json = scanAsJson(text, documentId);
  if (json !== undefined) return json;
  const malformed = new MalformedPlaces(documentId);
  const writer = new EntryWriter(text, 0);
  const state = new YamlState(text, writer, malformed);
  for (let at = 0; at < text.length; ) at = readLine(state, at, lineEndAt(text, at)) + 1;
  state.closeDocument();
  state.labelDocuments();
  return {
    blocks: writer.blocks,
    labels: writer.labels,
    diagnostics: malformed.diagnostics(),
    ...(state.title === '' ? {} : { fields: { title: state.title } }),
  };
}

/** JSON is YAML; its members are found by the rules of JSON. */
function scanAsJson(text: string, documentId: string): Parsed | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const parsed = scanJson(text, documentId);
  return parsed.diagnostics?.length === 0 ? parsed : undefined;
}

/** Reads the line at `start` and the rest of a value that begins in it. Returns the end of the last line read. */
function readLine(state: YamlState, start: number, lineEnd: number): number {
  const { text } = state;
  const first = skipBlanks(text, start, lineEnd);
  if (first === lineEnd) {
    state.blankLine();
    return lineEnd;
  }
  const code = text.charCodeAt(first);
  if (first === start && (code === DASH || code === DOT) && isDocumentMarker(text, first)) {
    return readMarker(state, start, lineEnd);
  }
  const column = first - start;
  if (code === HASH) {
    state.addComment(first, column, trimmedEnd(text, first, lineEnd));
    return lineEnd;
  }
  if (state.continuation >= 0 && column > state.continuation) {
    state.contentEnd = trimmedEnd(text, first, lineEnd);
    return lineEnd;
  }
  state.continuation = -1;
  state.openDocument(first);
  if (code === PERCENT && column === 0 && !state.hasBody) {
    state.contentEnd = trimmedEnd(text, first, lineEnd);
    return lineEnd;
  }
  state.hasBody = true;
  state.beginContent(column, isItemMark(text, first));
  return readNodes(state, start, first, lineEnd);
}

/** A line `---` begins a document, `...` ends one. */
function readMarker(state: YamlState, start: number, lineEnd: number): number {
  const { text } = state;
  const markEnd = start + 3;
  if (text.charCodeAt(start) === DOT) {
    state.openDocument(start);
    state.endDocument(trimmedEnd(text, start, lineEnd));
    return lineEnd;
  }
  if (state.hasBody) state.closeDocument();
  state.openDocument(start);
  state.writeAllComments();
  state.hasBody = true;
  state.contentEnd = markEnd;
  const first = skipBlanks(text, markEnd, lineEnd);
  if (first === lineEnd) return lineEnd;
  if (text.charCodeAt(first) !== HASH) return readNodes(state, start, first, lineEnd);
  state.contentEnd = trimmedEnd(text, first, lineEnd);
  return lineEnd;
}

/** Reads items and keys that begin on one line, and the value behind them. Returns the end of the last line read. */
function readNodes(state: YamlState, lineStart: number, first: number, lineEnd: number): number {
  const { text } = state;
  let at = first;
  while (isItemMark(text, at)) {
    state.openItem(at - lineStart, at);
    state.contentEnd = at + 1;
    at = skipBlanks(text, at + 1, lineEnd);
  }
  const column = at - lineStart;
  if (at < lineEnd && text.charCodeAt(at) === QUESTION && isBlankOrEnd(text.charCodeAt(at + 1))) {
    const mark = at;
    at = skipBlanks(text, at + 1, lineEnd);
    state.openKey(column, mark, text.slice(at, lineEnd));
  } else {
    const colon = at < lineEnd && text.charCodeAt(at) !== HASH ? keyColon(text, at, lineEnd) : -1;
    if (colon >= 0) {
      // `: value` goes on with the `? key` above it.
      if (colon > at || !state.hasKeyIn(column)) state.openKey(column, at, keyText(text, at, colon));
      at = skipBlanks(text, colon + 1, lineEnd);
      readNames(state, at, lineEnd);
    }
  }
  state.settleComments();
  return readValue(state, at, lineEnd);
}

function readValue(state: YamlState, at: number, lineEnd: number): number {
  const { text } = state;
  const start = skipProperties(text, at, lineEnd);
  if (start >= lineEnd || text.charCodeAt(start) === HASH) {
    state.contentEnd = trimmedEnd(text, state.contentEnd, lineEnd);
    return lineEnd;
  }
  const value = valueEnd(text, start, lineEnd, state.column);
  if (!value.isClosed) {
    state.malformed.add('A quote or bracket is never closed; its value was taken to end here.', start, value.end);
  }
  // What stands behind the value on its last line belongs to it: a comment, or a mistake.
  const lastLineEnd = value.end >= lineEnd ? lineEndAt(text, value.end) : lineEnd;
  state.contentEnd = trimmedEnd(text, value.end, lastLineEnd);
  if (value.isPlain) state.continuation = state.column;
  return lastLineEnd;
}

/** A plain value may name the item it stands in, and the document. */
function readNames(state: YamlState, at: number, lineEnd: number): void {
  const { field } = state;
  if (field !== 'kind' && !isNamingField(field)) return;
  const value = scalarText(state.text, at, lineEnd);
  state.nameDocument(value);
  if (field === 'kind') return;
  state.writer.nameElement(field, value);
  const rank = titleRank(field);
  if (state.documents > 1 || state.depth > 1 || rank >= state.titleRank || value === '') return;
  state.title = value;
  state.titleRank = rank;
}

function keyText(text: string, at: number, colon: number): string {
  return unquoted(text.slice(skipProperties(text, at, colon), colon));
}

function isItemMark(text: string, at: number): boolean {
  return text.charCodeAt(at) === DASH && isBlankOrEnd(text.charCodeAt(at + 1));
}
