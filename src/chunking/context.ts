/**
 * Context: what a chunk that starts at a given place needs from the text around it, as typed parts and as the
 * prefix and suffix that `embedText` gets.
 */
import { KIND } from '../model/block.ts';
import type { ContextPart } from '../model/chunk.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { isHtml } from '../text/media-type.ts';
import {
  clauseIntroductions,
  enclosingCode,
  fenceOf,
  isIntroduced,
  lendsInside,
  structureParts,
} from './lent-context.ts';
import { isSafeSplit } from './measure.ts';
import { type Section, sectionBefore } from './sections.ts';
import type { Sizer } from './sizer.ts';
import { writtenSlice } from './written.ts';

/** Share of the limit that the section path may take, and that everything else in the context may take. */
const PATH_SHARE = 0.25;
const STRUCTURE_SHARE = 0.5;
/** The same where a table's header is part of it, section path included. */
const HEADER_SHARE = 0.75;

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

/** Share of the limit that footnotes, definitions and imports may take. */
const REFERENCE_SHARE = 0.25;

/** `context` with the size that it has. */
export function sized(context: StartContext, sizer: Sizer): StartContext {
  return { ...context, size: sizer.size(renderPrefix({ ...context, size: 1 })) };
}

/** What `embedText` begins with: '' or lines, the last of them ended. */
export function renderPrefix(context: StartContext): string {
  if (context.size === 0) return '';
  const path = context.titles.length === 0 ? '' : context.titles.join(PATH_SEPARATOR) + PATH_END;
  return path + renderStructure(context.structure);
}

/** The same as typed parts. */
export function contextParts(context: StartContext): readonly ContextPart[] {
  if (context.size === 0) return [];
  const { titles, structure } = context;
  const named = context.showsTitle ? titledParts(titles) : pathParts(titles);
  return structure.length === 0 ? named : [...named, ...structure];
}

function titledParts(titles: readonly string[]): readonly ContextPart[] {
  const title = { type: 'title', text: titles[0] } as const;
  return titles.length === 1 ? [title] : [title, { type: 'sectionPath', path: titles.slice(1) }];
}

function pathParts(path: readonly string[]): readonly ContextPart[] {
  return path.length === 0 ? NO_PARTS : [{ type: 'sectionPath', path }];
}

/** A part that stands somewhere in the document. */
export type Lendable = Extract<ContextPart, { readonly span: Span }>;

interface Lent {
  readonly block: number;
  readonly path: StartContext;
  readonly context: StartContext;
}

/** Makes the contexts of one document and remembers what neighbouring chunks share. */
export class Contexts {
  private readonly document: Document;
  private readonly sizer: Sizer;
  readonly enabled: boolean;
  private readonly pathBudget: number;
  private readonly measures: StructureMeasures;
  private readonly referenceBudget: number;
  /** Sizes of what chunks refer to: a long footnote can be used by very many. */
  private referenceSizes: Map<Span, number> | undefined;
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
  /** By offset the context with what containers lend there: the walk, the packer and the pieces ask for the same ones. */
  private lent: Map<number, Lent> | undefined;
  /** By section and place in it, the context of a clause with what opens its list. */
  private clauses: Map<number, StartContext> | undefined;

  /** `max` is the limit, in the sizer's unit; `enabled` false gives empty contexts. */
  constructor(document: Document, sizer: Sizer, max: number, enabled: boolean) {
    this.document = document;
    this.sizer = sizer;
    this.enabled = enabled;
    this.pathBudget = Math.floor(max * PATH_SHARE);
    this.measures = { sizer, sizeOf: rememberedSizes(sizer), budget: Math.floor(max * STRUCTURE_SHARE) };
    this.referenceBudget = Math.floor(max * REFERENCE_SHARE);
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
    const { kinds, parents, starts, count } = this.document.blocks;
    if (!this.enabled || block < 0 || block >= count) return path;
    if (parents[block] < 0 && (!lendsInside(kinds[block]) || (!inner && !isIntroduced(kinds[block]))))
      return this.underClause(section, offset, path);
    // Inside its own header a table lends less than it lends its rows.
    const inHeader = inner && kinds[block] === KIND.table;
    const key = sharesContext(kinds[block], inner) ? parents[block] : inHeader ? count + block : block;
    // The first member of a container is asked about with the container's own start, too: there nothing is lent.
    const below = inner || (key !== block && offset > starts[key]);
    if (this.lastKey === key && this.lastBelow === below && this.lastPath === path) return this.last;
    this.lastKey = key;
    this.lastBelow = below;
    this.lastPath = path;
    this.last = this.lentTo(path, block, offset);
    return this.last;
  }

  /** `path`, in a list of clauses with what opens it. */
  private underClause(section: Section, offset: number, path: StartContext): StartContext {
    if (section.block < 0 || this.document.blocks.kinds[section.block] !== KIND.clause) return path;
    // At its own start and behind it a clause has different paths.
    const key = section.index * 2 + (offset > section.start ? 1 : 0);
    this.clauses ??= new Map();
    let context = this.clauses.get(key);
    if (context === undefined) {
      const parts = clauseIntroductions(this.document, section);
      context = parts.length === 0 ? path : withStructure(path, parts, this.measures);
      this.clauses.set(key, context);
    }
    return context;
  }

