/** Parsing: places each numbered clause of a legal text under the ones before it, from the numbers alone. */
import type { ClauseNumber } from './clause-number.ts';

/** Deeper clauses replace the deepest: no contract goes so far, and every question stays cheap. */
const MOST_LEVELS = 12;
const DECIMAL_RANK = 4;
const ENUMERATOR_RANK = 20;
/** An unnumbered heading stands under chapters, and over articles. */
const TITLE_RANK = 2.5;
const TITLE_STYLE = 'title';

export interface Placed {
  /** Depth from 1. */
  readonly level: number;
  /** The whole number, by which the clause is cited: `2.3(b)(ii)`, `Article V`, `Schedule A/1`. */
  readonly key: string;
}

interface Open {
  readonly style: string;
  readonly rank: number;
  readonly value: number;
  readonly key: string;
  readonly indent: number;
}

/** The clauses that are open while a document is read in order. */
export class Numbering {
  private readonly open: Open[] = [];
  private hasCounted = false;
  private hasOpened = false;

  /** Depth of what would stand directly in the innermost open clause. */
  get depth(): number {
    return this.open.length;
  }

  /** Opens the clause `number` whose line is indented by `indent` characters, and closes those it does not stand in. */
  place(number: ClauseNumber, indent: number): Placed {
    if (number.family === 'keyword') return this.placeKeyword(number, indent);
    if (number.family === 'enumerator') return this.placeEnumerator(number, indent);
    return number.parts.length > 1 ? this.placeDeep(number, indent) : this.placeCounted(number, indent);
  }

  /** Opens an unnumbered heading. */
  placeTitle(): Placed {
    this.closeWhile(({ rank }) => rank >= TITLE_RANK);
    return this.push({ style: TITLE_STYLE, rank: TITLE_RANK, value: 0, key: '', indent: 0 });
  }

  /** Opens a recital, which stands beside the recital before it. */
  placeRecital(): Placed {
    return this.pushBeside('recital', { style: 'recital', rank: ENUMERATOR_RANK, value: 0, key: '', indent: 0 });
  }

  /** Closes everything: what follows belongs to the document. */
  closeAll(): void {
    this.open.length = 0;
  }

  private placeKeyword(number: ClauseNumber, indent: number): Placed {
    const { style, rank, parts } = number;
    const depth = Math.max(1, parts.length);
    const named = depth === 1 ? style : `${style}${depth}`;
    const key =
      style === 'Section' || style === 'Clause' || style === 'Paragraph'
        ? this.sectionKey(number)
        : `${style} ${number.numeral}`;
    // An exhibit number over the whole document, as filings have it, encloses nothing that needs telling apart.
    const isFirst = !this.hasOpened && rank === 0;
    this.hasOpened = true;
    if (isFirst) return { level: 1, key };
    const opened = { style: named, rank: rank + (depth - 1) / 10, value: 0, key, indent };
    if (this.indexOf(named) < 0) this.closeWhile((open) => open.rank > opened.rank || open.style === TITLE_STYLE);
    return this.pushBeside(named, opened);
  }

  /** `1.1`, `1.1.1`: under the number with fewer parts. */
  private placeDeep(number: ClauseNumber, indent: number): Placed {
    const rank = DECIMAL_RANK + number.parts.length;
    this.closeWhile((open) => open.rank >= rank || open.style === TITLE_STYLE);
    const style = `${number.style}${number.parts.length}`;
    return this.push({ style, rank, value: number.parts[0], key: this.sectionKey(number), indent });
  }

