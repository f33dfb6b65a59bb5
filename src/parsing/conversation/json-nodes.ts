/** Parsing conversations: JSON text → its values as a flat list with places, by an explicit stack. */
import { createScanner } from 'jsonc-parser';
import { decodeLiteral } from './derived-text.ts';

export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;
export const NUMBER = 3;
export const OTHER = 4;

/**
 * Values in the order of the text, parents before children; row i of every array is value i. The children of i are
 * `i + 1`, then `after[child]` as long as that is below `after[i]`.
 */
export interface JsonNodes {
  readonly kinds: readonly number[];
  /** Raw range; of a string, between its quotes. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly parents: readonly number[];
  /** 0 for a value at the top. */
  readonly depths: readonly number[];
  /** The first value behind i that does not lie in it. */
  readonly after: readonly number[];
  /** The key of a member of an object, '' elsewhere. */
  readonly keys: readonly string[];
  /** False when the text is no JSON, or longer than what was asked to be read. */
  readonly complete: boolean;
}

// The numbers of jsonc-parser's SyntaxKind, which is a `const enum` and cannot be imported.
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const NULL = 7;
const FALSE = 9;
const STRING_LITERAL = 10;
const NUMERIC_LITERAL = 11;
const END_OF_FILE = 17;

const BYTE_ORDER_MARK = 0xfeff;

/** What may come next. */
type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd';

/**
 * Reads `raw`: one JSON value, or several behind each other as JSON Lines has them. At most `maxTokens` tokens, so that
 * the beginning of a large file can be looked at. Throws nothing.
 */
export function readJsonNodes(raw: string, maxTokens = Number.POSITIVE_INFINITY): JsonNodes {
  return new JsonReader(raw, maxTokens).read();
}

class JsonReader {
  private readonly raw: string;
  private readonly maxTokens: number;
  private readonly kinds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly parents: number[] = [];
  private readonly depths: number[] = [];
  private readonly after: number[] = [];
  private readonly keys: string[] = [];
  private readonly open: number[] = [];
  private expected: Expected = 'value';
  private key = '';

  constructor(raw: string, maxTokens: number) {
    this.raw = raw;
    this.maxTokens = maxTokens;
  }

  read(): JsonNodes {
    const scanner = createScanner(this.raw, true);
    if (this.raw.charCodeAt(0) === BYTE_ORDER_MARK) scanner.setPosition(1);
    let tokens = 0;
    let sound = true;
    let token = scanner.scan() as number;
    while (sound && token !== END_OF_FILE && tokens < this.maxTokens) {
      const start = scanner.getTokenOffset();
      sound = scanner.getTokenError() === 0 && this.take(token, start, start + scanner.getTokenLength());
      if (sound) token = scanner.scan() as number;
      tokens++;
    }
    const complete = sound && token === END_OF_FILE && this.open.length === 0 && this.kinds.length > 0;
    while (this.open.length > 0) this.close(this.raw.length);
    const { kinds, starts, ends, parents, depths, after, keys } = this;
    return { kinds, starts, ends, parents, depths, after, keys, complete };
  }

  /** Takes one token; false when it cannot stand here. */
  private take(token: number, start: number, end: number): boolean {
    if (token === COLON) return this.step('colon', 'value');
    if (token === COMMA) return this.open.length > 0 && this.step('commaOrEnd', this.inObject() ? 'key' : 'value');
    if (token === CLOSE_BRACE || token === CLOSE_BRACKET) return this.takeEnd(token, end);
    if (token === STRING_LITERAL && (this.expected === 'key' || this.expected === 'keyOrEnd')) {
      this.key = decodeLiteral(this.raw, start + 1, end - 1);
      this.expected = 'colon';
      return true;
    }
    if (this.expected !== 'value' && this.expected !== 'valueOrEnd') return false;
    return this.takeValue(token, start, end);
  }

  private takeValue(token: number, start: number, end: number): boolean {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) {
      this.open.push(this.add(token === OPEN_BRACE ? OBJECT : ARRAY, start, end));
      this.expected = token === OPEN_BRACE ? 'keyOrEnd' : 'valueOrEnd';
      return true;
    }
    if (token === STRING_LITERAL) this.add(STRING, start + 1, end - 1);
    else if (token === NUMERIC_LITERAL) this.add(NUMBER, start, end);
    else if (token >= NULL && token <= FALSE) this.add(OTHER, start, end);
    else return false;
    this.valueEnded();
    return true;
  }

  private takeEnd(token: number, end: number): boolean {
    if (this.open.length === 0 || this.inObject() !== (token === CLOSE_BRACE)) return false;
    const empty = this.inObject() ? 'keyOrEnd' : 'valueOrEnd';
    if (this.expected !== 'commaOrEnd' && this.expected !== empty) return false;
    this.close(end);
    this.valueEnded();
    return true;
  }

  private step(from: Expected, to: Expected): boolean {
    const right = this.expected === from;
    this.expected = to;
    return right;
  }

  private valueEnded(): void {
    this.expected = this.open.length > 0 ? 'commaOrEnd' : 'value';
  }

  private inObject(): boolean {
    return this.kinds[this.open[this.open.length - 1]] === OBJECT;
  }

  private add(kind: number, start: number, end: number): number {
    const index = this.kinds.length;
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
    this.parents.push(this.open.length > 0 ? this.open[this.open.length - 1] : -1);
    this.depths.push(this.open.length);
    this.after.push(index + 1);
    this.keys.push(this.key);
    this.key = '';
    return index;
  }

  private close(end: number): void {
    const index = this.open.pop() as number;
    this.ends[index] = end;
    this.after[index] = this.kinds.length;
  }
}
