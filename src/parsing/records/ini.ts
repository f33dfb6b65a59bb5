/**
 * Parsing: turns INI files, Java properties and .env files into entries: sections hold their keys, values stay whole.
 *
 * A scan over lines. The three formats differ in their comments and in how a value goes on over several lines.
 */
import type { Parsed } from '../parsed.ts';
import { EntryWriter } from './entry-writer.ts';
import { lineEndAt, skipBlanks, trimmedEnd } from './lines.ts';
import { MalformedPlaces } from './malformed.ts';
import { WaitingComments } from './waiting-comments.ts';
import { closingQuote, unquoted } from './yaml-value.ts';

export type IniDialect = 'ini' | 'properties' | 'env';

const BACKSLASH = 92;
const OPEN_BRACKET = 91;

const COMMENT_MARKS: Readonly<Record<IniDialect, string>> = { ini: '#;', properties: '#!', env: '#' };
/** What ends a key. In properties a blank does too. */
const KEY_ENDS: Readonly<Record<IniDialect, RegExp>> = { ini: /[=:]/, properties: /[=:\s]/, env: /=/ };

/** What a scan knows between two lines. */
interface IniState {
  readonly text: string;
  readonly dialect: IniDialect;
  readonly writer: EntryWriter;
  readonly malformed: MalformedPlaces;
  readonly comments: WaitingComments;
  inSection: boolean;
  inKey: boolean;
  /** Column of the last key; lines right of it go on with its value. */
  keyColumn: number;
  contentEnd: number;
  /** By quote: set when none closes a value of many lines any more. */
  readonly unclosed: Set<number>;
}

/** One root entry around sections and keys; an entry runs to the end of its last line. Throws nothing. */
export function scanIni(text: string, documentId: string, dialect: IniDialect): Parsed {
  const malformed = new MalformedPlaces(documentId);
  const writer = new EntryWriter(text, 0);
  const state: IniState = {
    text,
    dialect,
    writer,
    malformed,
    comments: new WaitingComments(),
    inSection: false,
    inKey: false,
    keyColumn: 0,
    contentEnd: 0,
    unclosed: new Set(),
  };
  const end = text.trimEnd().length;
  if (end > 0) writer.openEntry(text.length - text.trimStart().length, '');
  for (let at = 0; at < end; ) at = readLine(state, at, lineEndAt(text, at)) + 1;
  closeKey(state);
  if (state.inSection) writer.close(state.contentEnd);
  state.comments.writeAll(writer);
  writer.closeAll(end);
  return { blocks: writer.blocks, labels: writer.labels, diagnostics: malformed.diagnostics() };
}

/** Returns the end of the last line read. */
function readLine(state: IniState, start: number, lineEnd: number): number {
  const { text, dialect, comments } = state;
  const first = skipBlanks(text, start, lineEnd);
  if (first === lineEnd) {
    comments.blankLine();
    return lineEnd;
  }
  const end = trimmedEnd(text, first, lineEnd);
  if (COMMENT_MARKS[dialect].includes(text[first])) {
    comments.add(first, end);
    return lineEnd;
  }
  const column = first - start;
  if (dialect === 'ini' && state.inKey && column > state.keyColumn && comments.count === 0) {
    state.contentEnd = end;
    return lineEnd;
  }
  closeKey(state);
  if (text.charCodeAt(first) !== OPEN_BRACKET || dialect !== 'ini') return readKey(state, first, column, lineEnd);
  openSection(state, first, end);
  return lineEnd;
}

function openSection(state: IniState, at: number, end: number): void {
  const { text, writer } = state;
  if (state.inSection) writer.close(state.contentEnd);
  // Not in the whole text: without a bracket in this line, that search would go back to the beginning.
  const close = at + text.slice(at, end).lastIndexOf(']');
  const isClosed = close > at;
  if (!isClosed) state.malformed.add('A section header has no closing bracket.', at, end);
  writer.openEntry(state.comments.startOfMember(writer, at), text.slice(at + 1, isClosed ? close : end));
  state.inSection = true;
  state.contentEnd = end;
}

/** Opens the entry of a key; it is closed where the next one begins. Returns the end of the last line read. */
function readKey(state: IniState, at: number, column: number, lineEnd: number): number {
  const { text, dialect, writer } = state;
  const line = text.slice(at, lineEnd);
  const found = line.search(KEY_ENDS[dialect]);
  const keyLength = found < 0 ? line.length : found;
  const key = line.slice(0, keyLength).trim();
  writer.openEntry(
    state.comments.startOfMember(writer, at),
    unquoted(dialect === 'env' ? key.replace(/^export\s+/, '') : key),
  );
  state.inKey = true;
  state.keyColumn = column;
  const valueStart = skipBlanks(text, Math.min(lineEnd, at + keyLength + 1), lineEnd);
  const lastLineEnd = valueLineEnd(state, valueStart, lineEnd);
  state.contentEnd = trimmedEnd(text, at, lastLineEnd);
  return lastLineEnd;
}

function closeKey(state: IniState): void {
  if (state.inKey) state.writer.close(state.contentEnd);
  state.inKey = false;
}

/** End of the last line of the value at `at`. */
function valueLineEnd(state: IniState, at: number, lineEnd: number): number {
  if (state.dialect === 'properties') return continuedLineEnd(state.text, lineEnd);
  return state.dialect === 'env' && at < lineEnd ? quotedLineEnd(state, at, lineEnd) : lineEnd;
}

/** A line of properties goes on behind an odd number of backslashes. */
function continuedLineEnd(text: string, lineEnd: number): number {
  let end = lineEnd;
  while (end < text.length && endsInBackslash(text, end)) end = lineEndAt(text, end + 1);
  return end;
}

function endsInBackslash(text: string, lineEnd: number): boolean {
  let first = lineEnd;
  while (first > 0 && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (lineEnd - first) % 2 === 1;
}

/** A value of .env in quotes goes on until they are closed. */
function quotedLineEnd(state: IniState, at: number, lineEnd: number): number {
  const { text, unclosed } = state;
  const quote = text.charCodeAt(at);
  if (!QUOTES.has(quote) || unclosed.has(quote)) return lineEnd;
  const close = closingQuote(text, quote, at + 1, text.length);
  if (close >= 0) return close < lineEnd ? lineEnd : lineEndAt(text, close);
  unclosed.add(quote);
  state.malformed.add('A quote is never closed; its value was taken to end with the line.', at, lineEnd);
  return lineEnd;
}

/** Double, single and backward quote. */
const QUOTES: ReadonlySet<number> = new Set([34, 39, 96]);
