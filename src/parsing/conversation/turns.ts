/**
 * Parsing conversations: turns in order → `turn` blocks with their labels, times and levels.
 *
 * A pause is a gap that is long for this conversation: at least five times the median gap and two minutes in chats and
 * transcripts, at least four times the median gap and two seconds between the cues of subtitles. A recording has
 * only the beginning of each turn, so what it takes to say the turn is taken off the gap first.
 */
import { BlockWriter, KIND } from '../../model/block.ts';
import type { TimeSpan } from '../../model/document.ts';
import type { Moment } from './moment.ts';

export interface Turn {
  readonly start: number;
  readonly end: number;
  /** '' where nobody is named. */
  readonly speaker: string;
  readonly moment?: Moment | undefined;
  /** Where the source says when the turn ended. */
  readonly until?: Moment | undefined;
  /** It goes on with the turn before, whoever speaks: the rest of a sentence, a line about somebody joining. */
  readonly goesOn?: boolean | undefined;
}

export type Medium = 'chat' | 'recording' | 'subtitles';

/** Least pause in milliseconds, and how often it must be longer than the median gap. */
const PAUSES: Readonly<Record<Medium, { readonly leastMs: number; readonly factor: number }>> = {
  chat: { leastMs: 120_000, factor: 5 },
  recording: { leastMs: 120_000, factor: 5 },
  subtitles: { leastMs: 2_000, factor: 4 },
};

/** Speech is 150 words a minute or so: about 14 characters a second. */
const SPOKEN_MS_PER_CHARACTER = 1000 / 14;

const SAME_SPEAKER = 0;
const OTHER_SPEAKER = 1;
const AFTER_PAUSE = 2;

/** What is collected while a conversation is written. */
export interface ConversationBlocks {
  readonly blocks: BlockWriter;
  readonly labels: Map<number, string>;
  readonly times: Map<number, TimeSpan>;
}

/** An empty collection with room for about `expected` blocks. */
export function newConversation(expected: number): ConversationBlocks {
  return { blocks: new BlockWriter(expected), labels: new Map(), times: new Map() };
}

/** Adds one turn at `level` and returns its index. */
export function addTurn(into: ConversationBlocks, turn: Turn, level: number, parent: number): number {
  const index = into.blocks.add(KIND.turn, turn.start, turn.end, level, parent);
  const label = turnLabel(turn.speaker, turn.moment);
  if (label !== '') into.labels.set(index, label);
  if (turn.moment !== undefined) {
    into.times.set(index, { start: turn.moment.iso, end: (turn.until ?? turn.moment).iso });
  }
  return index;
}

/** `Anna (10:32)`, `Anna`, or `10:32`. */
export function turnLabel(speaker: string, moment: Moment | undefined): string {
  if (moment === undefined) return speaker;
  return speaker === '' ? moment.shown : `${speaker} (${moment.shown})`;
}

/**
 * The levels of the turns of each conversation or thread: 0 goes on, 1 another speaker, 2 after a pause. The first turn
 * of each is another speaker. What is a pause is judged over all of them together: most threads have a gap or two.
 */
export function turnLevels(threads: readonly (readonly Turn[])[], medium: Medium): Uint8Array[] {
  const gaps = threads.map((turns) => gapsBefore(turns, medium));
  const least = leastPause(gaps, medium);
  return threads.map((turns, i) => levelsOf(turns, gaps[i], least));
}

function levelsOf(turns: readonly Turn[], gaps: Float64Array, least: number): Uint8Array {
  const levels = new Uint8Array(turns.length);
  let speaker: string | undefined;
  for (const [i, turn] of turns.entries()) {
    const goesOn = i > 0 && (turn.goesOn ?? turn.speaker === speaker);
    levels[i] = goesOn ? SAME_SPEAKER : OTHER_SPEAKER;
    if (i > 0 && gaps[i] >= least) levels[i] = AFTER_PAUSE;
    if (turn.goesOn !== true) speaker = turn.speaker;
  }
  return levels;
}

/** Milliseconds of silence before each turn; 0 where a time is missing or runs backwards. */
function gapsBefore(turns: readonly Turn[], medium: Medium): Float64Array {
  const gaps = new Float64Array(turns.length);
  let before: Turn | undefined;
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i];
    if (turn.moment === undefined) continue;
    if (before?.moment !== undefined) gaps[i] = Math.max(0, turn.moment.ms - endMs(before, before.moment, medium));
    before = turn;
  }
  return gaps;
}

function endMs(turn: Turn, moment: Moment, medium: Medium): number {
  if (turn.until !== undefined) return turn.until.ms;
  return medium === 'recording' ? moment.ms + (turn.end - turn.start) * SPOKEN_MS_PER_CHARACTER : moment.ms;
}

/** The median is taken over gaps that are not 0: stamps of whole minutes make most of them 0. */
function leastPause(gaps: readonly Float64Array[], medium: Medium): number {
  const { leastMs, factor } = PAUSES[medium];
  const positive: number[] = [];
  for (const each of gaps) for (const gap of each) if (gap > 0) positive.push(gap);
  const sorted = Float64Array.from(positive).sort();
  const median = sorted.length === 0 ? 0 : sorted[(sorted.length - 1) >> 1];
  return Math.max(leastMs, median * factor);
}
