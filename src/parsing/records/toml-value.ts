/** Parsing: finds where a value of TOML ends: strings of one and of many lines, arrays and inline tables. */
import { HASH, lineEndAt, trimmedEnd } from './lines.ts';
import { closingQuote, unquoted } from './yaml-value.ts';

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;

/** Offset of `mark` behind a key in `[at, lineEnd)`, past quoted parts and before a comment, or -1. */
export function keyEnd(text: string, at: number, lineEnd: number, mark: '=' | ']'): number {
  const wanted = mark.charCodeAt(0);
  for (let i = at; i < lineEnd; i++) {
    const code = text.charCodeAt(i);
    if (code === wanted) return i;
    if (code === HASH) return -1;
    if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) continue;
    i = closingQuote(text, code, i + 1, lineEnd);
    if (i < 0) return -1;
  }
  return -1;
}

/** UTF-16 units; what a key has beyond them shows nowhere. */
const LONGEST_KEY = 200;

/** The parts of a dotted key, without quotes. */
export function splitKey(key: string): string[] {
  return (key.slice(0, LONGEST_KEY).match(KEY_PART) ?? []).map(unquoted);
}

const KEY_PART = /"(?:[^"\\]|\\.)*"|'[^']*'|[^.\s"']+/g;

interface TomlEnd {
  readonly end: number;
  readonly isClosed: boolean;
}

/** A line that can only be a key outside all brackets. */
const KEY_LINE = /[ \t]*[\w.-]+[ \t]*=/y;

/** Ends of the values of one text. */
export class TomlValues {
  private readonly text: string;
  /** By quote: set when no string of many lines is closed any more, so that none is looked for twice. */
  private readonly unclosed = new Set<string>();

  constructor(text: string) {
    this.text = text;
  }

  /** The end of the value at `at`, which begins on the line that ends at `lineEnd`. */
  end(at: number, lineEnd: number): TomlEnd {
    const { text } = this;
    const first = text[at];
    if (at >= lineEnd) return { end: at, isClosed: true };
    if (first === '"' || first === "'") return this.stringEnd(at, lineEnd);
    if (first === '[' || first === '{') return this.bracketEnd(at);
    return { end: trimmedEnd(text, at, lineEnd), isClosed: true };
  }

  private stringEnd(at: number, lineEnd: number): TomlEnd {
    const { text } = this;
    const quote = text[at];
    const fence = quote.repeat(3);
    if (text.startsWith(fence, at)) {
      const close = this.fenceEnd(fence, at + 3);
      return close < 0 ? { end: trimmedEnd(text, at, lineEnd), isClosed: false } : { end: close, isClosed: true };
    }
    const close = quote === '"' ? closingQuote(text, DOUBLE_QUOTE, at + 1, lineEnd) : text.indexOf("'", at + 1);
    const isClosed = close >= 0 && close < lineEnd;
    return { end: isClosed ? close + 1 : trimmedEnd(text, at, lineEnd), isClosed };
  }

  /** Behind the three quotes that close a string of many lines, or -1. */
  private fenceEnd(fence: string, from: number): number {
    const { text } = this;
    if (this.unclosed.has(fence)) return -1;
    let at = text.indexOf(fence, from);
    while (at >= 0 && fence[0] === '"' && isEscaped(text, at, from)) at = text.indexOf(fence, at + 1);
    if (at < 0) {
      this.unclosed.add(fence);
      return -1;
    }
    // Up to two more quotes may end the string itself.
    let end = at + 3;
    while (end < at + 5 && text[end] === fence[0]) end++;
    return end;
  }

  /** Brackets are counted, whatever their kind. A line with a key ends an array that was never closed. */
  private bracketEnd(at: number): TomlEnd {
    const { text } = this;
    let depth = 0;
    let braces = 0;
    for (let i = at; i < text.length; i++) {
      const character = text[i];
      if (character === '[' || character === '{') depth++;
      if (character === '{') braces++;
      if (character === '}') braces--;
      if ((character === ']' || character === '}') && --depth === 0) return { end: i + 1, isClosed: true };
      if (character === '\n' && braces <= 0 && isKeyLine(text, i + 1))
        return { end: trimmedEnd(text, at, i), isClosed: false };
      i = this.lastOfToken(i);
    }
    return { end: trimmedEnd(text, at, text.length), isClosed: false };
  }

  /** The last offset of the string or comment at `at`, else `at`. */
  private lastOfToken(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code === HASH) return lineEndAt(this.text, at) - 1;
    if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) return at;
    return Math.max(at, this.stringEnd(at, lineEndAt(this.text, at)).end - 1);
  }
}

function isKeyLine(text: string, at: number): boolean {
  KEY_LINE.lastIndex = at;
  return KEY_LINE.test(text);
}

/** Whether an odd number of backslashes stands in front of `at`, not before `from`. */
function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
