/** Parsing conversations: an object of a JSON export → the message in it, as indexes of its values. */
import { holdsMessages, nameOrder, plainKey, type Role, rolesOf } from './chat-fields.ts';
import { decodeLiteral } from './derived-text.ts';
import { ARRAY, type JsonNodes, NUMBER, OBJECT, STRING } from './json-nodes.ts';

export interface ChatMessage {
  /** The object. */
  readonly node: number;
  /** Its members by role; the best key of each. */
  readonly members: Readonly<Partial<Record<Role, number>>>;
  /** String values that make up the text, in order: more than one where the content comes in parts. */
  readonly texts: readonly number[];
  /** True where the parts are pieces of one line, as Telegram writes links; false where each is a paragraph. */
  readonly inline: boolean;
  /** Members that are no text of the message: how many, and what each is. */
  readonly extras: readonly number[];
}

/** A document with its plain keys beside it. */
export interface ChatSource {
  readonly raw: string;
  readonly nodes: JsonNodes;
  readonly keys: readonly string[];
}

/** `raw` with its values, and each key made plain once. */
export function chatSource(raw: string, nodes: JsonNodes): ChatSource {
  const plain = new Map<string, string>();
  const keys = nodes.keys.map((key) => {
    let known = plain.get(key);
    if (known === undefined) plain.set(key, (known = plainKey(key)));
    return known;
  });
  return { raw, nodes, keys };
}

/** The message that the object `node` is; undefined when it has no text. */
export function messageAt(source: ChatSource, node: number): ChatMessage | undefined {
  const members = membersByRole(source, node);
  if (members.text === undefined || isPair(source, members)) return undefined;
  const { texts, inline } = textsOf(source, members.text);
  const title = members.title;
  if (title !== undefined && title !== members.speaker && isText(source, title)) texts.unshift(title);
  if (texts.length === 0) return undefined;
  return { node, members, texts, inline: inline && texts.length > 1, extras: extrasOf(source, node) };
}

/** `{"name": ..., "value": ...}` is a setting, not somebody saying something. */
function isPair({ keys }: ChatSource, { text, speaker }: ChatMessage['members']): boolean {
  return text !== undefined && keys[text] === 'value' && (speaker === undefined || keys[speaker] === 'name');
}

/** The best member of each role that has a usable value. */
export function membersByRole(source: ChatSource, node: number): Partial<Record<Role, number>> {
  const { nodes, keys } = source;
  const best: Partial<Record<Role, number>> = {};
  const orders: Partial<Record<Role, number>> = {};
  for (let child = node + 1; child < nodes.after[node]; child = nodes.after[child]) {
    for (const { role, order } of rolesOf(keys[child])) {
      if (order >= (orders[role] ?? Number.POSITIVE_INFINITY) || !suits(source, child, role)) continue;
      best[role] = child;
      orders[role] = order;
    }
  }
  return best;
}

function suits(source: ChatSource, node: number, role: Role): boolean {
  const kind = source.nodes.kinds[node];
  if (role === 'text') return textsOf(source, node).texts.length > 0;
  if (role === 'speaker') return nameOf(source, node) !== '';
  if (role === 'title') return isText(source, node);
  if (role === 'label') return kind === OBJECT ? nameOf(source, node) !== '' : isText(source, node);
  if (role === 'reply') return kind === STRING || kind === NUMBER || kind === OBJECT;
  return kind === STRING || kind === NUMBER;
}

/** Levels below a member at which its text may stand; rich text nests a few levels for each list in a list. */
const DEEPEST_TEXT = 24;
/** Levels below a member at which a name may stand. */
const DEEPEST_NAME = 2;

/** The strings of a value that is text: itself, the strings of an array, or those under a text key inside it. */
export function textsOf(source: ChatSource, value: number): { texts: number[]; inline: boolean } {
  const { nodes, keys } = source;
  if (nodes.kinds[value] === ARRAY && holdsMessages(keys[value]) && nodes.kinds[value + 1] === OBJECT) {
    return { texts: [], inline: false };
  }
  if (nodes.kinds[value] === STRING) return { texts: isText(source, value) ? [value] : [], inline: false };
  const texts: number[] = [];
  let inline = false;
  for (let node = value + 1; node < nodes.after[value]; ) {
    if (isOutside(source, value, node)) {
      node = nodes.after[node];
      continue;
    }
    if (isText(source, node) && isTextPart(source, node)) {
      texts.push(node);
      inline ||= nodes.parents[node] === value && nodes.kinds[value] === ARRAY;
    }
    node++;
  }
  return { texts, inline };
}

/** Messages inside a message have a text of their own; so deep in it as to be no text is what is no rich text either. */
function isOutside({ nodes, keys }: ChatSource, value: number, node: number): boolean {
  if (nodes.depths[node] - nodes.depths[value] > DEEPEST_TEXT) return true;
  return nodes.kinds[node] === ARRAY && holdsMessages(keys[node]);
}

function isTextPart({ nodes, keys }: ChatSource, node: number): boolean {
  if (nodes.kinds[nodes.parents[node]] === ARRAY) return true;
  return rolesOf(keys[node]).some(({ role }) => role === 'text');
}

function isText({ nodes, raw }: ChatSource, node: number): boolean {
  return nodes.kinds[node] === STRING && raw.slice(nodes.starts[node], nodes.ends[node]).trim() !== '';
}

/** Members and elements of members that are attached to the message: files, reactions, embeds. */
function extrasOf({ nodes, keys }: ChatSource, node: number): number[] {
  const extras: number[] = [];
  for (let child = node + 1; child < nodes.after[node]; child = nodes.after[child]) {
    if (nodes.kinds[child] !== ARRAY || nodes.after[child] === child + 1) continue;
    if (rolesOf(keys[child]).some(({ role }) => role === 'extra')) extras.push(child);
  }
  return extras;
}

/** A string or number as text; '' for other values. */
export function valueText({ nodes, raw }: ChatSource, node: number | undefined): string {
  if (node === undefined) return '';
  if (nodes.kinds[node] === NUMBER) return raw.slice(nodes.starts[node], nodes.ends[node]);
  return nodes.kinds[node] === STRING ? decodeLiteral(raw, nodes.starts[node], nodes.ends[node]) : '';
}

/** No name is longer; a longer one is cut. */
const LONGEST_NAME = 80;

/** Who or what a value names, in one line: the value itself, or the best naming key in it; '' when there is none. */
export function nameOf(source: ChatSource, node: number | undefined): string {
  if (node === undefined) return '';
  const { nodes, keys } = source;
  let named = valueText(source, node);
  if (named === '' && nodes.kinds[node] === OBJECT) {
    let best = Number.POSITIVE_INFINITY;
    let next = node + 1;
    while (next < nodes.after[node]) {
      const inner = next;
      const deepest = nodes.depths[inner] - nodes.depths[node] >= DEEPEST_NAME;
      next = deepest ? nodes.after[inner] : inner + 1;
      const order = nameOrder(keys[inner]);
      if (order === undefined || order >= best) continue;
      const value = valueText(source, inner);
      if (value.trim() === '') continue;
      named = value;
      best = order;
    }
  }
  return named.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
}