  /** `1.`: the next of its row; the first of a list inside a clause, indented or in brackets; or a new row at the top. */
  private placeCounted(number: ClauseNumber, indent: number): Placed {
    const { style, parts } = number;
    const value = parts[0];
    const isRestart = value === 1 && this.hasCounted;
    this.hasCounted = true;
    const before = this.indexOf(style, value - 1);
    const outer = this.lastIndex((open) => open.rank > DECIMAL_RANK && open.rank < ENUMERATOR_RANK);
    const isIndented = outer >= 0 && indent > this.open[outer].indent;
    if (before < 0 && value === 1 && (isIndented || this.isInBrackets())) {
      return this.push({ style, rank: ENUMERATOR_RANK, value, key: this.innerKey(number), indent });
    }
    if (before >= 0) {
      const { rank } = this.open[before];
      this.open.length = before;
      const key = rank === ENUMERATOR_RANK ? this.innerKey(number) : this.sectionKey(number);
      return this.push({ style, rank, value, key, indent });
    }
    this.closeWhile((open) => open.rank > DECIMAL_RANK || (open.style === TITLE_STYLE && !isRestart));
    return this.push({ style, rank: DECIMAL_RANK + 1, value, key: this.sectionKey(number), indent });
  }

  /** Whether the innermost clause is a paragraph `(1)` of a `§` or article: statutes count the list in it `1.`, `2.`. */
  private isInBrackets(): boolean {
    return this.open[this.depth - 1]?.style === '()1' && this.open.some(({ rank }) => rank >= 3 && rank < DECIMAL_RANK);
  }

  private placeEnumerator(number: ClauseNumber, indent: number): Placed {
    const letter = this.indexOf(number.style, number.value - 1);
    const romanStyle = `${number.style}roman`;
    const roman = number.roman === 0 ? -1 : this.indexOf(romanStyle, number.roman - 1);
    const isRoman = roman > letter || (letter < 0 && this.readsAsRoman(number, romanStyle));
    const style = isRoman ? romanStyle : number.style;
    const value = isRoman ? number.roman : number.value;
    const before = Math.max(letter, roman);
    const beside = before >= 0 ? before : this.rowOf(style, value, indent);
    if (beside >= 0) this.open.length = beside;
    return this.push({ style, rank: ENUMERATOR_RANK, value, key: this.innerKey(number), indent });
  }

  /** A numeral that continues no row: Roman when it is the first one, has no value as a letter, or a Roman row is open. */
  private readsAsRoman(number: ClauseNumber, romanStyle: string): boolean {
    if (number.roman === 0) return false;
    return number.roman === 1 || number.value === 0 || this.indexOf(romanStyle) >= 0;
  }

  /** The open row that an enumerator without a predecessor starts again or goes on with after a gap; -1 for a new row. */
  private rowOf(style: string, value: number, indent: number): number {
    const row = this.indexOf(style);
    const isInner = value === 1 && row >= 0 && row < this.depth - 1 && indent > this.open[this.depth - 1].indent;
    return isInner ? -1 : row;
  }

  private pushBeside(style: string, opened: Open): Placed {
    const row = this.indexOf(style);
    if (row >= 0) this.open.length = row;
    return this.push(opened);
  }

  private push(opened: Open): Placed {
    this.hasOpened = true;
    if (this.open.length === MOST_LEVELS) this.open.pop();
    this.open.push(opened);
    return { level: this.open.length, key: opened.key };
  }

  private closeWhile(closes: (open: Open) => boolean): void {
    while (this.open.length > 0 && closes(this.open[this.open.length - 1])) this.open.pop();
  }

  /** Index of the innermost open clause of `style`, and of `value` where that is given; -1 when there is none. */
  private indexOf(style: string, value?: number): number {
    return this.lastIndex((open) => open.style === style && (value === undefined || open.value === value));
  }

  private lastIndex(matches: (open: Open) => boolean): number {
    let index = this.open.length - 1;
    while (index >= 0 && !matches(this.open[index])) index--;
    return index;
  }

  /** Sections are cited by their number alone; inside a schedule the schedule comes first. */
  private sectionKey({ parts, numeral }: ClauseNumber): string {
    const number = parts.length > 0 ? parts.join('.') : numeral;
    const enclosing = this.open[0];
    return enclosing !== undefined && enclosing.rank === 0 ? `${enclosing.key}/${number}` : number;
  }

  private innerKey({ numeral }: ClauseNumber): string {
    const enclosing = this.open[this.open.length - 1];
    return `${enclosing === undefined ? '' : enclosing.key}(${numeral})`;
  }
}
