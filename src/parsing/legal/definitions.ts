/** Parsing: finds the terms that a legal text defines, and for each the sentence or list item that says what it means. */
import { type BlockTable, KIND } from '../../model/block.ts';
import type { Span } from '../../model/span.ts';
import { sentenceStarts } from '../../text/sentences.ts';
import { isLeaf } from '../references.ts';
import { definitionSpan } from './definition-span.ts';

export interface Definition {
  readonly name: string;
  readonly span: Span;
}

/**
 * How a term is named: `said` to mean something, as an `entry` of a list, in `brackets` behind what it stands for, or
 * as a `pointer` to the clause that says what it means.
 */
export type DefinitionForm = 'said' | 'entry' | 'brackets' | 'pointer';

/** Of several definitions of a term, the first of the highest worth counts. */
const WORTH: Readonly<Record<DefinitionForm, number>> = { said: 3, entry: 3, brackets: 2, pointer: 1 };

export interface DefinedPlace {
  readonly name: string;
  readonly form: DefinitionForm;
  /** From the quote or word that names it to after the words that define it, the closing bracket included. */
  readonly start: number;
  readonly end: number;
}

const READ: ReadonlySet<number> = new Set([KIND.paragraph, KIND.heading, KIND.clause, KIND.tableRow, KIND.listItem]);

const QUOTED = /["“„«]([\p{Lu}\d][^"“”„»«]{0,79})["”“»]|‘(\p{Lu}[^‘’"()\n]{0,79})’/gu;
const SAYS = String.raw`(?:shall\s+(?:have\s+the\s+(?:following\s+)?meanings?|mean|include|refer)|will\s+mean|means?|includes?|ha(?:s|ve)\s+the\s+(?:same\s+)?(?:following\s+)?meanings?|refers?\s+to|(?:is|are)\s+defined|bedeutet|bezeichnet|désigne(?:nt)?|signifie|significa|significará|si\s+intende)\b`;
/** Behind the quoted term: what it is also called, or how it is used, and the word that says it means something. */
const SAID = new RegExp(
  String.raw`(?:\s*\([^()\n]{0,80}\))?,?\s*(?:(?:as|when|where)\s+used\s+(?:[^\s,.;][^,.;]{0,39}?,?\s*|,\s*)?)?${SAYS}`,
  'y',
);
/** Behind `has the meaning` and the like: what sends the reader to another place. */
const POINTER =
  /\s+(?:as\s+)?(?:(?:is|are)\s+)?(?:(?:given|set|ascribed|assigned|provided|specified|stated|defined)\b[^.;:]{0,40}?\b)?(?:in|under|by)\s+(?:the\s+)?(?:section|clause|article|paragraph|recital|schedule|annex|appendix|exhibit|preamble)/iy;
const LEAD_WORDS =
  "the|each|a|an|as|and|or|any|all|both|collectively|together|hereinafter|hereafter|herein|hereby|referred|to|individually|jointly|severally|such|called|also|known|this|these|of|which|being|defined|with|in|for|following|simply|its|their|party|parties|singly|is|are|im|folgenden|nachfolgend|nachstehend|gemeinsam|zusammen|der|die|das|ci-après|dénommée?s?|le|la|les|l['’]|ensemble|en|adelante|el|los|las|conjuntamente|di|seguito|il|lo|i|gli";
/** From an opening bracket over words that only lead to a term, and other terms, up to one. */
const LEAD = new RegExp(
  String.raw`\((?:(?:${LEAD_WORDS})(?:[\s,:]+|(?=["“„«‘]))|["“„«‘][^"“”„»«’()]{1,80}["”“»’][\s,;]*){0,24}$`,
  'iu',
);
const LEAD_LENGTH = 160;
const BRACKET_END = /[^()]{0,80}\)/y;
/** Words in front of a quoted term outside brackets that name something by it. */
const CALLED =
  /(?:\b(?:hereinafter|hereafter|collectively|individually|together|jointly)\b[\s,:]+(?:(?:called|the|as|an?|referred|to|known|and)[\s,:]+){0,6}|\b(?:referred|known)\s+to\s+(?:herein\s+|hereinafter\s+)?as[\s,:]+(?:(?:the|an?)\s+)?|\beach[\s,]+an?\s+)$/i;
