/** Parsing conversations: entries of an export → the main conversation and its threads, each in the order of time. */
import type { ChatConversation, Entry } from './chat-entries.ts';
import { type ChatSource, valueText } from './chat-message.ts';
import { threadRoots } from './threads.ts';
import { firstWords } from './write-parts.ts';

export interface ChatPart {
  readonly conversation: ChatConversation;
  /** The title of its first message where that has one, else ''. */
  readonly ownTitle: string;
  /** What its thread is called; never '' unless the messages have no words. */
  readonly title: string;
  /** String value to write in front, -1 for none. */
  readonly titleNode: number;
  readonly entries: readonly Entry[];
}

/** Never empty for entries that are not. */
export function chatParts(source: ChatSource, entries: readonly Entry[]): ChatPart[] {
  const roots = threadRoots(entries);
  const sizes = new Int32Array(entries.length);
  for (const root of roots) sizes[root]++;
  const conversations = new Map<ChatConversation, { main: Entry[]; threads: Map<number, Entry[]> }>();
  for (const [i, entry] of entries.entries()) {
    const root = roots[i];
    // A thread is where its first message is.
    const { conversation } = entries[root];
    let held = conversations.get(conversation);
    if (held === undefined) conversations.set(conversation, (held = { main: [], threads: new Map() }));
    const isThread = sizes[root] > 1 || entry.replies.length > 0 || entry.title !== '';
    if (!isThread) held.main.push(entry);
    else if (held.threads.has(root)) held.threads.get(root)?.push(entry);
    else held.threads.set(root, [entry]);
  }
  const parts: ChatPart[] = [];
  for (const [conversation, { main, threads }] of conversations) {
    for (const part of partsOf(source, conversation, main, [...threads.values()])) parts.push(part);
  }
  return parts;
}

function partsOf(source: ChatSource, conversation: ChatConversation, main: Entry[], threads: Entry[][]): ChatPart[] {
  const parts: ChatPart[] = [];
  const { title, titleNode } = conversation;
  if (main.length > 0) {
    const entries = byTime(main);
    parts.push({ conversation, ownTitle: '', title: title || firstWordsOf(source, entries[0]), titleNode, entries });
  }
  const sorted = threads.map(byTime);
  if (sorted.every(([first]) => first.moment !== undefined)) sorted.sort((a, b) => startOf(a) - startOf(b));
  for (const entries of sorted) {
    const ownTitle = entries[0].title;
    const isWhole = main.length === 0 && sorted.length === 1;
    const threadTitle = ownTitle || (isWhole ? title : '') || firstWordsOf(source, entries[0]);
    const firstOne = parts.length === 0;
    parts.push({ conversation, ownTitle, title: threadTitle, titleNode: firstOne ? titleNode : -1, entries });
  }
  return parts;
}

/** In the order of time where every entry has one, else as they stand. Equal times keep their order. */
function byTime(entries: Entry[]): Entry[] {
  if (!entries.every(({ moment }) => moment !== undefined)) return entries;
  return [...entries].sort((a, b) => msOf(a) - msOf(b));
}

function startOf(entries: readonly Entry[]): number {
  return msOf(entries[0]);
}

function msOf({ moment }: Entry): number {
  return moment?.ms ?? 0;
}

function firstWordsOf(source: ChatSource, entry: Entry): string {
  return firstWords(valueText(source, entry.texts[0]));
}
