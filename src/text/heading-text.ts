/** Text: turns the source of a heading into its plain title. Every step is linear in the length of the heading. */
import { isGraphemeBoundary } from './graphemes.ts';
import { foldInlineMarkup } from './inline-markup.ts';

/**
 * The title that a reader of the heading sees: without `#` marks, setext underline, emphasis and code marks,
 * link targets, links to itself, HTML tags and `{#id}` suffixes, with white space collapsed. `text[from, to)` is the heading, either
 * style, or any single paragraph. As `shortTitle` has it.
 */
export function headingText(text: string, from = 0, to = text.length): string {
  return shortTitle(
    plainTitle(text, from, to) ??
      foldInlineMarkup(withoutSelfLinks(withoutAttributes(withoutHashes(withoutUnderline(text.slice(from, to))))))
        .replace(/\s+/g, ' ')
        .trim(),
  );
}

/** UTF-16 units; real titles are shorter, a paragraph that somebody drew a rule under can be as long as the document. */
const LONGEST_TITLE = 500;

/** `title`, or its first words and an ellipsis where it is too long to be named by every chunk under it. */
export function shortTitle(title: string): string {
  if (title.length <= LONGEST_TITLE) return title;
  let end = title.lastIndexOf(' ', LONGEST_TITLE - 1);
  if (end < LONGEST_TITLE / 2) end = LONGEST_TITLE - 1;
  while (end > 0 && !isGraphemeBoundary(title, 0, end)) end--;
  return `${title.slice(0, end === 0 ? LONGEST_TITLE - 1 : end)}…`;
}

const HASH = 35;
const SPACE = 32;
const BACKTICK = 96;
const BACKSLASH = 92;
const UNDERSCORE = 95;
const AMPERSAND = 38;
const CLOSE_BRACE = 125;
const FIRST_ODD_SPACE = 0x1680;
const LESS_THAN = 60;
const GREATER_THAN = 62;
/** Characters that can mean something else than themselves; `_`, a backslash and a backtick are looked at more closely. */
const MARKUP = new Uint8Array(128);
for (const character of '*[]<>&#~ \n\t\r\f\v') MARKUP[character.charCodeAt(0)] = 1;
/** The same with what depends on its neighbours. */
const LOOKED_AT = MARKUP.slice();
for (const character of '_\\`') LOOKED_AT[character.charCodeAt(0)] = 1;

/**
 * The title of an ATX heading or one-line text whose only markup is escapes and code between single backticks;
 * undefined for everything else.
 */
function plainTitle(text: string, from: number, to: number): string | undefined {
  const start = behindHashes(text, from, to);
  const end = anchorStart(text, from, to);
  return start >= 0 && start < end && endsPlainly(text, end) ? unescaped(text, start, end) : undefined;
}

function unescaped(text: string, start: number, end: number): string | undefined {
  let title = '';
  let copied = start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (isPlain(text, i, code)) continue;
    if (code === BACKTICK) {
      const close = codeEnd(text, i, end);
      if (close < 0) return undefined;
      title += text.slice(copied, i) + text.slice(i + 1, close);
      i = close;
      copied = close + 1;
    } else if (code === BACKSLASH && isPunctuation(text.charCodeAt(i + 1))) {
      // An escaped mark stands for itself (CommonMark 0.31, section 2.4).
      title += text.slice(copied, i);
      copied = ++i;
    } else if (!isLiteral(text, i, code, start, end)) return undefined;
  }
  return copied === start ? text.slice(start, end) : title + text.slice(copied, end);
}

/** Most characters, and a space alone. */
function isPlain(text: string, i: number, code: number): boolean {
  if (code === SPACE) return text.charCodeAt(i + 1) !== SPACE;
  return code < 128 && LOOKED_AT[code] === 0;
}

/** Whether neither white space to trim, nor attributes, nor an escape end in front of `end`. */
function endsPlainly(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  return last !== SPACE && last !== CLOSE_BRACE && last !== BACKSLASH;
}

