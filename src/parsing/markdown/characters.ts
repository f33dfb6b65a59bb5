/** Parsing: the UTF-16 codes that decide what a Markdown line is, and two tables over them. */

export const TAB = 9;
export const LF = 10;
export const SPACE = 32;
export const BANG = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const SINGLE_QUOTE = 39;
export const PAREN_OPEN = 40;
export const PAREN_CLOSE = 41;
export const STAR = 42;
export const PLUS = 43;
export const DASH = 45;
export const DOT = 46;
export const SLASH = 47;
export const DIGIT_0 = 48;
export const DIGIT_1 = 49;
export const DIGIT_9 = 57;
export const COLON = 58;
export const LESS_THAN = 60;
export const EQUALS = 61;
export const GREATER_THAN = 62;
export const QUESTION = 63;
export const BRACKET_OPEN = 91;
export const BACKSLASH = 92;
export const BRACKET_CLOSE = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const PIPE = 124;
export const TILDE = 126;
export const DELETE = 127;

/** 1 for each ASCII character that, first on a line, may be more than paragraph text (white space included). */
export const SPECIAL_START = tableOf('\t #$*+-0123456789:<=>[_`|~');

/** 1 for each ASCII character that may open a container. */
export const CONTAINER_START = tableOf('*+-0123456789>[');

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1;
  return table;
}

/** Space or tab; the only white space Markdown's block structure knows inside a line. */
export function isBlankCode(code: number): boolean {
  return code === SPACE || code === TAB;
}

export function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** The first position in `[from, end)` that holds neither space nor tab, or `end`. */
export function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlankCode(text.charCodeAt(at))) at++;
  return at;
}
