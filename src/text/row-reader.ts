/** Text: reads the rows of delimited text one by one: where each begins and ends, and how many cells it has. */

const TAB = 9;
const LF = 10;
const CR = 13;
const QUOTE = 34;
const SPACE = 32;

/** Fields describe the row that `next` read last. */
export class RowReader {
  start = 0;
  /** Before the line feed. */
  end = -1;
  cells = 0;
  /** Offset of the first quote that opens a cell and is not closed at the end of one; -1 when there is none. */
  badQuote = -1;
  private readonly text: string;
  private readonly delimiter: number;
  private hasContent = false;

  /** `delimiter` is one UTF-16 unit. */
  constructor(text: string, delimiter: string) {
    this.text = text;
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** Reads the next row that holds more than white space. False at the end of the text. */
  next(): boolean {
    while (this.end < this.text.length) {
      this.readRow(this.end + 1);
      if (this.hasContent) return true;
    }
    return false;
  }

  private readRow(from: number): void {
    this.start = from;
    this.cells = 0;
    this.badQuote = -1;
    this.hasContent = false;
    let at = from - 1;
    do at = this.readCell(at + 1);
    while (this.text.charCodeAt(at) === this.delimiter);
    this.end = at;
  }

  /** Returns the end of the cell at `from`: a delimiter, a line feed or the end of the text. */
  private readCell(from: number): number {
    const { text, delimiter } = this;
    this.cells++;
    let at = from;
    if (text.charCodeAt(at) === QUOTE) at = this.quotedCellEnd(at) + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === LF) break;
      if (code > SPACE || (code !== SPACE && (code < TAB || code > CR))) this.hasContent = true;
    }
    // A comma is content, a tab is not.
    if (at < text.length && delimiter > SPACE && text.charCodeAt(at) === delimiter) this.hasContent = true;
    return at;
  }

  /** Offset of the quote that closes the cell at `at`, else `at`. */
  private quotedCellEnd(at: number): number {
    const { text } = this;
    this.hasContent = true;
    let close = text.indexOf('"', at + 1);
    while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
    if (close >= 0 && this.isCellEnd(close + 1)) return close;
    if (this.badQuote < 0) this.badQuote = at;
    return at;
  }

  /** Whether the cell ends at `at`, spaces aside. */
  private isCellEnd(at: number): boolean {
    const { text, delimiter } = this;
    let end = at;
    while (text.charCodeAt(end) === SPACE && delimiter !== SPACE) end++;
    const code = text.charCodeAt(end);
    return Number.isNaN(code) || code === LF || code === delimiter;
  }
}
