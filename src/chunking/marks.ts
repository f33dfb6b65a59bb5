/** Marks: the places of one region where a chunk may begin, with their signals and the sizes between them. */
import { isBlank } from '../text/word-cuts.ts';

/**
 * Struct of arrays, rising by offset. Mark k begins a unit that ends, trimmed of white space, at `ends[k + 1]`;
 * the last mark is the end of the region and begins nothing. The size of a chunk from mark a to mark b is
 * `positions[b] - positions[a] + heads[a] + tails[b]`.
 */
export class Marks {
  count = 0;
  readonly offsets: number[] = [];
  /** End of the text before the mark, white space trimmed. */
  readonly ends: number[] = [];
  readonly signals: number[] = [];
  readonly strengths: number[] = [];
  /** Block that the mark begins or lies in. */
  readonly blocks: number[] = [];
  /** True when the mark lies inside its block (a sentence of a paragraph), false when it begins it. */
  readonly inner: boolean[] = [];
  readonly positions: number[] = [];
  readonly heads: number[] = [];
  readonly tails: number[] = [];
  /** Where the measure was split for the mark: at the mark, or before the space in front of it. */
  readonly splits: number[] = [];
  /** True when token counts do not add up across the mark, so that a chunk over it is counted whole. */
  readonly unsafe: boolean[] = [];

  /** Adds a mark behind the last one; one at the same offset as the last is ignored. */
  add(offset: number, signal: number, strength: number, block: number, inner: boolean): void {
    if (this.count > 0 && offset <= this.offsets[this.count - 1]) return;
    this.offsets.push(offset);
    this.signals.push(signal);
    this.strengths.push(strength);
    this.blocks.push(block);
    this.inner.push(inner);
    this.count++;
  }

  clear(): void {
    this.count = 0;
    for (const list of [this.offsets, this.ends, this.signals, this.strengths, this.blocks]) list.length = 0;
    for (const list of [this.positions, this.heads, this.tails, this.splits]) list.length = 0;
    for (const list of [this.inner, this.unsafe]) list.length = 0;
  }

  /** Size of the chunk from mark `from` to mark `to`, context and overlap not counted. */
  size(from: number, to: number): number {
    return this.positions[to] - this.positions[from] + this.heads[from] + this.tails[to];
  }
}

/** End of `text[from, to)` without trailing white space; `from` when it is all blank. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
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
