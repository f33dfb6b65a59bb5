/** Parsing: decides what a line does to the open paragraph: go on, end, or turn it into something else. */
import { KIND } from '../../model/block.ts';
import { BRACKET_OPEN, COLON, DASH, EQUALS, PIPE, SPECIAL_START } from './characters.ts';
import { closeAsHeading, closeLeaf } from './close-leaf.ts';
import { HTML_ANY_TAG } from './html-block.ts';
import { setextDepth, startsLeaf } from './line-kinds.ts';
import { LEAF_NONE, LEAF_PARAGRAPH, LEAF_TABLE, type ScanState } from './scan-state.ts';
import { delimiterCells, headerCells } from './table.ts';

const CODE_INDENT = 4;

/** Opens a paragraph with the current line. */
export function openParagraph(state: ScanState): void {
  state.leaf = LEAF_PARAGRAPH;
  state.leafStart = state.first;
  state.leafEnd = state.lineEnd;
  state.lastLineStart = state.lineStart;
  state.lastLineFirst = state.first;
  state.lastLineMayHead = true;
  state.keepsSegments = state.text.charCodeAt(state.first) === BRACKET_OPEN;
  if (!state.keepsSegments) return;
  state.segmentCount = 0;
  state.pushSegment(state.first, state.lineEnd);
}

/** Adds the current line to the open paragraph. */
export function extendParagraph(state: ScanState): void {
  state.leafEnd = state.lineEnd;
  state.lastLineStart = state.lineStart;
  state.lastLineFirst = state.first;
  state.lastLineMayHead = state.indent < CODE_INDENT;
  if (state.keepsSegments) state.pushSegment(state.pos, state.lineEnd);
}

/**
 * Reads the current line, which opens no container, with a paragraph open. Returns true when the line was used
 * up, false when it has to be read as the start of a new leaf. A `lazy` line is one whose container marks are
 * missing: it may continue the paragraph, but neither underline it nor make a table of it.
 */
export function readParagraphLine(state: ScanState, lazy: boolean): boolean {
  if (state.first === state.lineEnd) return false;
  const code = state.text.charCodeAt(state.first);
  if (state.indent >= CODE_INDENT || code >= 128 || SPECIAL_START[code] === 0) {
    extendParagraph(state);
    return true;
  }
  if (!lazy) {
    if ((code === PIPE || code === DASH || code === COLON) && turnIntoTable(state)) return true;
    if (code === DASH || code === EQUALS) {
      const depth = setextDepth(state);
      if (depth > 0) return closeAsHeading(state, depth);
    }
  }
  if (startsLeaf(state, code, HTML_ANY_TAG - 1)) return false;
  extendParagraph(state);
  return true;
}

/** Where the line is a delimiter row that fits the paragraph's last line, makes a table of these two. */
function turnIntoTable(state: ScanState): boolean {
  const { text, blocks } = state;
  if (!state.lastLineMayHead) return false;
  const cells = delimiterCells(text, state.first, state.lineEnd);
  if (cells === 0) return false;
  const start = state.lastLineFirst;
  const end = state.leafEnd;
  if (headerCells(text, start, end) !== cells) return false;
  if (start === state.leafStart) state.leaf = LEAF_NONE;
  else {
    state.leafEnd = state.lastLineStart - 1;
    state.segmentCount--;
    closeLeaf(state, state.leafEnd);
  }
  state.tableBlock = blocks.add(KIND.table, start, state.lineEnd, 0, state.owner);
  blocks.add(KIND.tableRow, start, end, 0, state.tableBlock);
  state.leaf = LEAF_TABLE;
  state.leafEnd = state.lineEnd;
  return true;
}
