/**
 * Parsing conversations: a chat, meeting or ticket export in JSON → the text a person reads, its turns and threads.
 *
 * Each message becomes `Anna (2024-03-12 10:32): what she wrote`. A conversation is first written without its threads, then each
 * thread is, by the time of its first message; messages of one thread are in the order of time.
 */

import type { Diagnostic } from '../../model/diagnostic.ts';
import { shortTitle } from '../../text/heading-text.ts';
import { plural } from '../../text/plural.ts';
import type { Parsed } from '../parsed.ts';
import { chatEntries, type Entry } from './chat-entries.ts';
import { type MessageArray, messageArrays, proseLength } from './chat-export.ts';
import { type ChatSource, chatSource } from './chat-message.ts';
import { type ChatPart, chatParts } from './chat-parts.ts';
import { DerivedText } from './derived-text.ts';
import { OBJECT, readJsonNodes, STRING } from './json-nodes.ts';
import { turnLabel } from './turns.ts';
import { type WrittenPart, type WrittenTurn, writeParts } from './write-parts.ts';

/**
 * The conversation in `raw`, text as decoded from the file. Undefined when `raw` is no JSON or holds no messages;
 * then nothing is lost when it is read as what it is, JSON or text. What messages have beside their text (files,
 * reactions) is counted in one diagnostic. Throws nothing.
 */
export function scanChatExport(raw: string, documentId: string): Parsed | undefined {
  const nodes = readJsonNodes(raw);
  if (!nodes.complete) return undefined;
  const source = chatSource(raw, nodes);
  const arrays = messageArrays(source);
  if (arrays.length === 0) return undefined;
  const parts = chatParts(source, chatEntries(source, arrays));
  const out = new DerivedText(raw);
  const written = parts.map((part) => deriveWritten(source, part, out));
  const { text, origin } = out.finish();
  const title = documentTitle(parts);
  return {
    ...writeParts(
      text,
      written.map((part) => trimmedPart(text, part)),
    ),
    text,
    origin,
    diagnostics: leftOut(source, arrays, parts, documentId),
    ...(title === '' ? {} : { fields: { title: shortTitle(title) } }),
  };
}

/** The title that all parts share: of a channel with threads, of the one conversation. */
function documentTitle(parts: readonly ChatPart[]): string {
  const { title } = parts[0].conversation;
  if (parts.every((part) => part.conversation.title === title))
    return title === '' && parts.length === 1 ? parts[0].ownTitle : title;
  return '';
}

function deriveWritten(source: ChatSource, part: ChatPart, out: DerivedText): WrittenPart {
  const { nodes } = source;
  if (out.length > 0) out.write('\n', nodes.starts[part.entries[0].node], nodes.starts[part.entries[0].node]);
  let titleSpan: WrittenPart['titleSpan'];
  if (part.titleNode >= 0) {
    const start = out.length;
    out.literal(nodes.starts[part.titleNode], nodes.ends[part.titleNode]);
    titleSpan = { start, end: out.length };
    out.write('\n\n', nodes.ends[part.titleNode], nodes.ends[part.titleNode]);
  }
  return { title: part.title, titleSpan, turns: part.entries.map((entry) => deriveTurn(source, entry, out)) };
}

function deriveTurn({ nodes }: ChatSource, entry: Entry, out: DerivedText): WrittenTurn {
  const { texts, speaker, moment, until, node } = entry;
  const start = out.length;
  const label = turnLabel(speaker, moment);
  if (label !== '') out.write(`${label}: `, nodes.starts[node], nodes.starts[texts[0]]);
  const body = out.length;
  for (const [i, text] of texts.entries()) {
    if (i > 0 && !entry.inline) out.write('\n', nodes.ends[texts[i - 1]], nodes.starts[text]);
    out.literal(nodes.starts[text], nodes.ends[text]);
  }
  const end = out.length;
  out.write('\n', nodes.ends[texts[texts.length - 1]], nodes.ends[node]);
  return { start, body, end, speaker, moment, until };
}

/** Blank edges belong to no block; a turn of nothing but white space is none. */
function trimmedPart(text: string, part: WrittenPart): WrittenPart {
  const turns: WrittenTurn[] = [];
  for (const turn of part.turns) {
    const { start, end } = trimmedSpan(text, turn);
    if (start < end) turns.push({ ...turn, start, end, body: Math.min(Math.max(turn.body, start), end) });
  }
  const title = part.titleSpan === undefined ? undefined : trimmedSpan(text, part.titleSpan);
  return { title: part.title, titleSpan: title && title.start < title.end ? title : undefined, turns };
}

function trimmedSpan(
  text: string,
  span: { readonly start: number; readonly end: number },
): { start: number; end: number } {
  const slice = text.slice(span.start, span.end);
  const end = span.start + slice.trimEnd().length;
  return { start: Math.min(end, span.end - slice.trimStart().length), end };
}

/** One diagnostic with what did not become text. */
function leftOut(
  source: ChatSource,
  arrays: readonly MessageArray[],
  parts: readonly ChatPart[],
  documentId: string,
): Diagnostic[] {
  const seen = new Uint8Array(source.nodes.kinds.length);
  const extras = markExtras(source, arrays, seen);
  markTexts(parts, seen);
  let events = 0;
  for (const { node, messages } of arrays) events += elementCount(source, node) - messages.length;
  let prose = 0;
  for (let node = 0; node < seen.length; node++) {
    if (seen[node] === 0 && source.nodes.kinds[node] === STRING && proseLength(source, node) > 0) prose++;
  }
  if (extras + events + prose === 0) return [];
  const message =
    `Not in the text: ${plural(extras, 'attachment')}, reactions and the like, ${plural(events, 'entry')} without a text, ` +
    `${plural(prose, 'other string')} that ${prose === 1 ? 'reads' : 'read'} like prose.`;
  return [{ code: 'content-left-out', message, documentId }];
}

function markExtras(source: ChatSource, arrays: readonly MessageArray[], seen: Uint8Array): number {
  let count = 0;
  for (const { messages } of arrays) {
    for (const extra of messages.flatMap((message) => message.extras)) {
      count += elementCount(source, extra);
      seen.fill(1, extra, source.nodes.after[extra]);
    }
  }
  return count;
}

function markTexts(parts: readonly ChatPart[], seen: Uint8Array): void {
  for (const { titleNode, entries } of parts) {
    if (titleNode >= 0) seen[titleNode] = 1;
    for (const { texts } of entries) for (const text of texts) seen[text] = 1;
  }
}

function elementCount({ nodes }: ChatSource, array: number): number {
  if (array < 0) return nodes.parents.filter((parent, node) => parent < 0 && nodes.kinds[node] === OBJECT).length;
  let count = 0;
  for (let child = array + 1; child < nodes.after[array]; child = nodes.after[child]) count++;
  return count;
}
