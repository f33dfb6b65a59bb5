/** Parsing: finds ends and blanks in lines of record formats. */

export const SPACE = 32;
export const TAB = 9;
export const HASH = 35;

/** Offset of the line feed at or behind `from`, or the end of the text. */
export function lineEndAt(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The first offset at or behind `at` that is no white space, at most `end`, which lies on the same line. */
export function skipBlanks(text: string, at: number, end: number): number {
  let i = at;
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  return i;
}

/** Where `[start, end)` ends without the white space at its end. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && isSpace(text.charCodeAt(i - 1))) i--;
  return i;
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** Whether a blank, the end of the line or the end of the text (`NaN`) stands at the code. */
export function isBlankOrEnd(code: number): boolean {
  return code === SPACE || code === TAB || code === 10 || Number.isNaN(code);
}

/** Whether white space holds a blank line. */
export function isBlankLineGap(gap: string): boolean {
  const first = gap.indexOf('\n');
  return first >= 0 && gap.includes('\n', first + 1);
}

/** The white space of JavaScript's `\s`. */
function isSpace(code: number): boolean {
  if (code < 128) return code === SPACE || (code >= TAB && code <= 13);
  return OTHER_SPACE.test(String.fromCharCode(code));
}

const OTHER_SPACE = /\s/;
