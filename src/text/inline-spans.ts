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
 * [start, end, start, end, ...]. Runs of backticks pair as in CommonMark: with the next run of equal length. Text
 * without any of them costs three `includes`.
 */
export function inlineSpans(text: string, from: number, to: number): number[] {
  const slice = text.slice(from, to);
  const code = slice.includes('`');
  const link = slice.includes('](');
  const angle = slice.includes('<');
  if (!code && !link && !angle) return [];
  const scan: Scan = { text, from, to, spans: [], brackets: [], noDestinationBefore: from };
  const codes = code ? codeSpans(slice) : [];
  if (link || angle) scanSpecials(scan, slice, codes, link ? LINK_SPECIAL : ANGLE_SPECIAL);
  else addCodes(scan, slice, codes);
  return scan.spans;
}

/** What can begin or end an inline span, and the same for text without links, whose brackets mean nothing. */
const LINK_SPECIAL = /[[\]<`]/g;
const ANGLE_SPECIAL = /[<`]/g;

function scanSpecials(scan: Scan, slice: string, codes: readonly number[], special: RegExp): void {
  let code = 0;
  let resumed = 0;
  special.lastIndex = 0;
  while (special.test(slice)) {
    const at = special.lastIndex - 1;
    if (isEscaped(slice, at, resumed)) continue;
    while (codes[code] < at) code += 2;
    if (at === codes[code]) {
      addCode(scan, codes, code);
      resumed = codes[code + 1];
    } else resumed = readUnit(scan, scan.from + at) + 1 - scan.from;
    special.lastIndex = resumed;
  }
}

/** Whether a backslash that is not escaped itself stands in front of `at`; none before `least` counts. */
function isEscaped(slice: string, at: number, least: number): boolean {
  let start = at;
  while (start > least && slice.charCodeAt(start - 1) === BACKSLASH) start--;
  return (at - start) % 2 === 1;
}

function addCodes(scan: Scan, slice: string, codes: readonly number[]): void {
  let end = 0;
  for (let code = 0; code < codes.length; code += 2) {
    if (isEscaped(slice, codes[code], end)) continue;
    addCode(scan, codes, code);
    end = codes[code + 1];
  }
}

function addCode({ from, spans }: Scan, codes: readonly number[], at: number): void {
  spans.push(from + codes[at], from + codes[at + 1]);
}

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
  const ends: number[] = [];
  let alike = true;
  for (let start = text.indexOf('`'); start >= 0; ) {
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