const CALLED_LENGTH = 60;
const WIDEST_CONNECTION = 40;
const CONNECTS = /^[\s,]*(?:or|and|and\/or|oder|und|ou|et|o|y)?[\s,]*$/;

/** Capitalised words at the front of a block, which may be a term without quotes. */
const NAMED =
  /(?:\*\*|__)?(\p{Lu}[\p{L}\p{N}'’&/-]*(?:\s+(?:of|and|the|or|for|to|in|[\p{Lu}\d][\p{L}\p{N}'’&/-]*)){0,6})/uy;
/** Behind such words: what says that they mean something. */
const NAMED_SAYS = new RegExp(String.raw`(?:\*\*|__)?(?:\s*[:,])?(?:\*\*|__)?\s*${SAYS}`, 'y');
/** `Term: text`, `"Term" - text` or `**Term** text` in a section of definitions. */
const ENTRY =
  /(?:(?:\*\*|__|["“„«])+([\p{Lu}\d][^"“”„»«*_\n]{0,79})(?:["”“»]|\*\*|__)+(?:\s*[:,–—-])?|(\p{Lu}[\p{L}\p{N}'’&/-]*(?:\s+[\p{L}\p{N}'’&/-]+){0,5})\s*(?::|\s[–—-]))\s+(?=\S)/uy;
const NO_TERM =
  /^(?:The|This|That|These|Those|Each|Any|No|Such|It|If|In|For|All|And|Or|Nothing|Neither|Either|Where|When|Which|You|We|He|She|They|There|What|By|To|Name|Title|Date|Note|Notice)$/;
const ARTICLE = /^(?:The|An?)\s+/;
const DEFINITIONS_HEADING =
  /^[^\p{L}]{0,16}(?:(?:section|article|clause)\s+[\divx.]+\W{0,4})?(?:certain\s+|defined\s+)?(?:definitions?|defined terms|interpretation|definitionen|begriffsbestimmungen|définitions|definiciones|definizioni)\b/iu;
/** UTF-16 units of a heading that are looked at. */
const LONGEST_HEADING = 60;
const MOST_TERM_WORDS = 10;

/** The terms of `text`, each with its best definition. Linear. */
export function findDefinitions(text: string, blocks: BlockTable, numberEnds: Uint32Array): readonly Definition[] {
  const found = new Map<string, FoundDefinition>();
  const { count, kinds, levels, starts, ends } = blocks;
  let isInDefinitions = false;
  for (let i = 0; i < count; i++) {
    const opensSection = kinds[i] === KIND.heading || (kinds[i] === KIND.clause && levels[i] === 1);
    if (opensSection) isInDefinitions = DEFINITIONS_HEADING.test(text.slice(starts[i], starts[i] + LONGEST_HEADING));
    if (!isLeaf(blocks, i) || !READ.has(kinds[i])) continue;
    const places = definedPlaces(text, numberEnds[i], ends[i], isInDefinitions && !opensSection);
    if (places.length > 0) addDefinitions(text, blocks, i, places, found);
  }
  return [...found.values()];
}

interface FoundDefinition extends Definition {
  readonly worth: number;
}

/** Keeps those of `places`, which are in leaf block `leaf`, that define their term better than what was found before. */
function addDefinitions(
  text: string,
  blocks: BlockTable,
  leaf: number,
  places: readonly DefinedPlace[],
  found: Map<string, FoundDefinition>,
): void {
  let sentences: number[] | undefined;
  const sentencesOf = (): readonly number[] => {
    if (sentences === undefined) {
      sentences = [];
      sentenceStarts(text, blocks.starts[leaf], blocks.ends[leaf], sentences);
    }
    return sentences;
  };
  for (const [p, place] of places.entries()) {
    const { name, form } = place;
    const worth = WORTH[form];
    if (worth <= (found.get(name)?.worth ?? 0)) continue;
    const span = definitionSpan(text, blocks, leaf, place, { before: places[p - 1], sentencesOf });
    found.set(name, { name, span, worth });
  }
}

/** The places of one block, behind its number, that define a term, in order. */
function definedPlaces(text: string, from: number, end: number, isInDefinitions: boolean): DefinedPlace[] {
  const places: DefinedPlace[] = [];
  const front = frontPlace(text, from, end, isInDefinitions);
  if (front !== undefined) places.push(front);
  const slice = text.slice(from, end);
  let waiting: { readonly name: string; readonly at: number }[] = [];
  let lastEnd = 0;
  QUOTED.lastIndex = 0;
  for (let found = QUOTED.exec(slice); found !== null; found = QUOTED.exec(slice)) {
    const at = found.index;
    const behind = QUOTED.lastIndex;
    if (waiting.length > 0 && !connects(slice, lastEnd, at)) waiting = [];
    lastEnd = behind;
    const name = termName(found[1] ?? found[2]);
    if (name === '') continue;
    const defined = quotedForm(slice, at, behind);
    if (defined === undefined) {
      waiting.push({ name, at });
      continue;
    }
    const row = defined.form !== 'brackets' ? [...waiting, { name, at }] : [{ name, at }];
    waiting = [];
    for (const term of row) {
      places.push({ name: term.name, form: defined.form, start: from + term.at, end: from + defined.end });
    }
  }
  return places;
}

/** Whether only a comma or a word such as `or` stands between two quoted terms. */
function connects(slice: string, from: number, to: number): boolean {
  return to - from <= WIDEST_CONNECTION && CONNECTS.test(slice.slice(from, to));
}

function quotedForm(slice: string, at: number, behind: number): Pick<DefinedPlace, 'form' | 'end'> | undefined {
  SAID.lastIndex = behind;
  if (SAID.test(slice)) return { form: saidForm(slice, SAID.lastIndex), end: SAID.lastIndex };
  BRACKET_END.lastIndex = behind;
  const before = slice.slice(Math.max(0, at - LEAD_LENGTH), at);
  if (before.includes('(') && LEAD.test(before) && BRACKET_END.test(slice)) {
    return { form: 'brackets', end: BRACKET_END.lastIndex };
  }
  return CALLED.test(before.slice(-CALLED_LENGTH)) ? { form: 'brackets', end: behind } : undefined;
}

function saidForm(text: string, end: number): DefinitionForm {
  POINTER.lastIndex = end;
  return POINTER.test(text) ? 'pointer' : 'said';
}

/** A definition at the front of a block whose term is not in quotes, or not said to mean anything. */
function frontPlace(text: string, from: number, end: number, isInDefinitions: boolean): DefinedPlace | undefined {
  let start = from;
  while (start < end && ' \t\n.:–—-'.includes(text[start])) start++;
  NAMED.lastIndex = start;
  const named = NAMED.exec(text);
  if (named !== null) {
    NAMED_SAYS.lastIndex = NAMED.lastIndex;
    const says = NAMED_SAYS.test(text) ? NAMED_SAYS.lastIndex : end + 1;
    if (says <= end) return front(named[1], saidForm(text, says), start, says);
  }
  if (!isInDefinitions) return undefined;
  ENTRY.lastIndex = start;
  const entry = ENTRY.exec(text);
  if (entry === null || ENTRY.lastIndex > end) return undefined;
  return front(entry[1] ?? entry[2], 'entry', start, ENTRY.lastIndex);
}

function front(written: string, form: DefinitionForm, start: number, end: number): DefinedPlace | undefined {
  const name = termName(written).replace(ARTICLE, '');
  return name === '' ? undefined : { name, form, start, end };
}

/** A term as it is used: one line, no final punctuation; '' when it cannot be one. */
function termName(written: string): string {
  const name = written
    .replace(/\s+/g, ' ')
    .replace(/[\s,.;:*_]+$/, '')
    .replace(/\((?:s|es)\)$/, '');
  if (NO_TERM.test(name) || name.length < 2 || name.split(' ').length > MOST_TERM_WORDS) return '';
  return /\p{L}/u.test(name) ? name : '';
}
