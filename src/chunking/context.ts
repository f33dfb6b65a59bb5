/**
 * Context: what a chunk that starts at a given place needs from the text around it, as typed parts and as the
 * prefix and suffix that `embedText` gets.
 */
import { BLOCK_KINDS, type BlockTable, KIND } from '../model/block.ts';
import type { ContextPart } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import { sentenceStarts } from '../text/sentences.ts';
import { trimmedEnd } from './marks.ts';
import { isSafeSplit, type Sizer } from './measure.ts';
import { lineStart, type Section, sectionBefore } from './sections.ts';

/** Share of the limit that the section path may take, and that everything else in the context may take. */
const PATH_SHARE = 0.25;
const STRUCTURE_SHARE = 0.5;
/** Levels of list items above a chunk that are repeated; the innermost ones win. */
const MOST_PARENTS = 4;

export const PATH_SEPARATOR = ' > ';
/** Behind the section path, so that the text begins a paragraph of its own. */
const PATH_END = '\n\n';

/** The context of a chunk by where it starts; `renderPrefix` makes the string of it. */
export interface StartContext {
  /** Document title first where it shows, then the section path; already short enough. */
  readonly titles: readonly string[];
  readonly showsTitle: boolean;
  readonly structure: readonly ContextPart[];
  /** Size of the rendered prefix. */
  readonly size: number;
  /** Whether something was shortened or left out for its size. */
  readonly clipped: boolean;
}

export const NO_CONTEXT: StartContext = { titles: [], showsTitle: false, structure: [], size: 0, clipped: false };

/** What `embedText` begins with: '' or lines, the last of them ended. */
export function renderPrefix(context: StartContext): string {
  if (context.size === 0) return '';
  const path = context.titles.length === 0 ? '' : context.titles.join(PATH_SEPARATOR) + PATH_END;
  return path + renderStructure(context.structure);
}

/** The same as typed parts. */
export function contextParts(context: StartContext): readonly ContextPart[] {
  if (context.size === 0) return [];
  const path = context.showsTitle ? context.titles.slice(1) : context.titles;
  return [
    ...(context.showsTitle ? [{ type: 'title', text: context.titles[0] } as const] : []),
    ...(path.length > 0 ? [{ type: 'sectionPath', path } as const] : []),
    ...context.structure,
  ];
}

/** Makes the contexts of one document and remembers what neighbouring chunks share. */
export class Contexts {
  private readonly document: Document;
  private readonly sizer: Sizer;
  private readonly enabled: boolean;
  private readonly pathBudget: number;
  private readonly measures: StructureMeasures;
  /** No context is larger than this. */
  readonly most: number;
  /** By section: the context of what stands behind its heading, without what containers lend. */
  private readonly behind: (StartContext | undefined)[] = [];
  private untitled: StartContext | undefined;
  /** Where the text shows its title itself; -1 when it does not. */
  private titleAt: number | undefined;
  private lastKey = -1;
  private lastBelow = false;
  private lastPath = NO_CONTEXT;
  private last = NO_CONTEXT;

  /** `max` is the limit, in the sizer's unit; `enabled` false gives empty contexts. */
  constructor(document: Document, sizer: Sizer, max: number, enabled: boolean) {
    this.document = document;
    this.sizer = sizer;
    this.enabled = enabled;
    this.pathBudget = Math.floor(max * PATH_SHARE);
    this.measures = { sizer, sizeOf: rememberedSizes(sizer), budget: Math.floor(max * STRUCTURE_SHARE) };
    this.most = enabled ? this.pathBudget + this.measures.budget : 0;
  }

  /** Title and section path alone, for a chunk that starts at `offset` in `section`. */
  pathAt(section: Section, offset: number): StartContext {
    if (!this.enabled) return NO_CONTEXT;
    const outer = offset > section.start ? section : sectionBefore(section, offset);
    if (outer !== null && outer.path.length > 0) {
      this.behind[outer.index] ??= this.pathContext(outer.path);
      return this.behind[outer.index] as StartContext;
    }
    const { title } = this.document;
    if (title === '' || section.path[0] === title || this.showsTitle(offset)) return NO_CONTEXT;
    this.untitled ??= this.pathContext([]);
    return this.untitled;
  }

  /** Context of a chunk that starts at `offset` in block `block`, `inner` when not at that block's own start. */
  at(section: Section, offset: number, block: number, inner: boolean): StartContext {
    const path = this.pathAt(section, offset);
    const { kinds, parents, count } = this.document.blocks;
    if (!this.enabled || block < 0 || block >= count || (parents[block] < 0 && INTRODUCED[kinds[block]] === 0))
      return path;
    const key = sharesContext(kinds[block], inner) ? parents[block] : block;
    const below = inner || key !== block;
    if (this.lastKey === key && this.lastBelow === below && this.lastPath === path) return this.last;
    const structure = structureParts(this.document, block, inner, offset);
    this.lastKey = key;
    this.lastBelow = below;
    this.lastPath = path;
    this.last = structure.length === 0 ? path : withStructure(path, structure, this.measures);
    return this.last;
  }

