/** Parsing conversations: messages of a JSON export → entries that know their speaker, time, conversation and what they answer. */

import type { MessageArray } from './chat-export.ts';
import { holdsMessages } from './chat-fields.ts';
import { type ChatMessage, type ChatSource, membersByRole, nameOf, textsOf, valueText } from './chat-message.ts';
import { ARRAY, OBJECT, STRING } from './json-nodes.ts';
import { type Moment, readMoment } from './moment.ts';
import type { Threaded } from './threads.ts';

/** What one conversation is called. */
export interface ChatConversation {
  readonly title: string;
  /** The string value that is the title, -1 when it is no string of its own that should be read. */
  readonly titleNode: number;
}

export interface Entry extends Threaded {
  /** The object the message is. */
  readonly node: number;
  readonly texts: readonly number[];
  readonly inline: boolean;
  readonly speaker: string;
  readonly moment: Moment | undefined;
  readonly until: Moment | undefined;
  readonly conversation: ChatConversation;
  /** The title of the message itself: a ticket with comments. */
  readonly title: string;
}

/** The entries of all arrays, conversation by conversation in the order of the source. */
export function chatEntries(source: ChatSource, arrays: readonly MessageArray[]): Entry[] {
  return new EntryReader(source, arrays).read();
}

class EntryReader {
  private readonly source: ChatSource;
  private readonly arrays: readonly MessageArray[];
  private readonly names: ReadonlyMap<string, string>;
  private readonly entries: Entry[] = [];
  /** By object, the entry it became. */
  private readonly entryOf = new Map<number, number>();
  private readonly conversations = new Map<string, ChatConversation>();
  /** By container; one with thousands of channels is asked for each of them. */
  private readonly members = new Map<number, ChatMessage['members']>();
  /** By container, how many arrays of messages it holds under names of their own, as channels. */
  private readonly channels = new Map<number, number>();

  constructor(source: ChatSource, arrays: readonly MessageArray[]) {
    this.source = source;
    this.arrays = arrays;
    this.names = namesById(source, arrays);
  }

  read(): Entry[] {
    const { arrays, source } = this;
    const containers = arrays.map(({ node }) => this.containerOf(node));
    for (const [i, container] of containers.entries()) {
      if (holdsMessages(source.keys[arrays[i].node] ?? '')) continue;
      this.channels.set(container, (this.channels.get(container) ?? 0) + 1);
    }
    for (const [i, array] of arrays.entries()) this.readArray(array, containers[i]);
    return this.entries;
  }

  /** The nearest object around an array that has a title, a name or a description; arrays end the search. */
  private containerOf(array: number): number {
    const { nodes } = this.source;
    if (array < 0) return -1;
    let nearest = -1;
    for (let at = nodes.parents[array]; at >= 0 && nodes.kinds[at] === OBJECT; at = nodes.parents[at]) {
      if (nearest < 0) nearest = at;
      const { title, label, text } = this.membersOf(at);
      const describes = text !== undefined && (array < text || array >= nodes.after[text]);
      if (title !== undefined || label !== undefined || describes) return at;
    }
    return nearest;
  }

  private membersOf(container: number): ChatMessage['members'] {
    let members = this.members.get(container);
    if (members === undefined) {
      members = membersByRole(this.source, container);
      this.members.set(container, members);
    }
    return members;
  }

  private readArray(array: MessageArray, container: number): void {
    const parent = this.enclosingEntry(array.node);
    const base = parent < 0 ? this.openConversation(array.node, container) : this.entries[parent].conversation;
    for (const message of array.messages) {
      const conversation = parent < 0 ? this.groupOf(message, base) : base;
      this.entryOf.set(message.node, this.entries.length);
      this.entries.push(this.entryFor(message, conversation, parent));
    }
  }

  /** The entry whose object holds the array: a ticket its comments, a comment its replies. */
  private enclosingEntry(array: number): number {
    const { parents } = this.source.nodes;
    for (let at = array; at >= 0; at = parents[at]) {
      const entry = this.entryOf.get(at);
      if (entry !== undefined) return entry;
    }
    return -1;
  }

  /** The conversation of an array; the description in its container, if there is one, is the first entry of it. */
  private openConversation(array: number, container: number): ChatConversation {
    const { source } = this;
    const isChannel = (this.channels.get(container) ?? 0) > 1 && !holdsMessages(source.keys[array] ?? '');
    const key = isChannel || container < 0 ? `array ${array}` : `object ${container}`;
    const known = this.conversations.get(key);
    if (known !== undefined) return known;
    const members = container < 0 ? {} : this.membersOf(container);
    const { title: titleNode, label } = members;
    const named = titleNode === undefined ? nameOf(source, label) : nameOf(source, titleNode);
    const opened: ChatConversation = isChannel
      ? { title: source.nodes.keys[array], titleNode: -1 }
      : { title: named, titleNode: titleNode ?? -1 };
    this.conversations.set(key, opened);
    if (container >= 0 && !isChannel) this.addDescription(container, members, opened);
    return opened;
  }

