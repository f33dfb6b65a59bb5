/**
 * Parsing: finds the lists among lines of plain text and writes them, with the paragraphs between them.
 *
 * A mark alone makes no item: a list has two at one margin at least, with the same bullet, or with numbers or letters
 * that go on. An item reaches to the next one, the last one as far as its lines are wrapped or stand deeper than its mark.
 */
import { type BlockWriter, KIND } from '../model/block.ts';
import { type ClauseNumber, readClauseNumber } from './legal/clause-number.ts';
import { GAP_NONE, type LineTable, skipSpace } from './lines.ts';
import { endsSentence, runEnd, startsSentence, WIDEST_WRAP, writeParagraphs } from './paragraphs.ts';
import { readScriptNumber } from './script-number.ts';

/** No long dash: in novels it opens speech. U+F0B7 is what Word writes. */
const BULLETS = '-*+\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u25a0\u25a1\u25b8\u27a2\u00b7\u30fb\uf0b7\u2013';
/** In some languages it opens speech, too: it needs an introduction. */
const EN_DASH = '\u2013';
const COLONS = ':\uff1a';
const STAR = 42;
const PLUS = 43;
const DASH = 45;
const MIDDLE_DOT = 0xb7;
const FIRST_WIDE_BULLET = 0x2022;
const EN_DASH_CODE = EN_DASH.charCodeAt(0);
const OPEN_ROUND = 40;
const CLOSE_ROUND = 41;
const FULL_STOP = 46;
/** `、`; the other marks of East Asian numbers come behind it. */
const FIRST_WIDE_MARK = 0x3001;
/** 1 for each ASCII character of a number behind its first one, Roman numerals included. */
const NUMERAL = new Uint8Array(128);
for (const character of '0123456789ivxlIVXL') NUMERAL[character.charCodeAt(0)] = 1;
/** The longest number, its mark not counted. */
const LONGEST_NUMBER = 5;
const CONTENT = /[\p{L}\p{N}]/u;
/** UTF-16 units of an item that are looked at for a letter. */
const GLANCE = 80;
const FEWEST_ITEMS = 2;
/** UTF-16 units: a shorter line was not ended because it was full. */
const NARROWEST_WRAP = 45;
/** Text that stands so much further right than that of an item is none of it. */
const MOST_BEYOND = 4;
/** More indented paragraphs than this in a row are no part of an item: there the indentation begins a paragraph. */
const MOST_RUNS = 3;
/** Deeper lists are text of their item. */
const DEEPEST = 16;

/** The mark of a line that may begin an item. */
interface Mark {
  readonly line: number;
  /** The bullet, or how the number is written. */
  readonly style: string;
  /** The number, and what it is as a Roman numeral, 0 for none; both are 0 for bullets. */
  readonly value: number;
  readonly roman: number;
  /** Where the text of the item begins. */
  readonly content: number;
  /** Columns in front of the mark, and up to behind it: numbers may be flush right. */
  readonly indent: number;
  readonly edge: number;
}

interface List {
  readonly marks: Mark[];
  /** The last line that is marked inside it: in a deeper list, and in one at its own margin. */
  deepest: number;
  beside: number;
  /** Whether items of it have lists at its own margin in them: bullets under numbers. */
  nests: boolean;
  /** Indented paragraphs since its last mark. */
  runs: number;
  /** Its block, once it is written. */
  block: number;
}

/** An item that is being written. */
interface Item {
  readonly list: List;
  readonly block: number;
  /** The line behind its last one. */
  readonly end: number;
  readonly isLast: boolean;
}

/** Lines that are being written, up to line `to`. */
interface Writing {
  readonly text: string;
  readonly lines: LineTable;
  readonly to: number;
  readonly blocks: BlockWriter;
  /** By line the list that it is marked for, and which item it begins. */
  readonly marked: ReadonlyMap<number, readonly [list: List, index: number]>;
  /** The items that are not at their end, from the outermost in. */
  readonly open: Item[];
}

