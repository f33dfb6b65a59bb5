/** Parsing: writes the blocks of a legal text, each at the depth that the numbers before it give. */
import { type BlockWriter, KIND } from '../../model/block.ts';
import type { ClauseNumber } from './clause-number.ts';
import { Numbering } from './numbering.ts';

const DEEPEST = 6;
/** As many headings of one depth with nothing between them are a table of contents or a title page. */
const CONTENTS_LENGTH = 4;
const TITLE_PAGE_LENGTH = 3;

export interface NumberedBlock {
  readonly start: number;
  readonly end: number;
  readonly isHeading: boolean;
  readonly label: string;
}

/** Keeps the numbering and the headings that nothing follows yet. */
export class LegalWriter {
  readonly blocks: BlockWriter;
  readonly labels = new Map<number, string>();
  /** By offset, the numbers that blocks begin with. */
  readonly numbers = new Map<number, ClauseNumber>();
  private readonly numbering = new Numbering();
  /** First of the headings at the end of the blocks that have one level and kind; -1 when the last block is none. */
  private listStart = -1;
  private listIsNumbered = false;

  constructor(blocks: BlockWriter) {
    this.blocks = blocks;
  }

  paragraph(start: number, end: number): void {
    this.endList();
    this.blocks.add(KIND.paragraph, start, end, 0, -1);
  }

  numbered(block: NumberedBlock, number: ClauseNumber, indent: number): void {
    const { level } = this.numbering.place(number, indent);
    this.numbers.set(block.start, number);
    if (block.isHeading) this.heading(block.start, block.end, block.label, level, true);
    else this.clause(block.start, block.end, block.label, level);
  }

  /** An unnumbered heading. */
  title(start: number, end: number, label: string): void {
    this.heading(start, end, label, this.numbering.placeTitle().level, false);
  }

  recital(start: number, end: number, label: string): void {
    this.clause(start, end, label, this.numbering.placeRecital().level);
  }

  /** A formula that ends what was before it: `NOW, THEREFORE`, `IN WITNESS WHEREOF`. */
  turn(start: number, end: number, label: string): void {
    this.numbering.closeAll();
    this.clause(start, end, label, 1);
  }

  /** To be called when the text is read. */
  finish(): void {
    this.endList();
  }

  private clause(start: number, end: number, label: string, level: number): void {
    this.endList();
    this.labels.set(this.blocks.add(KIND.clause, start, end, Math.min(level, DEEPEST), -1), label);
  }

  private heading(start: number, end: number, label: string, depth: number, isNumbered: boolean): void {
    const level = Math.min(depth, DEEPEST);
    const continues =
      this.listStart >= 0 && this.listIsNumbered === isNumbered && this.blocks.levels[this.listStart] === level;
    if (!continues) this.endList();
    const index = this.blocks.add(KIND.heading, start, end, level, -1);
    this.labels.set(index, label);
    if (continues) return;
    this.listStart = index;
    this.listIsNumbered = isNumbered;
  }

  /** Takes headings that are a list back to paragraphs; the last one stays when a text follows a title page. */
  private endList(): void {
    const { blocks, listStart } = this;
    if (listStart < 0) return;
    this.listStart = -1;
    if (blocks.count - listStart < (this.listIsNumbered ? CONTENTS_LENGTH : TITLE_PAGE_LENGTH)) return;
    for (let i = listStart; i < blocks.count; i++) {
      blocks.kinds[i] = KIND.paragraph;
      blocks.levels[i] = 0;
      this.labels.delete(i);
    }
  }
}
