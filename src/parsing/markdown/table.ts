/** Parsing: recognises the two lines that make a GFM table. */
import { BACKSLASH, COLON, DASH, isBlankCode, PIPE, skipBlank } from './characters.ts';

/** Number of cells of the table header row `[start, end)`, or 0 when the line cannot be one. */
export function headerCells(text: string, start: number, end: number): number {
  const leads = text.charCodeAt(start) === PIPE;
  let cells = 0;
  let awaitsCell = !leads;
  // A lone pipe is no header row.
  let marks = leads ? 0 : 1;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isBlankCode(code)) continue;
    marks++;
    if (awaitsCell) cells++;
    awaitsCell = code === PIPE;
    if (code === BACKSLASH && at + 1 < end && isEscapable(text.charCodeAt(at + 1))) at++;
  }
  return marks > 1 ? cells : 0;
}

/**
 * Number of cells of the table delimiter row `[start, end)`, or 0 when the line is none. A row without a
 * pipe and without a colon is none: it may be a setext underline or a thematic break.
 */
export function delimiterCells(text: string, start: number, end: number): number {
  let cells = 0;
  let isMarked = text.charCodeAt(start) === PIPE;
  let at = isMarked ? skipBlank(text, start + 1, end) : start;
  while (at < end) {
    const cellEnd = endOfDelimiterCell(text, at, end);
    if (cellEnd < 0) return 0;
    cells++;
    if (text.charCodeAt(at) === COLON || text.charCodeAt(cellEnd - 1) === COLON) isMarked = true;
    at = skipBlank(text, cellEnd, end);
    if (at === end) break;
    if (text.charCodeAt(at) !== PIPE) return 0;
    isMarked = true;
    at = skipBlank(text, at + 1, end);
  }
  return isMarked ? cells : 0;
}

/** End of `---`, `:--`, `--:` or `:-:` at `from`, or -1. */
function endOfDelimiterCell(text: string, from: number, end: number): number {
  const dashes = text.charCodeAt(from) === COLON ? from + 1 : from;
  let at = dashes;
  while (at < end && text.charCodeAt(at) === DASH) at++;
  if (at === dashes) return -1;
  return at < end && text.charCodeAt(at) === COLON ? at + 1 : at;
}

function isEscapable(code: number): boolean {
  return code === BACKSLASH || code === PIPE;
}
