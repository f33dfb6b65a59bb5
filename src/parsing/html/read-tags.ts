/** Parsing HTML: what each tag, and each stretch of text between tags, does to the blocks. */
import { KIND } from '../../model/block.ts';
import { blackStart, isVisible } from './blanks.ts';
import { codeOf, type Element, IMPLIED_ROW, ROLE, TERM_GROUP } from './elements.ts';
import { type HtmlFlow, SAID } from './flow.ts';
import { SEEN } from './tables.ts';

/** Comments up to this length, in UTF-16 units, go with what follows; longer ones are blocks. */
const SHORT_COMMENT = 200;
/** Bit of an open group of terms: a description has come, so the next term begins a group of its own. */
const DESCRIBED = 1;

const ROW = codeOf('tr');
const TERM = codeOf('dt');
const DESCRIPTION = codeOf('dd');
const LIST_OF_TERMS = codeOf('dl');

/** Text between two tags. */
export function readText(flow: HtmlFlow, from: number, to: number): void {
  if (flow.start < 0) {
    const black = blackStart(flow.text, from, to);
    if (black === to) return;
    flow.leaveHead(black);
    flow.begin(black);
  }
  if (flow.said < SAID.words && isVisible(flow.text, from, to)) flow.said = SAID.words;
}

/** A comment, a declaration or an instruction. */
export function readComment(flow: HtmlFlow, at: number, end: number): void {
  if (flow.isReading) return;
  if (end - at > SHORT_COMMENT) {
    flow.endText(at);
    flow.add(KIND.html, at, end);
  } else if (flow.start < 0) flow.wait(at);
}

/** A script, style or the like with all that is in it. Says whether it stands alone. */
export function readRaw(flow: HtmlFlow, element: Element, at: number, end: number): boolean {
  if (flow.isReading) return false;
  if (element.role === ROLE.rawText) {
    readWords(flow, at);
    return false;
  }
  flow.endText(at);
  if (!element.inHead) flow.leaveHead(at);
  flow.add(KIND.html, at, end);
  return true;
}

/** Text that is marked as such, CDATA or a text field. */
export function readWords(flow: HtmlFlow, at: number): void {
  if (flow.start < 0) {
    flow.leaveHead(at);
    flow.begin(at);
  }
  flow.said = SAID.words;
}

/** A start tag. */
export function openTag(flow: HtmlFlow, element: Element, at: number, end: number): void {
  if (element.role <= ROLE.empty) openInline(flow, element, at);
  else if (element.role === ROLE.meta) openMeta(flow, at, end);
  else if (flow.leaf >= 0 && nests(flow, element)) {
    if (element.role !== ROLE.rule) flow.open.push(element, -1);
  } else {
    flow.endText(at);
    if (!element.inHead) flow.leaveHead(at);
    openBlock(flow, element, at, end);
  }
}

function openInline(flow: HtmlFlow, { role }: Element, at: number): void {
  if (flow.start < 0) {
    flow.leaveHead(at);
    flow.begin(at);
  }
  if (role === ROLE.content && flow.said === SAID.nothing) flow.said = SAID.content;
}

function openMeta(flow: HtmlFlow, at: number, end: number): void {
  if (flow.isReading) return;
  if (flow.isInHead) {
    flow.endText(at);
    flow.add(KIND.html, at, end);
  } else if (flow.start < 0) flow.wait(at);
}

/** Whether the element is part of the paragraph, heading or preformatted text that is being read. */
function nests({ open, leaf, said }: HtmlFlow, { role }: Element): boolean {
  const outer = open.elements[leaf].role;
  if (outer !== ROLE.heading) return outer === ROLE.preformatted;
  return role === ROLE.section || (role === ROLE.paragraph && said === SAID.nothing);
}

function openBlock(flow: HtmlFlow, element: Element, at: number, end: number): void {
  switch (element.role) {
    case ROLE.heading:
    case ROLE.paragraph:
    case ROLE.preformatted:
      flow.openLeaf(element, at);
      break;
    case ROLE.list:
      flow.openContainer(element, KIND.list, element.level, at);
      break;
    case ROLE.item:
      openItem(flow, element, at);
      break;
    case ROLE.term:
      openTerm(flow, element, at);
      break;
    case ROLE.table:
      flow.openContainer(element, KIND.table, 0, at);
      break;
    case ROLE.rows:
    case ROLE.row:
    case ROLE.cell:
      openTablePart(flow, element, at);
      break;
    case ROLE.quote:
      flow.openContainer(element, KIND.blockquote, 0, at);
      break;
    case ROLE.frame:
      flow.openContainer(element, KIND.html, 0, at);
      break;
    case ROLE.rule:
      flow.add(KIND.thematicBreak, at, end);
      break;
    default:
      flow.openAround(element, at);
  }
}

