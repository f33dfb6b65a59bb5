/** Parsing: reads the rows of delimited text one by one: where each begins and ends, and how many cells it has. */

const LF = 10;
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
    const { text, delimiter } = this;
    this.start = from;
    this.cells = 1;
    this.badQuote = -1;
    this.hasContent = false;
    let isCellStart = true;
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter) {
        this.cells++;
        isCellStart = true;
        // A comma is content, a tab is not.
        if (code > SPACE) this.hasContent = true;
        continue;
      }
      if (code === LF) break;
      if (code === QUOTE && isCellStart) at = this.quotedCellEnd(at);
      else if (code > SPACE) this.hasContent = true;
      isCellStart = false;
    }
    this.end = at;
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
