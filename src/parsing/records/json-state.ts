/** Parsing: what a scan of JSON knows between two tokens: open brackets, what may follow, comments that wait for an entry. */
import type { EntryWriter } from './entry-writer.ts';
import { NO_TITLE } from './label.ts';
import type { MalformedPlaces } from './malformed.ts';
import { WaitingComments } from './waiting-comments.ts';

/** Token codes of jsonc-parser, whose own enum does not exist at run time. */
export const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

/** What may come next inside the innermost bracket, or at the top. */
export const EXPECT = { key: 0, colon: 1, value: 2, comma: 3 } as const;

export class JsonState {
  readonly writer: EntryWriter;
  readonly malformed: MalformedPlaces;
  readonly isLines: boolean;
  /** Offsets of the open brackets, and whether each is a brace. */
  readonly openers: number[] = [];
  readonly braces: boolean[] = [];
  expects: number = EXPECT.value;
  /** The key whose value comes. */
  field = '';
  title = '';
  titleRank: number = NO_TITLE;
  /** Code and end of the last token that is no comment. */
  lastKind = 0;
  lastEnd = 0;
  /** Whether a line ended since. */
  isNewLine = true;
  /** Whether the root or the record of this line is open, and whether it has its value already. */
  isOpen = false;
  hasValue = false;
  /** Whether an entry was opened for a further value beside the root's. */
  isFurther = false;
  private records = 0;
  private readonly comments = new WaitingComments();
  private breaksSinceComment = 0;

  constructor(writer: EntryWriter, malformed: MalformedPlaces, isLines: boolean) {
    this.writer = writer;
    this.malformed = malformed;
    this.isLines = isLines;
  }

  get depth(): number {
    return this.openers.length;
  }

  get inObject(): boolean {
    return this.openers.length > 0 && this.braces[this.braces.length - 1];
  }

  /** Opens the root or the record at its first token. */
  begin(start: number): void {
    if (this.isOpen) return;
    this.isOpen = true;
    if (this.isLines) this.writer.openRecord(start, this.records++);
    else this.writer.openEntry(start, '');
  }

  endToken(kind: number, end: number): void {
    this.lastKind = kind;
    this.lastEnd = end;
    this.isNewLine = false;
  }

  breakLine(): void {
    this.isNewLine = true;
    // A second line end with nothing between: the comment does not stand directly above what follows.
    if (this.breaksSinceComment++ > 0) this.comments.blankLine();
    if (this.isLines && this.isOpen) this.endRecord(this.lastEnd);
  }

  comment(start: number, end: number): void {
    if (this.isLines) {
      this.lastEnd = end;
      return;
    }
    if (!this.isNewLine && this.comments.count === 0) {
      const isBehindEntry = this.expects === EXPECT.comma || this.lastKind === TOKEN.comma;
      if (isBehindEntry && this.depth > 0) this.writer.extendLast(end);
      return;
    }
    if (this.isInsideMember) return;
    this.comments.add(start, end);
    this.breaksSinceComment = 0;
  }

  /** Where the entry that begins at `start` begins with the comments above it. */
  startWithComments(start: number): number {
    const isElement = this.depth > 0 && !this.inObject;
    return isElement ? this.comments.startOfElement(start) : this.comments.startOfMember(this.writer, start);
  }

  forgetComments(): void {
    this.comments.forget();
  }

  /** Whether a key stands before and its value does not. */
  private get isInsideMember(): boolean {
    return this.inObject && (this.expects === EXPECT.value || this.expects === EXPECT.colon);
  }

  finish(end: number): void {
    if (!this.isOpen) return;
    if (this.isLines) this.endRecord(this.lastEnd);
    else {
      this.checkClosed('text', end);
      if (this.depth === 0 && this.hasValue) this.writeCommentsAlone();
      this.writer.closeAll(end);
    }
  }

  /** Writes comments that stand above or below the root's value. */
  writeCommentsAlone(): void {
    this.comments.writeAll(this.writer);
  }

  private endRecord(end: number): void {
    this.checkClosed('line', end);
    this.openers.length = 0;
    this.braces.length = 0;
    this.writer.closeAll(end);
    this.expects = EXPECT.value;
    this.isOpen = false;
    this.hasValue = false;
    this.isFurther = false;
  }

  private checkClosed(unit: 'text' | 'line', end: number): void {
    const { depth } = this;
    if (depth === 0) return;
    const open = depth === 1 ? 'a bracket that is' : `${depth} brackets that are`;
    this.malformed.add(`The ${unit} ends inside ${open} never closed.`, this.openers[depth - 1], end);
  }
}
