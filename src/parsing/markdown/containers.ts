/** Parsing: finds which open containers a line continues, and opens and closes them. */
import { KIND } from '../../model/block.ts';
import {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CARET,
  COLON,
  CONTAINER_START,
  GREATER_THAN,
  isBlankCode,
} from './characters.ts';
import { closeLeaf } from './close-leaf.ts';
import { takeColumns, takeMarker } from './line-cursor.ts';
import { isOrderedMarker, listMarkerCode, listMarkerLength } from './list-marker.ts';
import {
  CONTAINER_FOOTNOTE,
  CONTAINER_LIST,
  CONTAINER_QUOTE,
  ITEM_BEGAN_BLANK,
  ITEM_STAYED_BLANK,
  LEAF_FENCE,
  LEAF_PARAGRAPH,
  MAX_DEPTH,
  type ScanState,
} from './scan-state.ts';

const MAX_MARKER_INDENT = 3;
const MAX_ITEM_PADDING = 4;
const FOOTNOTE_INDENT = 4;
const MAX_FOOTNOTE_LABEL = 999;

/**
 * Reads the marks by which the line continues the open containers, outermost first, and returns how many it
 * continues. Where it starts the next item of an open list, everything inside that list has been closed.
 */
export function continueContainers(state: ScanState): number {
  for (let i = 0; i < state.depth; i++) {
    if (continuesContainer(state, i)) continue;
    return state.containerKinds[i] === CONTAINER_LIST && startsNextItem(state, i) ? i + 1 : i;
  }
  return state.depth;
}

/**
 * Opens the containers that start on the line, of which the first `matched` open ones were continued. Returns
 * whether there were any; then everything behind those has been closed.
 */
export function openContainers(state: ScanState, matched: number): boolean {
  if (matched === state.depth && state.leaf >= LEAF_FENCE) return false;
  // Kept for all containers of the line, as mdast does: in `text` over `- 2. x` the second marker is text too.
  const interrupts = matched === state.depth && state.leaf === LEAF_PARAGRAPH;
  let depth = matched;
  while (depth < MAX_DEPTH && openContainer(state, depth, interrupts)) depth++;
  return depth > matched;
}

/** Closes the containers from depth `to` on; the leaf in them has to be closed before. */
export function closeContainers(state: ScanState, to: number): void {
  const { ends } = state.blocks;
  while (state.depth > to) {
    const i = --state.depth;
    if (state.containerKinds[i] === CONTAINER_QUOTE) state.lastEnd = Math.max(state.lastEnd, state.sizes[i]);
    else if (state.containerKinds[i] === CONTAINER_LIST) {
      ends[state.owners[i]] = state.lastEnd;
      state.listDepth--;
    }
    ends[state.containerBlocks[i]] = state.lastEnd;
  }
}

function continuesContainer(state: ScanState, i: number): boolean {
  const kind = state.containerKinds[i];
  if (kind === CONTAINER_LIST) return continuesItem(state, i);
  if (kind === CONTAINER_QUOTE) {
    if (containerCode(state) !== GREATER_THAN) return false;
    takeQuoteMarker(state, i);
    return true;
  }
  if (state.first === state.lineEnd) return true;
  if (state.indent < FOOTNOTE_INDENT) return false;
  takeColumns(state, FOOTNOTE_INDENT);
  return true;
}

/** Opens at `depth` the container that starts at the cursor, if one does. */
function openContainer(state: ScanState, depth: number, interrupts: boolean): boolean {
  const code = containerCode(state);
  if (code === 0) return false;
  if (code === GREATER_THAN) {
    openQuote(state, depth);
    return true;
  }
  const isFootnote = code === BRACKET_OPEN;
  const length = isFootnote ? footnoteMarkerLength(state) : listMarkerLength(state, interrupts);
  if (length === 0) return false;
  if (isFootnote) openFootnote(state, depth, length);
  else openList(state, depth, length);
  return true;
}

/** The first character of the line's rest where it may open a container, else 0. */
function containerCode(state: ScanState): number {
  if (state.indent > MAX_MARKER_INDENT || state.first === state.lineEnd) return 0;
  const code = state.text.charCodeAt(state.first);
  return code < 128 && CONTAINER_START[code] === 1 ? code : 0;
}

function takeQuoteMarker(state: ScanState, i: number): void {
  takeMarker(state, 1);
  state.sizes[i] = state.pos;
  takeColumns(state, 1);
}

