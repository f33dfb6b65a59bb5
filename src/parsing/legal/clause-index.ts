/** Parsing: finds the numbered clauses among the blocks of a legal text, by the numbers under which they are cited. */
import { type BlockTable, KIND } from '../../model/block.ts';
import type { Span } from '../../model/span.ts';
import { type ClauseNumber, readClauseNumber } from './clause-number.ts';
import { Numbering } from './numbering.ts';

export interface ClauseIndex {
  /** By key, such as `2.3(b)` or `Schedule A`; the first clause of a key counts. */
  readonly clauses: ReadonlyMap<string, Span>;
  /** By block, the key of the clause that it is or follows; '' where there is none. */
  readonly keys: readonly string[];
  /** By block, the offset after its own number, else its start. */
  readonly numberEnds: Uint32Array;
}

const WIDEST_INDENT = 255;
/** Marks of Markdown in front of a number: headings, lists, quotes, emphasis. */
const MARKS = /[#*_>+\s-]{0,12}/y;

/**
 * The clauses of `text`; `known` are numbers that were read already, by offset. A Markdown document has no clause blocks;
 * there, paragraphs and list items are looked at too.
 */
export function indexClauses(text: string, blocks: BlockTable, known: ReadonlyMap<number, ClauseNumber>): ClauseIndex {
  const { count, kinds, starts, ends } = blocks;
  const hasClauses = kinds.subarray(0, count).includes(KIND.clause);
  const numbering = new Numbering();
  const clauses = new Map<string, Span>();
  const keys: string[] = [];
  const numberEnds = new Uint32Array(count);
  let current = '';
  for (let i = 0; i < count; i++) {
    const at = hasClauses ? starts[i] : skipMarks(text, starts[i]);
    const number = opensClause(kinds[i], hasClauses) ? (known.get(at) ?? readClauseNumber(text, at)) : undefined;
    numberEnds[i] = starts[i];
    if (number !== undefined && number.end <= ends[i]) {
      current = numbering.place(number, indentOf(text, starts[i])).key;
      numberEnds[i] = number.end;
      if (!clauses.has(current)) clauses.set(current, { start: starts[i], end: ends[i] });
    } else if (placeUnnumbered(text, at, kinds[i], numbering)) current = '';
    keys.push(current);
  }
  return { clauses, keys, numberEnds };
}

function opensClause(kind: number, hasClauses: boolean): boolean {
  if (kind === KIND.heading || kind === KIND.clause) return true;
  return !hasClauses && (kind === KIND.paragraph || kind === KIND.listItem);
}

/** Places a heading, recital or formula without a number. Returns whether it is one. */
function placeUnnumbered(text: string, at: number, kind: number, numbering: Numbering): boolean {
  if (kind === KIND.heading) numbering.placeTitle();
  else if (kind !== KIND.clause) return false;
  else if (text.startsWith('W', at)) numbering.placeRecital();
  else numbering.closeAll();
  return true;
}

function skipMarks(text: string, at: number): number {
  MARKS.lastIndex = at;
  MARKS.test(text);
  return MARKS.lastIndex;
}

function indentOf(text: string, start: number): number {
  let at = start;
  while (at > 0 && start - at < WIDEST_INDENT && text[at - 1] !== '\n' && text[at - 1] !== '\f') at--;
  return start - at;
}
