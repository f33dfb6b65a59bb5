/** Parsing conversations: mail (one message, or an mbox of many) → the text a person reads, a turn for each message, threads. */
import { addressParser } from 'postal-mime';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { shortTitle } from '../../text/heading-text.ts';
import { plural } from '../../text/plural.ts';
import type { Parsed } from '../parsed.ts';
import { DerivedText } from './derived-text.ts';
import { writeMailHtml } from './mail-html.ts';
import { writeMailText } from './mail-text.ts';
import { decodeValue, headerValue, lineAt, type MailHeader, type MailPart, readBody, readHeaders } from './mime.ts';
import { type Moment, readMoment } from './moment.ts';
import { type Threaded, threadRoots } from './threads.ts';
import { type WrittenPart, type WrittenTurn, writeParts } from './write-parts.ts';

/** Headers that a reader sees. */
const SHOWN = ['from', 'to', 'cc', 'date', 'subject'];
/** One of these makes a block of `Name: value` lines the head of a mail. */
const TELLING = ['from', 'subject', 'message-id', 'received', 'return-path'];
/** Each of these in front of a subject, in the languages of most mail. */
const REPLY = /^(?:(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|odp|ynt)(?:\[\d{1,3}\])?\s?[:：]\s*)+/i;
const MBOX_LINE = /^From \S+\s.{0,60}\d{4}/;
/** Ids of one message or of its references that are looked at. */
const MOST_IDS = 1000;

interface Mail extends Threaded {
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly headers: readonly MailHeader[];
  readonly subject: string;
  readonly moment: Moment | undefined;
}

/** The mails in `raw`, text as decoded from the file; undefined when it begins like no mail. Throws nothing. */
export function scanMail(raw: string, documentId: string): Parsed | undefined {
  const mails = linkedMails(readMails(raw));
  if (mails.length === 0) return undefined;
  const out = new DerivedText(raw);
  let attachments = 0;
  const written = threadsOf(mails).map((thread): WrittenPart => {
    const turns: WrittenTurn[] = [];
    for (const mail of thread) {
      const { turn, leftOut } = writeMail(raw, mail, out);
      turns.push(turn);
      attachments += leftOut;
    }
    return { title: baseSubject(thread[0].subject) || turns[0].speaker, titleSpan: undefined, turns };
  });
  const { text, origin } = out.finish();
  const parts = written.map((part) => ({
    ...part,
    turns: part.turns.map((turn) => trimmedTurn(text, turn)).filter(({ start, end }) => start < end),
  }));
  const diagnostics: Diagnostic[] = [];
  if (attachments > 0) {
    const message = `Not in the text: ${plural(attachments, 'part')} without text, such as attachments.`;
    diagnostics.push({ code: 'content-left-out', message, documentId });
  }
  const title = parts.length === 1 ? baseSubject(mails[0].subject) : '';
  return {
    ...writeParts(text, parts),
    text,
    origin,
    diagnostics,
    ...(title === '' ? {} : { fields: { title: shortTitle(title) } }),
  };
}

function trimmedTurn(text: string, turn: WrittenTurn): WrittenTurn {
  const end = turn.start + text.slice(turn.start, turn.end).trimEnd().length;
  return { ...turn, end, body: Math.min(turn.body, end) };
}

/** One mail, or those between the `From ` lines of an mbox. */
function readMails(raw: string): Mail[] {
  const begin = raw.charCodeAt(0) === 0xfeff ? 1 : 0;
  const mails: Mail[] = [];
  let start = MBOX_LINE.test(raw.slice(begin, begin + 200)) ? lineAt(raw, begin, raw.length).next : begin;
  if (start > begin) {
    let blank = false;
    for (let at = start; at < raw.length; ) {
      const line = lineAt(raw, at, raw.length);
      if (blank && raw.startsWith('From ', at) && MBOX_LINE.test(raw.slice(at, Math.min(line.end, at + 200)))) {
        addMail(raw, start, at, mails);
        start = line.next;
      }
      blank = line.end === at;
      at = line.next;
    }
  }
  addMail(raw, start, raw.length, mails);
  return mails;
}

