/** Parsing of source code: the few questions about lines and white space that every scan of code asks. */

const LF = 10;

/** White space of any kind that text is trimmed of. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
}

/** First character of `text[from, to)` that is not white space; `to` when there is none. */
export function firstBlack(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Offset after the last character of `text[start, end)` that is not white space; `start` when there is none. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Last character in front of `from` that is not white space, on its line; -1 when only white space stands there. */
export function lastBlackBefore(text: string, from: number): number {
  let at = from - 1;
  while (at >= 0) {
    const code = text.charCodeAt(at);
    if (code === LF) return -1;
    if (!isSpace(code)) return at;
    at--;
  }
  return -1;
}

/** Whether only white space stands in front of `from` on its line. */
export function isLineStart(text: string, from: number): boolean {
  return lastBlackBefore(text, from) < 0;
}

/** Line feeds in `text[from, to)`. */
export function linesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === LF) count++;
  return count;
}
