/** Inline code and links of Markdown prose as spans that must not be cut; a linear look, no inline parser. */

const BACKTICK = 96;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_PARENTHESIS = 40;
const CLOSE_PARENTHESIS = 41;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const BANG = 33;
const SPACE = 32;
/** A link text, link destination or autolink longer than this is not looked for; it keeps the scan linear. */
const LONGEST_PART = 2048;

/**
 * The spans of code spans, links, images and autolinks in `text[from, to)` as rising, disjoint pairs
 * [start, end, start, end, ...]. Runs of backticks pair as in CommonMark: with the next run of equal length. Text
 * without any of them costs three `indexOf`.
 */
export function inlineSpans(text: string, from: number, to: number): number[] {
  // A slice, so that no search runs past the end.
  const slice = text.slice(from, to);
  const firstCode = slice.indexOf('`');
  const firstLink = slice.indexOf('](');
  const firstAngle = slice.indexOf('<');
  if (firstCode < 0 && firstLink < 0 && firstAngle < 0) return [];
  const codes = firstCode < 0 ? [] : codeSpans(slice, firstCode);
  const spans = spansAmong(slice, codes, firstLink, firstAngle);
  if (from > 0) for (let i = 0; i < spans.length; i++) spans[i] += from;
  return spans;
}

/** The spans of `text`, given where its code is and its first link text ends, its first angle stands; -1 for none. */
function spansAmong(text: string, codes: readonly number[], firstLink: number, firstAngle: number): number[] {
  const scan: Scan = { text, spans: [], openAfter: 0, noDestinationBefore: 0 };
  let code = 0;
  const end = text.length;
  let link = firstLink < 0 ? end : firstLink;
  let angle = firstAngle < 0 ? end : firstAngle;
  for (;;) {
    const at = Math.min(link, angle, code < codes.length ? codes[code] : end);
    if (at === end) return scan.spans;
    const resumed = isEscaped(text, at) ? at + 1 : readAt(scan, at, codes[code + 1]);
    while (codes[code] < resumed) code += 2;
    if (link < resumed) link = placeOf(text, '](', resumed);
    if (angle < resumed) angle = placeOf(text, '<', resumed);
  }
}

/** Where `mark` stands next, the end of the text when it does not. */
function placeOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

/** Whether a backslash that is not escaped itself stands in front of `at`. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (at - start) % 2 === 1;
}

interface Scan {
  readonly text: string;
  readonly spans: number[];
  /** No `[` in front of here is still open. */
  openAfter: number;
  /** Up to here no link destination ends: looking again would find nothing. */
  noDestinationBefore: number;
}

/** Reads what begins at `at`, where code would end at `codeEnd`, or the link whose text ends there; where to go on. */
function readAt(scan: Scan, at: number, codeEnd: number): number {
  switch (scan.text.charCodeAt(at)) {
    case BACKTICK:
      scan.spans.push(at, codeEnd);
      return codeEnd;
    case LESS_THAN:
      return readAngle(scan, at);
    default:
      return readLink(scan, at);
  }
}

/** Reads an autolink at the `<` at `at`; where to go on. */
function readAngle({ text, spans }: Scan, at: number): number {
  const end = autolinkEnd(text, at);
  if (end < 0) return at + 1;
  spans.push(at, end);
  return end;
}

/** Reads the link whose text ends with the `]` at `close`, if it is one; where to go on. */
function readLink(scan: Scan, close: number): number {
  const { text, spans } = scan;
  if (close < scan.noDestinationBefore) return close + 1;
  const open = openBracket(scan, close);
  if (open < 0) {
    scan.openAfter = close + 1;
    return close + 1;
  }
  const end = destinationEnd(text, close + 1);
  if (end < 0) {
    scan.noDestinationBefore = close + 1 - end;
    return close + 1;
  }
  replaceInner(spans, open > 0 && text.charCodeAt(open - 1) === BANG ? open - 1 : open, end);
  return end;
}

/** The `[` that the `]` at `close` closes, -1 for none: looks back over whole spans, which have no bracket of their own. */
function openBracket({ text, spans, openAfter }: Scan, close: number): number {
  const least = Math.max(openAfter, close - LONGEST_PART);
  let span = spans.length;
  let closed = 0;
  for (let at = close - 1; at >= least; at--) {
    if (span > 0 && at < spans[span - 1]) {
      span -= 2;
      at = spans[span];
      continue;
    }
    const unit = text.charCodeAt(at);
    if (unit !== OPEN_BRACKET && unit !== CLOSE_BRACKET) continue;
    if (isEscaped(text, at)) continue;
    if (unit === CLOSE_BRACKET) closed++;
    else if (closed-- === 0) return at;
  }
  return -1;
}

/** Drops the spans that lie inside the new one, then adds it. */
function replaceInner(spans: number[], start: number, end: number): void {
  while (spans.length > 0 && spans[spans.length - 2] >= start) spans.length -= 2;
  spans.push(start, end);
}

/** Code spans of `text`, whose first backtick is at `first`, as pairs of offsets. */
function codeSpans(text: string, first: number): number[] {
  const starts: number[] = [];
  const ends: number[] = [];
  let alike = true;
  for (let start = first; start >= 0; ) {
    let end = start + 1;
    while (text.charCodeAt(end) === BACKTICK) end++;
    starts.push(start);
    ends.push(end);
    alike &&= end - start === ends[0] - starts[0];
    start = text.indexOf('`', end);
  }
  const partners = alike ? undefined : partnersOf(starts, ends);
  const spans: number[] = [];
  for (let run = 0; run < starts.length; run++) {
    const close = partners === undefined ? run + 1 : partners[run];
    if (close < 0 || close >= starts.length) continue;
    spans.push(starts[run], ends[close]);
    run = close;
  }
  return spans;
}

/** For each run of backticks the next of the same length, or -1. */
function partnersOf(starts: readonly number[], ends: readonly number[]): readonly number[] {
  const nextOfLength = new Map<number, number>();
  const partners = new Array<number>(starts.length).fill(-1);
  for (let run = starts.length - 1; run >= 0; run--) {
    const length = ends[run] - starts[run];
    partners[run] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, run);
  }
  return partners;
}

/** Offset after the `)` that closes the destination opened at `open`; when there is none, minus the length looked at. */
function destinationEnd(text: string, open: number): number {
  let depth = 0;
  const most = Math.min(text.length, open + LONGEST_PART);
  for (let i = open; i < most; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === OPEN_PARENTHESIS) depth++;
    else if (unit === CLOSE_PARENTHESIS && --depth === 0) return i + 1;
  }
  return -(most - open);
}

/** `<https://...>` or `<name@host>` or an inline tag: no white space in an autolink, so a tag with attributes is none. */
function autolinkEnd(text: string, open: number): number {
  const most = Math.min(text.length, open + LONGEST_PART);
  for (let i = open + 1; i < most; i++) {
    const unit = text.charCodeAt(i);
    if (unit === GREATER_THAN) return i + 1;
    if (unit <= SPACE || unit === LESS_THAN) return -1;
  }
  return -1;
}