function continuesItem(state: ScanState, i: number): boolean {
  const flags = state.itemFlags[i];
  if (state.first === state.lineEnd) {
    if (flags & ITEM_BEGAN_BLANK) state.itemFlags[i] = flags | ITEM_STAYED_BLANK;
    takeColumns(state, state.sizes[i]);
    return true;
  }
  state.itemFlags[i] = 0;
  // An item may begin with one blank line; after a second one its content belongs elsewhere.
  if (flags & ITEM_STAYED_BLANK || state.indent < state.sizes[i]) return false;
  takeColumns(state, state.sizes[i]);
  return true;
}

function startsNextItem(state: ScanState, i: number): boolean {
  if (containerCode(state) === 0) return false;
  const length = listMarkerLength(state, false);
  if (length === 0 || listMarkerCode(state, length) !== state.markers[i]) return false;
  closeLeaf(state, state.lineStart);
  closeContainers(state, i + 1);
  state.blocks.ends[state.owners[i]] = state.lastEnd;
  openItem(state, i, length);
  return true;
}

function openQuote(state: ScanState, depth: number): void {
  push(state, depth, CONTAINER_QUOTE, KIND.blockquote, 0);
  takeQuoteMarker(state, depth);
  state.lastEnd = state.sizes[depth];
}

function openFootnote(state: ScanState, depth: number, length: number): void {
  push(state, depth, CONTAINER_FOOTNOTE, KIND.footnoteDefinition, 0);
  takeMarker(state, length);
  state.lastEnd = state.pos;
  takeColumns(state, state.indent);
}

function openList(state: ScanState, depth: number, length: number): void {
  const marker = listMarkerCode(state, length);
  push(state, depth, CONTAINER_LIST, KIND.list, isOrderedMarker(marker) ? 1 : 0);
  state.markers[depth] = marker;
  state.listDepth++;
  openItem(state, depth, length);
}

/** Adds an item to the list at depth `i` and reads its marker and the white space that belongs to it. */
function openItem(state: ScanState, i: number, length: number): void {
  const before = state.indent;
  state.owners[i] = state.blocks.add(
    KIND.listItem,
    state.first,
    state.first,
    state.listDepth,
    state.containerBlocks[i],
  );
  takeMarker(state, length);
  state.lastEnd = state.pos;
  if (state.first === state.lineEnd) {
    state.itemFlags[i] = ITEM_BEGAN_BLANK;
    state.sizes[i] = before + length + 1;
    return;
  }
  // More white space than that is one column of padding and indented code behind it.
  const padding = state.indent > MAX_ITEM_PADDING ? 1 : state.indent;
  state.itemFlags[i] = 0;
  state.sizes[i] = before + length + padding;
  takeColumns(state, padding);
}

/** Closes what is open from `depth` on and opens a container there. */
function push(state: ScanState, depth: number, container: number, kind: number, level: number): void {
  closeLeaf(state, state.lineStart);
  closeContainers(state, depth);
  const block = state.blocks.add(kind, state.first, state.first, level, state.owner);
  state.containerKinds[depth] = container;
  state.containerBlocks[depth] = block;
  state.owners[depth] = block;
  state.depth = depth + 1;
}

/** Length of `[^label]:` at `state.first`, or 0. The label has no white space and no bare bracket. */
function footnoteMarkerLength(state: ScanState): number {
  const { text, first, lineEnd } = state;
  const start = first + 2;
  if (start >= lineEnd || text.charCodeAt(first + 1) !== CARET) return 0;
  const end = Math.min(lineEnd, start + MAX_FOOTNOTE_LABEL + 1);
  let at = start;
  while (at < end && !endsLabel(text.charCodeAt(at))) {
    at += text.charCodeAt(at) === BACKSLASH && at + 1 < end && isLabelEscape(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  const isLabel = at > start && at < end && text.charCodeAt(at) === BRACKET_CLOSE;
  return isLabel && at + 1 < lineEnd && text.charCodeAt(at + 1) === COLON ? at + 2 - first : 0;
}

function endsLabel(code: number): boolean {
  return code === BRACKET_OPEN || code === BRACKET_CLOSE || isBlankCode(code);
}

function isLabelEscape(code: number): boolean {
  return code === BRACKET_OPEN || code === BRACKET_CLOSE || code === BACKSLASH;
}