/**
 * Writes lines `[from, to)`: lists, and what stands outside them as `writeParagraphs` does with `full`. Linear.
 */
export function writeLists(
  text: string,
  lines: LineTable,
  from: number,
  to: number,
  blocks: BlockWriter,
  full: number,
): void {
  const lists = findLists(text, lines, from, to);
  if (lists.length === 0) {
    writeParagraphs(text, lines, from, to, blocks, full);
    return;
  }
  const marked = new Map<number, readonly [list: List, index: number]>();
  for (const list of lists) for (const [index, { line }] of list.marks.entries()) marked.set(line, [list, index]);
  const writing: Writing = { text, lines, to, blocks, marked, open: [] };
  for (let line = from; line < to; ) {
    closeItems(writing, line);
    const found = marked.get(line);
    const start = found === undefined ? lines.starts[line] : openItem(writing, ...found);
    const item = writing.open.at(-1);
    let end = line + 1;
    while (end < (item?.end ?? to) && !marked.has(end) && (item === undefined || lines.gaps[end] === GAP_NONE)) end++;
    if (item === undefined) writeParagraphs(text, lines, line, end, blocks, full);
    else blocks.add(KIND.paragraph, start, lines.ends[end - 1], 0, item.block);
    line = end;
  }
  closeItems(writing, to);
}

/** Adds the block of item `index`, and in front of the first one that of its list; where the text of the item begins. */
function openItem(writing: Writing, list: List, index: number): number {
  const { lines, to, blocks, open } = writing;
  const { marks } = list;
  const { line, style, content } = marks[index];
  const start = lines.starts[line];
  const outer = open.at(-1);
  if (index === 0) list.block = blocks.add(KIND.list, start, start, isBullet(style) ? 0 : 1, outer?.block ?? -1);
  const block = blocks.add(KIND.listItem, start, start, open.length + 1, list.block);
  const isLast = index + 1 === marks.length;
  const end = isLast ? endOfLast(writing, list, outer?.end ?? to) : marks[index + 1].line;
  open.push({ list, block, end, isLast });
  return content;
}

/** Ends the items that do not reach to `line`. */
function closeItems({ lines, blocks, open }: Writing, line: number): void {
  for (let item = open.at(-1); item !== undefined && item.end <= line; item = open.at(-1)) {
    const end = lines.ends[item.end - 1];
    blocks.ends[item.block] = end;
    if (item.isLast) blocks.ends[item.list.block] = end;
    open.pop();
  }
}

/** The line behind the last item of `list`: behind what stands deeper than its mark, or goes on with a wrapped line. */
function endOfLast({ text, lines, marked }: Writing, list: List, limit: number): number {
  const { gaps, indents } = lines;
  const { line: last, indent, edge } = list.marks[list.marks.length - 1];
  let line = Math.max(last, list.deepest, list.nests ? list.beside : -1) + 1;
  for (let runs = 0; line < limit && !marked.has(line); ) {
    if (gaps[line] === GAP_NONE) {
      if (indents[line] <= indent && !isContinued(text, lines, line)) break;
      line++;
      continue;
    }
    const end = runEnd(lines, line, limit);
    if (indents[line] > edge + MOST_BEYOND || leastIndent(lines, line, end) <= indent) break;
    // So many are paragraphs of the text around, from the first one on.
    if (++runs > MOST_RUNS) return firstGap(lines, last + 1, line);
    line = end;
  }
  return line;
}

function leastIndent({ indents }: LineTable, from: number, to: number): number {
  let least = indents[from];
  for (let line = from + 1; line < to; line++) least = Math.min(least, indents[line]);
  return least;
}

/** The first line from `from` on, and at most `to`, that a blank line stands in front of. */
function firstGap({ gaps }: LineTable, from: number, to: number): number {
  let line = from;
  while (line < to && gaps[line] === GAP_NONE) line++;
  return line;
}

