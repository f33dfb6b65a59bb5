/**
 * Parsing: turns a log, whose lines begin with time stamps, into one paragraph block an entry: the stamped line and
 * what follows it up to the next one, such as a stack trace.
 */
import { type BlockWriter, KIND } from '../model/block.ts';
import { GAP_NONE, type LineTable } from './lines.ts';
import { writeParagraphs } from './paragraphs.ts';

/** Lines looked at to tell a log. */
const SAMPLE = 200;
/** A text with fewer stamped lines is no log. */
const FEWEST_ENTRIES = 4;
/** Lines that may stand in front of the first entry. */
const LONGEST_PREAMBLE = 10;
/** Share of the sampled lines that are stamped, or stand where a stack trace does: indented or right under a stamp. */
const STAMPED_SHARE = 0.3;
const EXPLAINED_SHARE = 0.9;

/** A date with a time, a time with seconds, or a syslog or glog stamp, at the beginning of a line. */
const STAMP = new RegExp(
  [
    String.raw`[[(<]?\d{4}[-/.]\d\d[-/.]\d\d[T ,_]+\d\d?:\d\d`,
    String.raw`[[(<]?\d\d?[-/.](?:\d\d?|[A-Z][a-z]{2})[-/.]\d{2,4}[T :,]+\d\d?:\d\d`,
    String.raw`[[(<]?\d\d:\d\d:\d\d(?:[.,]\d+)?[\])>]?[ \t]`,
    String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d`,
    String.raw`[IWEF]\d{4} \d\d:\d\d:\d\d`,
  ]
    .map((form) => `(?:${form})`)
    .join('|'),
  'y',
);

/** Whether nearly all of the first lines are stamped entries or what hangs on one. Looks at 210 lines at most. */
export function isLog(text: string, lines: LineTable): boolean {
  const first = firstEntry(text, lines, LONGEST_PREAMBLE);
  const to = Math.min(lines.count, first + SAMPLE);
  const count = to - first;
  let stamped = 0;
  let hanging = 0;
  for (let line = first; line < to; line++) {
    if (isStamped(text, lines.starts[line])) stamped++;
    else if (lines.indents[line] > 0 || lines.gaps[line] === GAP_NONE) hanging++;
  }
  return stamped >= FEWEST_ENTRIES && stamped >= count * STAMPED_SHARE && stamped + hanging >= count * EXPLAINED_SHARE;
}

/** Writes a paragraph for each entry; lines in front of the first one are paragraphs as in prose. */
export function writeLogEntries(text: string, lines: LineTable, blocks: BlockWriter): void {
  const { count, starts, ends } = lines;
  const first = firstEntry(text, lines, count);
  writeParagraphs(text, lines, 0, first, blocks);
  for (let line = first; line < count; ) {
    let end = line + 1;
    while (end < count && !isStamped(text, starts[end])) end++;
    blocks.add(KIND.paragraph, starts[line], ends[end - 1], 0, -1);
    line = end;
  }
}

function firstEntry(text: string, lines: LineTable, most: number): number {
  const to = Math.min(lines.count, most);
  let line = 0;
  while (line < to && !isStamped(text, lines.starts[line])) line++;
  return line;
}

function isStamped(text: string, at: number): boolean {
  STAMP.lastIndex = at;
  return STAMP.test(text);
}
