/** Sections: the headings of a document as an outline, and the regions between headings that no chunk leaves. */
import { BLOCK_KINDS, type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { headingText, shortTitle } from '../text/heading-text.ts';
import { isHtml } from '../text/media-type.ts';
import { isBlankRange } from '../text/word-cuts.ts';
import { writtenSlice } from './written.ts';

/** A heading and what stands under it up to the next heading; the part before the first heading is one too. */
export interface Section {
  /** Titles of the enclosing headings, outermost first, its own title included; [] before the first heading. */
  readonly path: readonly string[];
  /** Section of the enclosing heading, null at the top. */
  readonly parent: Section | null;
  /** Where the section begins: the line of its heading, or 0. */
  readonly start: number;
  /** Place among the sections of the document. */
  readonly index: number;
  /** Depth of its heading, 0 before the first one. */
  readonly depth: number;
  /** Index of the heading's block, -1 before the first one. */
  readonly block: number;
}

const OPENS_SECTION = new Uint8Array(BLOCK_KINDS.length);
for (const kind of ['heading', 'clause', 'thread'] as const) OPENS_SECTION[KIND[kind]] = 1;

/** Whether a block of this kind opens a section when it stands at the top level. */
export function opensSection(kind: number): boolean {
  return OPENS_SECTION[kind] === 1;
}

const NO_PATH: readonly string[] = [];
/** The first section of every document. */
const ROOT: Section = { path: NO_PATH, parent: null, start: 0, index: 0, depth: 0, block: -1 };

/**
 * The sections of a document in order; the first one stands before the first heading. A clause or a thread opens one
 * like a heading; only those at the top level count.
 */
export function outlineOf(document: Document): readonly Section[] {
  const { blocks, text, mediaType } = document;
  const { kinds, parents, levels, starts } = blocks;
  const startOf = isHtml(mediaType) ? undefined : risingLineStart(text);
  const sections: Section[] = [ROOT];
  let open: Section | null = null;
  for (let i = 0; i < blocks.count; i++) {
    if (OPENS_SECTION[kinds[i]] === 0 || parents[i] !== -1) continue;
    const depth = levels[i];
    while (open !== null && open.depth >= depth) open = open.parent;
    const title = titleOf(document, i);
    const outer: readonly string[] = open === null ? NO_PATH : open.path;
    open = {
      path: title === '' ? outer : extended(outer, title),
      parent: open,
      start: startOf?.(starts[i]) ?? starts[i],
      index: sections.length,
      depth,
      block: i,
    };
    sections.push(open);
  }
  return sections;
}

/** `path` with one title more; a literal takes no more room than it needs, a spread several times as much. */
function extended(path: readonly string[], title: string): readonly string[] {
  switch (path.length) {
    case 0:
      return [title];
    case 1:
      return [path[0], title];
    case 2:
      return [path[0], path[1], title];
    default:
      return [...path, title];
  }
}

/** What a block that opens a section is called; '' for nothing. */
function titleOf({ text, blocks, labels }: Document, block: number): string {
  const label = labels?.get(block);
  if (label !== undefined || blocks.kinds[block] !== KIND.heading) return shortTitle(label ?? '');
  return headingText(text, blocks.starts[block], blocks.ends[block]);
}

const LINE_FEED = 10;
const FORM_FEED = 12;

/** Offset of the first character of the line that holds `offset`; a form feed begins a line too. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text.charCodeAt(start - 1) !== LINE_FEED && text.charCodeAt(start - 1) !== FORM_FEED) start--;
  return start;
}

/** `lineStart` for offsets that rise: each looks no further back than the one before, so that one long line is read once. */
export function risingLineStart(text: string): (offset: number) => number {
  let before = 0;
  let line = 0;
  return (offset) => {
    let start = offset;
    while (start > before && text.charCodeAt(start - 1) !== LINE_FEED && text.charCodeAt(start - 1) !== FORM_FEED)
      start--;
    if (start > before) line = start;
    before = offset;
    return line;
  };
}

/** The innermost section around `offset` that begins in front of it: a chunk starting there shows the deeper ones itself. */
export function sectionBefore(section: Section, offset: number): Section | null {
  let outer: Section | null = section;
  while (outer !== null && outer.start >= offset && outer.block >= 0) outer = outer.parent;
  return outer;
}

/** The section that a chunk of `section` belongs to: clauses name chunks, and are too short to hold one. */
export function holderOf({ kinds }: BlockTable, section: Section): Section {
  let holder = section;
  while (holder !== ROOT && kinds[holder.block] === KIND.clause) holder = holder.parent ?? ROOT;
  return holder;
}

/** A stretch of the document that no chunk leaves; block and section ranges are half-open. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly firstBlock: number;
  readonly endBlock: number;
  readonly firstSection: number;
  readonly endSection: number;
  /** The last of the headings that open the region together: the section of a chunk that begins it. */
  readonly leadSection: number;
}

/**
 * Cuts the document, from block `firstBlock` at offset `start` on, at headings of depth 1 to `sectionDepth`. Headings
 * with nothing between them open one region together, so that no heading is left alone.
 */
export function regionsOf(
  document: Document,
  sections: readonly Section[],
  sectionDepth: number,
  start: number,
  firstBlock: number,
): readonly Region[] {
  const { blocks, text } = document;
  const regions: Region[] = [];
  let from = start;
  let fromBlock = firstBlock;
  let fromSection = 0;
  let leadSection = 0;
  // The last section that only headings stand in front of, -1 when the region has text already.
  let leading = sections.length > 1 && holdsText(document, firstBlock, sections[1].block) ? -1 : 0;
  const close = (end: number, endBlock: number, endSection: number): void => {
    regions.push({
      start: from,
      end,
      firstBlock: fromBlock,
      endBlock,
      firstSection: fromSection,
      endSection,
      leadSection,
    });
  };
  for (let s = 1; s < sections.length; s++) {
    const section = sections[s];
    if (leading !== s - 1) {
      if (section.depth > sectionDepth) continue;
      close(section.start, section.block, s);
      from = section.start;
      fromBlock = section.block;
      fromSection = s;
    }
    leadSection = s;
    leading = isBare(sections, s, blocks) ? s : -1;
  }
  close(text.length, blocks.count, sections.length);
  return regions;
}

/** Whether one of the blocks in front of `end` is more than white space, of which a page break makes a paragraph, too. */
function holdsText(document: Document, first: number, end: number): boolean {
  for (let block = first; block < end; block++) if (!showsNothing(document, block)) return true;
  return false;
}

/** Whether a block is white space alone, or of a page its title or what nobody reads. */
export function showsNothing(document: Document, block: number): boolean {
  const { starts, ends, kinds } = document.blocks;
  if (isBlankRange(document.text, starts[block], ends[block])) return true;
  if (kinds[block] !== KIND.html || !isHtml(document.mediaType)) return false;
  const shown = writtenSlice(document, starts[block], ends[block], document.title.length);
  return shown === '' || shown === document.title;
}

/** Whether section `s` holds nothing but its heading; a clause or a thread holds its own text. */
function isBare(sections: readonly Section[], s: number, { count, kinds }: BlockTable): boolean {
  const { block } = sections[s];
  const next = s + 1 < sections.length ? sections[s + 1].block : count;
  return next === block + 1 && kinds[block] === KIND.heading;
}

/** Index of the section that holds `offset`, between `first` and `end`. */
export function sectionIndexAt(sections: readonly Section[], first: number, end: number, offset: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(first, low - 1);
}
