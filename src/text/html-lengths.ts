/** Text: how long stretches of a page are when they are written out, from one walk over it and without writing any. */
import { foldedLength, isSpace } from './folded-space.ts';
import { decodeEntities } from './html-entities.ts';
import { CELL_MARK, markOf, pieceEnd } from './html-lines.ts';
import { HtmlTokenReader, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { countBelow } from './rising.ts';

/** How a piece of the page is written out: not at all, as text, or as text whose white space counts. */
const HOW = { hidden: 0, text: 1, preformatted: 2 } as const;

/**
 * Lengths of stretches of `html` as `htmlLines` writes them out, or some characters more. They add up: a stretch is no longer
 * than its parts and one character between each two.
 */
export class HtmlLengths {
  private readonly html: string;
  /** Columns, an entry for each piece of text and for what is hidden behind it: where it begins, how long what stands in front is, what comes in between. */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private readonly gaps: number[] = [];
  private readonly how: number[] = [];
  private last = 0;

  constructor(html: string) {
    this.html = html;
    const line: Line = { length: 0, gap: 0, mark: 0, cells: 0, isNew: true, isPre: false };
    const reader = new HtmlTokenReader(html, 0, html.length);
    this.add(0, 0, 0, HOW.hidden);
    while (reader.next()) {
      const { token, start, end } = reader;
      const kind = kindOf(token);
      if (kind === TOKEN.text) this.addText(line, start, end);
      else if (kind !== TOKEN.hidden && (token & TAG.breaks) !== 0) addTag(line, token);
    }
  }

  /** Length of `html[from, to)` alone, at most. */
  between(from: number, to: number): number {
    const before = this.upTo(from);
    return Math.max(0, this.upTo(to) - before - this.leadAt(from, before));
  }

  /** What comes in front of the text at `offset`, behind `before` characters, and not in front of a stretch beginning there. */
  private leadAt(offset: number, before: number): number {
    if (before === 0) return 0;
    const { starts, gaps, how, lengths } = this;
    const piece = this.pieceAt(offset);
    // Behind the beginning of a text stands the rest of it, and in front of the text what is hidden.
    if (lengths[piece] !== before) return isSpace(this.html.charCodeAt(offset)) ? 1 : 0;
    const next = how[piece] === HOW.hidden ? piece + 1 : piece;
    return next < starts.length && gaps[next] > 0 ? 1 : 0;
  }

  /** The last piece that begins at or before `offset`; most are asked for near the one before. */
  private pieceAt(offset: number): number {
    const { starts } = this;
    let piece = this.last;
    const most = Math.min(starts.length - 1, piece + NEAR);
    if (starts[piece] <= offset) while (piece < most && starts[piece + 1] <= offset) piece++;
    const isNear = starts[piece] <= offset && (piece + 1 === starts.length || starts[piece + 1] > offset);
    this.last = isNear ? piece : Math.max(0, countBelow(starts, starts.length, offset + 1) - 1);
    return this.last;
  }

  private addText(line: Line, start: number, end: number): void {
    const how = line.isPre ? HOW.preformatted : HOW.text;
    for (let from = start, to = start; from < end; from = to) {
      to = pieceEnd(this.html, from, end);
      const stretch = readable(this.html, from, to);
      const gap = gapOf(line);
      const length = addedLength(stretch, gap, how);
      if (length > 0) {
        this.add(from, line.length, gap, how);
        line.length += length;
        this.add(to, line.length, 0, HOW.hidden);
        line.isNew = false;
        line.mark = 0;
        line.gap = how === HOW.text && isSpace(stretch.text.charCodeAt(stretch.to - 1)) ? 1 : 0;
      } else if (how === HOW.text) addSpace(line);
      else line.gap += to - from;
    }
  }

  private add(start: number, length: number, gap: number, how: number): void {
    this.starts.push(start);
    this.lengths.push(length);
    this.gaps.push(gap);
    this.how.push(how);
  }

  private upTo(offset: number): number {
    const { html, starts, lengths, gaps, how } = this;
    const piece = this.pieceAt(offset);
    if (how[piece] === HOW.hidden || starts[piece] === offset) return lengths[piece];
    return lengths[piece] + addedLength(readable(html, starts[piece], offset), gaps[piece], how[piece]);
  }
}

/** Pieces that are looked at in a row before the others are halved. */
const NEAR = 8;

/** What is written so far, and how it goes on. */
interface Line {
  length: number;
  /** What comes in front of the next character on the same line: a space, or the mark of a cell. */
  gap: number;
  /** Length of the mark of a heading or an item, until its first words come. */
  mark: number;
  /** Cells that the row has so far; 0 outside of rows. */
  cells: number;
  /** Whether the next character begins a line. */
  isNew: boolean;
  isPre: boolean;
}

function gapOf({ length, gap, mark, isNew }: Line): number {
  return (isNew && length > 0 ? 1 : 0) + mark + gap;
}

/** A stretch of a string. */
interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The text of `html[from, to)`, which holds no tags, its character references resolved. */
function readable(html: string, from: number, to: number): Stretch {
  const text = html.slice(from, to);
  if (!text.includes('&')) return { text: html, from, to };
  const decoded = decodeEntities(text);
  return { text: decoded, from: 0, to: decoded.length };
}

/** What text adds to the length, behind a gap; 0 where it is blank. */
function addedLength({ text, from, to }: Stretch, gap: number, how: number): number {
  const length = foldedLength(text, from, to);
  if (length === 0) return 0;
  if (how === HOW.preformatted) return gap + to - from;
  return length + (gap === 0 && isSpace(text.charCodeAt(from)) ? 1 : gap);
}

/** Goes on behind a tag as `htmlLines` does; inside a cell also with the mark that a stretch beginning there would have. */
function addTag(line: Line, token: number): void {
  const opens = kindOf(token) === TOKEN.open;
  if ((token & TAG.cell) !== 0) {
    if (opens) addCell(line);
    return;
  }
  if ((token & TAG.preformatted) !== 0) line.isPre = opens;
  const mark = markOf(token).length;
  if (line.cells > 0 && (token & TAG.endsRow) === 0) {
    addSpace(line);
    if (opens) line.mark = Math.max(line.mark, mark);
    return;
  }
  endLine(line);
  line.cells = 0;
  if (mark > 0) line.mark = opens ? mark : 0;
}

/** White space inside a line. */
function addSpace(line: Line): void {
  if (!line.isNew) line.gap = Math.max(line.gap, 1);
}

function addCell(line: Line): void {
  if (line.cells === 0) endLine(line);
  // One space in front of the mark is enough.
  else line.gap += line.gap === 0 ? CELL_MARK.length : CELL_MARK.length - 1;
  line.cells++;
}

function endLine(line: Line): void {
  line.gap = 0;
  line.isNew = true;
}
