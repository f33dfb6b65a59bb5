/**
 * Context: what a chunk that starts at a given place needs from the text around it, as typed parts and as the
 * prefix and suffix that `embedText` gets.
 */
import { type BlockTable, KIND } from '../model/block.ts';
import type { ContextPart } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Sizer } from './measure.ts';
import { lineStart, type Section } from './sections.ts';
import { trimmedEnd } from './marks.ts';

/** Share of the limit that the section path may take, and that everything else in the context may take. */
const PATH_SHARE = 0.25;
const STRUCTURE_SHARE = 0.5;
/** Levels of list items above a chunk that are repeated; the innermost ones win. */
const MOST_PARENTS = 4;

export const PATH_SEPARATOR = ' > ';

/** The context of a chunk by where it starts. `prefix` is '' or ends with a line feed. */
export interface StartContext {
  readonly parts: readonly ContextPart[];
  readonly prefix: string;
  /** Size of `prefix`. */
  readonly size: number;
  /** Whether something was shortened or left out for its size. */
  readonly clipped: boolean;
}

const NO_CONTEXT: StartContext = { parts: [], prefix: '', size: 0, clipped: false };

export interface ContextBuilder {
  /** Context of a chunk that starts at `offset` in block `block`, `inner` when not at that block's own start. */
  at(section: Section, offset: number, block: number, inner: boolean): StartContext;
  /** What closes a chunk that ends inside `block`: the fence of a code block that was cut, else ''. */
  closing(block: number): string;
}

/** A builder for one document; it remembers what neighbouring chunks share. `enabled` false gives empty contexts. */
export function contextBuilder(document: Document, sizer: Sizer, max: number, enabled: boolean): ContextBuilder {
  if (!enabled) return { at: () => NO_CONTEXT, closing: () => '' };
  const paths = pathCache(document, sizer, Math.floor(max * PATH_SHARE));
  let lastKey = '';
  let lastValue = NO_CONTEXT;
  return {
    at(section, offset, block, inner) {
      const path = paths(section, offset);
      if (block < 0 || block >= document.blocks.count) return path;
      if (!inner && document.blocks.parents[block] < 0 && !INTRODUCED.has(document.blocks.kinds[block])) return path;
      const key = `${block}:${inner}:${section.start}:${path.prefix.length}`;
      if (key !== lastKey) {
        lastKey = key;
        const structure = structureParts(document, block, inner, offset);
        lastValue = structure.length === 0 ? path : withStructure(path, structure, sizer, Math.floor(max * STRUCTURE_SHARE));
      }
      return lastValue;
    },
    closing: (block) => fenceOf(document, block)?.close ?? '',
  };
}

/** Contexts that hold the title and the section path alone, by section and number of titles that show. */
function pathCache(document: Document, sizer: Sizer, budget: number): (section: Section, offset: number) => StartContext {
  let lastSection: Section | undefined;
  let lastShown = -1;
  let lastValue = NO_CONTEXT;
  return (section, offset) => {
    // Titles whose headings are part of the chunk's own text are not repeated.
    let shown = 0;
    while (shown < section.path.length && section.titleOffsets[shown] < offset) shown++;
    if (section === lastSection && shown === lastShown) return lastValue;
    lastSection = section;
    lastShown = shown;
    lastValue = pathContext(documentTitle(document, section, offset), section.path.slice(0, shown), sizer, budget);
    return lastValue;
  };
}

/** The title, unless the text shows it already: as the first heading of the path or as the line at `offset`. */
function documentTitle(document: Document, section: Section, offset: number): string {
  const { title, text } = document;
  if (title === '' || section.path[0] === title) return '';
  const at = trimStartLength(text, offset);
  return text.startsWith(title, at) ? '' : title;
}

