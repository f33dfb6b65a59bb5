/** Lent context: what the blocks around a chunk, and those that introduce it, lend it as typed parts. */
import { BLOCK_KINDS, type BlockTable, KIND } from '../model/block.ts';
import type { ContextPart } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { htmlText, visibleEnd } from '../text/html-text.ts';
import { lineFeedIn } from '../text/line-index.ts';
import { isHtml } from '../text/media-type.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { isTitleLine, opensClauses } from './leading-lines.ts';
import { trimmedEnd } from './marks.ts';
import { lineStart, type Section } from './sections.ts';

/** Levels of list items, and of declarations, above a chunk that are repeated; the innermost ones win. */
const MOST_PARENTS = 4;
/** Keys above an entry that are repeated; the innermost ones win. */
const MOST_KEYS = 8;
const KEY_SEPARATOR = ' > ';

/**
 * List introduction and parents, table title and header, opening fence: what the containers of `block`, and the
 * introductions in front of them, lend to a chunk that starts at `offset`.
 */
export function structureParts(document: Document, block: number, offset: number): ContextPart[] {
  const { parents, kinds } = document.blocks;
  const parts: ContextPart[] = [];
  let named = 0;
  let keys: string[] | undefined;
  // Innermost first, turned round at the end.
  for (let at = block; at >= 0; at = parents[at]) {
    const isNamed = kinds[at] === KIND.listItem || kinds[at] === KIND.declaration;
    if (isNamed && named++ >= MOST_PARENTS) continue;
    const key = keyOf(document, at, offset);
    if (key !== undefined && (keys ??= []).length < MOST_KEYS) keys.push(key);
    lendInto(parts, document, at, offset);
  }
  if (keys !== undefined) parts.push(keyPathPart(document, block, offset, keys));
  return parts.reverse();
}

/** What an entry that begins in front of `offset` is called; undefined for other blocks. */
function keyOf({ blocks, labels }: Document, block: number, offset: number): string | undefined {
  return blocks.kinds[block] === KIND.entry && offset > blocks.starts[block] ? labels?.get(block) : undefined;
}

/** The keys above a chunk, innermost first, as one path: it stands where the innermost entry begins, whichever block of it asks. */
function keyPathPart(document: Document, block: number, offset: number, keys: readonly string[]): ContextPart {
  let entry = block;
  while (keyOf(document, entry, offset) === undefined) entry = document.blocks.parents[entry];
  return labelPart(document, entry, 'keyPath', keys.toReversed().join(KEY_SEPARATOR));
}

/**
 * Adds what one block lends to a chunk that starts at `offset` behind its first line, and behind it, since the parts
 * stand from the inside out, what introduces the block.
 */
function lendInto(parts: ContextPart[], document: Document, block: number, offset: number): void {
  const { kinds, starts } = document.blocks;
  const kind = kinds[block];
  if (offset > starts[block]) lendBehindStart(parts, document, block, offset);
  if (INTRODUCED[kind] === 1) pushPart(parts, introductionPart(document, block));
}

function lendBehindStart(parts: ContextPart[], document: Document, block: number, offset: number): void {
  const label = document.labels?.get(block);
  switch (document.blocks.kinds[block]) {
    case KIND.listItem:
      pushPart(parts, parentPart(document, block));
      break;
    case KIND.table:
      pushPart(parts, headerPart(document, block, offset));
      break;
    case KIND.declaration:
      if (label !== undefined) parts.push(labelPart(document, block, 'scope', `${label} …`));
      break;
    case KIND.turn:
      if (label !== undefined) parts.push(labelPart(document, block, 'speaker', `${label}:`));
      break;
    case KIND.code:
      pushPart(parts, fencePart(document, block));
      break;
    default:
  }
}

/** UTF-16 units; of a longer first line the span of a part holds the beginning. */
const LONGEST_FIRST_LINE = 1000;

/** A part that says what a block is called; its span is the block's first line. */
function labelPart(
  { blocks, text }: Document,
  block: number,
  type: 'keyPath' | 'scope' | 'speaker' | 'listParent',
  label: string,
): ContextPart {
  const start = blocks.starts[block];
  const end = firstLineEnd(text, start, Math.min(blocks.ends[block], start + LONGEST_FIRST_LINE));
  return { type, text: label, span: { start, end } };
}

