/** Parsing: ends the open leaf of a Markdown scan and writes it as a block. */
import { KIND } from '../../model/block.ts';
import { takeDefinitions } from './definition.ts';
import { HTML_BLOCK_TAG } from './html-block.ts';
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

/**
 * Ends the open leaf. A block that waits for a closing line which did not come ends at `openEnd`: the start of
 * the line that cut it off, the end of the text, or its last line's end.
 */
export function closeLeaf(state: ScanState, openEnd: number): void {
  const leaf = state.leaf;
  if (leaf === LEAF_NONE) return;
  state.leaf = LEAF_NONE;
  if (leaf === LEAF_PARAGRAPH) closeParagraph(state);
  else if (leaf === LEAF_TABLE) {
    state.blocks.ends[state.tableBlock] = state.leafEnd;
    state.lastEnd = state.leafEnd;
  } else if (leaf === LEAF_INDENTED) addLeaf(state, KIND.code, state.leafStart, state.leafEnd, 1);
  else if (leaf === LEAF_HTML) {
    addLeaf(state, KIND.html, state.leafStart, state.htmlKind < HTML_BLOCK_TAG ? openEnd : state.leafEnd, 0);
  } else if (leaf === LEAF_FENCE || leaf === LEAF_MATH) {
    state.unclosed.push({ start: state.leafStart, end: openEnd });
    addLeaf(state, leaf === LEAF_FENCE ? KIND.code : KIND.math, state.leafStart, openEnd, 0);
  }
}

/** Writes a leaf block into the innermost open container. */
export function addLeaf(state: ScanState, kind: number, start: number, end: number, level: number): void {
  state.blocks.add(kind, start, end, level, state.owner);
  state.lastEnd = end;
}

/** Ends the paragraph; of one that holds definitions only, nothing but these remains. */
function closeParagraph(state: ScanState): void {
  const start = mayDefine(state) ? takeDefinitions(state) : state.leafStart;
  if (start >= 0) addLeaf(state, KIND.paragraph, start, state.leafEnd, 0);
}

/**
 * Ends the paragraph as a setext heading of `level` whose underline is the current line. Returns false when
 * definitions were all there was to underline; then the line is still to be read.
 */
export function closeAsHeading(state: ScanState, level: number): boolean {
  const start = mayDefine(state) ? takeDefinitions(state) : state.leafStart;
  state.leaf = LEAF_NONE;
  if (start < 0) return false;
  addLeaf(state, KIND.heading, start, state.lineEnd, level);
  return true;
}

/** Whether the paragraph may begin with a definition: most that open with a bracket open with a link. */
function mayDefine({ keepsSegments, text, leafStart, leafEnd }: ScanState): boolean {
  return keepsSegments && text.slice(leafStart, leafEnd).includes(']:');
}
