/** Parsing of source code without a grammar: reads the units of one list of lines, one after the other. */
import { LINE, lineKind } from './line-words.ts';
import { isSpace } from './white-space.ts';

const TAB = 9;
const SLASH = 47;
const STAR = 42;
const TAB_WIDTH = 4;

/**
 * A reader over the units of `text[from, to)`. With `inner` the list is indented as its first line is, else not at all. After
 * `next` said true the fields describe a unit.
 */
export class LineUnits {
  start = 0;
  /** After the last character of the unit that is not white space. */
  end = 0;
  /** First line of the unit that is no comment. */
  head = 0;
  /** Where the lines begin that are indented further than the list; -1 when there are none. */
  bodyStart = -1;
  private readonly text: string;
  private readonly to: number;
  private readonly indent: number;
  /** Where the next line is read from. */
  private at: number;
  /** The line in hand: its start, its first and last black characters, its indentation, what it is. `lineStart` is -1 at the end. */
  private lineStart = -1;
  private black = 0;
  private lastBlack = 0;
  private width = 0;
  private kind = LINE.plain as number;
  private afterBlank = false;
  /** Where the comment of several lines that was opened last is closed. */
  private commentEnd = 0;

  constructor(text: string, from: number, to: number, inner: boolean) {
    this.text = text;
    this.to = to;
    this.at = from;
    this.readLine();
    this.indent = inner ? this.width : 0;
    this.classify();
  }

  /** Reads a unit; false when there is none left. */
  next(): boolean {
    if (this.lineStart < 0) return false;
    let group: Group | undefined = this.openUnit();
    while (this.advance()) {
      group = this.takeLine(group);
      if (group === undefined) break;
      this.end = this.lastBlack + 1;
    }
    return true;
  }

  /** Adds the line in hand to the unit; undefined when the unit ends in front of it. */
  private takeLine(group: Group): Group | undefined {
    const { bodyStart } = this;
    if (this.kind === LINE.inside) return group;
    if (this.width > this.indent) {
      if (bodyStart >= 0) return group;
      // The line above is the head of a body: what stands before it and its comments is a unit without one.
      if (group.start > this.start) return this.rewind(group);
      this.bodyStart = this.lineStart;
      this.head = group.head;
      return group;
    }
    if (this.kind === LINE.closer) return group;
    if (bodyStart >= 0) return this.width <= this.indent ? undefined : group;
    return this.afterBlank ? undefined : this.nextGroup(group);
  }

  private openUnit(): Group {
    this.start = this.black;
    this.head = this.black;
    this.end = this.lastBlack + 1;
    this.bodyStart = -1;
    return { start: this.black, head: this.black, before: this.end, lineStart: this.lineStart, kind: this.kind };
  }

  /** The comments above a line and the line are a group; each further line without comments is one of its own. */
  private nextGroup(group: Group): Group {
    const { kind, black, lineStart } = this;
    if (group.kind === LINE.comment) {
      if (group.start === this.start && this.head === group.head) this.head = black;
      return { ...group, head: black, kind };
    }
    return { start: black, head: black, before: this.end, lineStart, kind };
  }

  /** Ends the unit in front of `group` and reads on from there. */
  private rewind(group: Group): undefined {
    this.end = group.before;
    this.at = group.lineStart;
    this.commentEnd = 0;
    this.advance();
    return undefined;
  }

  private advance(): boolean {
    if (!this.readLine()) return false;
    this.classify();
    return true;
  }

  /** Reads the next line that is not blank. */
  private readLine(): boolean {
    const { text, to } = this;
    this.afterBlank = false;
    for (let at = this.at; at < to; ) {
      const feed = text.indexOf('\n', at);
      const lineEnd = feed < 0 || feed > to ? to : feed;
      this.lineStart = at;
      at = lineEnd + 1;
      if (this.measure(lineEnd)) {
        this.at = at;
        return true;
      }
      this.afterBlank = true;
    }
    this.lineStart = -1;
    return false;
  }

  /** Finds the black part of the line from `lineStart` to `lineEnd`; false when there is none. */
  private measure(lineEnd: number): boolean {
    const { text } = this;
    let black = this.lineStart;
    let width = 0;
    for (; black < lineEnd; black++) {
      const code = text.charCodeAt(black);
      if (!isSpace(code)) break;
      width += code === TAB ? TAB_WIDTH : 1;
    }
    if (black === lineEnd) return false;
    let last = lineEnd - 1;
    while (isSpace(text.charCodeAt(last))) last--;
    this.black = black;
    this.lastBlack = last;
    this.width = width;
    return true;
  }

  private classify(): void {
    const { text, black } = this;
    if (black < this.commentEnd) {
      this.kind = LINE.inside;
      return;
    }
    // Of lines further in it does not matter what they are, unless they open a comment.
    this.kind = this.width > this.indent ? LINE.plain : lineKind(text, black);
    if (text.charCodeAt(black) === SLASH && text.charCodeAt(black + 1) === STAR) {
      const close = text.indexOf('*/', black + 2);
      this.commentEnd = close < 0 ? text.length : close + 2;
    }
  }
}

interface Group {
  readonly start: number;
  /** Its last line. */
  readonly head: number;
  /** Where what stands before it ends. */
  readonly before: number;
  readonly lineStart: number;
  readonly kind: number;
}
