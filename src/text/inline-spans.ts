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
/** A link destination or autolink longer than this is not looked for; it keeps the scan linear. */
const LONGEST_DESTINATION = 2048;

/**
 * The spans of code spans, links, images and autolinks in `text[from, to)` as rising, disjoint pairs
 * [start, end, start, end, ...]. Runs of backticks pair as in CommonMark: with the next run of equal length.
 */
export function inlineSpans(text: string, from: number, to: number): number[] {
  const slice = text.slice(from, to);
  if (!slice.includes('`') && !slice.includes('](') && !slice.includes('<')) return [];
  const scan: Scan = { text, from, to, spans: [], brackets: [], noDestinationBefore: from };
  const codes = codeSpans(slice);
  let code = 0;
  SPECIAL.lastIndex = 0;
  while (SPECIAL.test(slice)) {
    const at = SPECIAL.lastIndex - 1;
    while (codes[code] < at) code += 2;
    if (at === codes[code]) {
      scan.spans.push(from + at, from + codes[code + 1]);
      SPECIAL.lastIndex = codes[code + 1];
    } else SPECIAL.lastIndex = readUnit(scan, from + at) + 1 - from;
  }
  return scan.spans;
}

/** What can begin or end an inline span, or escape what does. */
const SPECIAL = /[\\[\]<`]/g;

interface Scan {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly spans: number[];
  /** Offsets of `[` that no `]` has closed yet. */
  readonly brackets: number[];
  /** Up to here no link destination ends: looking again would find nothing. */
  noDestinationBefore: number;
}

/** Reads what stands at `i` outside code; returns the offset of the last unit read. */
function readUnit(scan: Scan, i: number): number {
  const { text, to, spans, brackets } = scan;
  switch (text.charCodeAt(i)) {
    case BACKSLASH:
      return i + 1;
    case OPEN_BRACKET:
      brackets.push(i);
      return i;
    case LESS_THAN: {
      const end = autolinkEnd(text, i, to);
      if (end > 0) spans.push(i, end);
      return Math.max(i, end - 1);
    }
    case CLOSE_BRACKET:
      return readLink(scan, i);
    default:
      return i;
  }
}

function readLink(scan: Scan, close: number): number {
  const { text, from, to, spans, brackets } = scan;
  const open = brackets.pop();
  if (open === undefined || text.charCodeAt(close + 1) !== OPEN_PARENTHESIS || close < scan.noDestinationBefore)
    return close;
  const end = destinationEnd(text, close + 1, to);
  if (end < 0) {
    scan.noDestinationBefore = close + 1 - end;
    return close;
  }
  replaceInner(spans, open > from && text.charCodeAt(open - 1) === BANG ? open - 1 : open, end);
  return end - 1;
}

/** Drops the spans that lie inside the new one, then adds it. */
function replaceInner(spans: number[], start: number, end: number): void {
  while (spans.length > 0 && spans[spans.length - 2] >= start) spans.length -= 2;
  spans.push(start, end);
}

/** Code spans of `text` as pairs of offsets. */
function codeSpans(text: string): number[] {
  const starts: number[] = [];
  const lengths: number[] = [];
  for (let i = text.indexOf('`'); i >= 0; i = text.indexOf('`', i)) {
    const start = i;
    while (text.charCodeAt(i) === BACKTICK) i++;
    starts.push(start);
    lengths.push(i - start);
  }
  const nextOfLength = new Map<number, number>();
  const partner = new Array<number>(starts.length).fill(-1);
  for (let run = starts.length - 1; run >= 0; run--) {
    partner[run] = nextOfLength.get(lengths[run]) ?? -1;
    nextOfLength.set(lengths[run], run);
  }
  const spans: number[] = [];
  for (let run = 0; run < starts.length; run++) {
    const close = partner[run];
    if (close < 0) continue;
    spans.push(starts[run], starts[close] + lengths[close]);
    run = close;
  }
  return spans;
}

/** Offset after the `)` that closes the destination opened at `open`; when there is none, minus the length looked at. */
function destinationEnd(text: string, open: number, to: number): number {
  let depth = 0;
  const most = Math.min(to, open + LONGEST_DESTINATION);
  for (let i = open; i < most; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === OPEN_PARENTHESIS) depth++;
    else if (unit === CLOSE_PARENTHESIS && --depth === 0) return i + 1;
  }
  return -(most - open);
}

/** `<https://...>` or `<name@host>` or an inline tag: no white space in an autolink, so a tag with attributes is none. */
function autolinkEnd(text: string, open: number, to: number): number {
  const most = Math.min(to, open + LONGEST_DESTINATION);
  for (let i = open + 1; i < most; i++) {
    const unit = text.charCodeAt(i);
    if (unit === GREATER_THAN) return i + 1;
    if (unit <= SPACE || unit === LESS_THAN) return -1;
  }
  return -1;
}
