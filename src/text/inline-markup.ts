/** Text: removes inline Markdown and HTML markup from a line of text, keeping what a reader sees. */

/** Marks characters as dropped; what is left, in order, is the text. */
interface Scan {
  readonly text: string;
  readonly dropped: Uint8Array;
  /** Offset of the closing bracket for each opening one, else -1. */
  readonly closers: Int32Array;
  /** Emphasis runs that may still be closed, one stack per mark. */
  readonly open: Record<string, Run[]>;
}

/** What is left of a run of emphasis marks: `[start, end)` has not found its partner yet. */
interface Run {
  start: number;
  end: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;

/** `text` without code, emphasis and link marks, link targets, HTML tags, and with the usual entities decoded. */
export function foldInlineMarkup(text: string): string {
  if (!/[`*_~[\]<\\&]/.test(text)) return text;
  const scan: Scan = {
    text,
    dropped: new Uint8Array(text.length),
    closers: bracketClosers(text),
    open: { '*': [], _: [], '~': [] },
  };
  const codeEnds = codeSpanEnds(text);
  for (let at = 0; at < text.length; ) at = foldAt(scan, at, codeEnds);
  return kept(scan).replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity]);
}

/** Reads what stands at `at` and returns where to go on. */
function foldAt(scan: Scan, at: number, codeEnds: Map<number, number>): number {
  const { text } = scan;
  switch (text[at]) {
    case '\\':
      if (!PUNCTUATION.test(text[at + 1] ?? '')) return at + 1;
      drop(scan, at, at + 1);
      return at + 2;
    case '`':
      return foldCode(scan, at, codeEnds);
    case '<':
      return foldTag(scan, at);
    case '!':
      if (text[at + 1] === '[' && isLink(scan, at + 1)) drop(scan, at, at + 1);
      return at + 1;
    case '[':
      return foldLink(scan, at);
    case '*':
    case '_':
    case '~':
      return foldEmphasis(scan, at);
    default:
      return at + 1;
  }
}

function foldCode(scan: Scan, at: number, codeEnds: Map<number, number>): number {
  const opened = endOfRun(scan.text, at);
  const closing = codeEnds.get(at);
  if (closing === undefined) return opened;
  const closed = closing + (opened - at);
  drop(scan, at, opened);
  drop(scan, closing, closed);
  return closed;
}

/** Drops a tag or comment whole, and the brackets of an autolink. */
function foldTag(scan: Scan, at: number): number {
  const { text, closers } = scan;
  const next = text[at + 1] ?? '';
  const close = closers[at];
  if (close < 0 || !/[A-Za-z/!?]/.test(next)) return at + 1;
  const inner = text.slice(at + 1, close);
  if (/^[a-z][a-z\d+.-]*:\S*$/i.test(inner) || /^[^\s@]+@[^\s@]+$/.test(inner)) {
    drop(scan, at, at + 1);
    drop(scan, close, close + 1);
  } else drop(scan, at, close + 1);
  return close + 1;
}

/** Drops the brackets and the target of an inline or full reference link; the label is read on as text. */
function foldLink(scan: Scan, at: number): number {
  if (!isLink(scan, at)) return at + 1;
  const close = scan.closers[at];
  drop(scan, at, at + 1);
  drop(scan, close, scan.closers[close + 1] + 1);
  return at + 1;
}

function isLink(scan: Scan, at: number): boolean {
  const { text, closers } = scan;
  const close = closers[at];
  if (close < 0) return false;
  const next = text[close + 1];
  return (next === '(' || next === '[') && closers[close + 1] >= 0;
}

/** Drops a run of emphasis marks together with its partner; marks without one are text. */
function foldEmphasis(scan: Scan, at: number): number {
  const { text, open } = scan;
  const mark = text[at];
  const end = endOfRun(text, at);
  if (scan.dropped[at] === 1) return end;
  const before = text[at - 1] ?? ' ';
  const after = text[end] ?? ' ';
  const inWord = mark === '_' && WORD.test(before) && WORD.test(after);
  const run: Run = { start: at, end };
  if (!inWord && before.trim() !== '') closeRun(scan, open[mark], run);
  if (!inWord && after.trim() !== '' && run.start < run.end) open[mark].push(run);
  return end;
}

function closeRun(scan: Scan, stack: Run[], run: Run): void {
  while (run.start < run.end && stack.length > 0) {
    const opener = stack[stack.length - 1];
    const size = Math.min(opener.end - opener.start, run.end - run.start);
    drop(scan, opener.end - size, opener.end);
    drop(scan, run.start, run.start + size);
    opener.end -= size;
    run.start += size;
    if (opener.start === opener.end) stack.pop();
  }
}

function drop(scan: Scan, start: number, end: number): void {
  scan.dropped.fill(1, start, end);
}

function kept(scan: Scan): string {
  const { text, dropped } = scan;
  let out = '';
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && dropped[at] === 0) continue;
    if (at > from) out += text.slice(from, at);
    from = at + 1;
  }
  return out;
}

/** Partner of each `[`, `(` and `<`, found in one pass; a backslash takes a bracket its meaning. */
function bracketClosers(text: string): Int32Array {
  const closers = new Int32Array(text.length + 1).fill(-1);
  const open: Record<string, number[]> = { ']': [], ')': [], '>': [] };
  const partner: Readonly<Record<string, string>> = { '[': ']', '(': ')', '<': '>' };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character in partner) open[partner[character]].push(at);
    else if (character in open) {
      const from = open[character].pop();
      if (from !== undefined) closers[from] = at;
    }
  }
  return closers;
}

/** Start of the closing backtick run for each run that opens a code span. */
function codeSpanEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const latest = new Map<number, number>();
  const runs: number[] = [];
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', endOfRun(text, at))) runs.push(at);
  // From the back: the nearest later run of the same length is the partner.
  for (let i = runs.length - 1; i >= 0; i--) {
    const size = endOfRun(text, runs[i]) - runs[i];
    const partner = latest.get(size);
    if (partner !== undefined) ends.set(runs[i], partner);
    latest.set(size, runs[i]);
  }
  return ends;
}

function endOfRun(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] === text[at]) end++;
  return end;
}