/** Where the text of an ATX heading begins; -1 when the marks in front of it are none. */
function behindHashes(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) === HASH) at++;
  if (at > from + 6 || (at > from && text.charCodeAt(at) !== SPACE)) return -1;
  while (at < to && text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Whether the unit at `i` of `[start, end)` stands for itself, and is no white space that would collapse. */
function isLiteral(text: string, i: number, code: number, start: number, end: number): boolean {
  if (code >= 128) return code < FIRST_ODD_SPACE ? code !== 0xa0 : !/\s/.test(text[i]);
  if (code !== UNDERSCORE) return MARKUP[code] === 0;
  return i > start && i + 1 < end && isAlphanumeric(text.charCodeAt(i - 1)) && isAlphanumeric(text.charCodeAt(i + 1));
}

function isPunctuation(code: number): boolean {
  return code > SPACE && code < 127 && !isAlphanumeric(code);
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Where the code span that the single backtick at `open` begins is closed; -1 when it is not as simple as that. */
function codeEnd(text: string, open: number, end: number): number {
  let previous = SPACE;
  for (let i = open + 1; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKTICK) return previous === SPACE || text.charCodeAt(i + 1) === BACKTICK ? -1 : i;
    // White space that would collapse, and what may be an entity.
    if (code < SPACE || code >= 128 || code === AMPERSAND || (code === SPACE && previous === SPACE)) return -1;
    previous = code;
  }
  return -1;
}

const ANCHOR_START = '<a ';
const ANCHOR_END = '"></a>';

/** Where an empty anchor at the end of a heading begins, as generated documentation has it; the end if there is none. */
function anchorStart(text: string, from: number, to: number): number {
  if (!text.startsWith(ANCHOR_END, to - ANCHOR_END.length)) return to;
  let at = to - ANCHOR_END.length;
  while (at > from && text.charCodeAt(at) !== LESS_THAN && text.charCodeAt(at) !== GREATER_THAN) at--;
  return text.startsWith(ANCHOR_START, at) ? at : to;
}

/** Drops a setext underline; it is never the first line. */
function withoutUnderline(raw: string): string {
  // A heading inside a quote has `>` marks in front of its further lines.
  const trimmed = raw.trim().replace(/\n[ \t>]+/g, '\n');
  const lineStart = trimmed.lastIndexOf('\n') + 1;
  if (lineStart === 0) return trimmed;
  const last = trimmed.slice(lineStart);
  const underline = last !== '' && (isRunOf(last, '=') || isRunOf(last, '-'));
  return underline ? trimmed.slice(0, lineStart).trim() : trimmed;
}

/** Drops the opening `#` marks and, behind white space, the closing ones. */
function withoutHashes(text: string): string {
  let start = 0;
  while (start < 6 && text[start] === '#') start++;
  if (start === 0 || (start < text.length && !isSpace(text[start]))) return text;
  const rest = text.slice(start).trim();
  let end = rest.length;
  while (end > 0 && rest[end - 1] === '#') end--;
  return end === 0 || (end < rest.length && isSpace(rest[end - 1])) ? rest.slice(0, end).trim() : rest;
}

/** Drops a trailing `{#id .class key=value}`. */
function withoutAttributes(text: string): string {
  if (!text.endsWith('}')) return text;
  const open = text.lastIndexOf('{');
  const inner = text.slice(open + 1, -1).trim();
  const isAttributes = inner.startsWith('#') || inner.startsWith('.') || /^:?[\w-]+=/.test(inner);
  return open >= 0 && isAttributes ? text.slice(0, open).trim() : text;
}

/** A link to a place in a page that says nothing in words: pages turned into Markdown have it at their headings. */
const SELF_LINK = /\[[^\][\p{L}\p{N}]{0,8}\]\([^()\s#]*#[^()\s]*(?:\s+"[^"]*")?\)/gu;

/** Drops `[¶](#fees "Link to this heading")`, unless nothing else is there. */
function withoutSelfLinks(text: string): string {
  if (!text.includes('](')) return text;
  const rest = text.replace(SELF_LINK, '').trim();
  return rest === '' ? text : rest;
}

function isRunOf(text: string, character: string): boolean {
  for (let i = 0; i < text.length; i++) if (text[i] !== character) return false;
  return true;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}
