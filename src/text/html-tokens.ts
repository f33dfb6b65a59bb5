/** Text: a stretch of HTML as tokens: runs of text, start tags, end tags, and everything that nobody reads. */
import { isLetter, MarkupReader, nameEnd } from './html-markup.ts';
import { TagNames } from './tag-names.ts';

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
  item: 512,
  /** White space inside counts. */
  preformatted: 1024,
  /** Begins or ends a row or what rows stand in, or makes a cell more than one of a row. */
  endsRow: 2048,
  picture: 4096,
  /** Times the level of a heading, 1 to 6. */
  level: 8192,
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

const TAG_BITS = new TagNames<number>([
  ...bits(TAG.breaks, 'address article aside blockquote center dd details div dl dt fieldset figcaption figure'),
  ...bits(
    TAG.breaks,
    'footer form header hgroup hr main nav ol p section summary ul menu legend dialog search body head html',
  ),
  ...[1, 2, 3, 4, 5, 6].flatMap((level) => bits(TAG.breaks | TAG.endsRow | (level * TAG.level), `h${level}`)),
  ...bits(TAG.breaks | TAG.item, 'li'),
  ...bits(TAG.breaks | TAG.endsRow | TAG.preformatted, 'pre listing'),
  ...bits(TAG.breaks | TAG.endsRow, 'tr thead tbody tfoot caption'),
  ...bits(TAG.breaks | TAG.endsRow | TAG.table, 'table'),
  ...bits(TAG.breaks | TAG.minor | TAG.cell, 'td th'),
  ...bits(TAG.breaks | TAG.minor, 'option button label'),
  ...bits(TAG.breaks | TAG.minor | TAG.empty, 'br'),
  ...bits(TAG.unread, 'script style'),
  ...bits(TAG.breaks | TAG.raw, 'textarea title iframe xmp noembed noframes'),
  ...bits(TAG.picture, 'img'),
]);

function bits(value: number, names: string): (readonly [string, number])[] {
  return names.split(' ').map((name) => [name, value] as const);
}

const SLASH = 47;

/** The tokens of `text[from, to)`. Markup that is not closed in the stretch runs to its end. Linear; throws nothing. */
export function htmlTokens(text: string, from: number, to: number): HtmlTokens {
  const tokens: number[] = [];
  const starts: number[] = [];
  const reader = new HtmlTokenReader(text, from, to);
  while (reader.next()) {
    // Pieces of one text are one token here.
    if (reader.token === TOKEN.text && tokens[tokens.length - 1] === TOKEN.text) continue;
    tokens.push(reader.token);
    starts.push(reader.start);
  }
  starts.push(to);
  return { tokens, starts };
}

/** Reads the same tokens one by one, long text in pieces that break no character reference: one may be left in its middle. */
export class HtmlTokenReader {
  /** The token read last, which is `[start, end)` of the text. */
  token = 0;
  start: number;
  end: number;
  private readonly reader: MarkupReader;
  private readonly from: number;
  /** Where the text of an element with nothing else inside ends, in the stretch. */
  private raw = -1;
  /** Where the next markup begins, in the stretch. */
  private markup = -1;

  constructor(text: string, from: number, to: number) {
    this.reader = new MarkupReader(text.slice(from, to));
    this.from = from;
    this.start = from;
    this.end = from;
  }

  /** Whether there is another token, which is read then. */
  next(): boolean {
    const { reader, from } = this;
    const at = this.end - from;
    const { length } = reader.text;
    if (at >= length) return false;
    if (this.raw > at) return this.take(TOKEN.text, at, pieceEnd(reader.text, at, this.raw));
    if (this.markup < at) this.markup = nextMarkup(reader, at);
    return this.markup > at ? this.take(TOKEN.text, at, pieceEnd(reader.text, at, this.markup)) : this.takeMarkup(at);
  }

  private take(token: number, start: number, end: number): true {
    this.token = token;
    this.start = start + this.from;
    this.end = end + this.from;
    return true;
  }

  /** Reads what begins with the `<` at `at`. */
  private takeMarkup(at: number): true {
    const { reader } = this;
    const { text } = reader;
    const isEnd = text.charCodeAt(at + 1) === SLASH;
    const nameAt = at + (isEnd ? 2 : 1);
    if (!isLetter(text.charCodeAt(nameAt))) return this.take(TOKEN.hidden, at, reader.end(at));
    const behindName = nameEnd(text, nameAt);
    const end = reader.tagEnd(behindName);
    const tag = TAG_BITS.at(text, nameAt, behindName) ?? 0;
    if (isEnd) return this.take(TOKEN.close | tag, at, end);
    if ((tag & (TAG.unread | TAG.raw)) === 0) return this.take(TOKEN.open | tag, at, end);
    const close = reader.rawEnd(text.slice(nameAt, behindName).toLowerCase(), end);
    if ((tag & TAG.unread) !== 0) return this.take(TOKEN.hidden, at, close < text.length ? reader.end(close) : close);
    // Its text is a token of its own, and so is its end tag.
    this.raw = close;
    return this.take(TOKEN.open, at, end);
  }
}

function nextMarkup(reader: MarkupReader, from: number): number {
  const at = reader.next(from);
  return at < 0 ? reader.text.length : at;
}

/** UTF-16 units of a piece of text, at most. */
const PIECE = 4096;
/** Longer than a character reference. */
const LONGEST_REFERENCE = 40;

/** Where the piece of text at `from` ends: not inside a character reference. */
function pieceEnd(html: string, from: number, end: number): number {
  if (end - from <= PIECE) return end;
  const to = from + PIECE;
  const open = html.slice(to - LONGEST_REFERENCE, to).lastIndexOf('&');
  return open < 0 ? to : to - LONGEST_REFERENCE + open;
}
