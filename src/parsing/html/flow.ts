/**
 * Parsing HTML: what is open at one place of a document, and the blocks written so far.
 *
 * Elements that make no block, a `div` around a paragraph, leave their tags to the blocks beside them: start tags to the
 * one that follows, end tags to the one before. What waits for the block that follows is called pending here.
 */
import { BlockWriter, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import { trimmedEnd } from './blanks.ts';
import { codeOf, type Element, ROLE } from './elements.ts';
import { OpenElements } from './open-elements.ts';
import { finishTable, isHeaded, ROW_LEVEL, SEEN } from './tables.ts';

/** Blocks inside more blocks than this are left out: what stands so deep is text of the last one. */
const DEEPEST = 32;
/** Tables in more tables than this make no block: each is looked through once for every table around it. */
const MOST_TABLES = 4;

/** What was said in the text that is being read: nothing, something without words (a picture), words. */
export const SAID = { nothing: 0, content: 1, words: 2 } as const;

const HEAD = codeOf('head');
const THEAD = codeOf('thead');

/** The state of the reading, which `readText`, `openTag` and the others change; `finish` gives the blocks. */
export class HtmlFlow {
  readonly text: string;
  readonly blocks: BlockWriter;
  readonly open = new OpenElements();
  /** The innermost open container, -1 at the top. */
  parent = -1;
  /** How many lists are open. */
  lists = 0;
  /** Place on the stack of the paragraph, heading or preformatted text that is being read; -1 for none. */
  leaf = -1;
  /** Where it, or text outside any, begins; -1 for none. */
  start = -1;
  said: number = SAID.nothing;
  private startDepth = 0;
  private containers = 0;
  private tables = 0;
  /** The last block at the top level. */
  private lastTop = -1;
  /** Where tags begin that wait for the next block, -1 for none, and how many elements were open then. */
  private pending = -1;
  private pendingDepth = 0;
  private trimmedAt = -1;
  private trimmed = 0;

  constructor(text: string) {
    this.text = text;
    this.blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  }

  /** Whether what comes now is part of text that has begun in earnest. */
  get isReading(): boolean {
    return this.leaf >= 0 || (this.start >= 0 && this.said > SAID.nothing);
  }

  /** Kind of the innermost open container, -1 at the top. */
  get parentKind(): number {
    return this.parent < 0 ? -1 : this.blocks.kinds[this.parent];
  }

  get isInHead(): boolean {
    const place = this.open.top(HEAD);
    return place >= 0 && this.open.blocks[place] === this.parent;
  }

  /** Ends the head of the document, if it is open: something that does not belong there begins at `at`. */
  leaveHead(at: number): void {
    const place = this.open.top(HEAD);
    if (place >= 0) this.closeTo(place, at);
  }

  /** Leaves what begins at `at`, a tag or comment, to the next block. */
  wait(at: number): void {
    if (this.pending >= 0) return;
    this.pending = at;
    this.pendingDepth = this.open.depth;
  }

  /** Begins text, with the tags that waited for it. */
  begin(at: number): void {
    this.startDepth = this.pending < 0 ? this.open.depth : this.pendingDepth;
    this.start = this.takePending(at);
    this.said = SAID.nothing;
  }

  /** Ends the text that is being read in front of what begins at `at`; text without content waits with the tags. */
  endText(at: number): void {
    if (this.leaf >= 0) this.closeTo(this.leaf, at);
    else if (this.start >= 0) this.writeText(this.said === SAID.words ? KIND.paragraph : KIND.html, 0, this.trim(at));
  }

  /** Adds a block without children that is over already. */
  add(kind: number, at: number, end: number): void {
    this.note(this.blocks.add(kind, this.takePending(at), end, 0, this.parent));
  }

  /** Opens an element that makes no block. */
  openAround(element: Element, at: number): void {
    this.wait(at);
    this.open.push(element, -1);
  }

  openLeaf(element: Element, at: number): void {
    this.begin(at);
    this.leaf = this.open.depth;
    this.open.push(element, -1);
  }

  openContainer(element: Element, kind: number, level: number, at: number): void {
    if (this.containers >= DEEPEST || (kind === KIND.table && this.tables >= MOST_TABLES)) {
      this.openAround(element, at);
      return;
    }
    this.parent = this.blocks.add(kind, this.takePending(at), at, level, this.parent);
    this.open.push(element, this.parent);
    this.count(kind, 1);
  }

  /**
   * Closes all that is open from `place` on the stack up, in front of what stands at `at`; `end` is where the end tag of the
   * lowest one ends, -1 when it has none.
   */
  closeTo(place: number, at: number, end = -1): void {
    let makesNone = false;
    while (this.open.depth > place) {
      const top = this.open.depth - 1;
      const stop = top === place && end >= 0 ? end : this.trim(at);
      makesNone = top !== this.leaf && this.open.blocks[top] < 0;
      if (top === this.leaf) this.closeLeaf(stop);
      else if (makesNone) this.open.pop();
      else this.closeContainer(this.open.blocks[top], stop);
    }
    if (makesNone && end >= 0 && this.leaf < 0) this.closeAround(at, end);
  }

  /** An end tag, `at` to `end`, of an element that makes no block: it belongs to the block in front of it. */
  closeAround(at: number, end: number): void {
    const { parent, lastTop } = this;
    if (this.pending >= 0 && this.open.depth >= this.pendingDepth) return;
    if (parent >= 0) this.pending = -1;
    else if (lastTop >= 0) {
      this.blocks.ends[lastTop] = end;
      this.pending = -1;
    } else {
      this.wait(at);
      this.pendingDepth = this.open.depth;
    }
  }

  finish(): BlockWriter {
    const { text, blocks } = this;
    const end = trimmedEnd(text, 0, text.length);
    this.endText(end);
    this.closeTo(0, end);
    if (this.pending >= 0 && this.lastTop >= 0) blocks.ends[this.lastTop] = end;
    else if (this.pending >= 0) this.add(KIND.html, this.pending, end);
    // Markup that is never closed ran on to the very end.
    for (let i = 0; i < blocks.count; i++) if (blocks.ends[i] > end) blocks.ends[i] = end;
    return blocks;
  }

  private takePending(at: number): number {
    const start = this.pending < 0 ? at : this.pending;
    this.pending = -1;
    return start;
  }

  /** End of the text in front of `at`, white space left out; remembered, since many elements can end at one place. */
  private trim(at: number): number {
    if (this.trimmedAt !== at) {
      this.trimmedAt = at;
      this.trimmed = trimmedEnd(this.text, 0, at);
    }
    return this.trimmed;
  }

  private note(block: number): void {
    if (this.parent < 0) this.lastTop = block;
  }

  private count(kind: number, by: number): void {
    this.containers += by;
    if (kind === KIND.list) this.lists += by;
    if (kind === KIND.table) this.tables += by;
  }

  /** Writes the text that was read, `start` to `end`, as a block, unless nothing was said. */
  private writeText(kind: number, level: number, end: number): void {
    if (this.said === SAID.nothing) {
      this.pending = this.start;
      this.pendingDepth = this.startDepth;
    } else this.note(this.blocks.add(kind, this.start, end, level, this.parent));
    this.start = -1;
  }

  private closeLeaf(end: number): void {
    const { role, level } = this.open.elements[this.leaf];
    this.open.pop();
    this.leaf = -1;
    if (role === ROLE.preformatted) this.writeText(KIND.code, 1, end);
    else if (role !== ROLE.heading) this.writeText(KIND.paragraph, 0, end);
    else {
      if (this.said > SAID.nothing) this.noteInCell(SEEN.heading);
      this.writeText(KIND.heading, level, end);
    }
  }

  private closeContainer(block: number, end: number): void {
    const { blocks, open } = this;
    const kind = blocks.kinds[block];
    const seen = open.flags[open.depth - 1];
    open.pop();
    this.count(kind, -1);
    this.parent = blocks.parents[block];
    this.pending = -1;
    blocks.ends[block] = end;
    if (kind === KIND.table) {
      this.note(finishTable(this.text, blocks, block, seen));
      if (block < blocks.count && blocks.kinds[block] === KIND.table)
        this.noteInCell(isHeaded(blocks, block) ? SEEN.table | SEEN.headedTable : SEEN.table);
    } else if (kind === KIND.tableRow) blocks.levels[block] = this.rowLevel(seen);
    else if (blocks.count === block + 1) {
      // Nothing is in it: its tags wait for the next block.
      this.pending = blocks.starts[block];
      this.pendingDepth = open.depth;
      blocks.count--;
    } else this.note(block);
  }

  private rowLevel(seen: number): number {
    if (this.open.top(THEAD) > this.open.topTable()) return ROW_LEVEL.header;
    const isAllHeaders = (seen & SEEN.headerCell) !== 0 && (seen & SEEN.dataCell) === 0;
    return isAllHeaders ? ROW_LEVEL.headerCells : ROW_LEVEL.data;
  }

  /** Notes for the table around, if there is one, what was found in one of its cells. */
  private noteInCell(seen: number): void {
    if (this.parentKind === KIND.tableRow) this.open.flags[this.open.topTable()] |= seen;
  }
}
