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
import { clauseStart } from './clause-start.ts';
import { clauseTitle, isContentsEntry, isTitle } from './clause-title.ts';
import { paragraphEnd } from './legal-paragraphs.ts';
import { legalReferences } from './legal-references.ts';
import { LegalWriter } from './legal-writer.ts';

/** UTF-16 units; a longer line is no title of an article. */
const LONGEST_TITLE = 80;

/** Headings, clauses and paragraphs of `text`, with labels, defined terms and cross-references. Throws nothing. */
export function scanLegal(text: string): Parsed {
  const lines = readLines(text);
  const writer = new LegalWriter(new BlockWriter(text.length / CHARS_PER_BLOCK));
  for (let from = 0; from < lines.count; ) {
    const to = runEnd(lines, from, lines.count);
    from = readRun(text, lines, from, to, writer);
  }
  writer.finish();
  const { blocks, labels } = writer;
  return { blocks, labels, references: legalReferences(text, blocks) };
}

/** Reads the paragraphs of lines `[from, to)`. Returns the line after the last one read, which a title may push on. */
function readRun(text: string, lines: LineTable, from: number, to: number, writer: LegalWriter): number {
  const longest = longestLine(lines, from, to);
  let line = from;
  while (line < to) {
    const number = clauseStart(text, lines, line, longest);
    let end = paragraphEnd(text, lines, line, to, longest);
    if (number === undefined) writeUnnumbered(text, lines, line, end, writer);
    else {
      if (end === line + 1 && isBare(text, lines, line, number)) end = withTitle(text, lines, line, number);
      writeNumbered(text, lines, line, end, number, writer);
    }
    line = end;
  }
  return line;
}

/** Whether nothing but a number stands on the line. */
function isBare(text: string, lines: LineTable, line: number, number: ClauseNumber): boolean {
  return /^[\s.:–—-]*$/u.test(text.slice(number.end, lines.ends[line]));
}

/** Line after the title that stands on the next line below a number alone, after a gap only below a keyword. */
function withTitle(text: string, lines: LineTable, line: number, number: ClauseNumber): number {
  const { starts, ends, gaps, count } = lines;
  const title = line + 1;
  if (title >= count || ends[title] - starts[title] > LONGEST_TITLE) return title;
  if (gaps[title] !== GAP_NONE && number.family !== 'keyword') return title;
  const isOpen = title + 1 < count && gaps[title + 1] === GAP_NONE;
  const source = text.slice(starts[title], ends[title]);
  const opensClause = clauseStart(text, lines, title, 0) !== undefined;
  if (opensClause || !isTitle(source) || (isOpen && !isCapitals(source) && gaps[title] !== GAP_NONE)) return title;
  return title + 1;
}

function writeNumbered(
  text: string,
  lines: LineTable,
  line: number,
  end: number,
  number: ClauseNumber,
  writer: LegalWriter,
): void {
  const start = lines.starts[line];
  const stop = lines.ends[end - 1];
  if (isContentsEntry(text, number.end, stop)) {
    writer.paragraph(start, stop);
    return;
  }
  const { title, alone } = clauseTitle(text, number.end, stop);
  const label = title === '' ? number.label : `${number.label} ${title}`;
  const isHeading = number.family === 'enumerator' ? alone && /[A-Z.]/.test(number.style) && isCapitals(title) : alone;
  const isNumberAlone = number.family === 'keyword' && stop <= number.end;
  writer.numbered({ start, end: stop, isHeading: isHeading || isNumberAlone, label }, number, lines.indents[line]);
}

const RECITAL = /^(?:WHEREAS|Whereas)\b/;
const TURN = /^(NOW,? THEREFORE|Now,? therefore|IN WITNESS WHEREOF|In witness whereof)\b/i;
const TURN_LENGTH = 20;

function writeUnnumbered(text: string, lines: LineTable, line: number, end: number, writer: LegalWriter): void {
  const start = lines.starts[line];
  const stop = lines.ends[end - 1];
  const opening = text.slice(start, Math.min(stop, start + TURN_LENGTH));
  if (RECITAL.test(opening)) writer.recital(start, stop, 'WHEREAS');
  else if (TURN.test(opening)) writer.turn(start, stop, collapse((TURN.exec(opening) as RegExpExecArray)[1]));
  else if (end === line + 1 && isTitleOfPart(text.slice(start, stop)))
    writer.title(start, stop, collapse(text.slice(start, stop)));
  else writer.paragraph(start, stop);
}

/** Words that stand alone on title pages and in signature blocks. */
const NO_TITLE = /^(?:AND|BETWEEN|BY AND BETWEEN|DATED?|CLAUSE|PAGE|NAME|TITLE|WITNESS|SIGNATURE|SIGNED)\b:?$/;

function isTitleOfPart(line: string): boolean {
  return isCapitals(line) && !NO_TITLE.test(line);
}
