/** Parsing: what a scan of YAML knows between two lines: open collections by column, and comments that wait for an entry. */
import type { EntryWriter } from './entry-writer.ts';
import { labelOf, NO_NAME, NO_TITLE, namedElement, namingRank } from './label.ts';
import type { MalformedPlaces } from './malformed.ts';

/** Comment lines that begin in the same column or further right, without a blank line between them. */
interface Comments {
  readonly start: number;
  readonly column: number;
  end: number;
  /** Whether a blank line stands below them. */
  isDetached: boolean;
}

/** What names one of several documents. */
interface DocumentName {
  /** Block of its root entry. */
  readonly block: number;
  kind: string;
  /** `[name=web]`; '' while no field names it. */
  name: string;
  rank: number;
}

export class YamlState {
  readonly text: string;
  readonly writer: EntryWriter;
  readonly malformed: MalformedPlaces;
  /** End of the last line of content. */
  contentEnd = 0;
  /** Column that lines must lie right of to go on with the plain scalar above them; -1 when there is none. */
  continuation = -1;
  title = '';
  titleRank: number = NO_TITLE;
  /** Key whose value comes. */
  field = '';
  /** The key of the outermost mapping that `field` stands in, or is. */
  topField = '';
  isDocumentOpen = false;
  /** Whether the open document has its `---` or content already. */
  hasBody = false;
  private readonly names: DocumentName[] = [];
  /** Open collections from the outermost on: column, whether it is a sequence, whether an entry of it is open. */
  private readonly columns: number[] = [];
  private readonly sequences: boolean[] = [];
  private readonly holdsEntry: boolean[] = [];
  private comments: Comments[] = [];

  constructor(text: string, writer: EntryWriter, malformed: MalformedPlaces) {
    this.text = text;
    this.writer = writer;
    this.malformed = malformed;
  }

  /** Documents so far. */
  get documents(): number {
    return this.names.length;
  }

  /** Number of open collections. */
  get depth(): number {
    return this.columns.length;
  }

  /** Column of the innermost open collection, -1 when there is none. */
  get column(): number {
    return this.depth === 0 ? -1 : this.columns[this.depth - 1];
  }

  get inMapping(): boolean {
    return this.depth > 0 && !this.sequences[this.depth - 1];
  }

  /** Whether the innermost collection is a mapping in this column with a key that may get a value. */
  hasKeyIn(column: number): boolean {
    return this.inMapping && this.column === column && this.holdsEntry[this.depth - 1];
  }

  openDocument(start: number): void {
    if (this.isDocumentOpen) return;
    this.isDocumentOpen = true;
    this.names.push({ block: this.writer.blocks.count, kind: '', name: '', rank: NO_NAME });
    this.writer.openEntry(start, '');
  }

  /** Takes a plain value of a key at the top of the document, or in its `metadata`, for what the document is called. */
  nameDocument(value: string): void {
    const { depth, field, topField } = this;
    const isTop = depth === 1 && this.inMapping;
    const name = this.names[this.names.length - 1];
    if (name === undefined || value === '') return;
    if (isTop && field === 'kind') name.kind = labelOf(value);
    const rank = namingRank(field);
    if (rank >= name.rank || !(isTop || (depth === 2 && topField === 'metadata'))) return;
    name.rank = rank;
    name.name = namedElement(field, value);
  }

  /** Where there are several documents, those that say what they are have a label: `Service[name=web]`. */
  labelDocuments(): void {
    if (this.names.length < 2) return;
    for (const { block, kind, name } of this.names)
      if (kind !== '' || name !== '') this.writer.labels.set(block, kind + name);
  }

  closeDocument(): void {
    if (!this.isDocumentOpen) return;
    this.takeTrailing(-1);
    this.closeCollections(-1, false);
    this.writeAllComments();
    this.writer.close(this.contentEnd);
    this.isDocumentOpen = false;
    this.hasBody = false;
    this.continuation = -1;
  }

  /** Closes the document at a line that says so and ends at `end`. */
  endDocument(end: number): void {
    this.takeTrailing(-1);
    this.closeCollections(-1, false);
    this.writeAllComments();
    this.contentEnd = end;
    this.closeDocument();
  }

  /** Writes waiting comments into the document, outside its collections. */
  writeAllComments(): void {
    this.writeComments(this.comments.length);
  }

  /** Comments above content that is no entry are part of what it lies in. */
  settleComments(): void {
    if (this.depth === 0) this.writeAllComments();
    else this.comments = [];
  }

  addComment(start: number, column: number, end: number): void {
    this.openDocument(start);
    this.continuation = -1;
    const last = this.comments.at(-1);
    if (last !== undefined && !last.isDetached && column >= last.column) last.end = end;
    else this.comments.push({ start, column, end, isDetached: false });
  }

  blankLine(): void {
    const last = this.comments.at(-1);
    if (last !== undefined) last.isDetached = true;
  }

  /** Prepares for content that begins a line in `column`: closes what it does not belong to. */
  beginContent(column: number, isItem: boolean): void {
    if (this.comments.length > 0) this.takeTrailing(column);
    this.closeCollections(column, isItem);
  }

  /** Opens the next element of the sequence in `column`, which opens too if need be. */
  openItem(column: number, at: number): void {
    this.enter(column, true);
    const start = this.comments.length > 0 ? this.comments[0].start : at;
    this.comments = [];
    this.writer.openElement(start);
  }

  /** Opens the next entry of the mapping in `column`, which opens too if need be. */
  openKey(column: number, at: number, key: string): void {
    this.enter(column, false);
    let start = at;
    const waiting = this.comments;
    if (waiting.length > 0) {
      const last = waiting[waiting.length - 1];
      this.writeComments(last.isDetached ? waiting.length : waiting.length - 1);
      if (!last.isDetached) start = last.start;
      this.comments = [];
    }
    this.writer.openEntry(start, key);
    this.field = key;
    if (this.depth === 1) this.topField = key;
  }

  private enter(column: number, isSequence: boolean): void {
    const top = this.depth - 1;
    if (top >= 0 && this.columns[top] === column && this.sequences[top] === isSequence) {
      if (this.holdsEntry[top]) this.writer.close(this.contentEnd);
      this.holdsEntry[top] = true;
      return;
    }
    this.columns.push(column);
    this.sequences.push(isSequence);
    this.holdsEntry.push(true);
  }

  /** Closes collections right of `column`, and a sequence in it when no item follows. */
  private closeCollections(column: number, isItem: boolean): void {
    while (this.depth > 0) {
      const top = this.depth - 1;
      const isInside = this.columns[top] < column || (this.columns[top] === column && (isItem || !this.sequences[top]));
      if (isInside) return;
      this.columns.pop();
      this.sequences.pop();
      if (this.holdsEntry.pop()) this.writer.close(this.contentEnd);
    }
  }

  /** Comments further right than the content that follows them belong to what stands before them. */
  private takeTrailing(column: number): void {
    const least = Math.max(column, 0);
    let taken = 0;
    for (; taken < this.comments.length && this.comments[taken].column > least; taken++) {
      this.closeCollections(this.comments[taken].column, true);
      this.contentEnd = this.comments[taken].end;
    }
    if (taken > 0) this.comments.splice(0, taken);
  }

  /** Writes the first `count` waiting comments as entries of their own, and forgets them. */
  private writeComments(count: number): void {
    for (let i = 0; i < count; i++) {
      this.writer.addComment(this.comments[i].start, this.comments[i].end);
      this.contentEnd = this.comments[i].end;
    }
    this.comments.splice(0, count);
  }
}
