/**
 * Parsing: finds the lines of plain text that surely are headings. A form counts only when the document uses it
 * several times: a false heading costs more than a missed one.
 */
import { type BlockWriter, KIND } from '../model/block.ts';
import { datedLines } from './dated-lines.ts';
import { collapse, type HeadingCandidate, type HeadingForm, headingCandidate, isTitleCase } from './heading-forms.ts';
import { GAP_NONE, type LineTable } from './lines.ts';

/** Lines `[line, endLine)` are a heading. */
export interface PlainHeading {
  readonly line: number;
  readonly endLine: number;
  readonly level: number;
  readonly title: string;
}

const FEWEST: Readonly<Record<HeadingForm, number>> = {
  wiki: 2,
  underline: 2,
  chapter: 2,
  numbered: 3,
  capitals: 3,
  outdented: 1,
  dated: 2,
};
/** As many of one form with nothing between them are a list or a table of contents. */
const LIST_LENGTH = 3;
/** A line of capitals that comes so often is a page header or a speaker. */
const FURNITURE = 3;
/** Capitals are headings when at most this share of what stands between blank lines is one. */
const MOST_CAPITALS = 1 / 2;
/** Share of lines at the margin below which the margin belongs to headings. */
const MARGIN_SHARE = 1 / 3;
const DEEPEST = 6;

/** The headings of a document in order; [] where none is sure. Linear. */
export function findHeadings(text: string, lines: LineTable): readonly PlainHeading[] {
  const outdents = isMarginForHeadings(lines);
  const candidates = collect(text, lines, outdents);
  if (candidates.length < 2) return [];
  const kept = withoutRareForms(withoutLists(plausible(candidates, lines)));
  const levels = new Levels(kept);
  return kept.map((candidate) => {
    const { line, endLine, title } = candidate;
    return { line, endLine, title, level: Math.min(levels.of(candidate), DEEPEST) };
  });
}

/** Adds a heading block for `heading`, and its label. */
export function writeHeading(
  lines: LineTable,
  heading: PlainHeading,
  blocks: BlockWriter,
  labels: Map<number, string>,
): void {
  const start = lines.starts[heading.line];
  labels.set(blocks.add(KIND.heading, start, lines.ends[heading.endLine - 1], heading.level, -1), heading.title);
}

function collect(text: string, lines: LineTable, outdents: boolean): HeadingCandidate[] {
  const candidates: HeadingCandidate[] = [];
  const dated = datedLines(text, lines);
  for (let line = 0; line < lines.count; ) {
    const found = headingCandidate(text, lines, line, outdents);
    const candidate = dated.has(line) && isWeak(found) ? datedHeading(text, lines, line) : found;
    if (candidate !== undefined) candidates.push(candidate);
    line = candidate?.endLine ?? line + 1;
  }
  return candidates;
}

/** Whether a line that opens an entry has no surer form. */
function isWeak(found: HeadingCandidate | undefined): boolean {
  return found === undefined || found.form === 'capitals' || found.form === 'outdented';
}

function datedHeading(text: string, { starts, ends }: LineTable, line: number): HeadingCandidate {
  return { line, endLine: line + 1, form: 'dated', rank: 1, title: collapse(text.slice(starts[line], ends[line])) };
}

/** Drops what the document as a whole speaks against, form by form. */
function plausible(candidates: readonly HeadingCandidate[], lines: LineTable): HeadingCandidate[] {
  const numbered = new Set(risingNumbers(candidates, lines));
  const capitals = new Set(rareCapitals(candidates, lines));
  return candidates.filter((candidate) => {
    if (candidate.form === 'numbered') return numbered.has(candidate);
    if (candidate.form === 'capitals') return capitals.has(candidate);
    return candidate.form !== 'outdented' || numbered.size >= FEWEST.numbered;
  });
}

/** Numbered headings stand at one margin, and their numbers rise; without deeper numbers they need titles in capitals. */
function risingNumbers(candidates: readonly HeadingCandidate[], lines: LineTable): HeadingCandidate[] {
  const numbered = withoutStrayNumbers(candidates.filter(({ form }) => form === 'numbered'));
  const margin = numbered.reduce((least, { line }) => Math.min(least, lines.indents[line]), Number.POSITIVE_INFINITY);
  const deep = numbered.some(({ rank }) => rank > 1);
  const rising: HeadingCandidate[] = [];
  let last: readonly number[] = [];
  for (const candidate of numbered) {
    const number = candidate.number ?? [];
    if (lines.indents[candidate.line] !== margin || !follows(last, number)) continue;
    if (!deep && !isTitleCase(candidate.title)) continue;
    rising.push(candidate);
    last = number;
  }
  return rising;
}