  private addDescription(container: number, members: ChatMessage['members'], conversation: ChatConversation): void {
    const { text } = members;
    if (text === undefined || this.holdsArray(text)) return;
    const message = { node: container, members, extras: [], ...textsOf(this.source, text) };
    this.entries.push({ ...this.entryFor(message, conversation, -1), title: '' });
  }

  /** Whether an array of messages lies in value `node`; binary search, arrays being in order. */
  private holdsArray(node: number): boolean {
    let low = 0;
    let high = this.arrays.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.arrays[middle].node < node) low = middle + 1;
      else high = middle;
    }
    return low < this.arrays.length && this.arrays[low].node < this.source.nodes.after[node];
  }

  /** Messages of one array that say they are of different channels or threads are of different conversations. */
  private groupOf(message: ChatMessage, base: ChatConversation): ChatConversation {
    const { group } = message.members;
    if (group === undefined) return base;
    const value = valueText(this.source, group);
    const key = `group ${value}`;
    const known = this.conversations.get(key);
    if (known !== undefined) return known;
    const opened = this.source.keys[group].startsWith('channel') ? { title: value, titleNode: -1 } : { ...base };
    this.conversations.set(key, opened);
    return opened;
  }

  private entryFor(message: ChatMessage, conversation: ChatConversation, parent: number): Entry {
    const { source } = this;
    const { speaker, time, end, id, reply, title } = message.members;
    return {
      node: message.node,
      texts: message.texts,
      inline: message.inline,
      speaker: this.nameFor(speaker),
      moment: time === undefined ? undefined : readMoment(valueText(source, time)),
      until: end === undefined ? undefined : readMoment(valueText(source, end)),
      conversation,
      title: title === undefined ? '' : nameOf(source, title),
      ids: this.idsOf(message.node, id),
      replies: reply === undefined ? [] : replyIds(source, reply),
      parent,
    };
  }

  /** A user id where the export says elsewhere who that is. */
  private nameFor(speaker: number | undefined): string {
    const name = nameOf(this.source, speaker);
    return this.names.get(name) ?? name;
  }

  /** Slack's `ts` names a message beside its id. */
  private idsOf(node: number, id: number | undefined): string[] {
    const { nodes, keys } = this.source;
    const ids = id === undefined ? [] : [valueText(this.source, id)];
    for (let child = node + 1; child < nodes.after[node]; child = nodes.after[child]) {
      if (keys[child] === 'ts' && child !== id) ids.push(valueText(this.source, child));
    }
    return ids.filter((each) => each !== '');
  }
}

/** The ids a reply names: a value, or the id inside a reference object; more than one where it names server and channel too. */
function replyIds(source: ChatSource, reply: number): string[] {
  const { nodes, keys } = source;
  if (nodes.kinds[reply] !== OBJECT) return [valueText(source, reply)].filter((id) => id !== '');
  let best = '';
  for (let child = reply + 1; child < nodes.after[reply]; child = nodes.after[child]) {
    if (keys[child] === 'messageid') return [valueText(source, child)];
    if (keys[child] === 'id') best = valueText(source, child);
  }
  return best === '' ? [] : [best];
}

/** Keys of arrays that say who the ids are. */
const PEOPLE_KEYS = new Set(['users', 'members', 'participants', 'profiles']);

function namesById(source: ChatSource, arrays: readonly MessageArray[]): Map<string, string> {
  const { nodes, keys } = source;
  const names = new Map<string, string>();
  for (let node = 0; node < nodes.kinds.length; node++) {
    const parent = nodes.parents[node];
    if (parent < 0 || nodes.kinds[node] !== OBJECT || nodes.kinds[parent] !== ARRAY || !PEOPLE_KEYS.has(keys[parent]))
      continue;
    addName(source, names, node, node);
  }
  for (const { messages } of arrays) {
    for (const { node, members } of messages) {
      if (members.speaker !== undefined && nodes.kinds[members.speaker] !== STRING)
        addName(source, names, node, members.speaker);
    }
  }
  return names;
}

/** Keeps what the id in object `node` is called, by the value `named`. */
function addName(source: ChatSource, names: Map<string, string>, node: number, named: number): void {
  const { nodes, keys } = source;
  for (let child = node + 1; child < nodes.after[node]; child = nodes.after[child]) {
    const isId = node === named ? keys[child] === 'id' : keys[child] === 'user' || keys[child] === 'userid';
    if (!isId) continue;
    const id = valueText(source, child);
    const name = nameOf(source, named);
    if (id !== '' && name !== '' && !names.has(id)) names.set(id, name);
  }
}
