/** Parsing: what a scan of XML knows between two tokens: the open elements, and which of them are running text. */
import { BlockWriter, KIND } from '../../model/block.ts';
import { DEEPEST_ENTRY } from './entry-writer.ts';
import { elementNamingRank, labelOf, NO_ELEMENT_NAME, namedElement } from './label.ts';
import { isBlankLineGap, trimmedEnd } from './lines.ts';
import type { MalformedPlaces } from './malformed.ts';
import { WaitingComments } from './waiting-comments.ts';

/** UTF-16 units. A longer text is a paragraph, a shorter one the value of its element. */
const LONGEST_VALUE = 120;
/** UTF-16 units; a longer element inside running text is no part of a sentence. */
const LONGEST_INLINE = 500;
/** UTF-16 units; where text and elements mix for longer, the elements stay apart. */
const LONGEST_PARAGRAPH = 8_000;
/** UTF-16 units of markup per block, for the room that is made at first. */
const ELEMENT_LENGTH = 60;

interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** -1 when it lies too deep to be a block. */
  readonly block: number;
  /** How well the name in its label names it. */
  rank: number;
  /** Elements directly inside. */
  elements: number;
  /** Text directly inside that is not blank: its length, and the place of the last of it. */
  textLength: number;
  textStart: number;
  textEnd: number;
  /** Whether an element inside is more than a part of a sentence. */
  holdsStructure: boolean;
}

export class XmlState {
  readonly blocks: BlockWriter;
  private readonly labels: string[] = [];
  private readonly text: string;
  private readonly malformed: MalformedPlaces;
  private readonly open: OpenElement[] = [];
  /** How many elements of each name are open. */
  private readonly openNames = new Map<string, number>();
  private readonly comments = new WaitingComments();
  private root = -1;
  private hasDeclaration = false;
  /** The tag that is being read. */
  private tagStart = 0;
  private tagName = '';
  private tagRank = NO_ELEMENT_NAME;
  private tagLabel = '';
  /** End of the last token. */
  private tokenEnd = 0;
  /** The element closed last, -1 when something came behind it. */
  private lastClosed = -1;
  /** Whether a line ended since. */
  private isNewLine = true;

  constructor(text: string, malformed: MalformedPlaces) {
    this.text = text;
    this.malformed = malformed;
    this.blocks = new BlockWriter(text.length / ELEMENT_LENGTH);
    const start = text.length - text.trimStart().length;
    if (start < text.length) this.root = this.add(start, start, '');
  }

  labelMap(): ReadonlyMap<number, string> {
    const map = new Map<number, string>();
    for (let i = 0; i < this.blocks.count; i++) if (this.labels[i] !== '') map.set(i, this.labels[i]);
    return map;
  }

  beginTag(start: number, name: string): void {
    this.tagStart = start;
    this.tagName = name;
    this.tagRank = NO_ELEMENT_NAME;
    this.tagLabel = labelOf(name);
  }

  /** An attribute of the tag that is being read. */
  attribute(name: string, start: number, end: number): void {
    const rank = elementNamingRank(name);
    if (rank >= this.tagRank || start === end) return;
    this.tagRank = rank;
    this.tagLabel = labelOf(this.tagName) + namedElement(name, this.text.slice(start, end));
  }

  openElement(tagEnd: number): void {
    const parent = this.open.at(-1);
    if (parent !== undefined) parent.elements++;
    const start = this.startWithComments(this.tagStart);
    const block = this.open.length < DEEPEST_ENTRY ? this.add(start, tagEnd, this.tagLabel) : -1;
    this.open.push({
      name: this.tagName,
      start,
      block,
      rank: this.tagRank,
      elements: 0,
      textLength: 0,
      textStart: 0,
      textEnd: 0,
      holdsStructure: false,
    });
    this.openNames.set(this.tagName, (this.openNames.get(this.tagName) ?? 0) + 1);
    this.endToken(tagEnd);
  }

  /** A closing tag also closes what is still open inside its element. */
  closeTag(name: string, start: number, end: number): void {
    if ((this.openNames.get(name) ?? 0) === 0) {
      this.malformed.add(`An element '${labelOf(name)}' is closed that was never opened.`, start, end);
      this.endToken(end);
      return;
    }
    const innerEnd = trimmedEnd(this.text, 0, start);
    for (let top = this.open.at(-1); top !== undefined && top.name !== name; top = this.open.at(-1)) {
      this.malformed.add(`An element '${labelOf(top.name)}' is never closed; it was taken to end here.`, start, end);
      this.closeElement(innerEnd);
    }
    this.closeElement(end);
  }

  /** Closes the innermost element. */
  closeElement(end: number): void {
    const element = this.open.pop();
    if (element === undefined) return;
    this.openNames.set(element.name, (this.openNames.get(element.name) ?? 1) - 1);
    this.comments.forget();
    this.endToken(end);
    if (element.block >= 0) this.closeBlock(element, end);
  }

