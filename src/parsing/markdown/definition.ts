/** Parsing: takes link reference definitions off the front of a paragraph. */
import { KIND } from '../../model/block.ts';
import {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  DELETE,
  DOUBLE_QUOTE,
  GREATER_THAN,
  isBlankCode,
  LESS_THAN,
  LF,
  PAREN_CLOSE,
  PAREN_OPEN,
  SINGLE_QUOTE,
  SPACE,
} from './characters.ts';
import type { ScanState } from './scan-state.ts';

const MAX_LABEL = 999;
const AT_END = -1;

/**
 * A reader over the lines of a paragraph without their container markers: at the end of a line it sees a line
 * feed, at the end of the paragraph -1.
 */
interface Reader {
  readonly state: ScanState;
  line: number;
  at: number;
}

/**
 * Writes the definitions at the front of the open paragraph as blocks. Returns where the rest of the paragraph
 * starts, or -1 when nothing is left.
 */
export function takeDefinitions(state: ScanState): number {
  const reader: Reader = { state, line: 0, at: state.segments[0] };
  for (;;) {
    while (isBlankCode(codeAt(reader))) reader.at++;
    const start = reader.at;
    const line = reader.line;
    if (!readDefinition(reader)) {
      // The failed attempt may have moved on; the paragraph starts where it began.
      reader.line = line;
      return start;
    }
    state.blocks.add(KIND.definition, start, reader.at, 0, state.owner);
    state.lastEnd = reader.at;
    if (codeAt(reader) === AT_END) return AT_END;
    advance(reader);
  }
}

function readDefinition(reader: Reader): boolean {
  if (!readLabel(reader)) return false;
  skipWhitespace(reader);
  if (!readDestination(reader)) return false;
  const line = reader.line;
  const at = reader.at;
  if (readTitle(reader)) return true;
  reader.line = line;
  reader.at = at;
  return readsToLineEnd(reader);
}

/** `[label]:` with at least one character that is not white space, brackets only behind a backslash. */
function readLabel(reader: Reader): boolean {
  if (codeAt(reader) !== BRACKET_OPEN) return false;
  advance(reader);
  let isBlank = true;
  for (let size = 0; size <= MAX_LABEL; size++) {
    const code = codeAt(reader);
    if (code === AT_END || code === BRACKET_OPEN) return false;
    advance(reader);
    if (code === BRACKET_CLOSE) return !isBlank && takes(reader, COLON);
    if (code !== LF && !isBlankCode(code)) isBlank = false;
    if (code === BACKSLASH && isBracketOrBackslash(codeAt(reader))) advance(reader);
  }
  return false;
}

function readDestination(reader: Reader): boolean {
  return codeAt(reader) === LESS_THAN ? readAngleDestination(reader) : readRawDestination(reader);
}

function readAngleDestination(reader: Reader): boolean {
  advance(reader);
  for (;;) {
    const code = codeAt(reader);
    if (code === AT_END || code === LF || code === LESS_THAN) return false;
    advance(reader);
    if (code === GREATER_THAN) return true;
    if (code !== BACKSLASH) continue;
    const escaped = codeAt(reader);
    if (escaped === LESS_THAN || escaped === GREATER_THAN || escaped === BACKSLASH) advance(reader);
  }
}

function readRawDestination(reader: Reader): boolean {
  const start = reader.at;
  let open = 0;
  for (;;) {
    const code = codeAt(reader);
    if (code <= SPACE || code === DELETE) return open === 0 && reader.at > start && endsWord(code);
    // What follows the parenthesis then is no end of line, and the definition fails there.
    if (code === PAREN_CLOSE && open === 0) return reader.at > start;
    if (code === PAREN_OPEN) open++;
    else if (code === PAREN_CLOSE) open--;
    advance(reader);
    if (code === BACKSLASH && isParenOrBackslash(codeAt(reader))) advance(reader);
  }
}

/** White space, a quoted title that may run over lines, and nothing else on its last line. */
function readTitle(reader: Reader): boolean {
  const before = codeAt(reader);
  if (before !== LF && !isBlankCode(before)) return false;
  skipWhitespace(reader);
  const opening = codeAt(reader);
  if (opening !== DOUBLE_QUOTE && opening !== SINGLE_QUOTE && opening !== PAREN_OPEN) return false;
  const closing = opening === PAREN_OPEN ? PAREN_CLOSE : opening;
  advance(reader);
  for (;;) {
    const code = codeAt(reader);
    if (code === AT_END) return false;
    advance(reader);
    if (code === closing) return readsToLineEnd(reader);
    if (code !== BACKSLASH) continue;
    const escaped = codeAt(reader);
    if (escaped === closing || escaped === BACKSLASH) advance(reader);
  }
}

function readsToLineEnd(reader: Reader): boolean {
  while (isBlankCode(codeAt(reader))) reader.at++;
  const code = codeAt(reader);
  return code === LF || code === AT_END;
}

function skipWhitespace(reader: Reader): void {
  for (;;) {
    const code = codeAt(reader);
    if (code !== LF && !isBlankCode(code)) return;
    advance(reader);
  }
}

function codeAt(reader: Reader): number {
  const { state, line, at } = reader;
  if (at < state.segments[line * 2 + 1]) return state.text.charCodeAt(at);
  return line + 1 < state.segmentCount ? LF : AT_END;
}

function advance(reader: Reader): void {
  const { state, line } = reader;
  if (reader.at < state.segments[line * 2 + 1]) reader.at++;
  else if (line + 1 < state.segmentCount) reader.at = state.segments[++reader.line * 2];
}

function takes(reader: Reader, expected: number): boolean {
  if (codeAt(reader) !== expected) return false;
  advance(reader);
  return true;
}

function endsWord(code: number): boolean {
  return code === AT_END || code === LF || isBlankCode(code);
}

function isParenOrBackslash(code: number): boolean {
  return code === PAREN_OPEN || code === PAREN_CLOSE || code === BACKSLASH;
}

function isBracketOrBackslash(code: number): boolean {
  return code === BRACKET_OPEN || code === BRACKET_CLOSE || code === BACKSLASH;
}
