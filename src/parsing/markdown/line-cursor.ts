/** Parsing: moves along one Markdown line by columns, in which a tab reaches to the next multiple of four. */
import { SPACE, TAB } from './characters.ts';
import type { ScanState } from './scan-state.ts';

const TAB_STOP = 4;

/** Puts the cursor at the start of the line `[start, end)` and measures its indentation. */
export function beginLine(state: ScanState, start: number, end: number): void {
  state.lineStart = start;
  state.lineEnd = end;
  state.pos = start;
  state.column = 0;
  state.spare = 0;
  measureIndent(state);
}

/** Finds the first character after white space from the cursor on; the cursor stays. */
export function measureIndent(state: ScanState): void {
  const { text, lineEnd } = state;
  let at = state.pos;
  let column = state.column;
  for (; at < lineEnd; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) column++;
    else if (code === TAB) column += TAB_STOP - (column % TAB_STOP);
    else break;
  }
  state.first = at;
  state.firstColumn = column;
  state.indent = column - state.column + state.spare;
}

/** Reads `columns` of white space, or all of it when there is less. A tab may be left half read. */
export function takeColumns(state: ScanState, columns: number): void {
  let rest = Math.min(columns, state.indent);
  state.indent -= rest;
  if (state.spare >= rest) {
    state.spare -= rest;
    return;
  }
  rest -= state.spare;
  state.spare = 0;
  while (rest > 0) {
    const width = state.text.charCodeAt(state.pos) === TAB ? TAB_STOP - (state.column % TAB_STOP) : 1;
    state.pos++;
    state.column += width;
    rest -= width;
  }
  // Not `-rest`: a negative zero is no small integer, and would make doubles of the state's columns.
  state.spare = 0 - rest;
}

/** Reads the white space in front of a marker and the marker itself, `length` characters long. */
export function takeMarker(state: ScanState, length: number): void {
  state.pos = state.first + length;
  state.column = state.firstColumn + length;
  state.spare = 0;
  measureIndent(state);
}