  /** What closes a chunk that ends inside `block`: the fence of a code block that was cut, else ''. */
  closing(block: number): string {
    return this.enabled ? (fenceOf(this.document, block)?.close ?? '') : '';
  }

  /** The chunk that opens the document with its title does not need it again. */
  private showsTitle(offset: number): boolean {
    const { text, title } = this.document;
    if (this.titleAt === undefined) {
      const opening = text.length - text.trimStart().length;
      this.titleAt = text.startsWith(title, opening) ? opening : -1;
    }
    return offset <= this.titleAt;
  }

  private pathContext(path: readonly string[]): StartContext {
    const { title } = this.document;
    const showsTitle = title !== '' && path[0] !== title;
    const titles = showsTitle ? [title, ...path] : path;
    const size = pathSize(titles, this.sizer);
    if (size <= this.pathBudget) return { titles, showsTitle, structure: NO_PARTS, size, clipped: false };
    const kept = clipPath(titles, this.sizer, this.pathBudget);
    return {
      titles: kept,
      showsTitle: false,
      structure: NO_PARTS,
      size: pathSize(kept, this.sizer),
      clipped: true,
    };
  }
}

const NO_PARTS: readonly ContextPart[] = [];

/** The rows of a table share their context, and so do the items of a list. */
function sharesContext(kind: number, inner: boolean): boolean {
  return !inner && (kind === KIND.tableRow || kind === KIND.listItem);
}

function rememberedSizes(sizer: Sizer): (text: string) => number {
  if (sizer.unit === 'chars') return sizer.size;
  const sizes = new Map<string, number>();
  return (text) => {
    let size = sizes.get(text);
    if (size === undefined) {
      size = sizer.size(text);
      sizes.set(text, size);
    }
    return size;
  };
}

function pathSize(titles: readonly string[], sizer: Sizer): number {
  if (titles.length === 0) return 0;
  if (sizer.unit === 'tokens') return sizer.size(titles.join(PATH_SEPARATOR) + PATH_END);
  let size = PATH_END.length + PATH_SEPARATOR.length * (titles.length - 1);
  for (const title of titles) size += title.length;
  return size;
}

/** Keeps the innermost titles that fit the budget; a single title that is too long is cut at a word. */
function clipPath(titles: readonly string[], sizer: Sizer, budget: number): readonly string[] {
  for (let first = 1; first < titles.length; first++) {
    const kept = titles.slice(first);
    if (pathSize(kept, sizer) <= budget) return kept;
  }
  const short = clipText(titles[titles.length - 1], sizer, budget - PATH_END.length);
  return short === '' ? [] : [short];
}

