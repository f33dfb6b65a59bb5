/** Parsing: recognises the one-line constructs of Markdown at the first character of a line. */
import {
  BACKTICK,
  DASH,
  DOLLAR,
  EQUALS,
  HASH,
  isBlankCode,
  LESS_THAN,
  STAR,
  skipBlank,
  TILDE,
  UNDERSCORE,
} from './characters.ts';
import { htmlBlockKind } from './html-block.ts';
import type { ScanState } from './scan-state.ts';

const MIN_FENCE = 3;
const MIN_MATH_FENCE = 2;
const MIN_BREAK = 3;
const MAX_HEADING_DEPTH = 6;

/** Depth of the ATX heading at `state.first`, or 0. */
export function headingDepth(state: ScanState): number {
  const { text, first, lineEnd } = state;
  let at = first;
  while (at < lineEnd && text.charCodeAt(at) === HASH) at++;
  const depth = at - first;
  if (depth > MAX_HEADING_DEPTH) return 0;
  return at === lineEnd || isBlankCode(text.charCodeAt(at)) ? depth : 0;
}

/** Whether the line from `state.first` on is a thematic break of the character there. */
export function isThematicBreak(state: ScanState): boolean {
  const { text, first, lineEnd } = state;
  // `- - - - x` asks once for each marker; the first answer is good for the others.
  if (first < state.noBreakBefore) return false;
  const marker = text.charCodeAt(first);
  let count = 0;
  let at = first;
  for (; at < lineEnd; at++) {
    const code = text.charCodeAt(at);
    if (code === marker) count++;
    else if (!isBlankCode(code)) break;
  }
  if (at === lineEnd && count >= MIN_BREAK) return true;
  state.noBreakBefore = at;
  return false;
}

/** Depth of the setext heading that the line from `state.first` on would underline, or 0. */
export function setextDepth(state: ScanState): number {
  const { text, first, lineEnd } = state;
  const marker = text.charCodeAt(first);
  const at = endOfRun(text, first, lineEnd, marker);
  if (skipBlank(text, at, lineEnd) !== lineEnd) return 0;
  return marker === EQUALS ? 1 : 2;
}

/** Length of the code fence that the line opens, or 0. A backtick fence has no backtick behind it. */
export function fenceLength(state: ScanState): number {
  const { text, first, lineEnd } = state;
  const marker = text.charCodeAt(first);
  const end = endOfRun(text, first, lineEnd, marker);
  if (end - first < MIN_FENCE) return 0;
  return marker === BACKTICK && holds(text, end, lineEnd, BACKTICK) ? 0 : end - first;
}

/** Length of the `$$` fence that the line opens, or 0. No dollar may follow on the line. */
export function mathFenceLength(state: ScanState): number {
  const { text, first, lineEnd } = state;
  const end = endOfRun(text, first, lineEnd, DOLLAR);
  if (end - first < MIN_MATH_FENCE) return 0;
  return holds(text, end, lineEnd, DOLLAR) ? 0 : end - first;
}

/** Whether the line closes the open code or math fence. */
export function closesFence(state: ScanState): boolean {
  const { text, first, lineEnd } = state;
  if (state.indent >= 4 || first === lineEnd) return false;
  if (text.charCodeAt(first) !== state.fenceMarker) return false;
  const end = endOfRun(text, first, lineEnd, state.fenceMarker);
  return end - first >= state.fenceLength && skipBlank(text, end, lineEnd) === lineEnd;
}

function endOfRun(text: string, from: number, end: number, code: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === code) at++;
  return at;
}

function holds(text: string, from: number, end: number, code: number): boolean {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === code) return true;
  return false;
}

/**
 * Whether the line, whose first character is `code`, starts a leaf of its own: a heading, a break, a fence, math or an
 * HTML block up to kind `lastHtmlKind`. A paragraph is not interrupted by HTML of the last kind, a table is.
 */
export function startsLeaf(state: ScanState, code: number, lastHtmlKind: number): boolean {
  switch (code) {
    case HASH:
      return headingDepth(state) > 0;
    case STAR:
    case DASH:
    case UNDERSCORE:
      return isThematicBreak(state);
    case BACKTICK:
    case TILDE:
      return fenceLength(state) > 0;
    case DOLLAR:
      return mathFenceLength(state) > 0;
    case LESS_THAN: {
      const kind = htmlBlockKind(state.text, state.first, state.lineEnd);
      return kind > 0 && kind <= lastHtmlKind;
    }
    default:
      return false;
  }
}