/** Where the line of `start` ends, at most `end`. */
function firstLineEnd(text: string, start: number, end: number): number {
  const feed = lineFeedIn(text, start, end);
  return feed < 0 ? end : feed;
}

function pushPart(parts: ContextPart[], part: ContextPart | undefined): void {
  if (part !== undefined) parts.push(part);
}

function fencePart(document: Document, block: number): ContextPart | undefined {
  const fence = fenceOf(document, block);
  return fence && { type: 'fenceOpen', text: fence.open, span: fence.span };
}

/** The header lines of a table, for a chunk that starts behind them. */
function headerPart(document: Document, table: number, offset: number): ContextPart | undefined {
  const { blocks, text } = document;
  if (isHtml(document.mediaType)) return htmlHeaderPart(document, table, offset);
  const start = lineStart(text, blocks.starts[table]);
  let body = table + 1;
  while (body < blocks.count && blocks.parents[body] === table && blocks.levels[body] === 0) body++;
  const hasBody = body < blocks.count && blocks.parents[body] === table;
  const end = trimmedEnd(text, start, hasBody ? lineStart(text, blocks.starts[body]) : blocks.ends[table]);
  return offset < end ? undefined : { type: 'tableHeader', text: text.slice(start, end), span: { start, end } };
}

/** The same in HTML, where it is what the table is called: the tags of its rows would say nothing more. */
function htmlHeaderPart({ blocks, labels }: Document, table: number, offset: number): ContextPart | undefined {
  const { starts, ends, levels, parents, count } = blocks;
  const label = labels?.get(table);
  let end = starts[table];
  for (let row = table + 1; row < count && parents[row] === table && levels[row] === 0; row++) end = ends[row];
  return label === undefined || offset < end
    ? undefined
    : { type: 'tableHeader', text: label, span: { start: starts[table], end: Math.max(end, starts[table] + 1) } };
}

/** The first line of a list item, as the parent of what stands deeper in it. */
function parentPart(document: Document, item: number): ContextPart | undefined {
  const { blocks, text } = document;
  if (isHtml(document.mediaType)) {
    const label = document.labels?.get(item);
    return label === undefined ? undefined : labelPart(document, item, 'listParent', label);
  }
  const start = lineStart(text, blocks.starts[item]);
  const end = trimmedEnd(text, start, firstLineEnd(text, blocks.starts[item], blocks.ends[item]));
  return { type: 'listParent', text: text.slice(start, end), span: { start, end } };
}

/** The paragraph in front of a list, table or code block that introduces it, if there is one. */
function introductionPart(document: Document, block: number): ContextPart | undefined {
  const { blocks } = document;
  const before = previousSibling(blocks, block);
  if (before < 0 || !introduces(document, before, block)) return undefined;
  const type = blocks.kinds[block] === KIND.table ? 'tableTitle' : 'listIntroduction';
  return isHtml(document.mediaType) ? htmlWordsOf(document, before, type) : wordsOf(document, before, type);
}

type IntroductionType = 'tableTitle' | 'listIntroduction';

/** A block that introduces others, or its last sentence where it is long. */
function wordsOf({ blocks, text }: Document, block: number, type: IntroductionType): ContextPart {
  const end = blocks.ends[block];
  const start = lastSentence(text, lineStart(text, blocks.starts[block]), end);
  return { type, text: text.slice(start, end), span: { start, end } };
}

/**
 * What opens the lists of clauses that a clause stands in, the outermost first: "the Buyer may:" for the item (b) of a
 * contract, which says nothing without it.
 */
export function clauseIntroductions(document: Document, clause: Section): ContextPart[] {
  const { kinds } = document.blocks;
  const parts: ContextPart[] = [];
  let inner = clause;
  for (
    let outer = clause.parent;
    outer !== null && outer.block >= 0 && parts.length < MOST_PARENTS;
    outer = outer.parent
  ) {
    const opens = kinds[outer.block] === KIND.clause && opensClauses(document, outer.block, inner.block);
    if (opens) parts.push(wordsOf(document, outer.block, 'listIntroduction'));
    inner = outer;
  }
  return parts.reverse();
}

/** Of a longer introduction, tags counted, only the last part is read, as each clause of a list may ask for it. */
const LONGEST_INTRODUCTION = 4000;

/** The same in HTML, as its words read. */
function htmlWordsOf({ blocks, text }: Document, block: number, type: IntroductionType): ContextPart {
  const end = blocks.ends[block];
  const start = Math.max(blocks.starts[block], end - LONGEST_INTRODUCTION);
  const words = htmlText(text, start, end);
  return { type, text: words.slice(lastSentence(words, 0, words.length)), span: { start, end } };
}

