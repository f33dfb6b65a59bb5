/** Parsing conversations: parts of a derived text → `thread`, `turn`, `paragraph` and `blockquote` blocks. */
import { type BlockTable, CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import type { TimeSpan } from '../../model/document.ts';
import type { Span } from '../../model/span.ts';
import { addBody } from './quotes.ts';
import { addTurn, type ConversationBlocks, type Medium, newConversation, type Turn, turnLevels } from './turns.ts';

/** A turn of a derived text; its own words begin at `body`, behind the speaker or the headers. */
export interface WrittenTurn extends Turn {
  readonly body: number;
}

/** One conversation or one thread of it. */
export interface WrittenPart {
  readonly title: string;
  /** The title where it stands in the text, in front of the turns. */
  readonly titleSpan: Span | undefined;
  readonly turns: readonly WrittenTurn[];
}

export interface WrittenBlocks {
  readonly blocks: BlockTable;
  readonly labels: ReadonlyMap<number, string>;
  readonly times: ReadonlyMap<number, TimeSpan>;
}

/** The blocks of `parts`: one part has its turns at the top level, of several each has a `thread` block around it. */
export function writeParts(text: string, parts: readonly WrittenPart[]): WrittenBlocks {
  const into = newConversation(text.length / CHARS_PER_BLOCK);
  const filled = parts.filter(({ titleSpan, turns }) => titleSpan !== undefined || turns.length > 0);
  const threads = filled.map(({ turns }) => turns);
  const levels = turnLevels(threads, mediumOf(threads.flat()));
  for (const [i, part] of filled.entries())
    writePart(into, text, part, { levels: levels[i], threaded: filled.length > 1 });
  return into;
}

interface Placing {
  readonly levels: Uint8Array;
  /** Whether a `thread` block is around the part. */
  readonly threaded: boolean;
}

function writePart(into: ConversationBlocks, text: string, part: WrittenPart, { levels, threaded }: Placing): void {
  const { title, titleSpan, turns } = part;
  let parent = -1;
  if (threaded) {
    const start = titleSpan?.start ?? turns[0].start;
    const end = turns.at(-1)?.end ?? (titleSpan as Span).end;
    parent = into.blocks.add(KIND.thread, start, end, 1, -1);
    into.labels.set(parent, title === '' ? THREAD_WITHOUT_TITLE : title);
  }
  if (titleSpan !== undefined) into.blocks.add(KIND.paragraph, titleSpan.start, titleSpan.end, 0, parent);
  for (const [i, turn] of turns.entries()) {
    const index = addTurn(into, turn, levels[i], parent);
    addBody(into, text, turn, index);
  }
}

/** Only messages of nothing but white space are without any words to name a thread by. */
const THREAD_WITHOUT_TITLE = 'Conversation';

/** Times without a date count from the beginning of a recording. */
function mediumOf(turns: readonly Turn[]): Medium {
  const timed = turns.find(({ moment }) => moment !== undefined);
  return timed?.moment !== undefined && timed.moment.iso.charAt(4) !== '-' ? 'recording' : 'chat';
}

/** A title made of first words is no longer, in UTF-16 units. */
const LONGEST_TITLE = 60;

/** The first words of a message, to name a thread that has no title. */
export function firstWords(message: string): string {
  const line = message
    .slice(0, 4 * LONGEST_TITLE)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= LONGEST_TITLE) return line;
  const space = line.lastIndexOf(' ', LONGEST_TITLE);
  const cut = line.slice(0, space > LONGEST_TITLE / 2 ? space : LONGEST_TITLE);
  // Half a surrogate pair at the end would not be a character.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}...`;
}
