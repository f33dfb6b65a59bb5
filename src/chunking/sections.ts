/** Sections: the headings of a document as an outline that later steps look up by offset. */
import { type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { headingText } from '../text/heading-text.ts';

/** A heading and what stands under it up to the next heading; the part before the first heading is one too. */
export interface Section {
  /** Titles of the enclosing headings, outermost first, its own title included; [] before the first heading. */
  readonly path: readonly string[];
  /** Offset of the line that each title of `path` stands on. */
  readonly titleOffsets: readonly number[];
  /** Where the section begins: the line of its heading, or 0. */
  readonly start: number;
  /** Depth of its heading, 0 before the first one. */
  readonly depth: number;
  /** Index of the heading's block, -1 before the first one. */
  readonly block: number;
}

/** The sections of a document in order; the first one stands before the first heading. Only top-level headings count. */
export function outlineOf(document: Document): readonly Section[] {
  const { blocks, text } = document;
  const sections: Section[] = [{ path: [], titleOffsets: [], start: 0, depth: 0, block: -1 }];
  const open: { depth: number; title: string; start: number }[] = [];
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.kinds[i] !== KIND.heading || blocks.parents[i] !== -1) continue;
    const depth = blocks.levels[i];
    const start = lineStart(text, blocks.starts[i]);
    while (open.length > 0 && open[open.length - 1].depth >= depth) open.pop();
    open.push({ depth, title: headingText(text.slice(blocks.starts[i], blocks.ends[i])), start });
    const path: string[] = [];
    const titleOffsets: number[] = [];
    for (const title of open) {
      if (title.title === '') continue;
      path.push(title.title);
      titleOffsets.push(title.start);
    }
    sections.push({ path, titleOffsets, start, depth, block: i });
  }
  return sections;
}

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text.charCodeAt(start - 1) !== 10) start--;
  return start;
}

/** A stretch of the document that no chunk leaves: block indexes [firstBlock, endBlock), sections [firstSection, endSection). */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly firstBlock: number;
  readonly endBlock: number;
  readonly firstSection: number;
  readonly endSection: number;
}

/**
 * Cuts the document at headings of depth 1 to `sectionDepth`. Headings with nothing between them open one region
 * together, so that no heading is left alone.
 */
export function regionsOf(document: Document, sections: readonly Section[], sectionDepth: number): readonly Region[] {
  const { blocks, text } = document;
  const regions: Region[] = [];
  let open = { start: 0, firstBlock: 0, firstSection: 0 };
  let onlyHeadings = true;
  const close = (end: number, endBlock: number, endSection: number): void => {
    if (endBlock > open.firstBlock) regions.push({ ...open, end, endBlock, endSection });
  };
  for (let s = 1; s < sections.length; s++) {
    const section = sections[s];
    const previousBlock = section.block - 1;
    onlyHeadings = onlyHeadings && isOnlyHeading(blocks, sections[s - 1], previousBlock);
    if (section.depth > sectionDepth || onlyHeadings) continue;
    close(section.start, section.block, s);
    open = { start: section.start, firstBlock: section.block, firstSection: s };
    onlyHeadings = true;
  }
  close(text.length, blocks.count, sections.length);
  return regions;
}

/** Whether `section` holds nothing but its heading; `lastBlock` is the last block before the next heading. */
function isOnlyHeading(blocks: BlockTable, section: Section, lastBlock: number): boolean {
  if (section.block >= 0) return section.block === lastBlock;
  return lastBlock < 0 || (lastBlock === 0 && blocks.kinds[0] === KIND.frontmatter);
}
