/** Parsing: turns plain text into a table of its lines that are not blank, for the formats that are read line by line. */

/** What stands in front of a line. */
export const GAP_NONE = 0;
/** One or more blank lines, or the beginning of the text. */
export const GAP_BLANK = 1;
/** A form feed: a page ends there, with or without blank lines. */
const GAP_PAGE = 2;

/** Arrays have at least `count` entries; entry i is the i-th line that holds more than white space. */
export interface LineTable {
  readonly count: number;
  /** Offset of the first character that is not white space. */
  readonly starts: Uint32Array;
  /** Offset after the last character that is not white space. */
  readonly ends: Uint32Array;
  /** UTF-16 units of white space in front, 255 at most. */
  readonly indents: Uint8Array;
  /** `GAP_NONE`, `GAP_BLANK` or `GAP_PAGE`. */
  readonly gaps: Uint8Array;
}

const LF = 10;
const FORM_FEED = 12;
const WIDEST_INDENT = 255;

/** Lines are this long in wrapped text; longer ones leave room over, shorter ones need more. */
const CHARS_PER_LINE = 64;
const LEAST_ROOM = 16;

/** Fills a `LineTable`; grows by doubling, so adding is linear. */
class LineWriter implements LineTable {
  count = 0;
  starts: Uint32Array;
  ends: Uint32Array;
  indents: Uint8Array;
  gaps: Uint8Array;

  constructor(expected: number) {
    const room = Math.max(LEAST_ROOM, Math.ceil(expected));
    this.starts = new Uint32Array(room);
    this.ends = new Uint32Array(room);
    this.indents = new Uint8Array(room);
    this.gaps = new Uint8Array(room);
  }

  add(start: number, end: number, indent: number, gap: number): void {
    const i = this.count++;
    if (i === this.starts.length) this.grow();
    this.starts[i] = start;
    this.ends[i] = end;
    this.indents[i] = indent;
    this.gaps[i] = gap;
  }

  private grow(): void {
    const { starts, ends, indents, gaps } = this;
    const room = starts.length * 2;
    this.starts = new Uint32Array(room);
    this.ends = new Uint32Array(room);
    this.indents = new Uint8Array(room);
    this.gaps = new Uint8Array(room);
    this.starts.set(starts);
    this.ends.set(ends);
    this.indents.set(indents);
    this.gaps.set(gaps);
  }
}

/** The lines of `text`, which a line feed or a form feed ends. Throws nothing. */
export function readLines(text: string): LineTable {
  const lines = new LineWriter(text.length / CHARS_PER_LINE);
  const endOfLine = text.includes('\f') ? endOfLineOrPage : endOfLineOnly;
  let gap = GAP_BLANK;
  for (let at = 0; at < text.length; ) {
    const lineEnd = endOfLine(text, at);
    const start = skipSpace(text, at, lineEnd);
    if (start < lineEnd) {
      lines.add(start, trimmedEnd(text, start, lineEnd), Math.min(start - at, WIDEST_INDENT), gap);
      gap = GAP_NONE;
    } else if (gap === GAP_NONE) gap = GAP_BLANK;
    if (lineEnd < text.length && text.charCodeAt(lineEnd) === FORM_FEED) gap = GAP_PAGE;
    at = lineEnd + 1;
  }
  return lines;
}

function endOfLineOnly(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function endOfLineOrPage(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === FORM_FEED) break;
  }
  return at;
}

/** Offset of the first character in `[from, end)` that is not white space, else `end`. */
export function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** ASCII white space, no-break space, ideographic space, zero-width no-break space. */
export function isSpace(code: number): boolean {
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code === 0xa0 || code === 0x3000 || code === 0xfeff;
}
