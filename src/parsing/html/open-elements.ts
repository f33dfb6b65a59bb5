/** Parsing HTML: the stack of open elements, with the topmost of each name at hand, so that no search walks it. */
import { CODES, codeOf, type Element } from './elements.ts';

const LISTS = ['ul', 'ol', 'menu', 'dir', 'dl'].map(codeOf);
const CELLS = ['td', 'th', 'caption'].map(codeOf);
const ROWS = ['thead', 'tbody', 'tfoot'].map(codeOf);
const TABLE = codeOf('table');

export class OpenElements {
  readonly elements: Element[] = [];
  /** Block of each open element, -1 for those that make none. */
  readonly blocks: number[] = [];
  /** What is remembered of each: bits of the one who sets them. */
  readonly flags: number[] = [];
  /** For each, the place of the next one below with the same name. */
  private readonly below: number[] = [];
  private readonly tops = new Int32Array(CODES).fill(-1);

  get depth(): number {
    return this.elements.length;
  }

  push(element: Element, block: number): void {
    const { elements, tops } = this;
    this.below.push(tops[element.code]);
    tops[element.code] = elements.length;
    elements.push(element);
    this.blocks.push(block);
    this.flags.push(0);
  }

  pop(): void {
    const element = this.elements.pop();
    if (element === undefined) return;
    this.tops[element.code] = this.below.pop() as number;
    this.blocks.pop();
    this.flags.pop();
  }

  /** Place of the topmost open element with this code, -1 for none. */
  top(code: number): number {
    return this.tops[code];
  }

  topTable(): number {
    return this.tops[TABLE];
  }

  topList(): number {
    return this.highest(LISTS);
  }

  topRows(): number {
    return this.highest(ROWS);
  }

  /** The topmost cell or table: what is open below it is out of reach for end tags. */
  scope(): number {
    return Math.max(this.highest(CELLS), this.tops[TABLE]);
  }

  private highest(codes: readonly number[]): number {
    let highest = -1;
    for (const code of codes) highest = Math.max(highest, this.tops[code]);
    return highest;
  }
}
