/** Marks: the places of one region where a chunk may begin, with their signals and the sizes between them. */
import { attachesAt, prependsAt } from '../text/graphemes.ts';
import { isBlank } from '../text/word-cuts.ts';

const LEAST_CAPACITY = 64;
/** Bytes of one mark in all columns: three of 8, nine of 4, four of 1. */
const MARK_BYTES = 64;

/**
 * Columns, rising by offset. Mark k begins a unit that ends, trimmed of white space, at `ends[k + 1]`; the last mark
 * is the end of the region and begins nothing. One object serves all regions of a document.
 */
export class Marks {
  count = 0;
  offsets!: Int32Array;
  /** End of the text before the mark, white space trimmed. */
  ends!: Int32Array;
  signals!: Uint8Array;
  strengths!: Float64Array;
  /** Block that the mark begins or lies in. */
  blocks!: Int32Array;
  /** 1 when the mark lies inside its block (a sentence of a paragraph), 0 when it begins it. */
  inner!: Uint8Array;
  /** What a chunk from mark a to mark b measures is `exits[b] - entries[a]`. */
  entries!: Int32Array;
  exits!: Int32Array;
  /** Where the measure was split for the mark: at the mark, or before the space in front of it. Tokens only. */
  splits!: Int32Array;
  /** 1 when token counts do not add up across the mark, so that a chunk over it is counted whole. */
  unsafe!: Uint8Array;
  /** 1 where there is a cut whatever it costs, 2 where it begins a table row that is written out by columns, too. */
  forced!: Uint8Array;
  anyForced = false;
  /** The packer's: what a cut at the mark costs, the least cost of all cuts up to it, and the cut before it then. */
  tolls!: Float64Array;
  costs!: Float64Array;
  origins!: Int32Array;
  /** Size of what a chunk that starts at the mark carries beside its text: context, room for overlap. */
  overheads!: Int32Array;
  /** Size of what closes a chunk that ends at the mark; filled where something does. */
  closings!: Int32Array;
  /** Marks that there is room for. */
  capacity = 0;
  private text = '';

  /**
   * Adds a mark behind the last one; one at the same offset as the last is ignored. A letter's mark on white space keeps
   * that white space.
   */
  add(at: number, signal: number, strength: number, block: number, inner: boolean): void {
    const k = this.count;
    const offset = attachesAt(this.text, at) && isBlank(this.text.charCodeAt(at - 1)) ? at - 1 : at;
    if (k > 0 && offset <= this.offsets[k - 1]) return;
    if (k === this.capacity) this.grow();
    this.offsets[k] = offset;
    this.signals[k] = signal;
    this.strengths[k] = strength;
    this.blocks[k] = block;
    this.inner[k] = inner ? 1 : 0;
    this.forced[k] = 0;
    this.count = k + 1;
  }

  /** Puts a mark at `offset` in front of mark `k`, inside the block of the one before; counts do not add up across it. */
  insert(k: number, offset: number, signal: number, strength: number): void {
    if (this.count === this.capacity) this.grow();
    for (const column of this.columns()) column.copyWithin(k + 1, k, this.count);
    this.offsets[k] = offset;
    this.splits[k] = offset;
    this.signals[k] = signal;
    this.strengths[k] = strength;
    this.blocks[k] = this.blocks[k - 1];
    this.inner[k] = 1;
    this.unsafe[k] = 1;
    this.forced[k] = 0;
    this.count++;
  }

  /** Makes the last mark a cut for sure, and with `written` the row that it begins one that is written out. */
  force(written = false): void {
    this.forced[this.count - 1] = written ? 2 : 1;
    this.anyForced = true;
  }

  /** Empty, for places in `text`. */
  begin(text: string): void {
    this.text = text;
    this.clear();
  }

  clear(): void {
    this.count = 0;
    this.anyForced = false;
  }

