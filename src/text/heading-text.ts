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
/** Characters that can mean something else than themselves; a title without them needs no second look. */
const MARKUP = new Uint8Array(128);
for (const character of '*_`[]<>&{}#~!$\n\t\r^=|') MARKUP[character.charCodeAt(0)] = 1;

/** A backslash in front of ASCII punctuation stands for the mark alone (CommonMark 0.31, section 2.4). */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** The title of an ATX heading or one-line text without any markup; undefined for everything else. */
function plainTitle(raw: string): string | undefined {
  let start = 0;
  while (start < 7 && raw.charCodeAt(start) === HASH) start++;
  if (start > 6 || (start > 0 && raw.charCodeAt(start) !== SPACE)) return undefined;
  while (raw.charCodeAt(start) === SPACE) start++;
  const end = raw.endsWith(ANCHOR_END) ? anchorStart(raw) : raw.length;
  let previous = 0;
  for (let i = start; i < end; i++) {
    const code = raw.charCodeAt(i);
    if (code >= 128 || MARKUP[code] === 1 || (code === SPACE && previous === SPACE)) return undefined;
    previous = code;
  }
  if (previous === SPACE || start === end) return undefined;
  const title = raw.slice(start, end);
  return title.includes('\\') ? title.replace(ESCAPE, '$1') : title;
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
