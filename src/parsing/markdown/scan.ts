/**
 * Parsing: turns Markdown text into its blocks: one walk over the lines, no tree, no object per line.
 *
 * The block structure is that of CommonMark 0.31 with GFM tables and footnotes and `$$` math; spans are those
 * of mdast, except that a container ends with its last child or marker. Cost is linear in the text.
 */
import { type BlockTable, BlockWriter, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import type { Span } from '../../model/span.ts';
import { BACKTICK, HASH, SPECIAL_START } from './characters.ts';
import { addLeaf, closeLeaf } from './close-leaf.ts';
import { closeContainers, continueContainers, openContainers } from './containers.ts';
import { readLeafLine, startLeaf } from './leaf.ts';
import { beginLine } from './line-cursor.ts';
import { headingDepth } from './line-kinds.ts';
import { readParagraphLine } from './paragraph.ts';
import {
  borrowScan,
  CONTAINER_QUOTE,
  LEAF_FENCE,
  LEAF_NONE,
  LEAF_PARAGRAPH,
  returnScan,
  type ScanState,
} from './scan-state.ts';

export interface MarkdownBlocks {
  readonly blocks: BlockTable;
  /** Code fences and `$$` blocks that were still open where their container or the text ended. */
  readonly unclosed: readonly Span[];
}

/** Appends the blocks of `text` from offset `from` on, where a line starts or ends, to `blocks`. Throws nothing. */
export function scanMarkdown(
  text: string,
  from = 0,
  blocks = new BlockWriter(text.length / CHARS_PER_BLOCK),
): MarkdownBlocks {
  const state = borrowScan(text, blocks);
  const length = text.length;
  let start = from;
  while (start < length) {
    if (state.leaf === LEAF_FENCE && state.depth === 0) start = skipFenced(state, start);
    let end = text.indexOf('\n', start);
    if (end < 0) end = length;
    if (state.depth > 0 || !readPlainLine(state, start, end)) readLine(state, start, end);
    start = end + 1;
  }
  closeLeaf(state, endsInQuote(state) ? state.leafEnd : length);
  closeContainers(state, 0);
  const { unclosed } = state;
  returnScan(state);
  return { blocks, unclosed };
}

/** The next line behind `start` that can close the open code fence: it holds three of its marks in a row. */
function skipFenced(state: ScanState, start: number): number {
  const { text } = state;
  const next = text.indexOf(state.fenceMarker === BACKTICK ? '```' : '~~~', start);
  if (next < 0) return text.length;
  const line = text.lastIndexOf('\n', next) + 1;
  if (line > start) state.leafEnd = line - 1;
  return line;
}

/** The short way for a line outside containers whose first character decides alone. */
function readPlainLine(state: ScanState, start: number, end: number): boolean {
  if (start === end) return readEmptyLine(state);
  const code = state.text.charCodeAt(start);
  if (code < 128 && SPECIAL_START[code] === 1) return code === HASH && readHeading(state, start, end);
  const leaf = state.leaf;
  if (leaf === LEAF_PARAGRAPH) {
    if (state.keepsSegments) state.pushSegment(start, end);
  } else if (leaf === LEAF_FENCE) {
    if (code === state.fenceMarker) return false;
  } else if (leaf === LEAF_NONE) {
    state.leaf = LEAF_PARAGRAPH;
    state.leafStart = start;
    state.keepsSegments = false;
  } else return false;
  state.leafEnd = end;
  state.lastLineStart = start;
  state.lastLineFirst = start;
  state.lastLineMayHead = true;
  return true;
}

function readEmptyLine(state: ScanState): boolean {
  if (state.leaf === LEAF_PARAGRAPH) closeLeaf(state, state.leafEnd);
  return state.leaf === LEAF_NONE;
}

function readHeading(state: ScanState, start: number, end: number): boolean {
  if (state.leaf > LEAF_PARAGRAPH) return false;
  state.first = start;
  state.lineEnd = end;
  const depth = headingDepth(state);
  if (depth === 0) return false;
  closeLeaf(state, state.leafEnd);
  addLeaf(state, KIND.heading, start, end, depth);
  return true;
}

function readLine(state: ScanState, start: number, end: number): void {
  beginLine(state, start, end);
  const matched = continueContainers(state);
  if (openContainers(state, matched)) startLeaf(state);
  else if (matched === state.depth) readLeafLine(state);
  else readLazyLine(state, matched);
}

/** Reads a line that lacks marks of open containers: it may still be more of a paragraph inside them. */
function readLazyLine(state: ScanState, matched: number): void {
  if (state.leaf === LEAF_PARAGRAPH && readParagraphLine(state, true)) return;
  closeLeaf(state, state.leafEnd);
  closeContainers(state, matched);
  startLeaf(state);
}

/** Inside a quote the end of the text counts as a line without its `>`, elsewhere as one more blank line. */
function endsInQuote(state: ScanState): boolean {
  for (let i = 0; i < state.depth; i++) if (state.containerKinds[i] === CONTAINER_QUOTE) return true;
  return false;
}
