/** Parsing of source code: reads what a declaration is called and how it begins, in one line. */
import { ROLE, type RoleTable } from './node-roles.ts';
import type { SyntaxCursor } from './syntax.ts';

/** Characters of a signature; what is longer ends in an ellipsis. */
const LONGEST_SIGNATURE = 160;
/** Characters of source that are looked at for it. */
const LONGEST_HEAD = 1000;
const LONGEST_NAME = 100;
const NO_ROLE = -1;
const NAME_FIELDS = new Set(['name', 'left', 'key', 'property']);

/** What a unit turns out to be. */
export interface Description {
  /** Role of the declaration, also of one inside `export` or `const`; `ROLE.plain` when there is none. */
  readonly role: number;
  /** Everything in front of the body, in one line. */
  readonly signature: string;
  /** '' where it has none, such as an `impl`. */
  readonly name: string;
  readonly nameStart: number;
  /** `const fs = require('node:fs')` */
  readonly isImport: boolean;
}

/** A binding has such text in it when it declares or imports something, unless the parser imagined a token. */
const DECLARING = /=>|function|class|namespace|module|require\(/;

/** Whether the binding `text[start, end)`, without wrong syntax, may turn out to be a declaration or an import. */
export function mayDeclare(text: string, start: number, end: number): boolean {
  return DECLARING.test(text.slice(start, end));
}

/** Describes the node at `cursor`, which is there again when this returns; `node` is what is known of it. */
export function describeUnit(
  cursor: SyntaxCursor,
  roles: RoleTable,
  text: string,
  node: { readonly role: number; readonly start: number; readonly end: number },
): Description {
  return new HeadReader(cursor, roles, text).read(node);
}

/** Goes down from `export` to `const` to `=>` until it meets the body. */
class HeadReader {
  private readonly cursor: SyntaxCursor;
  private readonly roles: RoleTable;
  private readonly text: string;
  private role: number = ROLE.plain;
  private start = -1;
  private bodyStart = -1;
  private nameStart = -1;
  private nameEnd = -1;
  private isImport = false;

  constructor(cursor: SyntaxCursor, roles: RoleTable, text: string) {
    this.cursor = cursor;
    this.roles = roles;
    this.text = text;
  }

  read({ role, start, end }: { role: number; start: number; end: number }): Description {
    const { cursor } = this;
    let current = role;
    if (declares(current)) this.role = current;
    let depth = 0;
    while (cursor.gotoFirstChild()) {
      depth++;
      const first = this.roleHere();
      if (depth === 1 && !isInFront(first)) this.start = start;
      const inner = this.readChildren(current, first);
      if (inner === NO_ROLE) break;
      current = inner;
      if (declares(current)) this.role = current;
    }
    for (; depth > 0; depth--) cursor.gotoParent();
    if (this.nameStart < 0 && this.role === ROLE.type) this.readTypedef(end);
    const name = this.readName();
    return {
      role: this.role,
      signature: this.signature(end, name),
      name,
      nameStart: this.nameStart,
      isImport: this.isImport,
    };
  }

  private roleHere(): number {
    return this.roles[this.cursor.nodeTypeId] ?? ROLE.error;
  }

  /** Reads the children of a node up to the one to go into, whose role it gives, or up to the body; `first` is the role of the first. */
  private readChildren(parent: number, first: number): number {
    const { cursor } = this;
    for (let role = first; role !== NO_ROLE; role = this.roleOfNext()) {
      if (role === ROLE.comment || role === ROLE.attached) continue;
      if (role === ROLE.modifiers) this.skipAnnotations();
      if (this.start < 0) this.start = cursor.startIndex;
      if (role === ROLE.token) continue;
      if (leadsOn(parent, role)) return role;
      if (this.readPart(role)) return NO_ROLE;
    }
    return NO_ROLE;
  }

  private roleOfNext(): number {
    return this.cursor.gotoNextSibling() ? this.roleHere() : NO_ROLE;
  }

  /** Reads what stands in a head; true when that is the body. */
  private readPart(role: number): boolean {
    const { cursor } = this;
    const field = cursor.currentFieldName;
    if (field === 'body' || (role === ROLE.list && !field)) {
      this.bodyStart = cursor.startIndex;
      return true;
    }
    if (field) this.readField(field);
    else if (role === ROLE.name && this.nameStart < 0) this.setName();
    return false;
  }

  private readField(field: string): void {
    const { cursor } = this;
    if (field === 'value') {
      this.isImport = parentIsPlain(this.role) && this.text.startsWith('require(', cursor.startIndex);
    } else if (this.nameStart < 0 && NAME_FIELDS.has(field)) this.setName();
    else if (this.nameStart < 0 && field === 'declarator') this.readDeclarator();
  }

  private setName(): void {
    this.nameStart = this.cursor.startIndex;
    this.nameEnd = this.cursor.endIndex;
  }

  /** C and C++ wrap a name in what it takes and points at: `*read(int port)`. */
  private readDeclarator(): void {
    const { cursor } = this;
    let depth = 0;
    while (cursor.gotoFirstChild()) {
      depth++;
      while (cursor.currentFieldName !== 'declarator' && cursor.gotoNextSibling());
      if (cursor.currentFieldName === 'declarator') continue;
      cursor.gotoParent();
      depth--;
      break;
    }
    this.setName();
    for (; depth > 0; depth--) cursor.gotoParent();
  }

  /** Moves the start of the signature behind annotations: `@Override public` begins at `public`. */
  private skipAnnotations(): void {
    const { cursor } = this;
    if (this.start >= 0 || !cursor.gotoFirstChild()) return;
    do {
      if (this.roleHere() === ROLE.attached) continue;
      this.start = cursor.startIndex;
      break;
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    if (this.start < 0 && cursor.gotoNextSibling()) {
      this.start = cursor.startIndex;
    }
  }

  /** `typedef struct { ... } tide_t;` has its name at the end. */
  private readTypedef(end: number): void {
    const from = Math.max(this.start, end - LONGEST_NAME);
    const found = this.text.startsWith('typedef', this.start)
      ? /\}\s*(\w+)\s*;?$/.exec(this.text.slice(from, end))
      : null;
    if (found === null) return;
    this.nameStart = from + found.index + found[0].indexOf(found[1]);
    this.nameEnd = this.nameStart + found[1].length;
  }

  /** `harbour::Tide::read(int port)` is `read`, `Bell.prototype.ring` is `ring`. */
  private readName(): string {
    if (this.nameStart < 0) return '';
    const written = this.text.slice(this.nameStart, Math.min(this.nameEnd, this.nameStart + LONGEST_NAME));
    // Nearly all are one word.
    if (/^[\w$]+$/.test(written)) return written;
    const path = /^[*&\s]*([^\s("'`[{<]*)/.exec(written)?.[1] ?? '';
    const from = Math.max(path.lastIndexOf('.'), path.lastIndexOf(':')) + 1;
    this.nameStart += written.length - written.trimStart().length + Math.max(0, written.indexOf(path)) + from;
    return path.slice(from);
  }

  private signature(end: number, name: string): string {
    const { text, start, bodyStart } = this;
    if (start < 0) return '';
    let stop = bodyStart < 0 ? Math.min(end, start + LONGEST_HEAD) : Math.min(bodyStart, start + LONGEST_HEAD);
    if (bodyStart < 0) {
      const line = text.slice(start, stop).indexOf('\n');
      if (line >= 0) stop = start + line;
    }
    const bare = oneLine(text.slice(start, stop).trim()).replace(/ ?(=>|[:={;])$/, '');
    if (this.nameStart >= stop && name !== '') return `${bare} ${name}`;
    return bare.length <= LONGEST_SIGNATURE ? bare : `${bare.slice(0, LONGEST_SIGNATURE - 1)}…`;
  }
}

/** White space as single blanks, none inside brackets. */
function oneLine(head: string): string {
  if (!head.includes('\n')) return head;
  return head
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1');
}

/** Whether a node of this role stands in front of what it belongs to. */
function isInFront(role: number): boolean {
  return role === ROLE.comment || role === ROLE.attached || role === ROLE.modifiers;
}

function parentIsPlain(role: number): boolean {
  return role === ROLE.plain;
}

/** Whether a node of this role is a declaration by itself. */
export function declares(role: number): boolean {
  return (role >= ROLE.callable && role <= ROLE.type) || role === ROLE.value;
}

/** Whether the head of `parent` goes on inside a child of this role; a type in front of a function is no head. */
function leadsOn(parent: number, role: number): boolean {
  if (role === ROLE.step) return true;
  return !declares(parent) && (declares(role) || role === ROLE.wrapper || role === ROLE.binding);
}