/** An introduction longer than this lends only its last sentence. */
const LONG_INTRODUCTION = 240;

function lastSentence(text: string, start: number, end: number): number {
  if (end - start <= LONG_INTRODUCTION) return start;
  const starts: number[] = [];
  sentenceStarts(text, Math.max(start, end - LONGEST_INTRODUCTION), end, starts);
  return starts.length > 0 ? starts[starts.length - 1] : start;
}

/** Index of the block in front of `block` in the same container, -1 when it is the first. */
export function previousSibling(blocks: BlockTable, block: number): number {
  const parent = blocks.parents[block];
  let at = block - 1;
  while (at >= 0 && at !== parent && blocks.parents[at] !== parent) at = blocks.parents[at];
  return at === parent ? -1 : at;
}

/** Whether a block of this kind can be introduced by the paragraph in front of it. */
export function isIntroduced(kind: number): boolean {
  return INTRODUCED[kind] === 1;
}

const INTRODUCED = new Uint8Array(BLOCK_KINDS.length);
for (const kind of ['list', 'table', 'code', 'math', 'html', 'blockquote'] as const) INTRODUCED[KIND[kind]] = 1;
/** Whether a block of this kind lends something to what stands in it. */
export function lendsInside(kind: number): boolean {
  return LENDS[kind] === 1;
}

const LENDS = INTRODUCED.slice();
for (const kind of ['turn', 'declaration', 'entry'] as const) LENDS[KIND[kind]] = 1;
/** Beginnings of a caption that stands above its table. */
const CAPTION = /^(?:\*\*|__|\*|_)?(?:Table|Tab\.|Tableau|Tabelle|Tabla|表)\s*[\d.]*/i;
const LONGEST_CAPTION = 200;

/** Whether paragraph `before` leads into `block`: it ends with a colon, is the caption of a table, or in plain text the title of a list. */
export function introduces(document: Document, before: number, block: number): boolean {
  const { blocks, text } = document;
  if (blocks.kinds[before] !== KIND.paragraph || INTRODUCED[blocks.kinds[block]] === 0) return false;
  const html = isHtml(document.mediaType);
  let end = (html ? visibleEnd(text, blocks.starts[before], blocks.ends[before]) : blocks.ends[before]) - 1;
  while (end > blocks.starts[before] && (text.charCodeAt(end) === 42 || text.charCodeAt(end) === 95)) end--;
  const last = text.charCodeAt(end);
  if (last === 58 || last === 0xff1a) return true;
  if (blocks.kinds[block] === KIND.list) return isTitleLine(document, before, block);
  const length = blocks.ends[before] - blocks.starts[before];
  return (
    blocks.kinds[block] === KIND.table &&
    length <= LONGEST_CAPTION &&
    CAPTION.test(
      html
        ? htmlText(text, blocks.starts[before], blocks.ends[before])
        : text.slice(blocks.starts[before], blocks.ends[before]),
    )
  );
}

/** The fenced code that `block` is or lies in; -1 for none. */
export function enclosingCode({ kinds, parents, count }: BlockTable, block: number): number {
  let at = block < count ? block : -1;
  while (at >= 0 && kinds[at] !== KIND.code) at = parents[at];
  return at;
}

/** An opening fence line longer than this is not repeated: it would be measured and never fit. */
const LONGEST_FENCE_LINE = 256;

/** The fence lines of a fenced code block; undefined for other blocks. */
export function fenceOf(
  document: Document,
  block: number,
): { open: string; close: string; span: { start: number; end: number } } | undefined {
  const { blocks, text } = document;
  if (block < 0 || block >= blocks.count || blocks.kinds[block] !== KIND.code || blocks.levels[block] !== 0)
    return undefined;
  const start = blocks.starts[block];
  const end = trimmedEnd(text, start, firstLineEnd(text, start, blocks.ends[block]));
  const mark = text.charCodeAt(start);
  let ticks = start;
  while (ticks < end && text.charCodeAt(ticks) === mark) ticks++;
  if ((mark !== 96 && mark !== 126) || end - start > LONGEST_FENCE_LINE) return undefined;
  return { open: text.slice(start, end), close: `\n${text.slice(start, ticks)}`, span: { start, end } };
}