function addMail(raw: string, start: number, end: number, mails: Mail[]): void {
  const { headers, bodyStart } = readHeaders(raw, start, end);
  if (!headers.some(({ name }) => TELLING.includes(name))) return;
  mails.push({
    ...{ start, end, bodyStart, headers, parent: -1 },
    subject: headerValue(raw, headers, 'subject'),
    moment: readMoment(headerValue(raw, headers, 'date').replace(/\s*\([^()]*\)$/, '')),
    ids: idsIn(headerValue(raw, headers, 'message-id')),
    replies: [...idsIn(headerValue(raw, headers, 'in-reply-to')), ...idsIn(headerValue(raw, headers, 'references'))],
  });
}

function idsIn(value: string): string[] {
  return (value.match(/<[^<>\s]{1,250}>/g) ?? []).slice(0, MOST_IDS);
}

/** Answers that name no message belong to the last one with their subject. */
function linkedMails(mails: readonly Mail[]): Mail[] {
  const order = [...mails.keys()];
  if (mails.every(({ moment }) => moment !== undefined)) order.sort((a, b) => timeOf(mails[a]) - timeOf(mails[b]));
  const lastOf = new Map<string, number>();
  const parents = new Int32Array(mails.length).fill(-1);
  for (const index of order) {
    const { subject, replies } = mails[index];
    const base = baseSubject(subject).toLowerCase();
    if (base !== subject.toLowerCase() && replies.length === 0) parents[index] = lastOf.get(base) ?? -1;
    lastOf.set(base, index);
  }
  return mails.map((mail, index) => ({ ...mail, parent: parents[index] }));
}

/** The mails of each thread in the order of time, threads by their first mail. */
function threadsOf(mails: readonly Mail[]): Mail[][] {
  const roots = threadRoots(mails);
  const threads = new Map<number, Mail[]>();
  for (const [index, mail] of mails.entries()) {
    const thread = threads.get(roots[index]);
    if (thread === undefined) threads.set(roots[index], [mail]);
    else thread.push(mail);
  }
  const sorted = [...threads.values()];
  if (mails.some(({ moment }) => moment === undefined)) return sorted;
  for (const thread of sorted) thread.sort((a, b) => timeOf(a) - timeOf(b));
  return sorted.sort((a, b) => timeOf(a[0]) - timeOf(b[0]));
}

function timeOf({ moment }: Mail): number {
  return moment?.ms ?? 0;
}

function baseSubject(subject: string): string {
  return subject.replace(REPLY, '').trim();
}

function writeMail(raw: string, mail: Mail, out: DerivedText): { turn: WrittenTurn; leftOut: number } {
  if (out.length > 0) out.write('\n', mail.start, mail.start);
  const start = out.length;
  writeHeaders(raw, mail.headers, out);
  const body = out.length;
  const { parts, attachments } = readBody(raw, mail.headers, mail.bodyStart, mail.end);
  for (const part of parts) writePart(raw, part, out);
  const turn = { start, body, end: out.length, speaker: sender(raw, mail.headers), moment: mail.moment };
  return { turn, leftOut: attachments };
}

function writeHeaders(raw: string, headers: readonly MailHeader[], out: DerivedText): void {
  for (const name of SHOWN) {
    const header = headers.find((each) => each.name === name);
    if (header === undefined) continue;
    const value = decodeValue(raw, header);
    if (value === '') continue;
    const line = `${name[0].toUpperCase()}${name.slice(1)}: ${value}`;
    if (raw.slice(header.start, header.end) === line) out.copy(header.start, header.end);
    else out.write(line, header.start, header.end);
    out.write('\n', header.end, header.end);
  }
}

function writePart(raw: string, part: MailPart, out: DerivedText): void {
  out.write('\n', part.start, part.start);
  if (part.kind === 'message') {
    writeHeaders(raw, part.headers, out);
    return;
  }
  if (part.kind === 'plain') writeMailText(out, raw, part);
  else {
    const html = new DerivedText(raw);
    writeMailText(html, raw, part);
    writeMailHtml(out, raw, html.finish());
  }
  out.write('\n', part.end, part.end);
}

/** The name in `From`, else the address. */
function sender(raw: string, headers: readonly MailHeader[]): string {
  const header = headers.find(({ name }) => name === 'from');
  if (header === undefined) return '';
  const [address] = addressParser(
    raw.slice(header.valueStart, Math.min(header.end, header.valueStart + 1000)).replace(/\r?\n/g, ' '),
  );
  return (address?.name || address?.address || '').replace(/\s+/g, ' ').trim();
}
