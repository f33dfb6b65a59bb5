/** Parsing HTML: the elements that make blocks or end them, by name, and what each does. */
import { TagNames } from '../../text/tag-names.ts';

/** What an element does to the blocks. */
export const ROLE = {
  /** Runs with the text: everything that is not in the table, custom elements too. */
  inline: 0,
  /** The same, and says something itself, like a picture. */
  content: 1,
  /** The same, without an end tag and without content, like a line break. */
  empty: 2,
  /** Stands around blocks and makes none. */
  section: 3,
  heading: 4,
  paragraph: 5,
  list: 6,
  item: 7,
  /** A term and what is said of it: one item together. */
  term: 8,
  table: 9,
  /** Head, body and foot of a table. */
  rows: 10,
  row: 11,
  cell: 12,
  preformatted: 13,
  quote: 14,
  /** An `html` block around whatever blocks are in it. */
  frame: 15,
  rule: 16,
  /** Text up to its own end tag; an `html` block where it stands alone. */
  raw: 17,
  /** The same, but what is in it is read. */
  rawText: 18,
  /** Without an end tag, belongs in the head. */
  meta: 19,
  document: 20,
} as const;

export interface Element {
  readonly name: string;
  /** Place in the table, from 1. */
  readonly code: number;
  readonly role: number;
  /** heading: its depth; list: 1 where ordered; term: 1 for the term itself. */
  readonly level: number;
  /** Whether it may stand in the head of a document. */
  readonly inHead: boolean;
}

const NAMES: Readonly<Record<Exclude<keyof typeof ROLE, 'inline'>, string>> = {
  content: 'img input embed area image svg video audio canvas object picture progress meter math',
  empty: 'br wbr param source track col bgsound keygen',
  section:
    'body div section article main header footer aside address center details summary form fieldset legend dialog hgroup ' +
    'search figcaption caption colgroup noscript template frameset',
  heading: 'h1 h2 h3 h4 h5 h6',
  paragraph: 'p',
  list: 'ul ol menu dir dl',
  item: 'li',
  term: 'dt dd',
  table: 'table',
  rows: 'thead tbody tfoot',
  row: 'tr',
  cell: 'td th',
  preformatted: 'pre listing',
  quote: 'blockquote',
  frame: 'head nav figure',
  rule: 'hr',
  raw: 'script style title iframe noembed noframes',
  rawText: 'textarea xmp',
  meta: 'meta link base basefont',
  document: 'html',
};

const IN_HEAD = new Set('head html meta link base basefont title script style noscript template noframes'.split(' '));

const INLINE: Element = { name: '', code: 0, role: ROLE.inline, level: 0, inHead: false };

const ELEMENTS: ReadonlyMap<string, Element> = new Map(
  Object.entries(NAMES).flatMap(([role, names], outer) =>
    names
      .split(' ')
      .map((name, inner) => [name, element(name, ROLE[role as keyof typeof ROLE], outer * 32 + inner + 1)]),
  ),
);

const BY_NAME = new TagNames(ELEMENTS);

function element(name: string, role: number, code: number): Element {
  return { name, code, role, level: levelOf(name, role), inHead: IN_HEAD.has(name) };
}

function levelOf(name: string, role: number): number {
  if (role === ROLE.heading) return Number(name[1]);
  return name === 'ol' || name === 'dt' ? 1 : 0;
}

/** One more than the greatest code. */
export const CODES = 1 + Math.max(...[...ELEMENTS.values()].map(({ code }) => code));

/** Code of the element with this name. */
export function codeOf(name: string): number {
  return ELEMENTS.get(name)?.code ?? 0;
}

/** What holds a term and its descriptions together; no tag has its code. */
export const TERM_GROUP: Element = { name: '', code: 0, role: ROLE.item, level: 0, inHead: false };
/** The row around a cell that stands in none. */
export const IMPLIED_ROW: Element = ELEMENTS.get('tr') as Element;

/** The element that the tag with the name `text[from, to)`, upper case or lower, belongs to. */
export function elementOf(text: string, from: number, to: number): Element {
  return BY_NAME.at(text, from, to) ?? INLINE;
}
