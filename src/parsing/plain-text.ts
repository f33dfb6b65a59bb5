/**
 * Parsing: turns plain prose into paragraph blocks.
 *
 * Blank lines and form feeds separate paragraphs. Inside a run of lines without a blank one, a line end is
 * taken for a wrap, unless
 * - the line before it or after it is longer than anyone wraps: then each such line is a paragraph, or
 * - the line before ends a sentence, is much shorter than the longest of the run, and the next line starts a
 *   sentence: the last line of a paragraph that the next one follows directly.
 */
import { type BlockTable, BlockWriter, CHARS_PER_BLOCK, KIND } from '../model/block.ts';

/** Characters; mail, books and code are wrapped at 60 to 100, some editors at 120. */
const WIDEST_WRAP = 120;
/** Share of the longest line below which a line counts as cut short. */
const SHORT_LINE = 0.75;

type LineEnd = (text: string, from: number) => number;

/** Lines without a blank one among them; `longest` counts characters. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly longest: number;
}

const LF = 10;
const FORM_FEED = 12;

/** Paragraph blocks of `text`; spans run from the first to after the last character that is not white space. */
export function scanPlainText(text: string): BlockTable {
  const blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  const endOfLine = text.includes('\f') ? endOfLineOrPage : endOfLineOnly;
  for (let at = 0; at < text.length; ) at = readRun(text, at, blocks, endOfLine);
  return blocks;
}

/** Reads one run of lines from `from` on, and the blank line or form feed behind it. Returns where it ended. */
function readRun(text: string, from: number, blocks: BlockWriter, endOfLine: LineEnd): number {
  let longest = 0;
  let at = from;
  let runEnd = from;
  while (at < text.length) {
    const end = endOfLine(text, at);
    const start = skipSpace(text, at, end);
    if (start < end) {
      longest = Math.max(longest, trimmedEnd(text, start, end) - start);
      runEnd = end;
    }
    at = end + 1;
    if (start === end || text.charCodeAt(end) === FORM_FEED) break;
  }
  if (longest > 0) addParagraphs(text, { from, to: runEnd, longest }, blocks, endOfLine);
  return at;
}

/** Writes the paragraphs of a run of lines. */
function addParagraphs(text: string, run: Run, blocks: BlockWriter, endOfLine: LineEnd): void {
  let paragraph = -1;
  let lastStart = 0;
  let lastEnd = 0;
  for (let at = run.from; at < run.to; ) {
    const lineEnd = endOfLine(text, at);
    const start = skipSpace(text, at, lineEnd);
    const end = trimmedEnd(text, start, lineEnd);
    if (paragraph < 0) paragraph = start;
    else if (
      Math.max(end - start, lastEnd - lastStart) > WIDEST_WRAP ||
      isLastLine(text, lastStart, lastEnd, start, run.longest)
    ) {
      blocks.add(KIND.paragraph, paragraph, lastEnd, 0, -1);
      paragraph = start;
    }
    lastStart = start;
    lastEnd = end;
    at = lineEnd + 1;
  }
  blocks.add(KIND.paragraph, paragraph, lastEnd, 0, -1);
}

/** Whether the line `[start, end)` looks like a paragraph's last and the text at `next` like a first line. */
function isLastLine(text: string, start: number, end: number, next: number, longest: number): boolean {
  return end - start < longest * SHORT_LINE && endsSentence(text, start, end) && startsSentence(text, next);
}

const SENTENCE_ENDS = '.!?:;\u2026\u3002\uff01\uff1f';
const CLOSERS = '"\')]\u201d\u2019\u00bb\u300d';
const OPENERS = '"\'([\u201c\u2018\u00ab\u300c';

function endsSentence(text: string, start: number, end: number): boolean {
  let last = end - 1;
  while (last > start && CLOSERS.includes(text[last])) last--;
  return SENTENCE_ENDS.includes(text[last]);
}

/** Anything but a lower-case letter starts a sentence, behind opening marks too. */
function startsSentence(text: string, at: number): boolean {
  let first = at;
  while (first < text.length && OPENERS.includes(text[first])) first++;
  const character = text[first] ?? '';
  return character === character.toUpperCase();
}

function endOfLineOnly(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function endOfLineOrPage(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === FORM_FEED) break;
  }
  return at;
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** ASCII white space, no-break space, ideographic space, zero-width no-break space. */
function isSpace(code: number): boolean {
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code === 0xa0 || code === 0x3000 || code === 0xfeff;
}
