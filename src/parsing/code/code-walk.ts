/**
 * Parsing of source code: walks a syntax tree and makes blocks of its declarations and statements.
 *
 * The walk goes only where blocks are: through lists of units (a file, a class, a body), and inside a unit only when it is
 * large enough to be cut, or holds declarations. It keeps its own stack, so depth costs memory and nothing else.
 * A block begins at the start of a line, because chunks are cut at lines: what begins elsewhere belongs to the block of
 * that line.
 */
import { BlockWriter, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import type { Span } from '../../model/span.ts';
import { ROLE, type RoleTable } from './node-roles.ts';
import { type Description, declares, describeUnit, mayDeclare } from './signature.ts';
import type { SyntaxCursor } from './syntax.ts';
import { firstBlack, isLineStart, lastBlackBefore, linesBetween, trimmedEnd } from './white-space.ts';

/** Characters; a unit up to this size gets no blocks inside, since it is never cut. */
export const SMALL_UNIT = 400;
const DEEPEST_LEVEL = 255;
const SEMICOLON = 59;
const COMMA = 44;

export interface Declared {
  readonly name: string;
  readonly nameStart: number;
  /** The declaration with its comments. */
  readonly span: Span;
}

export interface CodeBlocks {
  readonly blocks: BlockWriter;
  readonly labels: Map<number, string>;
  readonly declared: readonly Declared[];
  /** Import statements, in reading order. */
  readonly imports: readonly Span[];
}

/** Blocks of the tree that `cursor` is at the root of; `isValid` when the tree has no place of wrong syntax. */
export function walkCode(cursor: SyntaxCursor, roles: RoleTable, text: string, isValid: boolean): CodeBlocks {
  const walk = new CodeWalk(cursor, roles, text, isValid);
  walk.run();
  return walk;
}

/** A list of units and what stands open in it. */
interface Scope {
  /** Block that holds the units; -1 at the top level. */
  readonly parent: number;
  /** Level of a declaration here. */
  readonly level: number;
  /** No statements of a function: a constant may be a function here. */
  readonly outer: boolean;
  /** Lists are gone into whatever their size. */
  readonly force: boolean;
  /** Last block of the list, -1 before the first; of the top level see `lastTop`. */
  last: number;
  /** The last block is a run of imports. */
  importing: boolean;
  /** Comments and attributes that wait for what follows them; -1 when none do. */
  heldStart: number;
  heldEnd: number;
  /** An attribute waits: blank lines do not part it from what follows. */
  sticky: boolean;
}

/** How the children of a node on the stack are read. */
const MODE = {
  /** For lists among them. */
  search: 0,
  /** As units. */
  list: 1,
  /** As units of the list around. */
  part: 2,
  /** The same, keywords at the start of a line too. */
  group: 3,
} as const;

class CodeWalk implements CodeBlocks {
  readonly blocks: BlockWriter;
  readonly labels = new Map<number, string>();
  readonly declared: Declared[] = [];
  readonly imports: Span[] = [];
  private readonly cursor: SyntaxCursor;
  private readonly roles: RoleTable;
  private readonly text: string;
  private readonly isValid: boolean;
  private readonly scopes: Scope[] = [];
  private readonly modes: number[] = [];
  /** Where the open nodes end that are searched or were found by searching; 0 for the others, which nobody asks. */
  private readonly ends: number[] = [];
  /** Up to here every character that is not white space is in a top-level block. */
  private covered = 0;
  /** Last top-level block; several scopes may add them, where a unit has no block of its own. */
  private lastTop = -1;
  /** Where the node of the unit at the cursor ends, with the white space in it. */
  private nodeEnd = 0;
  /** While searching: where the node before this one ends, or its parent begins. */
  private previousEnd = 0;

  constructor(cursor: SyntaxCursor, roles: RoleTable, text: string, isValid: boolean) {
    this.cursor = cursor;
    this.roles = roles;
    this.text = text;
    this.isValid = isValid;
    this.blocks = new BlockWriter(text.length / CHARS_PER_BLOCK);
  }

  run(): void {
    const root = openScope(-1, 1, true, false);
    if (this.goDown(root, MODE.list)) {
      while (this.visit() || this.goOn());
    }
    this.cover(this.text.length);
  }

  private goDown(scope: Scope, mode: number, end = 0): boolean {
    if (!this.cursor.gotoFirstChild()) return false;
    this.scopes.push(scope);
    this.modes.push(mode);
    this.ends.push(end);
    return true;
  }

  /** Moves to the next node that was not visited; false at the end. */
  private goOn(): boolean {
    while (this.isSearched() || !this.cursor.gotoNextSibling()) {
      this.cursor.gotoParent();
      this.previousEnd = this.ends.pop() as number;
      const scope = this.scopes.pop() as Scope;
      if (this.modes.pop() === MODE.list) this.release(scope);
      if (this.scopes.length === 0) return false;
    }
    return true;
  }

  /** Whether no node behind this one is large enough to be searched. */
  private isSearched(): boolean {
    const top = this.modes.length - 1;
    return (
      this.modes[top] === MODE.search && !this.scopes[top].force && this.ends[top] - this.previousEnd <= SMALL_UNIT
    );
  }

  /** Visits the node at the cursor; true when it went down to its first child. */
  private visit(): boolean {
    const { cursor } = this;
    const mode = this.modes[this.modes.length - 1];
    const scope = this.scopes[this.scopes.length - 1];
    if (mode === MODE.search) return this.search(scope);
    const role = this.roleHere();
    if (role === ROLE.token && mode !== MODE.group) return false;
    if (role === ROLE.part) return this.goDown(scope, MODE.part);
    if (role === ROLE.group) return this.goDown(scope, MODE.group);
    const start = cursor.startIndex;
    const end = this.unitEnd(scope, start);
    // A token that the parser only imagined.
    if (end === start) return false;
    if (role === ROLE.error && end - start > SMALL_UNIT) return this.goDown(scope, MODE.part);
    if (role === ROLE.tail && this.lastOf(scope) >= 0) this.extend(scope, end);
    else if (role === ROLE.comment || role === ROLE.attached) this.hold(scope, start, end, role === ROLE.attached);
    else return this.visitUnit(scope, role, start, end);
    return false;
  }

  /** Where the unit at the cursor ends, the separator behind it included. */
  private unitEnd(scope: Scope, start: number): number {
    const { text, blocks } = this;
    this.nodeEnd = this.cursor.endIndex;
    const end = trimmedEnd(text, start, this.nodeEnd);
    const limit = scope.parent < 0 ? text.length : blocks.ends[scope.parent];
    if (end === start || end >= limit) return end;
    const code = text.charCodeAt(end);
    return code === SEMICOLON || code === COMMA ? end + 1 : end;
  }

  private roleHere(): number {
    return this.roles[this.cursor.nodeTypeId] ?? ROLE.error;
  }

  /** Looks for lists below a node; small nodes have none that matter. */
  private search(scope: Scope): boolean {
    const { cursor, previousEnd } = this;
    const end = cursor.endIndex;
    this.previousEnd = end;
    // Each question to the cursor costs as much as ten lines of this: most nodes are dismissed by their end alone.
    if (end - previousEnd <= SMALL_UNIT && !scope.force) return false;
    const role = this.roleHere();
    if (role === ROLE.token) return false;
    const start = cursor.startIndex;
    const large = end - start > SMALL_UNIT;
    this.previousEnd = start;
    if (role === ROLE.list) {
      if ((large || scope.force) && this.goDown(inner(scope), MODE.list, end)) return true;
    } else {
      const leads = scope.force && (role === ROLE.wrapper || role === ROLE.step || declares(role));
      if ((large || leads) && this.goDown(scope, MODE.search, end)) return true;
    }
    this.previousEnd = end;
    return false;
  }

  private visitUnit(scope: Scope, role: number, start: number, end: number): boolean {
    const large = end - start > SMALL_UNIT;
    const description = this.describe(scope, role, start, end);
    const kind = description?.role ?? ROLE.plain;
    const isImport = role === ROLE.import || description?.isImport === true || this.isImportCall(role, start);
    const from = this.takeHeld(scope, start);
    const block = this.place(scope, from, end, declares(kind), isImport);
    if (isImport) this.imports.push({ start, end });
    else if (description !== undefined && declares(kind)) this.note(description, block, { start: from, end });
    const force = kind === ROLE.box || kind === ROLE.openBox;
    if (isImport || !(large || force)) return false;
    const parent = block.index < 0 ? scope.parent : block.index;
    const level = declares(kind) ? scope.level + 1 : scope.level;
    const outer = force || (scope.outer && !declares(kind));
    const isList = role === ROLE.list || kind === ROLE.openBox;
    this.previousEnd = start;
    return this.goDown(openScope(parent, level, outer, force), isList ? MODE.list : MODE.search, this.nodeEnd);
  }

  private describe(scope: Scope, role: number, start: number, end: number): Description | undefined {
    const wanted =
      declares(role) || role === ROLE.wrapper || (role === ROLE.binding && (scope.outer || end - start > SMALL_UNIT));
    // A function among arguments or in an array has no name to be known by.
    if (!wanted || role === ROLE.value) return undefined;
    // Most bindings bind no function, and their text tells so sooner than the tree.
    const isSmall = end - start <= SMALL_UNIT;
    if (role === ROLE.binding && this.isValid && isSmall && !mayDeclare(this.text, start, end)) return undefined;
    return describeUnit(this.cursor, this.roles, this.text, { role, start, end });
  }

  private isImportCall(role: number, start: number): boolean {
    return role === ROLE.call && /^require(_relative)?\b/.test(this.text.slice(start, start + 20));
  }

  /** Writes down what a declaration is called. */
  private note(description: Description, block: Placed, span: Span): void {
    const { name, nameStart, signature } = description;
    if (block.isNew && signature !== '') this.labels.set(block.index, signature);
    if (name !== '') this.declared.push({ name, nameStart, span });
  }

  /** The block of a unit: a new one, that of the line it begins on, or that of the imports before it. */
  private place(scope: Scope, from: number, end: number, isDeclaration: boolean, isImport: boolean): Placed {
    const { text, blocks } = this;
    const joins = isImport && scope.importing;
    const startsLine = isLineStart(text, from);
    const shared = !startsLine && this.sharesLine(scope, from);
    // What stands beside an import on its line is none.
    scope.importing = isImport && (joins || !shared);
    const last = this.lastOf(scope);
    if (last >= 0 && (joins || shared)) {
      this.extend(scope, end);
      return { index: last, isNew: false };
    }
    // The first part of a unit begins where the unit does, and is told from it by nothing.
    const isHead = scope.parent >= 0 && from <= blocks.starts[scope.parent];
    if (!startsLine || isHead) return NOWHERE;
    return { index: this.add(scope, isDeclaration ? KIND.declaration : KIND.statement, from, end), isNew: true };
  }

  private sharesLine(scope: Scope, from: number): boolean {
    const last = this.lastOf(scope);
    return last >= 0 && lastBlackBefore(this.text, from) < this.blocks.ends[last];
  }

  private add(scope: Scope, kind: number, start: number, end: number): number {
    if (scope.parent < 0) this.cover(start);
    const level = kind === KIND.declaration ? Math.min(scope.level, DEEPEST_LEVEL) : 0;
    const block = this.blocks.add(kind, start, end, level, scope.parent);
    if (scope.parent < 0) {
      this.lastTop = block;
      this.covered = end;
    } else scope.last = block;
    return block;
  }

  private lastOf(scope: Scope): number {
    return scope.parent < 0 ? this.lastTop : scope.last;
  }

  private extend(scope: Scope, end: number): void {
    const { ends } = this.blocks;
    const last = this.lastOf(scope);
    if (end > ends[last]) ends[last] = end;
    if (scope.parent < 0 && end > this.covered) this.covered = end;
  }

  /** Keeps a comment or an attribute for what follows it. */
  private hold(scope: Scope, start: number, end: number, sticky: boolean): void {
    const { text } = this;
    if (!isLineStart(text, start)) {
      const before = lastBlackBefore(text, start);
      if (scope.heldStart >= 0 && before < scope.heldEnd) scope.heldEnd = end;
      else if (this.sharesLine(scope, start)) this.extend(scope, end);
      return;
    }
    if (scope.heldStart >= 0 && !scope.sticky && linesBetween(text, scope.heldEnd, start) > 1) this.release(scope);
    if (scope.heldStart < 0) scope.heldStart = start;
    scope.heldEnd = end;
    scope.sticky ||= sticky;
  }

  /** Where a unit begins with what was held for it; what stands apart from it becomes a block of its own. */
  private takeHeld(scope: Scope, start: number): number {
    if (scope.heldStart < 0) return start;
    if (!scope.sticky && linesBetween(this.text, scope.heldEnd, start) > 1) {
      this.release(scope);
      return start;
    }
    const from = scope.heldStart;
    scope.heldStart = -1;
    scope.sticky = false;
    return from;
  }

  /** Makes a block of what is held. */
  private release(scope: Scope): void {
    if (scope.heldStart < 0) return;
    this.add(scope, KIND.statement, scope.heldStart, scope.heldEnd);
    scope.heldStart = -1;
    scope.sticky = false;
    scope.importing = false;
  }

  /** Gives what no unit holds, in front of `to`, to the block of its line or to one of its own. */
  private cover(to: number): void {
    const { text, blocks, lastTop } = this;
    let at = firstBlack(text, this.covered, to);
    if (at >= to) return;
    if (lastTop >= 0 && linesBetween(text, this.covered, at) === 0) {
      const lineEnd = endOfLine(text, at, to);
      blocks.ends[lastTop] = trimmedEnd(text, at, lineEnd);
      at = firstBlack(text, lineEnd, to);
    }
    if (at < to) this.lastTop = blocks.add(KIND.statement, at, trimmedEnd(text, at, to), 0, -1);
  }
}

interface Placed {
  /** -1 when the unit has no block. */
  readonly index: number;
  readonly isNew: boolean;
}

const NOWHERE: Placed = { index: -1, isNew: false };

function openScope(parent: number, level: number, outer: boolean, force: boolean): Scope {
  return {
    parent,
    level,
    outer,
    force,
    last: -1,
    importing: false,
    heldStart: -1,
    heldEnd: -1,
    sticky: false,
  };
}

/** A list found while searching inside a unit; only that of the unit itself is gone into whatever its size. */
function inner(scope: Scope): Scope {
  return openScope(scope.parent, scope.level, scope.outer, false);
}

function endOfLine(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== 10) at++;
  return at;
}
