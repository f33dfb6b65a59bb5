/** Parsing conversations: transcripts, chat logs and tickets in plain text → turns; the text stays as it is. */
import { CHARS_PER_BLOCK } from '../../model/block.ts';
import type { Parsed } from '../parsed.ts';
import { scanPlainText } from '../plain-text.ts';
import type { LineShape } from './line-shapes.ts';
import { eachLine, lineShapeOf, trimmedEnd } from './line-starts.ts';
import { readMoment } from './moment.ts';
import { addBody } from './quotes.ts';
import { resolveStamps } from './stamp.ts';
import { addTurn, type ConversationBlocks, newConversation, type Turn, turnLevels } from './turns.ts';

/** The beginning of a turn with its place. */
interface Start {
  readonly speaker: string;
  readonly stamp: string | undefined;
  readonly isEvent: boolean;
  readonly at: number;
  /** Where the line ends. */
  readonly lineEnd: number;
  /** Whether a blank line is in front. */
  readonly opens: boolean;
}

/** Whether plain text is a transcript, a chat log or a list of comments; see `scanTranscript` for the ways of writing. */
export function isTranscript(text: string): boolean {
  return lineShapeOf(text) !== undefined;
}

/**
 * The turns of `text`; undefined when it is no conversation. Known are `Speaker: text`, `[00:12:03] Speaker: text`,
 * `Speaker (10:32): text`, lines of their own with speaker and time, IRC (`[10:32] <nick> text`, `* nick waves`), phone chats
 * (`12/03/2024, 10:32 - Name: text`) and comments (`--- Comment by X on date ---`). A turn goes on until the next one
 * begins. What stands in front of the first is plain text. Throws nothing.
 */
export function scanTranscript(text: string): Parsed | undefined {
  const shape = lineShapeOf(text);
  if (shape === undefined) return undefined;
  const starts = startsOf(text, shape);
  const first = starts[0]?.at ?? text.length;
  const into = newConversation(text.length / CHARS_PER_BLOCK);
  addPreamble(into, text.slice(0, first));
  const turns = turnsOf(text, starts, shape);
  const dated = turns.find(({ moment }) => moment !== undefined)?.moment?.iso.charAt(4) === '-';
  const [levels] = turnLevels([turns], shape.onClock || dated ? 'chat' : 'recording');
  for (const [i, turn] of turns.entries()) {
    const index = addTurn(into, turn, levels[i], -1);
    if (shape.name !== 'comment') continue;
    addBody(into, text, { start: turn.start, body: Math.min(starts[i].lineEnd + 1, turn.end), end: turn.end }, index);
  }
  return into;
}

function addPreamble(into: ConversationBlocks, text: string): void {
  const { blocks, labels } = scanPlainText(text);
  for (let i = 0; i < blocks.count; i++) {
    into.blocks.add(blocks.kinds[i], blocks.starts[i], blocks.ends[i], blocks.levels[i], blocks.parents[i]);
  }
  for (const [index, label] of labels ?? []) into.labels.set(index, label);
}

function startsOf(text: string, shape: LineShape): Start[] {
  const starts: Start[] = [];
  let day = '';
  let lines = 0;
  eachLine(text, (line) => {
    lines++;
    const start = shape.read(line.head);
    if (start === undefined) return true;
    if (start.isEvent) day = dayOfEvent(line.head) ?? day;
    const stamp = start.stamp !== undefined && day !== '' ? `${day} ${start.stamp}` : start.stamp;
    const { speaker, isEvent } = start;
    starts.push({ speaker, stamp, isEvent, at: line.at, lineEnd: line.end, opens: line.opens });
    return true;
  });
  return shape.name === 'named' && starts.length < TURN_A_LINE * lines ? believable(starts) : starts;
}

/** Share of lines that begin turns, from which on every line is taken for a turn of its own. */
const TURN_A_LINE = 0.9;

/** `--- Log opened Tue Mar 12 10:32:01 2024` and `--- Day changed ...` say which day the times behind them are of. */
function dayOfEvent(head: string): string | undefined {
  const found = /^--- (?:Log opened|Day changed) (.{8,40})$/.exec(head);
  return found === null ? undefined : readMoment(found[1])?.iso.slice(0, 10);
}

/**
 * Where turns run over several lines, one of these may look like a turn (`Two points: ...`). A name is believed when it
 * comes again, or when a blank line is in front of it.
 */
function believable(starts: readonly Start[]): Start[] {
  const counts = new Map<string, number>();
  for (const { speaker } of starts) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return starts.filter(({ opens, speaker }) => opens || (counts.get(speaker) ?? 0) > 1);
}

function turnsOf(text: string, starts: readonly Start[], shape: LineShape): Turn[] {
  const stamps = starts.map(({ stamp }) => stamp);
  const moments = resolveStamps(stamps, shape.onClock);
  return starts.map(({ at, speaker, stamp, isEvent }, i) => ({
    start: at,
    end: trimmedEnd(text, at, starts[i + 1]?.at ?? text.length),
    speaker,
    moment: moments[i] ?? (stamp === undefined ? undefined : readMoment(stamp)),
    until: undefined,
    goesOn: isEvent ? true : undefined,
  }));
}
