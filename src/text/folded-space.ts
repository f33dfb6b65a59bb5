/** Text: white space as a reader sees it, where any run of it is one space. Linear; throws nothing. */

/** Whether `code` is white space to a regular expression, no-break spaces included. */
export function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  return (
    code <= 0x200a ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** `text` with each run of white space as one space. */
export function foldSpace(text: string): string {
  return isFolded(text) ? text : text.replace(/\s+/g, ' ');
}

/** Whether all white space of `text` is single spaces: that of most stretches between two tags is. */
function isFolded(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Nearly all characters.
    if (code > 32 && code < 0xa0) continue;
    if (code === 32 ? text.charCodeAt(i + 1) === 32 : isSpace(code)) return false;
  }
  return true;
}

/** Length of `text[from, to)` folded, without the space at either end. */
export function foldedLength(text: string, from: number, to: number): number {
  let folded = 0;
  // In front of the text as behind white space: none of it counts there.
  let space = from - 1;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    // Nearly all characters.
    if ((code > 32 && code < 0xa0) || !isSpace(code)) continue;
    if (space === i - 1) folded++;
    space = i;
  }
  const length = to - from - folded;
  return length > 0 && space === to - 1 ? length - 1 : length;
}
