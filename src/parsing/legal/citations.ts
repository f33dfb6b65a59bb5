/** Parsing: finds the places of a legal text that cite its clauses: `Sections 2.3 and 4(b)`, `Article V`, `paragraph (a)`. */
import type { Span } from '../../model/span.ts';
import type { ReferenceWriter } from '../references.ts';
import type { ClauseIndex } from './clause-index.ts';
import { KEYWORDS } from './clause-number.ts';
import { isContentsEntry } from './clause-title.ts';

const CITING_WORD = String.raw`\b(?:sub-?)?(sections?|clauses?|articles?|paragraphs?|schedules?|exhibits?|annex(?:es)?|annexures?|appendix|appendices|attachments?|parts?|chapters?|artikeln?|ziffern?|anlagen?|anhang|abschnitte?n?|cláusulas?|artículos?|anexos?|articol[oi]|allegat[oi])\s+(?=[\d(A-Z])`;
/** The search is faster without the sign, which few contracts have. */
const CITES_BY_WORD = new RegExp(CITING_WORD, 'gi');
const CITES = new RegExp(String.raw`${CITING_WORD}|§§?\s{0,2}(?=\d)`, 'gi');
const NUMERAL =
  /(?:(\d{1,4}(?:\.\d{1,3}){0,4}|[IVXLC]{1,7}|[A-Z](?:-?\d{1,2})?)(?![\p{L}\p{N}]))?((?:\s?\((?:[a-z]{1,5}|[A-Z]{1,3}|\d{1,3})\)){0,5})/uy;
