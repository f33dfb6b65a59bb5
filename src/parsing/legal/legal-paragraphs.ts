/** Parsing: finds where a paragraph of a legal text ends inside a run of lines without a blank one. */
import { isCapitals } from '../heading-forms.ts';
import type { LineTable } from '../lines.ts';
import { isParagraphEnd, startsSentence, WIDEST_WRAP } from '../paragraphs.ts';
import { clauseStart } from './clause-start.ts';

/** Line after the paragraph that line `from` opens, `to` at most; `longest` is the longest line of the run. */
export function paragraphEnd(text: string, lines: LineTable, from: number, to: number, longest: number): number {
  const { starts, ends } = lines;
  let wasTitle = isCapitals(text.slice(starts[from], ends[from]));
  let line = from + 1;
  while (line < to && clauseStart(text, lines, line, longest) === undefined) {
    // Where some line is longer than anyone wraps, a line end is the end of a paragraph, but for text torn apart.
    if (longest > WIDEST_WRAP ? startsSentence(text, starts[line]) : isParagraphEnd(text, lines, line - 1, longest))
      break;
    const isTitle = isCapitals(text.slice(starts[line], ends[line]));
    if (isTitle !== wasTitle) break;
    wasTitle = isTitle;
    line++;
  }
  return line;
}