  /**
   * Keeps of the marks within each `width` of text the strongest one, the first of equals, and what is forced. The
   * packer looks at every pair of marks within a limit: a huge limit must not hold tens of thousands.
   */
  thin(width: number): void {
    const { offsets, strengths, forced } = this;
    const last = this.count - 1;
    let kept = 1;
    for (let k = 1; k < last; k++) {
      const rival = kept - 1;
      const crowded = rival > 0 && Math.floor(offsets[rival] / width) === Math.floor(offsets[k] / width);
      if (crowded && forced[k] === 0 && forced[rival] === 0) {
        if (strengths[k] > strengths[rival]) this.move(k, rival);
      } else this.move(k, kept++);
    }
    if (last > 0) this.move(last, kept++);
    this.count = kept;
  }

  private move(from: number, to: number): void {
    this.offsets[to] = this.offsets[from];
    this.signals[to] = this.signals[from];
    this.strengths[to] = this.strengths[from];
    this.blocks[to] = this.blocks[from];
    this.inner[to] = this.inner[from];
    this.forced[to] = this.forced[from];
  }

  /** Size of the chunk from mark `from` to mark `to`, context and overlap not counted. */
  size(from: number, to: number): number {
    return this.exits[to] - this.entries[from];
  }

  /** All columns, in one order. */
  private columns(): readonly Column[] {
    const { offsets, ends, blocks, entries, exits, splits, origins, closings, overheads } = this;
    const { strengths, tolls, costs, signals, inner, unsafe, forced } = this;
    return [
      strengths,
      tolls,
      costs,
      offsets,
      ends,
      blocks,
      entries,
      exits,
      splits,
      origins,
      closings,
      overheads,
      signals,
      inner,
      unsafe,
      forced,
    ];
  }

  private grow(): void {
    const before = this.count === 0 ? [] : this.columns();
    const capacity = Math.max(LEAST_CAPACITY, this.capacity * 2);
    this.capacity = capacity;
    const buffer = new ArrayBuffer(capacity * MARK_BYTES);
    this.strengths = new Float64Array(buffer, 0, capacity);
    this.tolls = new Float64Array(buffer, capacity * 8, capacity);
    this.costs = new Float64Array(buffer, capacity * 16, capacity);
    const column = (n: number): Int32Array => new Int32Array(buffer, capacity * (24 + 4 * n), capacity);
    this.offsets = column(0);
    this.ends = column(1);
    this.blocks = column(2);
    this.entries = column(3);
    this.exits = column(4);
    this.splits = column(5);
    this.origins = column(6);
    this.closings = column(7);
    this.overheads = column(8);
    this.signals = new Uint8Array(buffer, capacity * 60, capacity);
    this.inner = new Uint8Array(buffer, capacity * 61, capacity);
    this.unsafe = new Uint8Array(buffer, capacity * 62, capacity);
    this.forced = new Uint8Array(buffer, capacity * 63, capacity);
    const after = this.columns();
    for (let i = 0; i < before.length; i++) after[i].set(before[i]);
  }
}

type Column = Float64Array | Int32Array | Uint8Array;

/** More marks than this are not kept for the next document: few are so large. */
const MOST_KEPT = 1 << 16;
let spare: Marks | undefined;

/** Empty marks in `text` to use until `returnMarks`: their columns cost more than cutting a short document. */
export function borrowMarks(text: string): Marks {
  const marks = spare ?? new Marks();
  spare = undefined;
  marks.begin(text);
  return marks;
}

/** Gives marks back that nobody looks at any more. */
export function returnMarks(marks: Marks): void {
  marks.begin('');
  if (marks.capacity <= MOST_KEPT) spare = marks;
}

/** End of `text[from, to)` without trailing white space, that of a grapheme apart; `from` when it is all blank. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return end < to && end > from && prependsAt(text, end - 1) ? end + 1 : end;
}

/**
 * Start of the text of `[from, to)` without leading blank lines; the indentation of its first line stays. `to`
 * when it is all blank.
 */
export function trimmedStart(text: string, from: number, to: number): number {
  let lineFrom = from;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) lineFrom = i + 1;
    else if (!isBlank(code)) return lineFrom;
  }
  return to;
}
