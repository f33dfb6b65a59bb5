/** Parsing conversations: JSON values → the messages among them, and whether the file is a conversation at all. */
import { holdsMessages, namesSpeaker } from './chat-fields.ts';
import { type ChatMessage, type ChatSource, chatSource, messageAt, nameOf } from './chat-message.ts';
import { ARRAY, OBJECT, readJsonNodes, STRING } from './json-nodes.ts';

/** Tokens of the file looked at to tell a chat export from other JSON; a message has some 20. */
const LOOK_TOKENS = 20_000;
/** Of the objects in an array, how many must be messages. */
const LEAST_MESSAGES = 0.6;
/** Of all that reads like prose, how much must be in messages: nobody wants the rest to get lost. */
const LEAST_PROSE = 0.6;
/** A string counts as prose from so many UTF-16 units on, if it has a space. */
const LEAST_PROSE_LENGTH = 30;

/** Members of a message that has no time: who, what, an id and two more. */
const MOST_PLAIN_MEMBERS = 5;

/** An array of messages, or all values at the top (JSON Lines), which is array -1. */
export interface MessageArray {
  readonly node: number;
  readonly messages: readonly ChatMessage[];
}

/**
 * Whether `raw` is a chat, meeting or ticket export: JSON whose arrays hold messages that somebody is named for. Conservative
 * (records with an author and a description are none) and cheap: looks at the beginning of the file only.
 */
export function isChatExport(raw: string): boolean {
  const start = /^\ufeff?\s*[[{]/.exec(raw.slice(0, 1000));
  if (start === null) return false;
  const source = chatSource(raw, readJsonNodes(raw, LOOK_TOKENS));
  const arrays = messageArrays(source);
  if (arrays.length === 0) return false;
  return messageProse(source, arrays) >= LEAST_PROSE * allProse(source);
}

/** The arrays of `source` that hold messages, in order. A message inside the text of another one is none. */
export function messageArrays(source: ChatSource): MessageArray[] {
  const arrays: MessageArray[] = [];
  for (const [node, { messages, objects }] of messagesByArray(source)) {
    if (messages.length < LEAST_MESSAGES * objects || messages.length === 0) continue;
    if (isConversation(source, node, messages)) arrays.push({ node, messages });
  }
  return arrays.sort((a, b) => a.node - b.node);
}

interface Elements {
  readonly messages: ChatMessage[];
  /** All objects among the elements. */
  objects: number;
}

function messagesByArray(source: ChatSource): Map<number, Elements> {
  const { nodes } = source;
  const byArray = new Map<number, Elements>();
  let textEnd = 0;
  for (let node = 0; node < nodes.kinds.length; node++) {
    if (node < textEnd || nodes.kinds[node] !== OBJECT || !isElement(source, node)) continue;
    const elements = byArray.get(nodes.parents[node]) ?? { messages: [], objects: 0 };
    byArray.set(nodes.parents[node], elements);
    elements.objects++;
    const message = messageAt(source, node);
    if (message === undefined) continue;
    textEnd = Math.max(textEnd, textEndOf(source, message));
    elements.messages.push(message);
  }
  return byArray;
}

function isElement({ nodes }: ChatSource, node: number): boolean {
  const parent = nodes.parents[node];
  return parent < 0 || nodes.kinds[parent] === ARRAY;
}

/** Behind the text member when that is in parts: its objects have texts of their own. */
function textEndOf({ nodes }: ChatSource, { members }: ChatMessage): number {
  return members.text === undefined ? 0 : nodes.after[members.text];
}

/** Messages by strong signs alone, or by weaker ones together. */
function isConversation(source: ChatSource, array: number, messages: readonly ChatMessage[]): boolean {
  const { keys } = source;
  const named = messages.filter(({ members }) => members.speaker !== undefined);
  if (named.length < LEAST_MESSAGES * messages.length) return false;
  const strong = named.filter(({ members }) => namesSpeaker(keys[members.speaker as number])).length;
  if (strong === named.length && named.length >= 2) return true;
  const timed = named.filter(({ members }) => members.time !== undefined).length >= LEAST_MESSAGES * named.length;
  if (array >= 0 && holdsMessages(keys[array]) && (timed || strong === named.length)) return true;
  const speakers = new Set(named.map(({ members }) => nameOf(source, members.speaker)));
  const linked = named.some(({ members }) => members.reply !== undefined) || nestsMessages(source, messages);
  const recurring = speakers.size >= 2 && speakers.size < named.length;
  if (timed && named.length >= 2) return recurring || linked;
  return recurring && named.length >= 4 && named.every((message) => isPlain(source, message));
}

/** A package has an author and a description too, and many other things beside. */
function isPlain({ nodes, keys }: ChatSource, { node, members }: ChatMessage): boolean {
  if (members.title !== undefined || keys[members.text as number] === 'description') return false;
  let count = 0;
  for (let child = node + 1; child < nodes.after[node]; child = nodes.after[child]) count++;
  return count <= MOST_PLAIN_MEMBERS;
}

/** Tickets: messages that have messages of their own. */
function nestsMessages({ nodes, keys }: ChatSource, messages: readonly ChatMessage[]): boolean {
  return messages.some(({ node }) => {
    for (let child = node + 1; child < nodes.after[node]; child = nodes.after[child]) {
      if (nodes.kinds[child] === ARRAY && holdsMessages(keys[child]) && nodes.after[child] > child + 1) return true;
    }
    return false;
  });
}

function messageProse(source: ChatSource, arrays: readonly MessageArray[]): number {
  let length = 0;
  for (const { messages } of arrays) {
    for (const { texts } of messages) for (const text of texts) length += proseLength(source, text);
  }
  return length;
}

function allProse(source: ChatSource): number {
  let length = 0;
  for (let node = 0; node < source.nodes.kinds.length; node++) {
    if (source.nodes.kinds[node] === STRING) length += proseLength(source, node);
  }
  return length;
}

/** UTF-16 units of a string that reads like prose, else 0. */
export function proseLength({ nodes, raw }: ChatSource, node: number): number {
  const length = nodes.ends[node] - nodes.starts[node];
  return length >= LEAST_PROSE_LENGTH && raw.slice(nodes.starts[node], nodes.ends[node]).includes(' ') ? length : 0;
}