/** Whether line `line` goes on with the one before: with a small letter, or because that ended for its length alone. */
function isContinued(text: string, { starts, ends }: LineTable, line: number): boolean {
  if (!startsSentence(text, starts[line])) return true;
  const length = ends[line - 1] - starts[line - 1];
  if (length < NARROWEST_WRAP || length > WIDEST_WRAP) return false;
  return !endsSentence(text, starts[line - 1], ends[line - 1]);
}

/** The lists of lines `[from, to)`, those inside items of others among them. */
function findLists(text: string, lines: LineTable, from: number, to: number): readonly List[] {
  const found: List[] = [];
  // Lists that may go on, from the outermost in.
  const open: List[] = [];
  for (let line = from; line < to; line++) {
    const mark = markAt(text, lines, line);
    const begun = mark && addMark(text, lines, mark, open, line === from);
    if (begun !== undefined) found.push(begun);
    if (mark === undefined && open.length > 0) passText(text, lines, line, open);
  }
  return found.filter((list) => list.marks.length >= FEWEST_ITEMS && !isComment(text, lines, list));
}

/** Closes the lists that text on line `line` is no part of. */
function passText(text: string, lines: LineTable, line: number, open: List[]): void {
  if (lines.gaps[line] === GAP_NONE && isContinued(text, lines, line)) return;
  while (open.length > 0 && open[open.length - 1].marks[0].indent >= lines.indents[line]) open.pop();
  const last = open.at(-1);
  if (last !== undefined && lines.gaps[line] !== GAP_NONE && ++last.runs > MOST_RUNS) open.pop();
}

/** Adds `mark` to the list that it goes on with, or else opens one, if it may, and returns that. */
function addMark(text: string, lines: LineTable, mark: Mark, open: List[], isFirst: boolean): List | undefined {
  const at = open.findLastIndex(({ marks }, i) => goesOn(marks[marks.length - 1], mark) && staysInside(open, i, mark));
  if (at >= 0) {
    const list = open[at];
    list.nests ||= list.beside > list.marks[list.marks.length - 1].line;
    list.marks.push(mark);
    list.runs = 0;
    open.length = at + 1;
    noteMark(open, at, mark.line, list.marks[0].indent);
    return undefined;
  }
  if (!mayOpen(text, lines, mark, isFirst)) return undefined;
  while (open.length > 0 && !holds(open[open.length - 1], mark)) open.pop();
  noteMark(open, open.length, mark.line, mark.indent);
  if (open.length === DEEPEST) return undefined;
  const list = { marks: [mark], deepest: -1, beside: -1, nests: false, runs: 0, block: -1 };
  open.push(list);
  return list;
}

/** Whether `mark`, flush right with the marks of list `i`, stands right of the list around that. */
function staysInside(open: readonly List[], i: number, { indent }: Mark): boolean {
  return indent >= open[i].marks[0].indent || i === 0 || open[i - 1].marks[0].indent < indent;
}

/** Tells the first `count` lists of a mark in the list inside them, which begins at `indent`. */
function noteMark(open: readonly List[], count: number, line: number, indent: number): void {
  for (let i = count - 1, inner = indent; i >= 0; inner = open[i].marks[0].indent, i--) {
    const list = open[i];
    if (list.marks[0].indent < inner) list.deepest = line;
    else list.beside = line;
    list.runs = 0;
  }
}

/** Whether a list that begins with `mark` may stand in an item of `list`: deeper, or at its margin under a number. */
function holds({ marks }: List, mark: Mark): boolean {
  const { indent, style } = marks[0];
  return indent < mark.indent || (indent === mark.indent && !isBullet(style) && style !== mark.style);
}

function isBullet(style: string): boolean {
  return BULLETS.includes(style);
}

/** Whether an item with the mark `after` follows one with the mark `before`. */
function goesOn(before: Mark, after: Mark): boolean {
  if (before.style !== after.style) return false;
  if (isBullet(after.style)) return before.indent === after.indent;
  if (before.indent !== after.indent && before.edge !== after.edge) return false;
  const isNext = before.value > 0 && after.value === before.value + 1;
  return isNext || (before.roman > 0 && after.roman === before.roman + 1);
}

