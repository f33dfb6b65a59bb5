/** Parsing: recognises the seven kinds of HTML block of CommonMark, and the lines that end the first five. */
import {
  BACKTICK,
  BANG,
  BRACKET_CLOSE,
  COLON,
  DASH,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER_THAN,
  isAsciiLetter,
  isBlankCode,
  isDigit,
  LESS_THAN,
  QUESTION,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
  skipBlank,
  UNDERSCORE,
} from './characters.ts';

export const HTML_RAW = 1;
export const HTML_COMMENT = 2;
export const HTML_INSTRUCTION = 3;
export const HTML_DECLARATION = 4;
export const HTML_CDATA = 5;
/** Kinds from here on end before a blank line. */
export const HTML_BLOCK_TAG = 6;
export const HTML_ANY_TAG = 7;

const RAW_NAMES = new Set(['pre', 'script', 'style', 'textarea']);

// CommonMark 0.31, section 4.6, start condition 6.
const BLOCK_NAMES = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);

const LONGEST_NAME = 'blockquote'.length;
const CDATA_OPEN = '<![CDATA[';

/** Kind of the HTML block that opens with the `<` at `at`, or 0. The line ends at `end`. */
export function htmlBlockKind(text: string, at: number, end: number): number {
  const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;
  if (next === QUESTION) return HTML_INSTRUCTION;
  if (next === BANG) return declarationKind(text, at, end);
  return tagKind(text, next === SLASH ? at + 2 : at + 1, end, next === SLASH);
}

/** Whether an HTML block of `kind` (1 to 5) ends on the line part `[from, end)`. */
export function htmlBlockEnds(text: string, from: number, end: number, kind: number): boolean {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (kind === HTML_RAW) {
      if (code === LESS_THAN && isRawEndTag(text, at, end)) return true;
    } else if (code === GREATER_THAN && endsWithMarker(text, from, at, kind)) return true;
  }
  return false;
}

/** Where to look for the end of a block of `kind` on the line that opened it with the `<` at `at`. */
export function htmlBodyStart(at: number, kind: number): number {
  // `<!-->` and `<?>` are whole, so the opening's own last characters count.
  return kind === HTML_COMMENT || kind === HTML_DECLARATION ? at + 2 : kind === HTML_INSTRUCTION ? at + 1 : at;
}

function declarationKind(text: string, at: number, end: number): number {
  const code = at + 2 < end ? text.charCodeAt(at + 2) : 0;
  if (code === DASH) return at + 3 < end && text.charCodeAt(at + 3) === DASH ? HTML_COMMENT : 0;
  if (isAsciiLetter(code)) return HTML_DECLARATION;
  return end - at >= CDATA_OPEN.length && text.startsWith(CDATA_OPEN, at) ? HTML_CDATA : 0;
}

/** Kind of the block that a tag opens whose name starts at `nameStart`, or 0. */
function tagKind(text: string, nameStart: number, end: number, isClosing: boolean): number {
  if (nameStart >= end || !isAsciiLetter(text.charCodeAt(nameStart))) return 0;
  const nameEnd = endOfName(text, nameStart, end);
  const after = nameEnd < end ? text.charCodeAt(nameEnd) : SPACE;
  if (after !== SLASH && after !== GREATER_THAN && !isBlankCode(after)) return 0;
  const name = nameEnd - nameStart > LONGEST_NAME ? '' : text.slice(nameStart, nameEnd).toLowerCase();
  if (after !== SLASH && !isClosing && RAW_NAMES.has(name)) return HTML_RAW;
  if (!BLOCK_NAMES.has(name)) return isWholeTag(text, nameEnd, end, isClosing) ? HTML_ANY_TAG : 0;
  const isWhole = after !== SLASH || (nameEnd + 1 < end && text.charCodeAt(nameEnd + 1) === GREATER_THAN);
  return isWhole ? HTML_BLOCK_TAG : 0;
}