  private lentTo(path: StartContext, block: number, offset: number): StartContext {
    const known = this.lent?.get(offset);
    if (known !== undefined && known.block === block && known.path === path) return known.context;
    const structure = structureParts(this.document, block, offset);
    // Finding that nothing is lent costs no more than remembering it.
    if (structure.length === 0) return path;
    const context = withStructure(path, structure, this.measures);
    this.lent ??= new Map();
    this.lent.set(offset, { block, path, context });
    return context;
  }

  /** `context` with as many of `parts` in front of its structure as fit `room` and their share of the limit. */
  withReferences(context: StartContext, parts: readonly Lendable[], room: number): StartContext {
    let left = Math.min(room, this.referenceBudget);
    const kept: ContextPart[] = [];
    for (const part of parts) {
      const size = this.referenceSize(part);
      if (size > left) continue;
      kept.push(part);
      left -= size;
    }
    const clipped = context.clipped || kept.length < parts.length;
    if (kept.length === 0) return clipped === context.clipped ? context : { ...context, clipped };
    return sized({ ...context, structure: [...kept, ...context.structure], clipped }, this.sizer);
  }

  private referenceSize(part: Lendable): number {
    this.referenceSizes ??= new Map();
    let size = this.referenceSizes.get(part.span);
    if (size === undefined) {
      size = this.sizer.size(renderStructure([part]));
      this.referenceSizes.set(part.span, size);
    }
    return size;
  }

  /** What closes a chunk that ends inside `block`: the fence of a code block that was cut, else ''. */
  closing(block: number): string {
    if (!this.enabled) return '';
    const code = enclosingCode(this.document.blocks, block);
    return code < 0 ? '' : (fenceOf(this.document, code)?.close ?? '');
  }

  /** The chunk that opens the document with its title does not need it again. */
  private showsTitle(offset: number): boolean {
    this.titleAt ??= shownTitle(this.document);
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

/** Where the text of a document shows its title: at its beginning, or in the element of that name; -1 for nowhere. */
function shownTitle(document: Document): number {
  const { text, title, mediaType, blocks } = document;
  const opening = text.length - text.trimStart().length;
  if (!isHtml(mediaType)) return text.startsWith(title, opening) ? opening : -1;
  const shows = (block: number): boolean =>
    blocks.kinds[block] === KIND.html &&
    writtenSlice(document, blocks.starts[block], blocks.ends[block], title.length) === title;
  let first = 0;
  while (first < blocks.count && !shows(first)) first++;
  if (first === blocks.count) return -1;
  // The head of a page, which holds nothing else to read, shows it too.
  const end = blocks.ends[first];
  for (let inner = first + 1; inner < blocks.count && blocks.starts[inner] < end; inner++)
    if (shows(inner)) first = inner;
  return blocks.starts[first];
}

const NO_PARTS: readonly ContextPart[] = [];

/** The rows of a table share their context, and so do the items of a list and the members of other containers. */
function sharesContext(kind: number, inner: boolean): boolean {
  return !inner && (kind === KIND.tableRow || kind === KIND.listItem || kind >= KIND.turn);
}

/** Sizes of parts as they are rendered. */
function rememberedSizes(sizer: Sizer): (parts: readonly ContextPart[]) => number {
  if (sizer.isLength) return structureLength;
  const sizes = new Map<string, number>();
  return (parts) => {
    const text = renderStructure(parts);
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
  if (!sizer.isLength) return sizer.size(titles.join(PATH_SEPARATOR) + PATH_END);
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
  readonly sizeOf: (parts: readonly ContextPart[]) => number;
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
  // Rows need their header more than they need room.
  const headed = parts.some(({ type }) => type === 'tableHeader');
  const most = headed ? Math.max(budget, Math.floor((budget * HEADER_SHARE) / STRUCTURE_SHARE) - path.size) : budget;
  let size = sizeOf(parts);
  // The fence or the header in force stands last and matters most; what is further out goes first.
  while (size > most) {
    parts = parts.slice(1);
    // A counter may count something for nothing, which never fits.
    if (parts.length === 0) return { ...path, clipped: true };
    size = sizeOf(parts);
  }
  const clipped = path.clipped || parts.length < structure.length - (repeats ? 1 : 0);
  const whole = { titles: path.titles, showsTitle: path.showsTitle, structure: parts, size: path.size + size, clipped };
  return sizer.isLength || addsUp(parts, sizer) ? whole : sized(whole, sizer);
}

/** Whether the size of parts can be added to that of what stands in front of them. */
function addsUp(parts: readonly ContextPart[], sizer: Sizer): boolean {
  if (!sizer.additive) return false;
  const rendered = renderStructure(parts);
  return rendered !== '' && isSafeSplit(`\n${rendered}`, 1);
}

function renderStructure(parts: readonly ContextPart[]): string {
  let rendered = '';
  for (const part of parts) {
    if (part.type !== 'sectionPath' && part.type !== 'title') rendered += part.text + endOf(part);
  }
  return rendered;
}

/** Length of what `renderStructure` makes. */
function structureLength(parts: readonly ContextPart[]): number {
  let length = 0;
  for (const part of parts) {
    if (part.type !== 'sectionPath' && part.type !== 'title') length += part.text.length + endOf(part).length;
  }
  return length;
}

/** An introduction stays a paragraph of its own. */
function endOf({ type }: ContextPart): string {
  return type === 'listIntroduction' || type === 'tableTitle' ? '\n\n' : '\n';
}
