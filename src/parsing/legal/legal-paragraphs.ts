/** Parsing: finds where a paragraph of a legal text ends inside a run of lines without a blank one. */
import { hasSmallLetter, isCapitals, LONGEST_CAPITALS } from '../heading-forms.ts';
import { GAP_NONE, type LineTable } from '../lines.ts';
import { isParagraphEnd, startsSentence, WIDEST_WRAP } from '../paragraphs.ts';
import type { ClauseStarts } from './clause-start.ts';

/** Line after the paragraph that line `from` opens, `to` at most; `longest` is the longest line of the run. */
export function paragraphEnd(
  text: string,
  lines: LineTable,
  clauses: ClauseStarts,
  from: number,
  to: number,
  longest: number,
): number {
  let line = from + 1;
  if (line >= to || isTitleLine(text, lines, from)) return line;
  while (line < to && clauses.at(line, longest) === undefined) {
    // Where some line is longer than anyone wraps, a line end is the end of a paragraph, but for text torn apart.
    const ends =
      longest > WIDEST_WRAP ? startsSentence(text, lines.starts[line]) : isParagraphEnd(text, lines, line - 1, longest);
    if (ends || isTitleLine(text, lines, line)) break;
    line++;
  }
  return line;
}

/** Words that stand alone on title pages and in signature blocks. */
const NO_TITLE = /^(?:AND|BETWEEN|BY AND BETWEEN|DATED?|CLAUSE|PAGE|NAME|TITLE|WITNESS|SIGNATURE|SIGNED)\b:?$/;

/** Whether line `line` is a title in capitals, and no part of a paragraph that is all in capitals. */
export function isTitleLine(text: string, lines: LineTable, line: number): boolean {
  const { starts, ends, gaps, count } = lines;
  if (ends[line] - starts[line] > LONGEST_CAPITALS) return false;
  const source = text.slice(starts[line], ends[line]);
  if (!isCapitals(source) || NO_TITLE.test(source)) return false;
  if (gaps[line] === GAP_NONE && line > 0 && isShouted(text, lines, line - 1)) return false;
  return line + 1 === count || gaps[line + 1] !== GAP_NONE || !isShouted(text, lines, line + 1);
}

function isShouted(text: string, lines: LineTable, line: number): boolean {
  const source = text.slice(lines.starts[line], lines.ends[line]);
  return !hasSmallLetter(source) && /\p{Lu}{2}/u.test(source);
}
