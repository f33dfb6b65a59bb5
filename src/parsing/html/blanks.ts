/** Parsing HTML: white space at the ends of a stretch, and text that looks like nothing. */
import { isBlank } from '../../text/word-cuts.ts';

/** Start of `text[from, to)` without white space in front; `to` when it is all blank. */
export function blackStart(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** End of `text[from, to)` without white space behind; `from` when it is all blank. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

const NO_BREAK_SPACE = /&(?:nbsp|#160|#xa0);/iy;

/** Whether a reader sees anything in `text[from, to)`, which holds no tags. */
export function isVisible(text: string, from: number, to: number): boolean {
  let at = blackStart(text, from, to);
  while (at < to) {
    NO_BREAK_SPACE.lastIndex = at;
    if (!NO_BREAK_SPACE.test(text)) return true;
    at = blackStart(text, NO_BREAK_SPACE.lastIndex, to);
  }
  return false;
}
