/**
 * Parsing: finds the tables among lines of plain text and writes them as blocks.
 *
 * Only rules tell a table: a line of dashes under each name of a column (`----  ----`, `---+---`, `|---|---|`), or a frame
 * of them (`+---+---+`). Columns that are set apart by spaces alone stay a paragraph.
 */
import { type BlockWriter, KIND } from '../model/block.ts';
import type { LineTable } from './lines.ts';

/** What a rule may begin with. */
const OPENERS = '-=+|:\u250c\u251c\u2514\u2554\u2560\u255a\u255e';
/** `-----  -----`: a rule for each column. */
const SPACED = /^[-=]{2,}(?: +[-=]{2,})+$/;
/** `---+---`, `|---|:-:|`: a rule with crossings. */
const CROSSED = /^\|? *:?-{2,}:? *(?:[|+] *:?-{2,}:? *)+\|?$/;
/** `+---+===+`, and the same in box drawing. */
const FRAME = /^[+\u250c\u251c\u2514\u2554\u2560\u255a\u255e][-=:+\u2500-\u256c]+$/;
const FRAMED = '|\u2502\u2551';
/** Where one cell ends and the next begins. */
const GAP = /\S {2,}\S|\S\t/;
/** A rule with something above it and below it. */
const FEWEST_LINES = 3;
/** Lines above a rule that may be the header. */
const MOST_HEADER_LINES = 3;

/** Lines `[from, to)` of a row; level 0 for the header. */
interface PlainRow {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

/** Lines `[from, to)` are a table. */
export interface PlainTable {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly PlainRow[];
}

/** The lines that are looked at, which have no gap between them. */
interface Run {
  readonly text: string;
  readonly lines: LineTable;
  readonly from: number;
  readonly to: number;
}

/** The first table in the lines `[from, to)`, which have no gap between them; undefined when there is none. Linear. */
export function findTable(text: string, lines: LineTable, from: number, to: number): PlainTable | undefined {
  if (to - from < FEWEST_LINES) return undefined;
  const run: Run = { text, lines, from, to };
  for (let line = from; line < to; line++) {
    const code = text.charCodeAt(lines.starts[line]);
    // Letters: nearly every line is dismissed here.
    if ((code > 64 && code < 124) || !OPENERS.includes(text[lines.starts[line]])) continue;
    const table = tableAt(run, line, sourceOf(run, line));
    if (table === undefined) continue;
    if (table.rows.some(({ level }) => level > 0)) return table;
    // Rules with nothing between them are not looked at again.
    line = Math.max(line, table.to - 1);
  }
  return undefined;
}

function tableAt(run: Run, line: number, source: string): PlainTable | undefined {
  if (FRAME.test(source)) return framedTable(run, line);
  if (SPACED.test(source)) return spacedTable(run, line);
  return CROSSED.test(source) ? crossedTable(run, line) : undefined;
}

/** Adds the block of a table, and those of its rows. */
export function writeTable({ starts, ends }: LineTable, { from, to, rows }: PlainTable, blocks: BlockWriter): void {
  const table = blocks.add(KIND.table, starts[from], ends[to - 1], 0, -1);
  for (const row of rows) blocks.add(KIND.tableRow, starts[row.from], ends[row.to - 1], row.level, table);
}

function sourceOf({ text, lines }: Run, line: number): string {
  return text.slice(lines.starts[line], lines.ends[line]);
}

/** A frame from line `from` on: what stands above its second rule is the header, where more follows. */
function framedTable(run: Run, from: number): PlainTable {
  const rules = frameRules(run, from);
  const rows: PlainRow[] = [];
  let groups = 0;
  for (let i = 1; i < rules.length; i++) if (rules[i] > rules[i - 1] + 1) groups++;
  for (let i = 1; i < rules.length; i++) {
    const first = rules[i - 1] + 1;
    const level = rows.length === 0 && groups > 1 ? 0 : 1;
    // With a rule under each row its lines are one; without, each line is a row.
    const step = level === 0 || groups > 2 ? rules[i] - first : 1;
    for (let line = first; line < rules[i]; line += step) rows.push({ from: line, to: line + step, level });
  }
  return { from, to: rules[rules.length - 1] + 1, rows };
}

/** The lines that are rules of the frame from line `from` on. */
function frameRules(run: Run, from: number): readonly number[] {
  const rules = [from];
  for (let line = from + 1; line < run.to; line++) {
    if (FRAME.test(sourceOf(run, line))) rules.push(line);
    else if (!FRAMED.includes(run.text[run.lines.starts[line]])) break;
  }
  return rules;
}

/** A table with line `rule` under its header, or over it where another such line is under it. */
function spacedTable(run: Run, rule: number): PlainTable | undefined {
  let under = rule;
  let from = rule;
  if (rule === run.from) {
    do under++;
    while (under < run.to && under - rule <= MOST_HEADER_LINES && !SPACED.test(sourceOf(run, under)));
    if (under === run.to || !SPACED.test(sourceOf(run, under))) return undefined;
  } else {
    from = headerStart(run, rule);
  }
  const rows: PlainRow[] = [{ from: rule === run.from ? rule + 1 : from, to: under, level: 0 }];
  return withRows(run, { from, to: under + 1, rows }, under);
}

/** The first line of the header that stands over line `rule`. */
function headerStart(run: Run, rule: number): number {
  let first = rule - 1;
  while (first > run.from && rule - first < MOST_HEADER_LINES && GAP.test(sourceOf(run, first - 1))) first--;
  return first;
}

/** `table` with the rows behind the line `rule`, up to another such line, or one that is no row. */
function withRows(run: Run, { from, rows }: PlainTable, rule: number): PlainTable {
  const { indents, starts, ends } = run.lines;
  const width = /^\S+/.exec(sourceOf(run, rule))?.[0].length ?? 0;
  const all = [...rows];
  let line = rule + 1;
  for (; line < run.to; line++) {
    const source = sourceOf(run, line);
    if (SPACED.test(source)) return { from, to: line + 1, rows: all };
    const isContinued = indents[line] >= indents[rule] + width && all.length > 1;
    if (isContinued) all.push({ from: (all.pop() as PlainRow).from, to: line + 1, level: 1 });
    else if (GAP.test(source) || ends[line] - starts[line] <= width) all.push({ from: line, to: line + 1, level: 1 });
    else break;
  }
  return { from, to: line, rows: all };
}

/** A table with the line `rule` of crossings under its header, as Markdown and databases write it. */
function crossedTable(run: Run, rule: number): PlainTable | undefined {
  const header = rule - 1;
  if (header < run.from || !sourceOf(run, header).includes('|')) return undefined;
  const rows: PlainRow[] = [{ from: header, to: rule, level: 0 }];
  let line = rule + 1;
  for (; line < run.to && sourceOf(run, line).includes('|'); line++) rows.push({ from: line, to: line + 1, level: 1 });
  return { from: header, to: line, rows };
}