  addText(start: number, end: number): void {
    const first = this.firstInk(start, end);
    if (first === end) {
      const gap = this.text.slice(start, end);
      if (gap.includes('\n')) this.isNewLine = true;
      if (isBlankLineGap(gap)) this.comments.blankLine();
      this.tokenEnd = end;
      return;
    }
    this.addInk(first, end);
  }

  addCdata(start: number, end: number): void {
    this.addInk(start, end);
  }

  /** A comment in running text is part of it, one behind an element on its line belongs to that. */
  addComment(start: number, end: number): void {
    this.tokenEnd = end;
    if (this.inText) return;
    if (this.isNewLine || this.lastClosed < 0) this.comments.add(start, end);
    else this.blocks.ends[this.lastClosed] = end;
    this.isNewLine = false;
  }

  /** A declaration or processing instruction: an entry of its own outside the elements, else part of its element. */
  addProlog(start: number, end: number): void {
    this.hasDeclaration = true;
    if (this.open.length === 0) this.add(this.startWithComments(start), end, '');
    this.endToken(end);
  }

  finish(end: number): void {
    if (this.root < 0) return;
    if (this.tokenEnd < end) this.malformed.add('The text ends inside a tag.', this.tokenEnd, end);
    const depth = this.open.length;
    if (depth > 0) {
      const count = depth === 1 ? 'an element that is' : `${depth} elements that are`;
      this.malformed.add(`The text ends inside ${count} never closed.`, this.open[depth - 1].start, end);
    } else this.comments.writeAll({ addComment: (from, to) => this.add(from, to, '') });
    while (this.open.length > 0) this.closeElement(end);
    this.blocks.ends[this.root] = end;
  }

  private get inText(): boolean {
    const top = this.open.at(-1);
    return top !== undefined && top.textLength > 0;
  }

  private add(start: number, end: number, label: string): number {
    const depth = this.root < 0 ? 0 : this.open.length + 1;
    const parent = this.open.at(-1)?.block ?? this.root;
    const block = this.blocks.add(KIND.entry, start, end, depth, parent);
    this.labels[block] = label;
    return block;
  }

  private startWithComments(start: number): number {
    if (!this.inText && this.open.length < DEEPEST_ENTRY) {
      return this.comments.startOfMember({ addComment: (from, to) => this.add(from, to, '') }, start);
    }
    this.comments.forget();
    return start;
  }

  private endToken(end: number): void {
    this.tokenEnd = end;
    this.lastClosed = -1;
    this.isNewLine = false;
  }

  private firstInk(start: number, end: number): number {
    let at = start;
    while (at < end && this.text.charCodeAt(at) <= 32) at++;
    return at;
  }

  private addInk(start: number, end: number): void {
    this.endToken(end);
    this.comments.forget();
    const top = this.open.at(-1);
    if (top === undefined) {
      // What is left of a document type with declarations inside comes as text.
      if (!this.hasDeclaration) this.malformed.add('Text stands outside of all elements.', start, end);
      return;
    }
    top.textLength += end - start;
    top.textStart = start;
    top.textEnd = end;
  }

  private closeBlock(element: OpenElement, end: number): void {
    const { blocks } = this;
    const { block, textLength, elements } = element;
    blocks.ends[block] = end;
    this.joinText(element, end - element.start);
    const isValue = elements === 0 && textLength > 0;
    const isStructure =
      element.holdsStructure || (textLength === 0 && elements > 1) || end - element.start > LONGEST_INLINE;
    const parent = this.open.at(-1);
    if (parent === undefined) this.lastClosed = block;
    else if (parent.textLength > 0 && !isStructure && end - parent.start <= LONGEST_PARAGRAPH) blocks.count = block;
    else {
      this.lastClosed = block;
      if (isStructure) parent.holdsStructure = true;
      if (isValue) this.nameParent(parent, element);
    }
  }

  /** Makes a paragraph of an element that is running text: what it holds are parts of its sentences. */
  private joinText({ block, textLength, elements, holdsStructure }: OpenElement, length: number): void {
    const { blocks } = this;
    const isMixed = textLength > 0 && elements > 0;
    if (isMixed && !holdsStructure && length <= LONGEST_PARAGRAPH) blocks.count = block + 1;
    if (blocks.count > block + 1 || !(isMixed || textLength > LONGEST_VALUE)) return;
    blocks.kinds[block] = KIND.paragraph;
    blocks.levels[block] = 0;
  }

  /** `<name>web</name>` names the element it stands in. */
  private nameParent(parent: OpenElement, { name, textStart, textEnd, textLength }: OpenElement): void {
    const rank = elementNamingRank(name);
    if (rank >= parent.rank || textLength > LONGEST_VALUE) return;
    parent.rank = rank;
    this.labels[parent.block] = labelOf(parent.name) + namedElement(name, this.text.slice(textStart, textEnd));
  }
}