function openItem(flow: HtmlFlow, element: Element, at: number): void {
  const { open } = flow;
  const place = open.top(element.code);
  if (place > Math.max(open.topList(), open.scope())) flow.closeTo(place, at);
  if (flow.parentKind === KIND.list) flow.openContainer(element, KIND.listItem, flow.lists, at);
  else flow.openAround(element, at);
}

/** A term begins a group unless one was begun that has no description yet; both are elements without blocks in it. */
function openTerm(flow: HtmlFlow, element: Element, at: number): void {
  const { open } = flow;
  const outer = Math.max(open.top(LIST_OF_TERMS), open.scope());
  const place = Math.max(open.top(TERM), open.top(DESCRIPTION));
  if (place > outer) flow.closeTo(place, at);
  const group = open.top(TERM_GROUP.code);
  const isTerm = element.level === 1;
  if (group > outer && isTerm && open.flags[group] === DESCRIBED) flow.closeTo(group, at);
  if (flow.parentKind === KIND.list) flow.openContainer(TERM_GROUP, KIND.listItem, flow.lists, at);
  if (!isTerm && open.top(TERM_GROUP.code) > outer) open.flags[open.top(TERM_GROUP.code)] = DESCRIBED;
  flow.openAround(element, at);
}

/** A row, a cell or the body of a table: closes what is open in the table down to where it belongs. */
function openTablePart(flow: HtmlFlow, element: Element, at: number): void {
  const { open } = flow;
  const table = open.topTable();
  const rows = element.role === ROLE.rows ? table : Math.max(table, open.topRows());
  const base = element.role === ROLE.cell ? Math.max(rows, open.top(ROW)) : rows;
  if (table >= 0) flow.closeTo(base + 1, at);
  if (element.role !== ROLE.rows && flow.parentKind === KIND.table) {
    flow.openContainer(IMPLIED_ROW, KIND.tableRow, 1, at);
    if (element.role === ROLE.row) return;
  }
  if (element.role === ROLE.cell && flow.parentKind === KIND.tableRow) noteCell(flow, element, table);
  flow.openAround(element, at);
}

function noteCell({ open }: HtmlFlow, { name }: Element, table: number): void {
  const { flags } = open;
  if ((flags[table] & (SEEN.headerCell | SEEN.dataCell)) !== 0) flags[table] |= SEEN.cells;
  const kind = name === 'th' ? SEEN.headerCell : SEEN.dataCell;
  flags[table] |= kind;
  flags[open.top(ROW)] |= kind;
}

/** An end tag. */
export function closeTag(flow: HtmlFlow, element: Element, at: number, end: number): void {
  const place = placeToClose(flow, element);
  if (place >= 0) {
    if (flow.leaf < 0) flow.endText(at);
    flow.closeTo(place, at, end);
  } else if (flow.start < 0) flow.closeAround(at, end);
}

/** Place on the stack of what an end tag closes, -1 when there is nothing. */
function placeToClose({ open, leaf }: HtmlFlow, { code, role }: Element): number {
  if (role <= ROLE.empty) return -1;
  const place = open.top(code);
  // Any end tag of a heading ends the one that is open.
  if (role === ROLE.heading && place <= leaf && leaf >= 0) return open.elements[leaf].role === ROLE.heading ? leaf : -1;
  return place > scopeOf(open, role) ? place : -1;
}

/** Place on the stack below which end tags of this role reach nothing. */
function scopeOf(open: HtmlFlow['open'], role: number): number {
  switch (role) {
    case ROLE.table:
      return -1;
    case ROLE.rows:
    case ROLE.row:
    case ROLE.cell:
      return open.topTable();
    case ROLE.item:
      return Math.max(open.topList(), open.scope());
    case ROLE.term:
      return Math.max(open.top(LIST_OF_TERMS), open.scope());
    default:
      return open.scope();
  }
}
