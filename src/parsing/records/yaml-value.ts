/** Parsing: finds where a value of YAML ends: block scalars, quoted and plain ones, flow collections. */
import { HASH, isBlank, isBlankOrEnd, lineEndAt, SPACE, skipBlanks, TAB, trimmedEnd } from './lines.ts';

const LF = 10;
const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const COMMA = 44;
const COLON = 58;
const GREATER = 62;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const BAR = 124;
const CLOSE_BRACE = 125;

/** Where a value ends. */
interface ValueEnd {
  readonly end: number;
  /** Whether its quote or bracket is closed. */
  readonly isClosed: boolean;
  /** Whether lines below may go on with it. */
  readonly isPlain: boolean;
}

/** The end of the value at `at`; it ends before a line that does not lie right of `column`. */
export function valueEnd(text: string, at: number, lineEnd: number, column: number): ValueEnd {
  const code = text.charCodeAt(at);
  if (code === BAR || code === GREATER) return closed(blockScalarEnd(text, lineEnd, column));
  if (isQuote(code)) return quotedEnd(text, at, column);
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return flowEnd(text, at, column);
  return { end: trimmedEnd(text, at, lineEnd), isClosed: true, isPlain: true };
}

/** Behind the anchors and tags at `at`, and the blanks behind them. */
export function skipProperties(text: string, at: number, lineEnd: number): number {
  let i = at;
  while (i < lineEnd && (text.charCodeAt(i) === AMPERSAND || text.charCodeAt(i) === EXCLAMATION)) {
    while (i < lineEnd && !isBlank(text.charCodeAt(i))) i++;
    i = skipBlanks(text, i, lineEnd);
  }
  return i;
}

/** Offset of the colon that makes a key of the text at `at`, or -1. */
export function keyColon(text: string, at: number, lineEnd: number): number {
  const start = skipProperties(text, at, lineEnd);
  const code = text.charCodeAt(start);
  if (isQuote(code)) {
    const close = closingQuote(text, code, start + 1, lineEnd);
    const colon = close < 0 ? -1 : skipBlanks(text, close + 1, lineEnd);
    return colon >= 0 && isKeyColon(text, colon) ? colon : -1;
  }
  if (NO_PLAIN_START.has(code)) return -1;
  for (let i = start; i < lineEnd; i++) {
    if (isKeyColon(text, i)) return i;
    if (text.charCodeAt(i) === HASH && i > start && isBlank(text.charCodeAt(i - 1))) return -1;
  }
  return -1;
}

/** What begins a flow collection or a block scalar. */
const NO_PLAIN_START: ReadonlySet<number> = new Set([OPEN_BRACE, OPEN_BRACKET, BAR, GREATER]);

function isKeyColon(text: string, at: number): boolean {
  return text.charCodeAt(at) === COLON && isBlankOrEnd(text.charCodeAt(at + 1));
}

function isQuote(code: number): boolean {
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
}

/** The value of a scalar on one line, without quotes and comment; '' when it is none. */
export function scalarText(text: string, at: number, lineEnd: number): string {
  const start = skipProperties(text, at, lineEnd);
  const code = text.charCodeAt(start);
  if (isQuote(code)) {
    const close = closingQuote(text, code, start + 1, lineEnd);
    return close < 0 ? '' : unquoted(text.slice(start, close + 1));
  }
  if (NO_PLAIN_START.has(code)) return '';
  const line = text.slice(start, lineEnd);
  const comment = line.search(/\s#/);
  return (comment < 0 ? line : line.slice(0, comment)).trim();
}

/** A key or value as meant: quotes taken off, escapes resolved where JSON knows them. */
export function unquoted(raw: string): string {
  const text = raw.trim();
  const quote = text.charCodeAt(0);
  if (text.length < 2 || text.charCodeAt(text.length - 1) !== quote) return text;
  if (quote === SINGLE_QUOTE) return text.slice(1, -1).replaceAll("''", "'");
  if (quote !== DOUBLE_QUOTE) return text;
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** Offset of the first quote in `[from, end)` that closes one of its kind, or -1. */
export function closingQuote(text: string, quote: number, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH && quote === DOUBLE_QUOTE) i++;
    else if (code === quote) {
      if (quote !== SINGLE_QUOTE || text.charCodeAt(i + 1) !== SINGLE_QUOTE) return i;
      i++;
    }
  }
  return -1;
}

