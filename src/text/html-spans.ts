/** Text: where HTML must not be cut, and where its tags make good places to. */
import { entitySpans } from './html-entities.ts';
import { type HtmlTokens, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { isBlank } from './word-cuts.ts';

/** Tags, comments and character references among the tokens of `text` as rising, disjoint pairs [start, end, ...]. */
export function htmlSpans(text: string, { tokens, starts }: HtmlTokens): number[] {
  const spans: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (kindOf(tokens[i]) === TOKEN.text) entitySpans(text, starts[i], starts[i + 1], spans);
    else spans.push(starts[i], starts[i + 1]);
  }
  return spans;
}

/** Places between elements inside a stretch of HTML. */
export interface HtmlBreaks {
  readonly offsets: number[];
  /** For each whether a cell or a forced line begins there, not a block. */
  readonly minor: boolean[];
}

/**
 * Where among the tokens of `text`, the beginning left out, an element begins or ended that stands on lines of its own.
 * End tags belong to what is in front of a break, start tags to what is behind it.
 */
export function htmlBreaks(text: string, { tokens, starts }: HtmlTokens): HtmlBreaks {
  const breaks: HtmlBreaks = { offsets: [], minor: [] };
  // The bits of the tags that ended since the last text; 0 when there is no break among them.
  let due = 0;
  // Where the start tags in front of the present token began; -1 when something else stands there.
  let run = -1;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const kind = kindOf(token);
    const start = kind === TOKEN.text ? blackStart(text, starts[i], starts[i + 1]) : starts[i];
    if (start === starts[i + 1]) continue;
    if (kind === TOKEN.close || (token & TAG.empty) !== 0) {
      run = -1;
      due = merged(due, token);
      continue;
    }
    if (run < 0) run = start;
    const found = merged(due, token);
    if (found !== 0 && run > starts[0]) addBreak(breaks, run, (found & TAG.minor) !== 0);
    due = 0;
    if (kind === TOKEN.text) run = -1;
  }
  return breaks;
}

/** A break that a block and a cell make together is that of a block. */
function merged(due: number, token: number): number {
  if ((token & TAG.breaks) === 0) return due;
  return due === 0 ? token & (TAG.breaks | TAG.minor) : due & token;
}

function addBreak({ offsets, minor }: HtmlBreaks, offset: number, isMinor: boolean): void {
  const last = offsets.length - 1;
  if (offsets[last] === offset) minor[last] &&= isMinor;
  else {
    offsets.push(offset);
    minor.push(isMinor);
  }
}

function blackStart(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}
