/** Parsing: gives a line, stripped of its container marks, to the open leaf or starts a new one with it. */
import { KIND } from '../../model/block.ts';
import { BACKTICK, DASH, DOLLAR, HASH, LESS_THAN, SPECIAL_START, STAR, TILDE, UNDERSCORE } from './characters.ts';
import { addLeaf, closeLeaf } from './close-leaf.ts';
import { HTML_ANY_TAG, HTML_BLOCK_TAG, htmlBlockEnds, htmlBlockKind, htmlBodyStart } from './html-block.ts';
import { closesFence, fenceLength, headingDepth, isThematicBreak, mathFenceLength, startsLeaf } from './line-kinds.ts';
import { openParagraph, readParagraphLine } from './paragraph.ts';
import {
  LEAF_FENCE,
  LEAF_HTML,
  LEAF_INDENTED,
  LEAF_MATH,
  LEAF_NONE,
  LEAF_PARAGRAPH,
  LEAF_TABLE,
  type ScanState,
} from './scan-state.ts';

const CODE_INDENT = 4;

/** Reads the rest of a line that continues all open containers. */
export function readLeafLine(state: ScanState): void {
  switch (state.leaf) {
    case LEAF_PARAGRAPH:
      if (readParagraphLine(state, false)) return;
      break;
    case LEAF_FENCE:
    case LEAF_MATH:
      readFenceLine(state);
      return;
    case LEAF_HTML:
      if (readHtmlLine(state)) return;
      break;
    case LEAF_INDENTED:
      if (readIndentedLine(state)) return;
      break;
    case LEAF_TABLE:
      if (readTableLine(state)) return;
      break;
    default:
      break;
  }
  closeLeaf(state, state.leafEnd);
  startLeaf(state);
}

/** Starts a leaf with the current line, unless the line is blank. No leaf is open. */
export function startLeaf(state: ScanState): void {
  const { first, lineEnd } = state;
  if (first === lineEnd) return;
  if (state.indent >= CODE_INDENT) {
    state.leaf = LEAF_INDENTED;
    state.leafStart = state.pos;
    state.leafEnd = lineEnd;
    return;
  }
  const code = state.text.charCodeAt(first);
  if (code < 128 && SPECIAL_START[code] === 1 && startSpecialLeaf(state, code)) return;
  openParagraph(state);
}

function startSpecialLeaf(state: ScanState, code: number): boolean {
  switch (code) {
    case HASH: {
      const depth = headingDepth(state);
      if (depth > 0) addLeaf(state, KIND.heading, state.first, state.lineEnd, depth);
      return depth > 0;
    }
    case STAR:
    case DASH:
    case UNDERSCORE:
      if (!isThematicBreak(state)) return false;
      addLeaf(state, KIND.thematicBreak, state.first, state.lineEnd, 0);
      return true;
    case BACKTICK:
    case TILDE:
      return startFence(state, LEAF_FENCE, fenceLength(state));
    case DOLLAR:
      return startFence(state, LEAF_MATH, mathFenceLength(state));
    case LESS_THAN:
      return startHtml(state);
    default:
      return false;
  }
}

function startFence(state: ScanState, leaf: number, length: number): boolean {
  if (length === 0) return false;
  state.leaf = leaf;
  state.leafStart = state.first;
  state.leafEnd = state.lineEnd;
  state.fenceMarker = state.text.charCodeAt(state.first);
  state.fenceLength = length;
  return true;
}

function startHtml(state: ScanState): boolean {
  const { text, first, lineEnd } = state;
  const kind = htmlBlockKind(text, first, lineEnd);
  if (kind === 0) return false;
  if (kind < HTML_BLOCK_TAG && htmlBlockEnds(text, htmlBodyStart(first, kind), lineEnd, kind)) {
    addLeaf(state, KIND.html, state.pos, lineEnd, 0);
    return true;
  }
  state.leaf = LEAF_HTML;
  state.htmlKind = kind;
  state.leafStart = state.pos;
  state.leafEnd = lineEnd;
  return true;
}

function readFenceLine(state: ScanState): void {
  state.leafEnd = state.lineEnd;
  if (!closesFence(state)) return;
  addLeaf(state, state.leaf === LEAF_FENCE ? KIND.code : KIND.math, state.leafStart, state.lineEnd, 0);
  state.leaf = LEAF_NONE;
}

function readHtmlLine(state: ScanState): boolean {
  if (state.htmlKind >= HTML_BLOCK_TAG) {
    if (state.first === state.lineEnd) return false;
    state.leafEnd = state.lineEnd;
    return true;
  }
  state.leafEnd = state.lineEnd;
  if (htmlBlockEnds(state.text, state.pos, state.lineEnd, state.htmlKind)) {
    addLeaf(state, KIND.html, state.leafStart, state.lineEnd, 0);
    state.leaf = LEAF_NONE;
  }
  return true;
}

/** Blank lines neither end indented code nor belong to it, unless indented like it. */
function readIndentedLine(state: ScanState): boolean {
  if (state.indent >= CODE_INDENT) {
    state.leafEnd = state.lineEnd;
    return true;
  }
  return state.first === state.lineEnd;
}

/** Whatever starts no other leaf is a row. */
function readTableLine(state: ScanState): boolean {
  const { first, lineEnd } = state;
  if (first === lineEnd || state.indent >= CODE_INDENT) return false;
  const code = state.text.charCodeAt(first);
  if (code < 128 && SPECIAL_START[code] === 1 && startsLeaf(state, code, HTML_ANY_TAG)) return false;
  state.blocks.add(KIND.tableRow, first, lineEnd, 1, state.tableBlock);
  state.leafEnd = lineEnd;
  return true;
}