/** A number inside a wrapped sentence opens no list, unless it is the first there is. */
function mayOpen(text: string, lines: LineTable, mark: Mark, isFirst: boolean): boolean {
  const { line, style } = mark;
  const { starts, ends, gaps, indents } = lines;
  if (style === EN_DASH) return !isFirst && COLONS.includes(text[ends[line - 1] - 1]);
  if (isFirst || isBullet(style) || gaps[line] !== GAP_NONE || indents[line] > indents[line - 1]) return true;
  return mark.value === 1 || mark.roman === 1 || endsSentence(text, starts[line - 1], ends[line - 1]);
}

/** Whether the marks are what stands in front of each line of a comment: most items go on with the sentence before. */
function isComment(text: string, { starts, ends }: LineTable, { marks }: List): boolean {
  let goingOn = 0;
  for (let i = 1; i < marks.length; i++) {
    const before = marks[i].line - 1;
    const isFull = ends[before] - starts[before] >= NARROWEST_WRAP;
    if (isFull && !startsSentence(text, marks[i].content) && !endsSentence(text, starts[before], ends[before]))
      goingOn++;
  }
  return goingOn * 2 >= marks.length;
}

/** The mark that line `line` begins with, when there is text behind it. */
function markAt(text: string, { starts, ends, indents }: LineTable, line: number): Mark | undefined {
  const start = starts[line];
  const end = ends[line];
  // Most lines are dismissed here, by their first two characters.
  const bullet = mayBeBullet(text.charCodeAt(start)) && isBullet(text[start]);
  const number = !bullet && mayBeNumber(text, start, end) ? numberAt(text, start) : undefined;
  if (!bullet && number === undefined) return undefined;
  const marked = number?.end ?? start + 1;
  const content = skipSpace(text, marked, end);
  // Two circles in a row stand for a name.
  if (content === marked && !number?.isWide && (text.charCodeAt(start) < 128 || text[marked] === text[start]))
    return undefined;
  if (!CONTENT.test(text.slice(content, Math.min(end, content + GLANCE)))) return undefined;
  const { style = text[start], value = 0, roman = 0 } = number ?? {};
  const indent = indents[line];
  return { line, style, value, roman, content, indent, edge: indent + marked - start };
}

/** No letter, digit, bracket or quotation mark is one. */
function mayBeBullet(code: number): boolean {
  if (code < 128) return code === DASH || code === STAR || code === PLUS;
  return code === MIDDLE_DOT || code === EN_DASH_CODE || code >= FIRST_WIDE_BULLET;
}

/** Whether a full stop, a bracket or a wide mark ends what begins at `start`, after the characters of a number. */
function mayBeNumber(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) >= 128) return true;
  // Behind an opening bracket there may be any letter.
  const from = text.charCodeAt(start) === OPEN_ROUND ? start + 2 : start + 1;
  const most = Math.min(end, from + LONGEST_NUMBER);
  for (let at = from; at < most; at++) {
    const code = text.charCodeAt(at);
    if (code === FULL_STOP || code === CLOSE_ROUND || code >= FIRST_WIDE_MARK) return true;
    if (code >= 128 || NUMERAL[code] === 0) return false;
  }
  return false;
}

type ItemNumber = Pick<ClauseNumber, 'style' | 'value' | 'roman' | 'end'> & {
  /** Whether its text may follow without a space. */
  readonly isWide: boolean;
};

/** `1.`, `2)`, `(a)`, `iv.` as contracts have them too, and `一、`, `③` or `٤.`: the number of an item. */
function numberAt(text: string, start: number): ItemNumber | undefined {
  const clause = text.charCodeAt(start) < 128 ? readClauseNumber(text, start) : undefined;
  if (clause === undefined) {
    const number = readScriptNumber(text, start);
    return number && { ...number, roman: 0, isWide: true };
  }
  if (clause.family === 'keyword' || clause.parts.length > 1) return undefined;
  const { style, roman, end } = clause;
  const [value = clause.value] = clause.parts;
  return value === 0 && roman === 0 ? undefined : { style, value, roman, end, isWide: false };
}
