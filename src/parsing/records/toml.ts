/**
 * Parsing: turns TOML into nested entries: tables hold their keys and the tables below them, values stay whole.
 *
 * A scan over lines. A table `[a.b]` lies in `[a]` when it stands behind it, so that its key path is that of its value.
 */
import type { Parsed } from '../parsed.ts';
import { EntryWriter } from './entry-writer.ts';
import { isNamingField, NO_TITLE, titleRank } from './label.ts';
import { HASH, lineEndAt, skipBlanks, trimmedEnd } from './lines.ts';
import { MalformedPlaces } from './malformed.ts';
import { keyEnd, splitKey, TomlValues } from './toml-value.ts';
import { WaitingComments } from './waiting-comments.ts';
import { scalarText } from './yaml-value.ts';

const OPEN_BRACKET = 91;

/** What a scan knows between two lines. */
interface TomlState {
  readonly text: string;
  readonly writer: EntryWriter;
  readonly malformed: MalformedPlaces;
  readonly comments: WaitingComments;
  readonly values: TomlValues;
  /** Full names of the open tables, outermost first. */
  readonly tables: string[][];
  /** Elements so far of each array of tables, by full name. */
  readonly counts: Map<string, number>;
  contentEnd: number;
  title: string;
  titleRank: number;
}

/** One root entry around tables and keys; an entry runs to the end of its last line. Throws nothing. */
export function scanToml(text: string, documentId: string): Parsed {
  const malformed = new MalformedPlaces(documentId);
  const writer = new EntryWriter(text, 0);
  const state: TomlState = {
    text,
    writer,
    malformed,
    comments: new WaitingComments(),
    values: new TomlValues(text),
    tables: [],
    counts: new Map(),
    contentEnd: 0,
    title: '',
    titleRank: NO_TITLE,
  };
  const end = text.trimEnd().length;
  if (end > 0) writer.openEntry(text.length - text.trimStart().length, '');
  for (let at = 0; at < end; ) at = readLine(state, at, lineEndAt(text, at)) + 1;
  closeTables(state, 0);
  state.comments.writeAll(writer);
  writer.closeAll(end);
  return {
    blocks: writer.blocks,
    labels: writer.labels,
    diagnostics: malformed.diagnostics(),
    ...(state.title === '' ? {} : { fields: { title: state.title } }),
  };
}

/** Returns the end of the last line read. */
function readLine(state: TomlState, start: number, lineEnd: number): number {
  const { text, comments } = state;
  const first = skipBlanks(text, start, lineEnd);
  const code = text.charCodeAt(first);
  if (first === lineEnd) comments.blankLine();
  else if (code === HASH) comments.add(first, trimmedEnd(text, first, lineEnd));
  else if (code === OPEN_BRACKET) readHeader(state, first, lineEnd);
  else return readKey(state, first, lineEnd);
  return lineEnd;
}

/** A line `[a.b]` or `[[a.b]]`. */
function readHeader(state: TomlState, at: number, lineEnd: number): void {
  const { text, writer } = state;
  const isArray = text.charCodeAt(at + 1) === OPEN_BRACKET;
  const nameStart = isArray ? at + 2 : at + 1;
  const nameEnd = keyEnd(text, nameStart, lineEnd, ']');
  if (nameEnd < 0) state.malformed.add('A table header has no closing bracket.', at, trimmedEnd(text, at, lineEnd));
  const name = splitKey(text.slice(nameStart, nameEnd < 0 ? lineEnd : nameEnd));
  const shared = sharedTables(state.tables, name);
  closeTables(state, shared);
  const above = shared === 0 ? 0 : state.tables[shared - 1].length;
  const label = name.slice(above).join('.');
  const start = state.comments.startOfMember(writer, at);
  if (isArray) writer.openListed(start, label, countElement(state.counts, name));
  else writer.openEntry(start, label);
  state.tables.push(name);
  state.contentEnd = trimmedEnd(text, at, lineEnd);
}

/** How many of the open tables, from the outermost on, lie around a table of this name. */
function sharedTables(tables: readonly string[][], name: readonly string[]): number {
  let shared = 0;
  while (shared < tables.length && isPrefix(tables[shared], name)) shared++;
  return shared;
}

function isPrefix(prefix: readonly string[], name: readonly string[]): boolean {
  return prefix.length < name.length && prefix.every((part, i) => part === name[i]);
}

function countElement(counts: Map<string, number>, name: readonly string[]): number {
  const key = JSON.stringify(name);
  const place = counts.get(key) ?? 0;
  counts.set(key, place + 1);
  return place;
}

function closeTables(state: TomlState, kept: number): void {
  for (; state.tables.length > kept; state.tables.pop()) state.writer.close(state.contentEnd);
}

/** A line `key = value`, and the lines its value goes on over. Returns the end of the last one. */
function readKey(state: TomlState, at: number, lineEnd: number): number {
  const { text, writer, malformed } = state;
  const equals = keyEnd(text, at, lineEnd, '=');
  if (equals < 0) {
    state.contentEnd = trimmedEnd(text, at, lineEnd);
    state.comments.forget();
    malformed.add('A line is no key with a value, no table and no comment; it was kept.', at, state.contentEnd);
    return lineEnd;
  }
  const key = splitKey(text.slice(at, equals)).join('.');
  writer.openEntry(state.comments.startOfMember(writer, at), key);
  const valueStart = skipBlanks(text, equals + 1, lineEnd);
  readNames(state, key, valueStart, lineEnd);
  const value = state.values.end(valueStart, lineEnd);
  if (!value.isClosed)
    malformed.add('A string or bracket is never closed; its value was taken to end here.', valueStart, value.end);
  const lastLineEnd = value.end > lineEnd ? lineEndAt(text, value.end) : lineEnd;
  state.contentEnd = trimmedEnd(text, at, lastLineEnd);
  writer.close(state.contentEnd);
  return lastLineEnd;
}

/** A plain value may name the table it stands in, and the document. */
function readNames(state: TomlState, key: string, at: number, lineEnd: number): void {
  if (!isNamingField(key)) return;
  const value = scalarText(state.text, at, lineEnd);
  state.writer.nameElement(key, value);
  const rank = titleRank(key);
  if (state.tables.length > 0 || rank >= state.titleRank || value === '') return;
  state.title = value;
  state.titleRank = rank;
}
