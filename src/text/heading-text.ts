/** Text: turns the source of a heading into its plain title. Every step is linear in the length of the heading. */
import { foldInlineMarkup } from './inline-markup.ts';

/**
 * The title that a reader of the heading sees: without `#` marks, setext underline, emphasis and code marks,
 * link targets, HTML tags and `{#id}` suffixes, with white space collapsed. `raw` is the heading's slice of the
 * document, either style, or any single paragraph.
 */
export function headingText(raw: string): string {
  return (
    plainTitle(raw) ??
    foldInlineMarkup(withoutAttributes(withoutHashes(withoutUnderline(raw))))
      .replace(/\s+/g, ' ')
      .trim()
  );
}

const HASH = 35;
const SPACE = 32;
const BACKTICK = 96;
const BACKSLASH = 92;
const UNDERSCORE = 95;
const AMPERSAND = 38;
const CLOSE_BRACE = 125;
const FIRST_ODD_SPACE = 0x1680;
const PUNCTUATION = /^[!-/:-@[-`{-~]/;
/** Characters that can mean something else than themselves; `_` and a backtick are looked at more closely. */
const MARKUP = new Uint8Array(128);
for (const character of '*[]<>&#~\n\t\r\f\v') MARKUP[character.charCodeAt(0)] = 1;

/**
 * The title of an ATX heading or one-line text whose only markup is escapes and code between single backticks;
 * undefined for everything else.
 */
function plainTitle(raw: string): string | undefined {
  const start = behindHashes(raw);
  const end = raw.endsWith(ANCHOR_END) ? anchorStart(raw) : raw.length;
  const last = raw.charCodeAt(end - 1);
  if (start < 0 || start === end || last === SPACE || last === CLOSE_BRACE) return undefined;
  let title = '';
  let from = start;
  for (let i = start; i < end; i++) {
    const code = raw.charCodeAt(i);
    if (code === BACKTICK) {
      const close = codeEnd(raw, i, end);
      if (close < 0) return undefined;
      title += raw.slice(from, i) + raw.slice(i + 1, close);
      i = close;
      from = close + 1;
    } else if (code === BACKSLASH && PUNCTUATION.test(raw[i + 1])) {
      // An escaped mark stands for itself (CommonMark 0.31, section 2.4).
      title += raw.slice(from, i);
      from = ++i;
    } else if (!isLiteral(raw, i, code)) return undefined;
  }
  return from === start ? raw.slice(start, end) : title + raw.slice(from, end);
}

/** Where the text of an ATX heading begins; -1 when the marks in front of it are none. */
function behindHashes(raw: string): number {
  let at = 0;
  while (at < 7 && raw.charCodeAt(at) === HASH) at++;
  if (at > 6 || (at > 0 && raw.charCodeAt(at) !== SPACE)) return -1;
  while (raw.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Whether the unit at `i` stands for itself, and is no white space that would collapse. */
function isLiteral(raw: string, i: number, code: number): boolean {
  if (code >= 128) return code < FIRST_ODD_SPACE ? code !== 0xa0 : !/\s/.test(raw[i]);
  if (code === SPACE) return raw.charCodeAt(i + 1) !== SPACE;
  if (code === UNDERSCORE) return isAlphanumeric(raw.charCodeAt(i - 1)) && isAlphanumeric(raw.charCodeAt(i + 1));
  return MARKUP[code] === 0;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Where the code span that the single backtick at `open` begins is closed; -1 when it is not as simple as that. */
function codeEnd(raw: string, open: number, end: number): number {
  let previous = SPACE;
  for (let i = open + 1; i < end; i++) {
    const code = raw.charCodeAt(i);
    if (code === BACKTICK) return previous === SPACE || raw.charCodeAt(i + 1) === BACKTICK ? -1 : i;
    // White space that would collapse, and what may be an entity.
    if (code < SPACE || code >= 128 || code === AMPERSAND || (code === SPACE && previous === SPACE)) return -1;
    previous = code;
  }
  return -1;
}

const ANCHOR_START = '<a ';
const ANCHOR_END = '"></a>';

/** Where an empty anchor at the end of a heading begins, as generated documentation has it; the end if there is none. */
function anchorStart(raw: string): number {
  const start = raw.lastIndexOf(ANCHOR_START);
  const close = raw.indexOf('>', start);
  return start >= 0 && close === raw.length - ANCHOR_END.length + 1 ? start : raw.length;
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

function isRunOf(text: string, character: string): boolean {
  for (let i = 0; i < text.length; i++) if (text[i] !== character) return false;
  return true;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}
