/**
 * Parsing: turns a contract or statute in plain text into headings, clauses and paragraphs.
 *
 * A numbered title alone on its line is a heading; every other numbered paragraph is a clause block, which ends with
 * that paragraph: what follows without a number are paragraphs of their own.
 */
import { BlockWriter, CHARS_PER_BLOCK } from '../../model/block.ts';
import { collapse, isCapitals } from '../heading-forms.ts';
import { GAP_NONE, type LineTable, readLines } from '../lines.ts';
import { longestLine, runEnd } from '../paragraphs.ts';
import type { Parsed } from '../parsed.ts';
import type { ClauseNumber } from './clause-number.ts';
import { ClauseStarts } from './clause-start.ts';
import { clauseTitle, isContentsEntry, isTitle } from './clause-title.ts';
import { isTitleLine, paragraphEnd } from './legal-paragraphs.ts';
import { legalReferences } from './legal-references.ts';
import { LegalWriter } from './legal-writer.ts';

/** UTF-16 units; a longer line is no title of an article. */
const LONGEST_TITLE = 80;

/** What the reading of one text needs everywhere. */
interface Reading {
  readonly text: string;
  readonly lines: LineTable;
  readonly clauses: ClauseStarts;
  readonly writer: LegalWriter;
}

/** Headings, clauses and paragraphs of `text`, with labels, defined terms and cross-references. Throws nothing. */
export function scanLegal(text: string): Parsed {
  const { blocks, labels, numbers } = scanClauses(text);
  return { blocks, labels, references: legalReferences(text, blocks, numbers) };
}

/** The blocks with their labels and numbers. */
export function scanClauses(text: string): Pick<LegalWriter, 'blocks' | 'labels' | 'numbers'> {
  const lines = readLines(text);
  const writer = new LegalWriter(new BlockWriter(text.length / CHARS_PER_BLOCK));
  const reading: Reading = { text, lines, clauses: new ClauseStarts(text, lines), writer };
  for (let from = 0; from < lines.count; ) from = readRun(reading, from, runEnd(lines, from, lines.count));
  writer.finish();
  return writer;
}

/** Reads the paragraphs of lines `[from, to)`. Returns the line after the last one read, which a title may push on. */
function readRun(reading: Reading, from: number, to: number): number {
  const { text, lines, clauses } = reading;
  const longest = longestLine(lines, from, to);
  let line = from;
  while (line < to) {
    const number = clauses.at(line, longest);
    let end = paragraphEnd(text, lines, clauses, line, to, longest);
    if (number === undefined) writeUnnumbered(reading, line, end);
    else {
      if (end === line + 1 && isBare(reading, line, number)) end = lineAfterTitle(reading, line, number);
      writeNumbered(reading, line, end, number);
    }
    line = end;
  }
  return line;
}

/** UTF-16 units of marks behind a number that is alone on its line. */
const MOST_MARKS = 8;

/** Whether nothing but a number stands on the line. */
function isBare({ text, lines }: Reading, line: number, number: ClauseNumber): boolean {
  const end = lines.ends[line];
  return end - number.end <= MOST_MARKS && /^[\s.:–—-]*$/u.test(text.slice(number.end, end));
}

/** Line after the title that stands on the next line below a number alone, after a gap only below a keyword. */
function lineAfterTitle({ text, lines, clauses }: Reading, line: number, number: ClauseNumber): number {
  const { starts, ends, gaps, count } = lines;
  const title = line + 1;
  if (title >= count || ends[title] - starts[title] > LONGEST_TITLE) return title;
  const hasGap = gaps[title] !== GAP_NONE;
  if ((hasGap && number.family !== 'keyword') || clauses.at(title, 0) !== undefined) return title;
  const source = text.slice(starts[title], ends[title]);
  const isAlone = title + 1 === count || gaps[title + 1] !== GAP_NONE;
  return isTitle(source) && (isAlone || !hasGap || isCapitals(source)) ? title + 1 : title;
}

function writeNumbered({ text, lines, writer }: Reading, line: number, end: number, number: ClauseNumber): void {
  const start = lines.starts[line];
  const stop = lines.ends[end - 1];
  if (isContentsEntry(text, number.end, stop)) {
    writer.paragraph(start, stop);
    return;
  }
  const { title, alone } = clauseTitle(text, number.end, stop);
  const label = title === '' ? number.label : `${number.label} ${title}`;
  // Short items of a list look like titles; only capitals tell.
  const isHeading = number.family === 'enumerator' ? alone && /[A.]/.test(number.style) && isCapitals(title) : alone;
  const isNumberAlone = number.family === 'keyword' && stop <= number.end;
  writer.numbered({ start, end: stop, isHeading: isHeading || isNumberAlone, label }, number, lines.indents[line]);
}

const RECITAL = /^whereas\b/i;
const TURN = /^(?:now,? therefore|in witness whereof)\b/i;
const TURN_LENGTH = 20;

function writeUnnumbered({ text, lines, writer }: Reading, line: number, end: number): void {
  const start = lines.starts[line];
  const stop = lines.ends[end - 1];
  const opening = text.slice(start, Math.min(stop, start + TURN_LENGTH));
  const turn = TURN.exec(opening)?.[0];
  if (turn !== undefined) writer.turn(start, stop, collapse(turn));
  else if (RECITAL.test(opening)) writer.recital(start, stop, 'WHEREAS');
  else if (end === line + 1 && isTitleLine(text, lines, line))
    writer.title(start, stop, collapse(text.slice(start, stop)));
  else writer.paragraph(start, stop);
}