/**
 * Drops bare numbers, such as `2 Rules`, where none has a first part `2.1` behind it, and those that the numbers behind
 * them contradict: a day or a quantity.
 */
function withoutStrayNumbers(numbered: readonly HeadingCandidate[]): readonly HeadingCandidate[] {
  if (!numbered.some(({ isBare }) => isBare)) return numbered;
  const kept: HeadingCandidate[] = [];
  let next = Number.POSITIVE_INFINITY;
  let hasParts = false;
  for (const candidate of numbered.toReversed()) {
    const first = candidate.number?.[0] ?? 0;
    if (candidate.isBare && first > next) continue;
    if (candidate.isBare && first === next) hasParts = true;
    if (candidate.rank > 1) next = first;
    kept.push(candidate);
  }
  return hasParts ? kept.reverse() : numbered.filter(({ isBare }) => !isBare);
}

/** Whether `number` may come after `last`: the first deeper one, or one to three on at some depth. */
function follows(last: readonly number[], number: readonly number[]): boolean {
  let depth = 0;
  while (depth < last.length && depth < number.length && last[depth] === number[depth]) depth++;
  if (depth === number.length) return false;
  const step = number[depth] - (depth < last.length ? last[depth] : 0);
  return step > 0 && (step <= 3 || number[depth] >= 1000) && number.slice(depth + 1).every((part) => part <= 1);
}

function rareCapitals(candidates: readonly HeadingCandidate[], lines: LineTable): HeadingCandidate[] {
  const capitals = candidates.filter(({ form }) => form === 'capitals');
  const times = new Map<string, number>();
  for (const { title } of capitals) times.set(title, (times.get(title) ?? 0) + 1);
  const rare = capitals.filter(({ title }) => (times.get(title) ?? 0) < FURNITURE);
  let runs = 0;
  for (let line = 0; line < lines.count; line++) if (lines.gaps[line] !== GAP_NONE) runs++;
  // Right over its text a heading is two of them.
  for (const { endLine } of rare) if (endLine < lines.count && lines.gaps[endLine] === GAP_NONE) runs++;
  return rare.length <= runs * MOST_CAPITALS ? rare : [];
}

function isMarginForHeadings(lines: LineTable): boolean {
  let atMargin = 0;
  for (let line = 0; line < lines.count; line++) if (lines.indents[line] === 0) atMargin++;
  return atMargin < lines.count * MARGIN_SHARE;
}

/** Drops runs of three or more that follow each other at once without going deeper. */
function withoutLists(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const kept: HeadingCandidate[] = [];
  for (let from = 0; from < candidates.length; ) {
    let to = from + 1;
    while (to < candidates.length && continuesList(candidates[to - 1], candidates[to])) to++;
    if (to - from < LIST_LENGTH) for (let i = from; i < to; i++) kept.push(candidates[i]);
    from = to;
  }
  return kept;
}

function continuesList(before: HeadingCandidate, after: HeadingCandidate): boolean {
  if (before.form !== after.form || before.endLine !== after.line) return false;
  return before.form !== 'wiki' && before.form !== 'underline' && after.rank <= before.rank;
}

function withoutRareForms(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const counts = new Map<HeadingForm, number>();
  for (const { form } of candidates) counts.set(form, (counts.get(form) ?? 0) + 1);
  return candidates.filter(({ form }) => (counts.get(form) ?? 0) >= FEWEST[form]);
}

/** Levels: chapters above everything, rules in the order in which they first come, numbers and wiki marks by depth. */
class Levels {
  private readonly chapters: readonly number[];
  private readonly rules: readonly number[];

  constructor(candidates: readonly HeadingCandidate[]) {
    const ranksOf = (form: HeadingForm) => [
      ...new Set(candidates.filter((candidate) => candidate.form === form).map(({ rank }) => rank)),
    ];
    this.chapters = ranksOf('chapter').sort((a, b) => a - b);
    this.rules = ranksOf('underline');
  }

  of({ form, rank }: HeadingCandidate): number {
    if (form === 'chapter') return this.chapters.indexOf(rank) + 1;
    const depth = form === 'underline' ? this.rules.indexOf(rank) + 1 : rank;
    return this.chapters.length + depth;
  }
}
