/** Parsing: tells a line that opens a clause from one that merely begins with a number, such as a wrapped citation. */
import { GAP_NONE, type LineTable } from '../lines.ts';
import { endsSentence, SHORT_LINE, WIDEST_WRAP } from '../paragraphs.ts';
import { type ClauseNumber, readClauseNumber } from './clause-number.ts';

/** UTF-16 units at the end of a line that are looked at. */
const TAIL = 16;
/** What stands in front of the number of another clause. */
const CITES =
  /(?:^|[^\p{L}])(?:sections?|clauses?|articles?|paragraphs?|subsections?|schedules?|exhibits?|annex|appendix|(?:no|nr|sec|art)\.?|to|of|in|under|than|by|with|from|the)$/iu;
/** What ends an item of a list, in front of the next one. */
const ITEM_ENDS = /[.;:,–—-](?:\s+(?:and|or|and\/or|und|oder|et|ou|y|o|e))?$/u;
const CONTINUES = /\s+(?:and|or|through|above|below|hereof|of th)\b/y;

/** Asks of the lines of a text, mostly in order, which clauses they open; remembers the last answer. */
export class ClauseStarts {
  private readonly text: string;
  private readonly lines: LineTable;
  private lastLine = -1;
  private lastLongest = -1;
  private lastNumber: ClauseNumber | undefined;

  constructor(text: string, lines: LineTable) {
    this.text = text;
    this.lines = lines;
  }

  /** The number of the clause that line `line` opens; `longest` is the longest line of its run. */
  at(line: number, longest: number): ClauseNumber | undefined {
    if (line === this.lastLine && longest === this.lastLongest) return this.lastNumber;
    this.lastLine = line;
    this.lastLongest = longest;
    this.lastNumber = clauseStart(this.text, this.lines, line, longest);
    return this.lastNumber;
  }
}

function clauseStart(text: string, lines: LineTable, line: number, longest: number): ClauseNumber | undefined {
  const number = readClauseNumber(text, lines.starts[line]);
  if (number === undefined || number.end > lines.ends[line]) return undefined;
  return lines.gaps[line] !== GAP_NONE || opensInRun(text, lines, line, longest, number) ? number : undefined;
}

function opensInRun(text: string, lines: LineTable, line: number, longest: number, number: ClauseNumber): boolean {
  const { starts, ends } = lines;
  const length = ends[line - 1] - starts[line - 1];
  const tail = text.slice(Math.max(starts[line - 1], ends[line - 1] - TAIL), ends[line - 1]);
  CONTINUES.lastIndex = number.end;
  if (CITES.test(tail) || (number.family === 'enumerator' && CONTINUES.test(text))) return false;
  if (length > WIDEST_WRAP || length < longest * SHORT_LINE) return true;
  if (readClauseNumber(text, starts[line - 1]) !== undefined && number.family !== 'enumerator') return true;
  return endsSentence(text, starts[line - 1], ends[line - 1]) || ITEM_ENDS.test(tail);
}
