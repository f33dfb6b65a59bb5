/**
 * Parsing: turns the keys and elements a record parser meets into nested `entry` blocks with labels.
 *
 * An element of a list becomes an entry when it holds entries or is long. What is smaller is no block of its own: a
 * list of numbers stays in one piece, and beside larger elements each run of small ones is an entry together.
 */
import { BlockWriter, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import { labelOf, NO_NAME, namedElement, namingRank } from './label.ts';

/** Entries nested deeper than this are no blocks; their text lies in the entry at this depth. */
export const DEEPEST_ENTRY = 64;

/** UTF-16 units; an element up to this length without entries of its own is a small value. */
const SMALL_ELEMENT = 80;

/** An entry that is still open. Its block is written when it is sure to be one. */
interface OpenEntry {
  start: number;
  /** -1 until the block is written. */
  block: number;
  label: string;
  /** Place of an element in its list; -1 for what has a key. */
  place: number;
  /** How well the name in its label names it. */
  rank: number;
  hasEntries: boolean;
  /** Elements seen in the list that is its value. */
  elements: number;
  /** The run of small elements at the end of that list; its start is -1 when there is none. */
  runStart: number;
  runEnd: number;
  runFirst: number;
  runLast: number;
}

function emptyEntry(): OpenEntry {
  return {
    start: 0,
    block: -1,
    label: '',
    place: -1,
    rank: NO_NAME,
    hasEntries: false,
    elements: 0,
    runStart: -1,
    runEnd: 0,
    runFirst: 0,
    runLast: 0,
  };
}

export class EntryWriter {
  readonly blocks: BlockWriter;
  readonly labels = new Map<number, string>();
  private readonly open: OpenEntry[] = [];
  private depth = 0;
  /** Entries from the outermost on whose blocks are written. */
  private written = 0;
  /** Block of the entry closed last, or -1 and the entry around it when it joined a run there. */
  private lastClosed = -1;
  private lastRun: OpenEntry | undefined;
  private readonly firstLevel: number;

  /** `firstLevel` is the level of the outermost entries: 0 when one root encloses everything, 1 without a root. */
  constructor(text: string, firstLevel: 0 | 1) {
    this.blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
    this.firstLevel = firstLevel;
  }

  /** Opens an entry that has a key; '' is no label. */
  openEntry(start: number, label: string): void {
    if (this.push(start, label, -1)) this.write();
  }

  /** Opens the next element of the list in the innermost open entry. */
  openElement(start: number): void {
    const parent = this.innermost();
    this.push(start, '', parent === undefined ? 0 : parent.elements++);
  }

  /** Opens element `place` of the list `label` whose elements do not stand together: a table of an array of tables. */
  openListed(start: number, label: string, place: number): void {
    if (this.push(start, label, place)) this.write();
  }

  /** Opens a record that stands beside others without an entry around them, such as a line of JSONL. */
  openRecord(start: number, place: number): void {
    if (this.push(start, '', place)) this.write();
  }

  /** Closes the innermost open entry. */
  close(end: number): void {
    if (this.depth === 0) return;
    if (this.depth-- > DEEPEST_ENTRY) {
      this.lastClosed = -1;
      this.lastRun = undefined;
      return;
    }
    const entry = this.open[this.depth];
    if (entry.block < 0 && end - entry.start <= SMALL_ELEMENT) this.addToRun(entry, end);
    else this.closeBlock(entry, end);
  }

  /** Closes every open entry. */
  closeAll(end: number): void {
    while (this.depth > 0) this.close(end);
  }

  /** Moves the end of the entry that was closed last: a comma and a comment on its last line belong to it. */
  extendLast(end: number): void {
    if (this.lastClosed >= 0) this.blocks.ends[this.lastClosed] = end;
    else if (this.lastRun !== undefined) this.lastRun.runEnd = end;
  }

  /** Writes a comment that stands for itself, between blank lines. */
  addComment(start: number, end: number): void {
    this.openEntry(start, '');
    this.close(end);
  }

  /** Tells that the innermost open entry has the key `field` and a plain value: it may name the element around it. */
  nameElement(field: string, value: string): void {
    if (this.depth < 2 || this.depth > DEEPEST_ENTRY) return;
    const element = this.open[this.depth - 2];
    const rank = namingRank(field);
    if (element.place < 0 || rank >= element.rank || value === '') return;
    element.rank = rank;
    this.labels.set(element.block, labelOf(element.label) + namedElement(field, value));
  }

  private innermost(): OpenEntry | undefined {
    return this.depth > 0 && this.depth <= DEEPEST_ENTRY ? this.open[this.depth - 1] : undefined;
  }

  /** False when the entry lies too deep to be a block. */
  private push(start: number, label: string, place: number): boolean {
    this.lastClosed = -1;
    this.lastRun = undefined;
    if (this.depth++ >= DEEPEST_ENTRY) return false;
    const entry = (this.open[this.depth - 1] ??= emptyEntry());
    entry.start = start;
    entry.block = -1;
    entry.label = label;
    entry.place = place;
    entry.rank = NO_NAME;
    entry.hasEntries = false;
    entry.elements = 0;
    entry.runStart = -1;
    return true;
  }

  /** Writes the blocks of all open entries that have none yet. */
  private write(): void {
    for (; this.written < this.depth; this.written++) {
      const entry = this.open[this.written];
      const parent = this.written > 0 ? this.open[this.written - 1] : undefined;
      if (parent !== undefined) {
        parent.hasEntries = true;
        this.flushRun(parent, this.written - 1);
      }
      const level = this.firstLevel + this.written;
      entry.block = this.blocks.add(KIND.entry, entry.start, entry.start, level, parent?.block ?? -1);
      const label = labelOf(entry.label) + (entry.place >= 0 ? `[${entry.place}]` : '');
      if (label !== '') this.labels.set(entry.block, label);
    }
  }

  private closeBlock(entry: OpenEntry, end: number): void {
    if (entry.block < 0) {
      this.depth++;
      this.write();
      this.depth--;
    }
    if (entry.hasEntries) this.flushRun(entry, this.depth);
    this.blocks.ends[entry.block] = end;
    this.lastClosed = entry.block;
    this.written = Math.min(this.written, this.depth);
  }

  private addToRun(entry: OpenEntry, end: number): void {
    this.lastClosed = -1;
    const parent = this.innermost();
    this.lastRun = parent;
    if (parent === undefined) return;
    if (parent.runStart < 0) {
      parent.runStart = entry.start;
      parent.runFirst = entry.place;
    }
    parent.runEnd = end;
    parent.runLast = entry.place;
  }

  /** Writes the run of small elements at the end of the list in `entry`, which lies `depth` deep. */
  private flushRun(entry: OpenEntry, depth: number): void {
    if (entry.runStart < 0) return;
    const level = this.firstLevel + depth + 1;
    const block = this.blocks.add(KIND.entry, entry.runStart, entry.runEnd, level, entry.block);
    this.labels.set(
      block,
      entry.runFirst === entry.runLast ? `[${entry.runFirst}]` : `[${entry.runFirst}-${entry.runLast}]`,
    );
    entry.runStart = -1;
    if (this.lastRun === entry) this.lastRun = undefined;
  }
}
