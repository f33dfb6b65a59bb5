/** Parsing: reads the marker of a list item. */
import { DASH, DIGIT_1, DOT, isBlankCode, isDigit, PAREN_CLOSE, PLUS, STAR, skipBlank } from './characters.ts';
import { isThematicBreak } from './line-kinds.ts';
import type { ScanState } from './scan-state.ts';

const MAX_DIGITS = 9;

/**
 * Length of the list marker at `state.first`, or 0 when there is none. With `interrupts` set the line would
 * otherwise continue a paragraph: then only bullets and the number 1 with content behind them start a list.
 */
export function listMarkerLength(state: ScanState, interrupts: boolean): number {
  const { text, first, lineEnd } = state;
  const code = text.charCodeAt(first);
  let length = 1;
  if (isDigit(code)) length = numberLength(state, interrupts);
  else if (code === STAR || code === DASH) {
    if (isThematicBreak(state)) return 0;
  } else if (code !== PLUS) return 0;
  if (length === 0) return 0;
  const next = first + length;
  if (next === lineEnd) return interrupts ? 0 : length;
  if (!isBlankCode(text.charCodeAt(next))) return 0;
  return interrupts && skipBlank(text, next, lineEnd) === lineEnd ? 0 : length;
}

/** The bullet, or the character behind the number: items with the same one belong to one list. */
export function listMarkerCode(state: ScanState, length: number): number {
  return state.text.charCodeAt(state.first + length - 1);
}

/** Whether a marker's code is that of a numbered list. */
export function isOrderedMarker(marker: number): boolean {
  return marker === DOT || marker === PAREN_CLOSE;
}

function numberLength(state: ScanState, interrupts: boolean): number {
  const { text, first, lineEnd } = state;
  let at = first;
  while (at < lineEnd && at - first <= MAX_DIGITS && isDigit(text.charCodeAt(at))) at++;
  const digits = at - first;
  if (digits > MAX_DIGITS || at === lineEnd) return 0;
  if (interrupts && (digits > 1 || text.charCodeAt(first) !== DIGIT_1)) return 0;
  return isOrderedMarker(text.charCodeAt(at)) ? digits + 1 : 0;
}
