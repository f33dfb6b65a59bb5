/** Text: a stretch of HTML as tokens: runs of text, start tags, end tags, and everything that nobody reads. */
import { isLetter, MarkupReader, nameEnd } from './html-markup.ts';

/** `hidden`: comments, declarations, and scripts and styles with their tags. */
export const TOKEN = { text: 0, open: 1, close: 2, hidden: 3 } as const;
const KIND_BITS = 3;

/** What the name of a tag says of it: bits above the kind. */
export const TAG = {
  /** Begins and ends a line of its own, unlike `<b>`. */
  breaks: 4,
  /** Begins a cell or a line, not a block. */
  minor: 8,
  cell: 16,
  table: 32,
  /** `<br>`: over as soon as it begins. */
  empty: 64,
  /** Not even the text inside is read. */
  unread: 128,
  /** Has nothing but text inside, markup or not. */
  raw: 256,
} as const;

/** Tokens in order, without gaps, as columns: many are looked at, few are kept. */
export interface HtmlTokens {
  /** Kinds, with the bits of `TAG`. */
  readonly tokens: readonly number[];
  /** Where each begins; one more entry says where the last one ends. */
  readonly starts: readonly number[];
}

export function kindOf(token: number): number {
  return token & KIND_BITS;
}

const TAG_BITS: ReadonlyMap<string, number> = new Map([
  ...bits(
    TAG.breaks,
    'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure',
  ),
  ...bits(
    TAG.breaks,
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary tbody tfoot',
  ),
  ...bits(TAG.breaks, 'thead tr ul menu legend dialog search'),
  ...bits(TAG.breaks | TAG.table, 'table'),
  ...bits(TAG.breaks | TAG.minor | TAG.cell, 'td th'),
  ...bits(TAG.breaks | TAG.minor, 'option'),
  ...bits(TAG.breaks | TAG.minor | TAG.empty, 'br'),
  ...bits(TAG.unread, 'script style'),
  ...bits(TAG.raw, 'textarea title iframe xmp noembed noframes'),
]);

function bits(value: number, names: string): (readonly [string, number])[] {
  return names.split(' ').map((name) => [name, value] as const);
}

const SLASH = 47;

/** The tokens of `text[from, to)`. Markup that is not closed in the stretch runs to its end. Linear; throws nothing. */
export function htmlTokens(text: string, from: number, to: number): HtmlTokens {
  const read: Reading = { reader: new MarkupReader(text.slice(from, to)), from, tokens: [], starts: [] };
  const { reader } = read;
  let at = 0;
  for (let next = reader.next(0); next >= 0; next = reader.next(at)) {
    if (next > at) add(read, TOKEN.text, at);
    at = addMarkup(read, next);
  }
  if (at < to - from) add(read, TOKEN.text, at);
  read.starts.push(to);
  return read;
}

interface Reading {
  readonly reader: MarkupReader;
  readonly from: number;
  readonly tokens: number[];
  readonly starts: number[];
}

function add({ tokens, starts, from }: Reading, token: number, at: number): void {
  tokens.push(token);
  starts.push(from + at);
}

/** Adds what begins with the `<` at `at`; returns where it ends. */
function addMarkup(read: Reading, at: number): number {
  const { reader } = read;
  const { text } = reader;
  const isEnd = text.charCodeAt(at + 1) === SLASH;
  const nameAt = at + (isEnd ? 2 : 1);
  const end = reader.end(at);
  if (!isLetter(text.charCodeAt(nameAt))) {
    add(read, TOKEN.hidden, at);
    return end;
  }
  const name = text.slice(nameAt, nameEnd(text, nameAt));
  const tag = TAG_BITS.get(name) ?? TAG_BITS.get(name.toLowerCase()) ?? 0;
  if (!isEnd && tag >= TAG.unread) return addRaw(read, at, end, name.toLowerCase(), tag);
  add(read, (isEnd ? TOKEN.close : TOKEN.open) | tag, at);
  return end;
}

/** Adds an element with nothing but text inside, its end tag left out where the text is read. */
function addRaw(read: Reading, at: number, tagEnd: number, name: string, tag: number): number {
  const { reader } = read;
  const close = reader.rawEnd(name, tagEnd);
  if (tag === TAG.unread) {
    add(read, TOKEN.hidden, at);
    return close < reader.text.length ? reader.end(close) : close;
  }
  add(read, TOKEN.open, at);
  if (close > tagEnd) add(read, TOKEN.text, tagEnd);
  return close;
}