function trimStartLength(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

function pathContext(title: string, path: readonly string[], sizer: Sizer, budget: number): StartContext {
  const titles = title === '' ? path : [title, ...path];
  if (titles.length === 0) return NO_CONTEXT;
  const kept = clipPath(titles, sizer, budget);
  if (kept.titles.length === 0) return { ...NO_CONTEXT, clipped: true };
  const prefix = `${kept.titles.join(PATH_SEPARATOR)}\n\n`;
  const parts: ContextPart[] = [];
  const keepsTitle = title !== '' && kept.titles.length === titles.length;
  if (keepsTitle) parts.push({ type: 'title', text: kept.titles[0] });
  const rest = keepsTitle ? kept.titles.slice(1) : kept.titles;
  if (rest.length > 0) parts.push({ type: 'sectionPath', path: rest });
  return { parts, prefix, size: sizer.size(prefix), clipped: kept.clipped };
}

/** Keeps the innermost titles that fit the budget; a single title that is too long is cut at a word. */
function clipPath(titles: readonly string[], sizer: Sizer, budget: number): { titles: readonly string[]; clipped: boolean } {
  for (let first = 0; first < titles.length; first++) {
    const kept = titles.slice(first);
    if (sizer.size(`${kept.join(PATH_SEPARATOR)}\n\n`) <= budget) return { titles: kept, clipped: first > 0 };
  }
  const short = clipText(titles[titles.length - 1], sizer, budget - 2);
  return { titles: short === '' ? [] : [short], clipped: true };
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

function withStructure(path: StartContext, structure: readonly ContextPart[], sizer: Sizer, budget: number): StartContext {
  let parts = structure;
  let rendered = renderParts(parts);
  // The fence or the header in force stands last and matters most; outer list parents go first.
  while (parts.length > 0 && sizer.size(rendered) > budget) {
    parts = parts.slice(1);
    rendered = renderParts(parts);
  }
  const prefix = path.prefix + rendered;
  return {
    parts: [...path.parts, ...parts],
    prefix,
    size: sizer.size(prefix),
    clipped: path.clipped || parts.length < structure.length,
  };
}

function renderParts(parts: readonly ContextPart[]): string {
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
  const { blocks, text } = document;
  const parts: ContextPart[] = [];
  let parents = 0;
  for (let at = block; at >= 0; at = blocks.parents[at]) {
    const kind = blocks.kinds[at];
    const below = offset > lineStart(text, blocks.starts[at]);
    if (kind === KIND.listItem && below && parents++ < MOST_PARENTS) parts.unshift(parentPart(document, at));
    if (kind === KIND.table && below) parts.unshift(...headerPart(document, at, offset));
    const fence = at === block && inner ? fenceOf(document, at) : undefined;
    if (fence) parts.unshift({ type: 'fenceOpen', text: fence.open, span: fence.span });
    const introduction = INTRODUCED.has(kind) ? introductionOf(document, at) : undefined;
    if (introduction) parts.unshift(introduction);
  }
  return parts;
}

/** The header lines of a table, for a chunk that starts behind them. */
function headerPart(document: Document, table: number, offset: number): ContextPart[] {
  const { blocks, text } = document;
  const start = lineStart(text, blocks.starts[table]);
  let body = table + 1;
  while (body < blocks.count && blocks.parents[body] === table && blocks.levels[body] === 0) body++;
  const hasBody = body < blocks.count && blocks.parents[body] === table;
  const end = trimmedEnd(text, start, hasBody ? lineStart(text, blocks.starts[body]) : blocks.ends[table]);
  return offset < end ? [] : [{ type: 'tableHeader', text: text.slice(start, end), span: { start, end } }];
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
function introductionOf(document: Document, block: number): ContextPart | undefined {
  const { blocks, text } = document;
  const before = previousSibling(blocks, block);
  if (before < 0 || !introduces(document, before, block)) return undefined;
  const start = lineStart(text, blocks.starts[before]);
  const end = blocks.ends[before];
  const type = blocks.kinds[block] === KIND.table ? 'tableTitle' : 'listIntroduction';
  return { type, text: text.slice(start, end), span: { start, end } };
}

/** Index of the block in front of `block` in the same container, -1 when it is the first. */
export function previousSibling(blocks: BlockTable, block: number): number {
  const parent = blocks.parents[block];
  let at = block - 1;
  while (at >= 0 && at !== parent && blocks.parents[at] !== parent) at = blocks.parents[at];
  return at === parent ? -1 : at;
}

const INTRODUCED = new Set([KIND.list, KIND.table, KIND.code, KIND.math, KIND.html, KIND.blockquote]);
/** Beginnings of a caption that stands above its table. */
const CAPTION = /^(?:\*\*|__|\*|_)?(?:Table|Tab\.|Tableau|Tabelle|Tabla|表)\s*[\d.]*/i;
const LONGEST_CAPTION = 200;

/** Whether paragraph `before` leads into `block`: it ends with a colon, or it is the caption of a table. */
export function introduces(document: Document, before: number, block: number): boolean {
  const { blocks, text } = document;
  if (blocks.kinds[before] !== KIND.paragraph || !INTRODUCED.has(blocks.kinds[block])) return false;
  let end = blocks.ends[before] - 1;
  while (end > blocks.starts[before] && (text.charCodeAt(end) === 42 || text.charCodeAt(end) === 95)) end--;
  const last = text.charCodeAt(end);
  if (last === 58 || last === 0xff1a) return true;
  const length = blocks.ends[before] - blocks.starts[before];
  return blocks.kinds[block] === KIND.table && length <= LONGEST_CAPTION && CAPTION.test(text.slice(blocks.starts[before], blocks.ends[before]));
}

/** The fence lines of a fenced code block; undefined for other blocks. */
function fenceOf(document: Document, block: number): { open: string; close: string; span: { start: number; end: number } } | undefined {
  const { blocks, text } = document;
  if (block < 0 || blocks.kinds[block] !== KIND.code || blocks.levels[block] !== 0) return undefined;
  const start = blocks.starts[block];
  const feed = text.indexOf('\n', start);
  const end = trimmedEnd(text, start, feed < 0 ? blocks.ends[block] : Math.min(feed, blocks.ends[block]));
  const mark = text.charCodeAt(start);
  let ticks = start;
  while (ticks < end && text.charCodeAt(ticks) === mark) ticks++;
  if (mark !== 96 && mark !== 126) return undefined;
  return { open: text.slice(start, end), close: `\n${text.slice(start, ticks)}`, span: { start, end } };
}
