/**
 * Parsing: turns a run of lines of plain text into paragraph blocks.
 *
 * A line end inside the run is taken for a wrap, unless
 * - the line before it or after it is longer than anyone wraps: then each such line is a paragraph, unless a small
 *   letter goes on with it, or the document is wrapped at such a width and the line before is full, or
 * - the line before ends a sentence, is much shorter than the longest of the run, and the next line starts a
 *   sentence: the last line of a paragraph that the next one follows directly.
 */
import { type BlockWriter, KIND } from '../model/block.ts';
import { GAP_NONE, type LineTable } from './lines.ts';
import { findTable, writeTable } from './plain-tables.ts';

/** Characters; mail, books and code are wrapped at 60 to 100, some editors at 120. */
export const WIDEST_WRAP = 120;
/** Share of the longest line below which a line counts as cut short. */
export const SHORT_LINE = 0.75;
/** Pages of a small font, taken out of a printed document, have lines of up to about this many characters. */
const WIDEST_PAGE = 180;
/** Their letters differ in width: the lines of one page are this share longer or shorter than most. */
const RAGGED = 0.1;
/** Share of the lines over `WIDEST_WRAP` that are so alike where a document is wrapped; long items of a list are not. */
const ALIKE = 3 / 4;
/** Fewer such lines say nothing. */
const FEWEST_WIDE = 4;

/** Length from which a line is full in a document that is wrapped at a width over `WIDEST_WRAP`; else infinite. */
export function fullLength({ starts, ends, count }: LineTable): number {
  const widths: number[] = [];
  let paged = 0;
  for (let line = 0; line < count; line++) {
    const length = ends[line] - starts[line];
    if (length <= WIDEST_WRAP) continue;
    widths.push(length);
    if (length <= WIDEST_PAGE) paged++;
  }
  // Where the middle one is too wide for a page, nothing needs to be sorted.
  if (widths.length < FEWEST_WIDE || paged <= widths.length >> 1) return Number.POSITIVE_INFINITY;
  const middle = widths.sort((a, b) => a - b)[widths.length >> 1];
  const alike = widths.filter((width) => Math.abs(width - middle) <= middle * RAGGED).length;
  return alike >= widths.length * ALIKE ? middle * (1 - RAGGED) : Number.POSITIVE_INFINITY;
}

/**
 * Writes the paragraphs and tables of lines `[from, to)`; blank lines and form feeds separate paragraphs. A line of at least `full`
 * characters is taken for wrapped when it ends no sentence.
 */
export function writeParagraphs(
  text: string,
  lines: LineTable,
  from: number,
  to: number,
  blocks: BlockWriter,
  full = Number.POSITIVE_INFINITY,
): void {
  for (let line = from; line < to; ) {
    const end = runEnd(lines, line, to);
    const table = findTable(text, lines, line, end);
    if (table === undefined) writeRun(text, lines, line, end, full, blocks);
    else {
      if (table.from > line) writeRun(text, lines, line, table.from, full, blocks);
      writeTable(lines, table, blocks);
    }
    line = table?.to ?? end;
  }
}

/** Index after the last line before `to` that follows line `from` without a gap. */
export function runEnd(lines: LineTable, from: number, to: number): number {
  let line = from + 1;
  while (line < to && lines.gaps[line] === GAP_NONE) line++;
  return line;
}

function writeRun(text: string, lines: LineTable, from: number, to: number, full: number, blocks: BlockWriter): void {
  const { starts, ends } = lines;
  const longest = longestLine(lines, from, to);
  let first = from;
  for (let line = from + 1; line < to; line++) {
    const before = line - 1;
    if (!isParagraphEnd(text, lines, before, longest)) continue;
    if (isWrapped(text, lines, before, full) || (longest <= WIDEST_WRAP && text[ends[before] - 1] === SEMICOLON))
      continue;
    blocks.add(KIND.paragraph, starts[first], ends[line - 1], 0, -1);
    first = line;
  }
  blocks.add(KIND.paragraph, starts[first], ends[to - 1], 0, -1);
}

/** Behind it verse goes on, however short its line. */
const SEMICOLON = ';';

/** Characters of the longest of lines `[from, to)`. */
export function longestLine(lines: LineTable, from: number, to: number): number {
  let longest = 0;
  for (let line = from; line < to; line++) longest = Math.max(longest, lines.ends[line] - lines.starts[line]);
  return longest;
}

/** Whether a line of at least `full` characters breaks off inside a sentence, which a word goes on with. */
function isWrapped(text: string, { starts, ends }: LineTable, line: number, full: number): boolean {
  if (ends[line] - starts[line] < full || endsSentence(text, starts[line], ends[line])) return false;
  return /^["'([\u201c\u2018\u00ab]?\p{L}/u.test(text.slice(starts[line + 1], starts[line + 1] + 3));
}

/** Whether line `line`, which another follows without a gap, is the last of its paragraph. */
export function isParagraphEnd(text: string, lines: LineTable, line: number, longest: number): boolean {
  const { starts, ends } = lines;
  const length = ends[line] - starts[line];
  const isWide = Math.max(length, ends[line + 1] - starts[line + 1]) > WIDEST_WRAP;
  // Most lines of a wrapped text are dismissed by their length alone.
  if (!isWide && length >= longest * SHORT_LINE) return false;
  const sentenceEnds = endsSentence(text, starts[line], ends[line]);
  // A line that runs on into a small letter is no paragraph, however long.
  if (isWide) return sentenceEnds || startsSentence(text, starts[line + 1]);
  return sentenceEnds && startsSentence(text, starts[line + 1]);
}

const SENTENCE_ENDS = '.!?:;\u2026\u3002\uff01\uff1f';
const CLOSERS = '"\')]\u201d\u2019\u00bb\u300d';
const OPENERS = '"\'([\u201c\u2018\u00ab\u300c';

/** Whether the text of `[start, end)`, not empty, ends like a sentence or an introduction. */
export function endsSentence(text: string, start: number, end: number): boolean {
  let last = end - 1;
  while (last > start && CLOSERS.includes(text[last])) last--;
  return SENTENCE_ENDS.includes(text[last]);
}

/** Anything but a lower-case letter starts a sentence, behind opening marks too. */
export function startsSentence(text: string, at: number): boolean {
  let first = at;
  while (first < text.length && OPENERS.includes(text[first])) first++;
  const character = text[first] ?? '';
  return character === character.toUpperCase();
}