function closed(end: number): ValueEnd {
  return { end, isClosed: true, isPlain: false };
}

function unclosed(end: number): ValueEnd {
  return { end, isClosed: false, isPlain: false };
}

/** A block scalar goes on over blank lines and lines right of `column`. */
function blockScalarEnd(text: string, headEnd: number, column: number): number {
  let end = trimmedEnd(text, 0, headEnd);
  for (let at = headEnd + 1; at < text.length; ) {
    const lineEnd = lineEndAt(text, at);
    const first = skipBlanks(text, at, lineEnd);
    if (first < lineEnd) {
      if (!liesRightOf(text, at, column)) break;
      end = Math.max(end, trimmedEnd(text, first, lineEnd));
    }
    at = lineEnd + 1;
  }
  return end;
}

/** Whether the line at `at` may be inside a value whose collection begins in `column`. */
function liesRightOf(text: string, at: number, column: number): boolean {
  if (column < 0) return !isDocumentMarker(text, at);
  for (let i = at; i <= at + column; i++) if (text.charCodeAt(i) !== SPACE && text.charCodeAt(i) !== TAB) return false;
  return true;
}

/** Whether the line at `at` is `---` or `...`, alone or with text behind it. */
export function isDocumentMarker(text: string, at: number): boolean {
  const isMarker = text.startsWith('---', at) || text.startsWith('...', at);
  return isMarker && isBlankOrEnd(text.charCodeAt(at + 3));
}

function quotedEnd(text: string, at: number, column: number): ValueEnd {
  const quote = text.charCodeAt(at);
  let from = at + 1;
  for (;;) {
    const lineEnd = lineEndAt(text, from);
    const close = closingQuote(text, quote, from, lineEnd);
    if (close >= 0) return closed(close + 1);
    if (lineEnd >= text.length || !mayGoOn(text, lineEnd + 1, column)) return unclosed(trimmedEnd(text, at, lineEnd));
    from = lineEnd + 1;
  }
}

/** Whether the line at `at` is blank or may be inside a value whose collection begins in `column`. */
function mayGoOn(text: string, at: number, column: number): boolean {
  const lineEnd = lineEndAt(text, at);
  return skipBlanks(text, at, lineEnd) === lineEnd || liesRightOf(text, at, column);
}

/** Brackets are counted, whatever their kind; quotes count only where a scalar begins. */
function flowEnd(text: string, at: number, column: number): ValueEnd {
  let depth = 0;
  let isScalarStart = true;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const step = BRACKET_STEPS[code] ?? 0;
    depth += step;
    if (depth === 0) return closed(i + 1);
    const last = lastOfToken(text, i, isScalarStart, column);
    if (last < 0) return unclosed(trimmedEnd(text, at, -last));
    i = last;
    if (code !== LF && !isBlank(code)) isScalarStart = step > 0 || code === COMMA || code === COLON;
  }
  return unclosed(trimmedEnd(text, at, text.length));
}

/** The last offset of the quoted scalar or comment at `at`, else `at`; minus the end where the collection breaks off. */
function lastOfToken(text: string, at: number, isScalarStart: boolean, column: number): number {
  const code = text.charCodeAt(at);
  if (isScalarStart && isQuote(code)) {
    const quoted = quotedEnd(text, at, column);
    return quoted.isClosed ? quoted.end - 1 : -quoted.end;
  }
  if (code === HASH && isBlankOrEnd(text.charCodeAt(at - 1))) return lineEndAt(text, at) - 1;
  return code === LF && !mayFlowOn(text, at + 1, column) ? -at : at;
}

/** By character code, what a bracket does to the depth. */
const BRACKET_STEPS: Readonly<Record<number, 1 | -1>> = {
  [OPEN_BRACE]: 1,
  [OPEN_BRACKET]: 1,
  [CLOSE_BRACE]: -1,
  [CLOSE_BRACKET]: -1,
};

/** A closing bracket may stand in the column of the key. */
function mayFlowOn(text: string, at: number, column: number): boolean {
  if (mayGoOn(text, at, column)) return true;
  const first = text.charCodeAt(skipBlanks(text, at, text.length));
  return (first === CLOSE_BRACE || first === CLOSE_BRACKET) && mayGoOn(text, at, column - 1);
}
