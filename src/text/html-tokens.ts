/** Text: a stretch of HTML as tokens: runs of text, start tags, end tags, and everything that nobody reads. */
import { isLetter, MarkupReader, nameEnd } from './html-markup.ts';

/** `hidden`: comments, declarations, and scripts and styles with their tags. */
export interface HtmlToken {
  readonly kind: 'text' | 'open' | 'close' | 'hidden';
  readonly start: number;
  readonly end: number;
  /** Name of a tag in lower case; '' for the others. */
  readonly name: string;
}

/** Elements of which not even the text is read. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style']);
/** Elements with nothing but text inside, markup or not. */
const TEXT_ONLY: ReadonlySet<string> = new Set(['textarea', 'title', 'iframe', 'xmp', 'noembed', 'noframes']);

const SLASH = 47;

/** Tokens of `text[from, to)` in order, without gaps. Markup that is not closed in the stretch runs to its end. Linear. */
export function htmlTokens(text: string, from: number, to: number): readonly HtmlToken[] {
  const slice = text.slice(from, to);
  const reader = new MarkupReader(slice);
  const tokens: HtmlToken[] = [];
  let at = 0;
  for (let next = reader.next(0); next >= 0; next = reader.next(at)) {
    if (next > at) tokens.push({ kind: 'text', start: from + at, end: from + next, name: '' });
    at = addMarkup(tokens, reader, from, next);
  }
  if (at < slice.length) tokens.push({ kind: 'text', start: from + at, end: to, name: '' });
  return tokens;
}

/** Adds what begins with the `<` at `at`; the offsets of the reader are `from` less than those of the tokens. */
function addMarkup(tokens: HtmlToken[], reader: MarkupReader, from: number, at: number): number {
  const { text } = reader;
  const add = (kind: HtmlToken['kind'], start: number, end: number, name = ''): number => {
    if (end > start) tokens.push({ kind, start: from + start, end: from + end, name });
    return end;
  };
  const isEnd = text.charCodeAt(at + 1) === SLASH;
  const nameAt = at + (isEnd ? 2 : 1);
  const end = reader.end(at);
  if (!isLetter(text.charCodeAt(nameAt))) return add('hidden', at, end);
  const name = text.slice(nameAt, nameEnd(text, nameAt)).toLowerCase();
  if (isEnd) return add('close', at, end, name);
  if (HIDDEN.has(name)) {
    const close = reader.rawEnd(name, end);
    return add('hidden', at, close < text.length ? reader.end(close) : close);
  }
  add('open', at, end, name);
  return TEXT_ONLY.has(name) ? add('text', end, reader.rawEnd(name, end)) : end;
}

/** Elements that begin and end a line of their own; cells are told apart like words. */
const BREAKS: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'br', 'caption', 'center', 'dd', 'details', 'div', 'dl', 'dt'],
  ...[
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hgroup',
    'hr',
  ],
  ...['li', 'main', 'nav', 'ol', 'option', 'p', 'pre', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th'],
  ...['thead', 'tr', 'ul', 'menu', 'legend', 'dialog', 'search'],
]);

/** Whether the element stands apart from the text in front of it, unlike `<b>`. */
export function isBreak(name: string): boolean {
  return BREAKS.has(name);
}