/** The first words of `text` with an ellipsis, within `budget`; '' when not even one fits. */
function clipText(text: string, sizer: Sizer, budget: number): string {
  let low = 0;
  const words = text.split(' ', Math.max(1, budget) + 1);
  let high = words.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sizer.size(`${words.slice(0, middle).join(' ')}…`) <= budget) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${words.slice(0, low).join(' ')}…`;
}

interface StructureMeasures {
  readonly sizer: Sizer;
  readonly sizeOf: (text: string) => number;
  readonly budget: number;
}

function withStructure(
  path: StartContext,
  structure: readonly ContextPart[],
  { sizer, sizeOf, budget }: StructureMeasures,
): StartContext {
  // A caption can be the document's title too.
  const repeats = path.showsTitle && structure[0].type !== 'sectionPath' && structure[0].text === path.titles[0];
  let parts = repeats ? structure.slice(1) : structure;
  // The fence or the header in force stands last and matters most; what is further out goes first.
  let rendered = renderStructure(parts);
  while (sizeOf(rendered) > budget) {
    parts = parts.slice(1);
    rendered = renderStructure(parts);
  }
  const clipped = path.clipped || parts.length < structure.length - (repeats ? 1 : 0);
  const whole = { titles: path.titles, showsTitle: path.showsTitle, structure: parts, size: 1, clipped };
  const addsUp = sizer.additive && rendered !== '' && isSafeSplit(`\n${rendered}`, 1);
  return { ...whole, size: addsUp ? path.size + sizeOf(rendered) : sizer.size(renderPrefix(whole)) };
}

function renderStructure(parts: readonly ContextPart[]): string {
  let rendered = '';
  for (const part of parts) {
    if (part.type === 'sectionPath' || part.type === 'title') continue;
    rendered += part.type === 'listIntroduction' || part.type === 'tableTitle' ? `${part.text}\n\n` : `${part.text}\n`;
  }
  return rendered;
}

/**
 * List introduction and parents, table title and header, opening fence: what the containers of `block`, and the
 * introductions in front of them, lend to a chunk that starts at `offset`.
 */
function structureParts(document: Document, block: number, inner: boolean, offset: number): ContextPart[] {
  const { parents, kinds } = document.blocks;
  const parts: ContextPart[] = [];
  let items = 0;
  // Innermost first, turned round at the end.
  for (let at = block; at >= 0; at = parents[at]) {
    if (kinds[at] === KIND.listItem && items++ >= MOST_PARENTS) continue;
    lendInto(parts, document, at, offset, inner && at === block);
  }
  return parts.reverse();
}

/**
 * Adds what one block lends to a chunk that starts at `offset` behind its first line, and behind it, since the parts
 * stand from the inside out, what introduces the block.
 */
function lendInto(parts: ContextPart[], document: Document, block: number, offset: number, inner: boolean): void {
  const { kinds, starts } = document.blocks;
  const kind = kinds[block];
  const behindFirstLine = offset > lineStart(document.text, starts[block]);
  if (behindFirstLine && kind === KIND.listItem) parts.push(parentPart(document, block));
  if (behindFirstLine && kind === KIND.table) pushPart(parts, headerPart(document, block, offset));
  if (behindFirstLine && inner) pushPart(parts, fencePart(document, block));
  if (INTRODUCED[kind] === 1) pushPart(parts, introductionPart(document, block));
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
  const start = lineStart(text, blocks.starts[table]);
  let body = table + 1;
  while (body < blocks.count && blocks.parents[body] === table && blocks.levels[body] === 0) body++;
  const hasBody = body < blocks.count && blocks.parents[body] === table;
  const end = trimmedEnd(text, start, hasBody ? lineStart(text, blocks.starts[body]) : blocks.ends[table]);
  return offset < end ? undefined : { type: 'tableHeader', text: text.slice(start, end), span: { start, end } };
}

/** The first line of a list item, as the parent of what stands deeper in it. */
function parentPart(document: Document, item: number): ContextPart {
  const { blocks, text } = document;
  const start = lineStart(text, blocks.starts[item]);
  const feed = text.indexOf('\n', blocks.starts[item]);
  const end = trimmedEnd(text, start, feed < 0 ? blocks.ends[item] : Math.min(feed, blocks.ends[item]));
  return { type: 'listParent', text: text.slice(start, end), span: { start, end } };
}

/** The paragraph in front of a list, table or code block that introduces it, if there is one. */
function introductionPart(document: Document, block: number): ContextPart | undefined {
  const { blocks, text } = document;
  const before = previousSibling(blocks, block);
  if (before < 0 || !introduces(document, before, block)) return undefined;
  const end = blocks.ends[before];
  const start = lastSentence(text, lineStart(text, blocks.starts[before]), end);
  const type = blocks.kinds[block] === KIND.table ? 'tableTitle' : 'listIntroduction';
  return { type, text: text.slice(start, end), span: { start, end } };
}

/** An introduction longer than this lends only its last sentence. */
const LONG_INTRODUCTION = 240;

function lastSentence(text: string, start: number, end: number): number {
  if (end - start <= LONG_INTRODUCTION) return start;
  const starts: number[] = [];
  sentenceStarts(text, start, end, starts);
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
/** Beginnings of a caption that stands above its table. */
const CAPTION = /^(?:\*\*|__|\*|_)?(?:Table|Tab\.|Tableau|Tabelle|Tabla|表)\s*[\d.]*/i;
const LONGEST_CAPTION = 200;

/** Whether paragraph `before` leads into `block`: it ends with a colon, or it is the caption of a table. */
export function introduces(document: Document, before: number, block: number): boolean {
  const { blocks, text } = document;
  if (blocks.kinds[before] !== KIND.paragraph || INTRODUCED[blocks.kinds[block]] === 0) return false;
  let end = blocks.ends[before] - 1;
  while (end > blocks.starts[before] && (text.charCodeAt(end) === 42 || text.charCodeAt(end) === 95)) end--;
  const last = text.charCodeAt(end);
  if (last === 58 || last === 0xff1a) return true;
  const length = blocks.ends[before] - blocks.starts[before];
  return (
    blocks.kinds[block] === KIND.table &&
    length <= LONGEST_CAPTION &&
    CAPTION.test(text.slice(blocks.starts[before], blocks.ends[before]))
  );
}

/** An opening fence line longer than this is not repeated: it would be measured and never fit. */
const LONGEST_FENCE_LINE = 256;

/** The fence lines of a fenced code block; undefined for other blocks. */
function fenceOf(
  document: Document,
  block: number,
): { open: string; close: string; span: { start: number; end: number } } | undefined {
  const { blocks, text } = document;
  if (block < 0 || block >= blocks.count || blocks.kinds[block] !== KIND.code || blocks.levels[block] !== 0)
    return undefined;
  const start = blocks.starts[block];
  const feed = text.indexOf('\n', start);
  const end = trimmedEnd(text, start, feed < 0 ? blocks.ends[block] : Math.min(feed, blocks.ends[block]));
  const mark = text.charCodeAt(start);
  let ticks = start;
  while (ticks < end && text.charCodeAt(ticks) === mark) ticks++;
  if ((mark !== 96 && mark !== 126) || end - start > LONGEST_FENCE_LINE) return undefined;
  return { open: text.slice(start, end), close: `\n${text.slice(start, ticks)}`, span: { start, end } };
}
