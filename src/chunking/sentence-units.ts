/** Sentence units: the text of one passage as its sentences, headings and whole tables or code blocks, in order. */
import { BLOCK_KINDS, type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { countBelow } from '../text/rising.ts';
import type { SentenceRules } from '../text/sentence-rules.ts';
import type { Layout } from './layout.ts';
import { trimmedEnd } from './marks.ts';
import { protectionOf, sentencesIn, uncut } from './prose.ts';
import { opensSection } from './sections.ts';
import { SIGNAL } from './signals.ts';
import { isProse } from './structure-marks.ts';

/** A stretch that no sentence chunk divides. */
export interface SentenceUnit {
  readonly start: number;
  /** End of its text, white space trimmed. */
  readonly end: number;
  /** Block that it begins or lies in, -1 for none. */
  readonly block: number;
  /** Whether it begins inside its block, not with it. */
  readonly inner: boolean;
  /** What parts it from the unit in front, as a code of `SIGNAL`. */
  readonly signal: number;
  /** A heading or a thematic break: no sentence by itself, and belongs to what follows. */
  readonly leads: boolean;
}

type UnitStart = Omit<SentenceUnit, 'end'>;

/** Kinds that begin no unit: what holds them is one. */
const IS_PART = new Uint8Array(BLOCK_KINDS.length);
for (const kind of ['tableRow', 'declaration', 'statement', 'entry'] as const) IS_PART[KIND[kind]] = 1;

/** A turn that comes after a pause. */
const AFTER_PAUSE = 2;

/** The units of `span`, which together hold all of its text that is not blank. Linear in the span and its blocks. */
export function sentenceUnits(
  document: Document,
  layout: Layout,
  span: Span,
  rules: SentenceRules,
): readonly SentenceUnit[] {
  const { blocks } = document;
  const { starts, kinds, count } = blocks;
  const next = countBelow(starts, count, span.start);
  const around = innermostAround(blocks, next - 1, span.start);
  const found = [opening(document, layout, span, next, around)];
  if (around >= 0) addSentences(found, document, layout, around, span, rules);
  for (let block = next; block < count && starts[block] < span.end; ) {
    if (IS_PART[kinds[block]] === 1) {
      block++;
      continue;
    }
    addStart(found, {
      start: layout.lines[block],
      block,
      inner: false,
      signal: signalOf(blocks, block),
      leads: leads(kinds[block]),
    });
    addSentences(found, document, layout, block, span, rules);
    block = isProse(kinds[block]) ? block + 1 : layout.followers[block];
  }
  return withEnds(document.text, found, span.end);
}

/** The innermost block that holds `offset` and begins in front of it; `last` is the last one that begins there. */
function innermostAround({ ends, parents }: BlockTable, last: number, offset: number): number {
  let at = last;
  while (at >= 0 && ends[at] <= offset) at = parents[at];
  return at;
}

/** Where the passage begins: with block `next`, or inside the block around. */
function opening(
  { blocks }: Document,
  { lines }: Layout,
  { start, end }: Span,
  next: number,
  around: number,
): UnitStart {
  const begins = next < blocks.count && lines[next] <= start && blocks.starts[next] < end;
  const block = begins ? next : around;
  return { start, block, inner: !begins, signal: SIGNAL.block, leads: begins && leads(blocks.kinds[next]) };
}

function leads(kind: number): boolean {
  return kind === KIND.heading || kind === KIND.thematicBreak;
}

function signalOf({ kinds, parents, levels }: BlockTable, block: number): number {
  const kind = kinds[block];
  if (opensSection(kind) && parents[block] < 0) return SIGNAL.section;
  if (kind === KIND.listItem) return SIGNAL.item;
  if (kind === KIND.turn) return levels[block] === AFTER_PAUSE ? SIGNAL.pause : SIGNAL.turn;
  return kind === KIND.thematicBreak ? SIGNAL.thematicBreak : SIGNAL.block;
}

/** Blocks that begin together, a list and its first item, are one start: that of the outermost. */
function addStart(found: UnitStart[], unit: UnitStart): void {
  if (unit.start > found[found.length - 1].start) found.push(unit);
}

/** Adds the sentences of what a block of prose says itself, in front of its first child. */
function addSentences(
  found: UnitStart[],
  document: Document,
  { lines }: Layout,
  block: number,
  span: Span,
  rules: SentenceRules,
): void {
  const { kinds, starts, ends, parents, count } = document.blocks;
  if (!isProse(kinds[block])) return;
  const hasChild = block + 1 < count && parents[block + 1] === block;
  const from = Math.max(starts[block], span.start);
  const to = Math.min(hasChild ? lines[block + 1] : ends[block], span.end);
  if (from >= to) return;
  const places: number[] = [];
  sentencesIn(document, from, to, places, rules);
  const blocked = places.length > 0 ? protectionOf(document, from, to) : uncut;
  for (const start of places) {
    // Inside a link, inline code or a tag.
    if (blocked(start)) continue;
    addStart(found, { start, block, inner: true, signal: SIGNAL.sentence, leads: false });
  }
}

function withEnds(text: string, found: readonly UnitStart[], end: number): readonly SentenceUnit[] {
  const units: SentenceUnit[] = [];
  for (const [i, unit] of found.entries()) {
    const textEnd = trimmedEnd(text, unit.start, found[i + 1]?.start ?? end);
    if (textEnd > unit.start) units.push({ ...unit, end: textEnd });
  }
  return units;
}
