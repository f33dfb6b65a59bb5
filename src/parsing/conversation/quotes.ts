/**
 * Parsing conversations: tells the new text of a message from what it quotes.
 *
 * Quoted are lines that begin with `>`, with the line that introduces them (`On Tuesday Anna wrote:`), and everything
 * behind `-----Original Message-----` or a block of mail headers inside a message.
 */
import { KIND } from '../../model/block.ts';
import { isBlank, trimmedEnd } from './line-starts.ts';
import type { ConversationBlocks } from './turns.ts';

const LINE_FEED = 10;
const GREATER_THAN = 62;

/** Introduces a quote, in the languages whose mail programs are most used; may be wrapped over two lines. */
const WROTE =
  /(?:^|\s)(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał\(?a?\)?|написал\(?а?\)?|写道|のメール)[^\n]{0,20}[:：]$/i;
const ORIGINAL =
  /^(?:-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale)\s*-{2,}|Begin forwarded message:)$/i;
const INNER_FROM = /^\*?(?:From|Von|De|Da):\*?\s\S/;
const INNER_SENT = /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato|To|An):\*?\s\S/;
const RULE = /^_{10,}$/;
const OPENS_INTRODUCTION = /^(?:On|Am|Le|El|Il|Em|Op|Den|W dniu|At)\s/;

/** Lines longer than this introduce nothing. */
const LONGEST_INTRODUCTION = 200;

interface Line {
  /** Without surrounding white space; start === end for a blank line. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A run of lines of one kind; offsets into the text. */
export interface BodyPart {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/**
 * The parts of `text` from `start` to `end`, quoted and new ones; blank lines at their edges are in none. New text is
 * one part for each paragraph, a quote is one part with the line that introduces it.
 */
export function bodyParts(text: string, start: number, end: number): BodyPart[] {
  const lines = linesOf(text, start, end);
  const quoted = quotedLines(lines);
  const parts: BodyPart[] = [];
  let open: { start: number; end: number; quoted: boolean } | undefined;
  for (const [i, line] of lines.entries()) {
    const isQuoted = quoted[i] === 1;
    const isEmpty = line.start === line.end;
    if (open !== undefined && (isQuoted !== open.quoted || (isEmpty && !isQuoted))) {
      parts.push(open);
      open = undefined;
    }
    if (isEmpty) continue;
    if (open === undefined) open = { start: line.start, end: line.end, quoted: isQuoted };
    else open.end = line.end;
  }
  if (open !== undefined) parts.push(open);
  return parts;
}

/** The text of a turn: `start` to `end`, its own words from `body` on, behind the speaker or the headers. */
export interface TurnText {
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/**
 * Adds the parts of a turn's text as children of block `turn` where some of it is quoted: `blockquote` for quotes,
 * `paragraph` for the rest, the speaker or headers with the first of them. Nothing where all of it is new.
 */
export function addBody(into: ConversationBlocks, text: string, turnText: TurnText, turn: number): void {
  const { start, body, end } = turnText;
  if (!mayQuote(text, body, end)) return;
  const parts = bodyParts(text, body, end);
  if (!parts.some(({ quoted }) => quoted)) return;
  if (parts[0].quoted && body > start) {
    into.blocks.add(KIND.paragraph, start, trimmedEnd(text, start, body), 0, turn);
  }
  for (const [i, part] of parts.entries()) {
    const from = i === 0 && !part.quoted ? start : part.start;
    into.blocks.add(part.quoted ? KIND.blockquote : KIND.paragraph, from, part.end, 0, turn);
  }
}

/** Most messages are one line that is no quote. */
function mayQuote(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === GREATER_THAN) return true;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === LINE_FEED) return true;
  return false;
}

/** 1 for each line that is quoted. */
function quotedLines(lines: readonly Line[]): Uint8Array {
  const quoted = new Uint8Array(lines.length);
  let before = -1;
  for (let i = 0; i < lines.length; i++) {
    if (lines[i].start === lines[i].end) continue;
    if (opensOriginal(lines, i)) return quoted.fill(1, i);
    if (isQuoteLine(lines[i])) {
      quoted[i] = 1;
      if (before >= 0 && quoted[before] === 1) quoted.fill(1, before, i);
      else if (before >= 0) markIntroduction(lines, quoted, before, i);
    }
    before = i;
  }
  return quoted;
}

function isQuoteLine({ text }: Line): boolean {
  // An mbox file writes `>From ` where a line of a message begins with `From `.
  return text.charCodeAt(0) === GREATER_THAN && !text.startsWith('>From ');
}

/** Marks the line in front of a quote at `quote`, and the one before it where the introduction was wrapped. */
function markIntroduction(lines: readonly Line[], quoted: Uint8Array, last: number, quote: number): void {
  if (!WROTE.test(lines[last].text)) return;
  quoted.fill(1, last, quote);
  if (OPENS_INTRODUCTION.test(lines[last].text) || last === 0) return;
  if (OPENS_INTRODUCTION.test(lines[last - 1].text)) quoted[last - 1] = 1;
}

/** Whether everything from line `i` on is an older message. */
function opensOriginal(lines: readonly Line[], i: number): boolean {
  const { text } = lines[i];
  if (ORIGINAL.test(text)) return true;
  const from = RULE.test(text) ? i + 1 : i;
  return from + 1 < lines.length && INNER_FROM.test(lines[from].text) && INNER_SENT.test(lines[from + 1].text);
}

function linesOf(text: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to; ) {
    let lineEnd = at;
    while (lineEnd < to && text.charCodeAt(lineEnd) !== LINE_FEED) lineEnd++;
    let start = at;
    while (start < lineEnd && isBlank(text.charCodeAt(start))) start++;
    const end = trimmedEnd(text, start, lineEnd);
    lines.push({ start, end, text: text.slice(start, Math.min(end, start + LONGEST_INTRODUCTION + 1)) });
    at = lineEnd + 1;
  }
  return lines;
}
