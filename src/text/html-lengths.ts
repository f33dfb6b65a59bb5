/** Text: how long stretches of a page are when they are written out, from one walk over it and without writing any. */
import { foldedLength, isSpace } from './folded-space.ts';
import { decodeEntities } from './html-entities.ts';
import { altOf, beginFlow, gapOf, type HtmlFlow, passBlank, passSpace, passTag, passWords } from './html-flow.ts';
import { HtmlTokenReader, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { countBelow } from './rising.ts';

/** How a piece of the page is written out: not at all, as text, as text whose white space counts or that looks like tags, as a picture. */
const HOW = { hidden: 0, text: 1, raw: 2, picture: 3 } as const;

/**
 * Lengths of stretches of `html` as `htmlLines` writes them out, or some characters more. They add up: a stretch is no longer
 * than its parts and one character between each two, or three where a cell begins.
 */
export class HtmlLengths {
  private readonly html: string;
  /** Columns, an entry for each piece that is written and for what is hidden behind it: where it begins, */
  private readonly starts: number[] = [];
  /** how long what stands in front of it is, */
  private readonly lengths: number[] = [];
  /** and how long what comes in between. */
  private readonly gaps: number[] = [];
  private readonly how: number[] = [];
  private length = 0;
  private markInCell = 0;
  private last = 0;
  private readonly references: Finder;
  private readonly tags: Finder;

  constructor(html: string) {
    this.html = html;
    this.references = new Finder(html, '&');
    this.tags = new Finder(html, '<');
    const flow = beginFlow(false);
    const reader = new HtmlTokenReader(html, 0, html.length);
    this.addEntry(0, 0, 0, HOW.hidden);
    while (reader.next()) {
      const { token, start, end } = reader;
      const kind = kindOf(token);
      if (kind === TOKEN.text) this.addText(flow, start, end);
      else if (kind === TOKEN.open && (token & TAG.picture) !== 0) this.addPicture(flow, start, end);
      else if (kind !== TOKEN.hidden) this.passTag(flow, token);
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

  private upTo(offset: number): number {
    const { starts, lengths, gaps, how } = this;
    const piece = this.pieceAt(offset);
    const words = starts[piece] === offset ? 0 : wordsLength(this.html, starts[piece], offset, how[piece]);
    return lengths[piece] + (words === 0 ? 0 : gaps[piece] + words);
  }

  private passTag(flow: HtmlFlow, token: number): void {
    // A stretch that begins with an item inside a cell has its mark.
    if (flow.cells > 0 && (token & TAG.item) !== 0) this.markInCell = ITEM_MARK;
    passTag(flow, token);
  }

  private addText(flow: HtmlFlow, start: number, end: number): void {
    if (flow.isPre) this.addPreformatted(flow, start, end);
    else this.addWords(flow, start, end);
  }

  private addWords(flow: HtmlFlow, start: number, end: number): void {
    const { html } = this;
    const { text, from, to } = this.references.isIn(start, end)
      ? decoded(html, start, end)
      : { text: html, from: start, to: end };
    if (isSpace(text.charCodeAt(from))) passSpace(flow);
    const words = foldedLength(text, from, to);
    if (words === 0) return;
    // What looks like tags in the text of a title is read as tags from its middle on.
    if (this.tags.isIn(start, end)) this.add(flow, start, end, HOW.raw, rawLength(html, start, end));
    else this.add(flow, start, end, HOW.text, words);
    passWords(flow, isSpace(text.charCodeAt(to - 1)) ? ' ' : '');
  }

  private addPreformatted(flow: HtmlFlow, start: number, end: number): void {
    const text = this.html.slice(start, end);
    if (text.trim() === '') {
      passBlank(flow, text);
      return;
    }
    this.add(flow, start, end, HOW.raw, rawLength(text, 0, text.length));
    passWords(flow, '');
  }

  private addPicture(flow: HtmlFlow, start: number, end: number): void {
    const alt = altOf(this.html.slice(start, end));
    const words = foldedLength(alt, 0, alt.length);
    passSpace(flow);
    if (words === 0) return;
    this.add(flow, start, end, HOW.picture, words);
    passWords(flow, ' ');
  }

  private add(flow: HtmlFlow, start: number, end: number, how: number, words: number): void {
    const gap = gapOf(flow).length + this.markInCell;
    this.addEntry(start, this.length, gap, how);
    this.length += gap + words;
    this.addEntry(end, this.length, 0, HOW.hidden);
    this.markInCell = 0;
  }

  private addEntry(start: number, length: number, gap: number, how: number): void {
    this.starts.push(start);
    this.lengths.push(length);
    this.gaps.push(gap);
    this.how.push(how);
  }
}

/** Length of what is written of `html[start, end)`, a piece or the beginning of one, at most. */
function wordsLength(html: string, start: number, end: number, how: number): number {
  if (how === HOW.raw) return rawLength(html, start, end);
  if (how !== HOW.text) return 0;
  const { text, from, to } = decoded(html, start, end);
  return foldedLength(text, from, to);
}

/** The same, whatever it is read as: the mark of a heading is longer than its tag. */
function rawLength(html: string, from: number, to: number): number {
  return to - from + LONGER_MARK * (html.slice(from, to).split('<').length - 1);
}

/** A line feed and `######`, less `<h6>`. */
const LONGER_MARK = 4;

const ITEM_MARK = 2;

/** Pieces that are looked at in a row before the others are halved. */
const NEAR = 8;

/** Finds a character in stretches that come in rising order. */
class Finder {
  private readonly text: string;
  private readonly character: string;
  private found = -1;

  constructor(text: string, character: string) {
    this.text = text;
    this.character = character;
  }

  /** Whether there is one in `[from, to)`. */
  isIn(from: number, to: number): boolean {
    if (this.found < from) {
      const at = this.text.indexOf(this.character, from);
      this.found = at < 0 ? this.text.length : at;
    }
    return this.found < to;
  }
}

interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The text of `html[from, to)`, which holds no tags, with its character references resolved. */
function decoded(html: string, from: number, to: number): Stretch {
  const text = html.slice(from, to);
  if (!text.includes('&')) return { text: html, from, to };
  const plain = decodeEntities(text);
  return { text: plain, from: 0, to: plain.length };
}