const BETWEEN = /\s*(?:,\s*(?:(?:and|or)\s+)?|(?:and|or|to|through|und|oder|bis|et|ou|y|o|e)\s+|[&–-]\s*)(?=[\d(A-Z])/y;
const MOST_IN_ROW = 20;
/** Behind a citation, what it is part of. */
const OF =
  /\s+(?:of|to|zu|der|des|de|du|della?)\s+(?:(?:the|that|such|an?|la|le|l’|l')\s*)?([\p{Lu}][\p{L}\p{N}.]*)(?:\s+([IVXLC]{1,7}|\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z]))?(?![\p{L}\p{N}])/uy;
const OWN =
  /^(?:Agreement|Contract|Terms|Deed|Lease|Addendum|Order|Licen[cs]e|Policy|Section|Article|Clause|Part|Chapter)$/;
/** A statute in front of the citation: `18 U.S.C. § 5`, or behind it: `§ 5 BGB`. */
const STATUTE_BEFORE = /(?:\.|Code|Act|Regulation|Directive|RFC)[ ,]*$/;
const STATUTE_BEHIND = /\s*(?:Abs\.\s*\d+\s*)?(?:S\.\s*\d+\s*)?[A-Z][A-Za-z]*[A-Z]\b/y;
/** The codes of the United States, in front of `Section 5` and `§ 5` alike. */
const CODE_BEFORE = /\b(?:U\.?S\.?C|C\.?F\.?R)\.?[ ,]*$/;
const BEFORE_LENGTH = 12;

/** One place that cites a clause. */
interface Citation {
  readonly place: number;
  readonly style: string;
  readonly numeral: string | undefined;
  /** Its letters in brackets, outermost first: `(b)`, `(ii)`. */
  readonly inner: readonly string[];
  /** Offset after it, in the block. */
  readonly end: number;
}

/** Adds the citations of a document to a reference table, each clause that is cited once as a target. */
export class CitationFinder {
  private readonly targets = new Map<string, number>();
  private readonly text: string;
  private readonly index: ClauseIndex;
  private readonly writer: ReferenceWriter;
  private readonly cites: RegExp;

  constructor(text: string, index: ClauseIndex, writer: ReferenceWriter) {
    this.text = text;
    this.index = index;
    this.writer = writer;
    this.cites = text.includes('§') ? CITES : CITES_BY_WORD;
  }

  /** Adds the uses in block `block` with span `[start, end)`. */
  readBlock(block: number, start: number, end: number): void {
    if (isContentsEntry(this.text, start, end)) return;
    const slice = this.text.slice(start, end);
    const { cites } = this;
    cites.lastIndex = 0;
    for (let found = cites.exec(slice); found !== null; found = cites.exec(slice)) {
      const place = start + found.index;
      if (place < this.index.numberEnds[block]) continue;
      const style = styleOf(found[1]);
      if (style === undefined) continue;
      const row = readNumerals(slice, found, style, start);
      if (row.length === 0) continue;
      const behind = row[row.length - 1].end;
      cites.lastIndex = behind;
      if (isForeign(slice, found.index, behind, found[1] === undefined)) continue;
      const scope = scopeOf(slice, behind);
      const context = scope?.clause ?? this.index.keys[block];
      for (const citation of row) this.add(citation, context, scope?.schedule);
    }
  }

  private add(citation: Citation, context: string, scope: string | undefined): void {
    const { clauses } = this.index;
    const key = keysOf(citation, context, scope).find((candidate) => clauses.has(candidate));
    const name = key ?? nameOf(citation);
    let target = this.targets.get(name);
    if (target === undefined) {
      const span: Span | null = key === undefined ? null : (clauses.get(key) ?? null);
      target = this.writer.addTarget('clause', name, span);
      this.targets.set(name, target);
    }
    this.writer.addUse(citation.place, target);
  }
}

/** The English word of a keyword in any number; § without one. */
function styleOf(word: string | undefined): string | undefined {
  if (word === undefined) return 'Section';
  const lower = word.toLowerCase();
  if (lower === 'appendices') return 'Appendix';
  for (const cut of [0, 1, 2]) {
    const keyword = KEYWORDS.get(lower.slice(0, lower.length - cut));
    if (keyword !== undefined) return keyword.style;
  }
  return KEYWORDS.get(lower.replace(/i$/, 'o'))?.style;
}

/**
 * The numerals behind a keyword: one, or behind a plural a row such as `2.1, 2.3(a) and 5`; letters in brackets go on
 * with the clause before them. The place of the first is that of the keyword.
 */
function readNumerals(slice: string, keyword: RegExpExecArray, style: string, base: number): readonly Citation[] {
  const isPlural = /(?:s|§§|ices|eln|n)\s*$/i.test(keyword[0]);
  const citations: Citation[] = [];
  let last: Citation | undefined;
  let from = keyword.index + keyword[0].length;
  while (citations.length < MOST_IN_ROW) {
    NUMERAL.lastIndex = from;
    const [written, numeral, letters] = NUMERAL.exec(slice) ?? NOTHING;
    if (written === '' || (last !== undefined && numeral !== undefined && !(isPlural && isAlike(numeral, last)))) break;
    const place = base + (last === undefined ? keyword.index : from);
    last = { place, style, ...withLetters(numeral, lettersOf(letters), last), end: NUMERAL.lastIndex };
    citations.push(last);
    BETWEEN.lastIndex = last.end;
    if (!BETWEEN.test(slice)) break;
    from = BETWEEN.lastIndex;
  }
  return citations;
}

const NOTHING: readonly [string, string | undefined, string] = ['', undefined, ''];

/** `(b)(ii)` as its parts. */
function lettersOf(letters: string): readonly string[] {
  return letters === '' ? [] : letters.replace(/\s/g, '').replaceAll(')(', ')\n(').split('\n');
}

/** Letters without a number stand beside the last ones of the citation before them. */
function withLetters(
  numeral: string | undefined,
  letters: readonly string[],
  last: Citation | undefined,
): Pick<Citation, 'numeral' | 'inner'> {
  if (numeral !== undefined || last === undefined) return { numeral, inner: letters };
  return { numeral: last.numeral, inner: [...last.inner.slice(0, -1), ...letters] };
}

/** A row is of numbers or of letters. */
function isAlike(numeral: string, { numeral: last = '' }: Citation): boolean {
  return numeral.charCodeAt(0) <= 57 === last.charCodeAt(0) <= 57;
}

/** Whether the citation names a clause of another text, such as a statute. */
function isForeign(slice: string, at: number, end: number, isSectionSign: boolean): boolean {
  const before = slice.slice(Math.max(0, at - BEFORE_LENGTH), at);
  if (CODE_BEFORE.test(before)) return true;
  STATUTE_BEHIND.lastIndex = end;
  if (isSectionSign && (STATUTE_BEFORE.test(before) || STATUTE_BEHIND.test(slice))) return true;
  const word = wordBehind(slice, end);
  return word !== undefined && !OWN.test(word[1]) && KEYWORDS.get(word[1].toLowerCase()) === undefined;
}

/** What the citation says its clause is in: a schedule with numbers of its own, or another clause. */
function scopeOf(slice: string, end: number): { readonly schedule?: string; readonly clause?: string } | undefined {
  const word = wordBehind(slice, end);
  const keyword = word?.[2] === undefined ? undefined : KEYWORDS.get(word[1].toLowerCase());
  if (keyword === undefined || word === undefined) return undefined;
  if (keyword.rank === 0) return { schedule: `${keyword.style} ${word[2]}` };
  return { clause: keyword.style === 'Article' ? `Article ${word[2]}` : word[2] };
}

function wordBehind(slice: string, end: number): RegExpExecArray | undefined {
  OF.lastIndex = end;
  return OF.exec(slice) ?? undefined;
}

/** The keys that the citation may mean, best first: inner letters may be part of the paragraph that they are cited from. */
function keysOf({ style, numeral, inner }: Citation, context: string, scope: string | undefined): string[] {
  if (numeral === undefined) return keysAround(context, inner.join(''));
  const bases = basesOf(style, numeral, context, scope);
  const keys: string[] = [];
  for (let depth = inner.length; depth >= 0; depth--) {
    for (const base of bases) keys.push(base + inner.slice(0, depth).join(''));
  }
  return keys;
}

function basesOf(style: string, numeral: string, context: string, scope: string | undefined): string[] {
  const number = numeral.replace(/(?:\.0+)+$/, '');
  if (style !== 'Section' && style !== 'Clause' && style !== 'Paragraph') {
    return style === 'Article' ? [`${style} ${numeral}`, number] : [`${style} ${numeral}`];
  }
  if (scope !== undefined) return [`${scope}/${number}`];
  const slash = context.indexOf('/');
  const inScope = slash < 0 ? [] : [context.slice(0, slash + 1) + number];
  return [...inScope, number, `Article ${numeral}`];
}

/** `(a)` alone is looked for in the clause that cites it, then in those around it. */
function keysAround(context: string, inner: string): string[] {
  const keys: string[] = [];
  let key = context;
  while (key !== '') {
    keys.push(key + inner);
    const outer = Math.max(key.lastIndexOf('('), key.lastIndexOf('.'));
    key = key.slice(0, Math.max(0, outer));
  }
  return keys;
}

function nameOf({ style, numeral, inner }: Citation): string {
  return `${style} ${numeral ?? ''}${inner.join('')}`;
}