/** Whether a tag is complete and alone on its line, read from behind its name. */
function isWholeTag(text: string, nameEnd: number, end: number, isClosing: boolean): boolean {
  const tagEnd = isClosing ? skipBlank(text, nameEnd, end) : endOfAttributes(text, nameEnd, end);
  if (tagEnd < 0 || tagEnd >= end || text.charCodeAt(tagEnd) !== GREATER_THAN) return false;
  return skipBlank(text, tagEnd + 1, end) === end;
}

function endsWithMarker(text: string, from: number, at: number, kind: number): boolean {
  if (kind === HTML_DECLARATION) return true;
  if (kind === HTML_INSTRUCTION) return at > from && text.charCodeAt(at - 1) === QUESTION;
  const code = kind === HTML_COMMENT ? DASH : BRACKET_CLOSE;
  return at - from >= 2 && text.charCodeAt(at - 1) === code && text.charCodeAt(at - 2) === code;
}

function isRawEndTag(text: string, at: number, end: number): boolean {
  if (at + 1 >= end || text.charCodeAt(at + 1) !== SLASH) return false;
  let nameEnd = at + 2;
  while (nameEnd < end && nameEnd - at < LONGEST_NAME && isAsciiLetter(text.charCodeAt(nameEnd))) nameEnd++;
  if (nameEnd >= end || text.charCodeAt(nameEnd) !== GREATER_THAN) return false;
  return RAW_NAMES.has(text.slice(at + 2, nameEnd).toLowerCase());
}

function endOfName(text: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== DASH && !isAsciiLetter(code) && !isDigit(code)) break;
  }
  return at;
}

/** Where the `>` of an open tag has to be, after its attributes and an optional slash; -1 when they are malformed. */
function endOfAttributes(text: string, from: number, end: number): number {
  let at = from;
  for (;;) {
    const next = skipBlank(text, at, end);
    if (next >= end) return -1;
    const code = text.charCodeAt(next);
    if (code === SLASH) return next + 1;
    if (!startsAttribute(code)) return next;
    at = endOfAttribute(text, next, end);
    if (at < 0) return -1;
    // Behind a quoted value only white space, a slash or the end may stand: `<a b="c"d>` is no tag.
    if (at < end && isQuote(text.charCodeAt(at - 1)) && startsAttribute(text.charCodeAt(at))) return -1;
  }
}

function endOfAttribute(text: string, from: number, end: number): number {
  const nameEnd = endOfAttributeName(text, from, end);
  const equals = skipBlank(text, nameEnd, end);
  const hasValue = equals < end && text.charCodeAt(equals) === EQUALS;
  return hasValue ? endOfAttributeValue(text, equals + 1, end) : equals;
}

function endOfAttributeName(text: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!startsAttribute(code) && !isDigit(code) && code !== DASH && code !== DOT) break;
  }
  return at;
}

function endOfAttributeValue(text: string, from: number, end: number): number {
  let at = skipBlank(text, from, end);
  if (at >= end) return -1;
  const quote = text.charCodeAt(at);
  if (isQuote(quote)) {
    do at++;
    while (at < end && text.charCodeAt(at) !== quote);
    return at < end ? at + 1 : -1;
  }
  const start = at;
  while (at < end && !endsBareValue(text.charCodeAt(at))) at++;
  // `<a b=/>` counts as a tag: the slash ends the value before it began.
  return at === start && text.charCodeAt(at) !== SLASH ? -1 : at;
}

function startsAttribute(code: number): boolean {
  return isAsciiLetter(code) || code === COLON || code === UNDERSCORE;
}

function isQuote(code: number): boolean {
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
}

function endsBareValue(code: number): boolean {
  return (
    isBlankCode(code) ||
    isQuote(code) ||
    code === SLASH ||
    code === LESS_THAN ||
    code === EQUALS ||
    code === GREATER_THAN ||
    code === BACKTICK
  );
}
