/** Text: where HTML must not be cut, and where its tags make good places to. */
import { entitySpans } from './html-entities.ts';
import { type HtmlToken, htmlTokens, isBreak } from './html-tokens.ts';
import { isBlank } from './word-cuts.ts';

/** Tags, comments and character references of `text[from, to)` as rising, disjoint pairs [start, end, ...]. */
export function htmlSpans(text: string, from: number, to: number): number[] {
  const spans: number[] = [];
  for (const { kind, start, end } of htmlTokens(text, from, to)) {
    if (kind === 'text') entitySpans(text, start, end, spans);
    else spans.push(start, end);
  }
  return spans;
}

/** Places between elements inside a stretch of HTML. */
export interface HtmlBreaks {
  readonly offsets: number[];
  /** For each whether a cell or a forced line begins there, not a block. */
  readonly minor: boolean[];
}

const MINOR: ReadonlySet<string> = new Set(['td', 'th', 'br', 'option']);

/**
 * Where in `text[from, to)` an element begins or ended that stands on lines of its own. End tags belong to what is in
 * front of a break, start tags to what is behind it.
 */
export function htmlBreaks(text: string, from: number, to: number): HtmlBreaks {
  const breaks: HtmlBreaks = { offsets: [], minor: [] };
  // What a break that is due at the next token would be; null when none is due.
  let due: boolean | null = null;
  // Where the start tags in front of the present token began; -1 when something else stands there.
  let run = -1;
  for (const token of htmlTokens(text, from, to)) {
    if (isSpace(text, token)) continue;
    const own = isBreak(token.name) ? MINOR.has(token.name) : null;
    if (token.kind === 'close' || token.name === 'br') {
      run = -1;
      due = merged(due, own);
      continue;
    }
    if (run < 0) run = blackStart(text, token);
    const found = merged(due, own);
    if (found !== null && run > from) addBreak(breaks, run, found);
    due = null;
    if (token.kind === 'text') run = -1;
  }
  return breaks;
}

/** A break that a block and a cell make together is that of a block. */
function merged(a: boolean | null, b: boolean | null): boolean | null {
  return a === null ? b : b === null ? a : a && b;
}

function addBreak({ offsets, minor }: HtmlBreaks, offset: number, isMinor: boolean): void {
  const last = offsets.length - 1;
  if (offsets[last] === offset) minor[last] &&= isMinor;
  else {
    offsets.push(offset);
    minor.push(isMinor);
  }
}

function isSpace(text: string, { kind, start, end }: HtmlToken): boolean {
  if (kind !== 'text') return false;
  for (let at = start; at < end; at++) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}

function blackStart(text: string, { start, end }: HtmlToken): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}
