/** Parsing: turns the key of an entry, or what names an element of a list, into a label of one short line. */

/** UTF-16 units; a label is repeated in the context of every part of its entry. */
const LONGEST_LABEL = 80;

/** Fields that name the record they stand in, the best first. */
const NAMING_FIELDS = ['name', 'id', 'key', 'title'];
/** Lower is better. */
export const NO_NAME = NAMING_FIELDS.length;

/** `text` as a label: white space is one space, the end of what is too long is left out. */
export function labelOf(text: string): string {
  if (isPlain(text)) return text;
  // A key can be as long as its file.
  const head = text.length > 2 * LONGEST_LABEL ? text.slice(0, 2 * LONGEST_LABEL) : text;
  const line = NEEDS_CLEANING.test(head) ? head.replace(/[\s\p{Cc}]+/gu, ' ').trim() : head;
  if (line.length <= LONGEST_LABEL) return line;
  return `${withoutHalf(line.slice(0, LONGEST_LABEL - 1))}…`;
}

/** Whether `text` is short and of ASCII characters without white space, as most keys are. */
function isPlain(text: string): boolean {
  if (text.length > LONGEST_LABEL) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code >= 127) return false;
  }
  return true;
}

/** Any white space but a single inner space, and control characters. */
const NEEDS_CLEANING = /^\s|\s$|\s\s|[^\S ]|\p{Cc}/u;

/** Label of the list element that `value` of its field `field` names: `[name=web]`. */
export function namedElement(field: string, value: string): string {
  return `[${field}=${labelOf(value)}]`;
}

/** How well a field names the record it stands in: 0 is best, `NO_NAME` is not at all. */
export function namingRank(field: string): number {
  const rank = NAMING_FIELDS.indexOf(field);
  return rank < 0 ? NO_NAME : rank;
}

/** Fields that name the whole document, the best first. */
const TITLE_FIELDS = ['title', 'name'];
/** Lower is better. */
export const NO_TITLE = TITLE_FIELDS.length;

/** Attributes and elements that name the XML element they stand in, the best first: what reads like a name beats a number. */
const NAMING_ELEMENTS = ['name', 'title', 'text', 'id', 'xml:id', 'key'];

/** How well an attribute or element names the XML element it stands in: 0 is best, `NO_ELEMENT_NAME` is not at all. */
export function elementNamingRank(name: string): number {
  const rank = NAMING_ELEMENTS.indexOf(name);
  return rank < 0 ? NO_ELEMENT_NAME : rank;
}

/** Lower is better. */
export const NO_ELEMENT_NAME = NAMING_ELEMENTS.length;

/** How well a field at the top level names the document: 0 is best, `NO_TITLE` is not at all. */
export function titleRank(field: string): number {
  const rank = TITLE_FIELDS.indexOf(field);
  return rank < 0 ? NO_TITLE : rank;
}

/** Whether a field may name the record or the document it stands in. */
export function isNamingField(field: string): boolean {
  return namingRank(field) < NO_NAME || titleRank(field) < NO_TITLE;
}

/** Without the first half of a surrogate pair at the end. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
