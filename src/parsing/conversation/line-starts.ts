/** Parsing conversations: walks the lines of a text, and tells whether and how its lines begin turns. */
import { LINE_HEAD, LINE_SHAPES, type LineShape, type LineShapeName, type LineStart } from './line-shapes.ts';

/** A line that is not blank. */
export interface Line {
  /** Offset of its first character that is not white space. */
  readonly at: number;
  readonly end: number;
  /** Its beginning, from `at` on. */
  readonly head: string;
  /** Whether it is the first line or a blank one is in front of it. */
  readonly opens: boolean;
}

/** Non-blank lines looked at to tell what a text is. */
const SAMPLE_LINES = 200;
/** A conversation has at least so many turns ... */
const LEAST_TURNS = 5;
/** ... by so many speakers. */
const LEAST_SPEAKERS = 2;
/** Share of the lines, or of the first lines of paragraphs, that begin turns. */
const LEAST_SHARE = 0.6;
/** Messages of phones run over several lines, but their dates are like nothing else. */
const LEAST_DATED_SHARE = 0.3;
/** In "Name: text" every speaker speaks so often on average; keys of a list do not come back. */
const LEAST_TURNS_EACH = 2;
/** UTF-16 units that are said in a turn on average; values of a record are shorter. */
const LEAST_TURN_LENGTH = 12;
/** Behind a line with a name and a time there is at least so often a line with what is said. */
const LEAST_SAID_LINES = 0.5;
const LEAST_COMMENTS = 2;

/** Calls `visit` with each line that is not blank until it returns false. Linear. */
export function eachLine(text: string, visit: (line: Line) => boolean): void {
  let opens = true;
  for (let from = 0; from < text.length; ) {
    const lineFeed = text.indexOf('\n', from);
    const end = lineFeed < 0 ? text.length : lineFeed;
    let at = from;
    while (at < end && isBlank(text.charCodeAt(at))) at++;
    if (at < end && !visit({ at, end, head: text.slice(at, Math.min(end, at + LINE_HEAD)), opens })) return;
    opens = at === end;
    from = end + 1;
  }
}

/** White space, and the byte-order mark that stands inside some files. */
export function isBlank(code: number): boolean {
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code === 0xa0 || code === 0x3000 || code === 0xfeff;
}

interface Sample {
  readonly lines: readonly Line[];
  /** How many of them open paragraphs. */
  readonly paragraphs: number;
  readonly text: string;
}

/**
 * How the lines of `text` begin turns; undefined where it is no conversation. Conservative: judged by the first 200 lines, of
 * which 60 % (or as many first lines of paragraphs) must begin turns, at least five of at least two speakers.
 */
export function lineShapeOf(text: string): LineShape | undefined {
  if (!mayTalk(text)) return undefined;
  const lines: Line[] = [];
  eachLine(text, (line) => lines.push(line) < SAMPLE_LINES);
  const sample = { lines, paragraphs: lines.filter(({ opens }) => opens).length, text };
  return LINE_SHAPES.find((shape) => fits(sample, shape));
}

/** Lines that are glanced at, the share of them that must look like the start of a turn, and how many at least. */
const GLANCE_LINES = 60;
const GLANCE_SHARE = 0.05;
const GLANCE_LEAST = 2;
/** A name, a time or a mark stands within so many characters. */
const GLANCE_HEAD = 100;
const OPENS_TURN = /^[[<*(\d\u200e\u200f\u202a-]/;

/** A quick look that prose does not pass: every way of writing a turn has a colon near the front of a line, or opens with a mark. */
function mayTalk(text: string): boolean {
  let lines = 0;
  let turns = 0;
  for (let at = 0; at < text.length && lines < GLANCE_LINES; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const head = text.slice(at, Math.min(end, at + GLANCE_HEAD)).trimStart();
    at = end + 1;
    if (head === '') continue;
    lines++;
    if (head.includes(':') || head.includes('：') || OPENS_TURN.test(head)) turns++;
  }
  return turns >= GLANCE_LEAST && turns >= lines * GLANCE_SHARE;
}

interface Found {
  readonly line: Line;
  readonly start: LineStart;
}

/** What a shape finds in the sample. */
interface Fit {
  readonly found: readonly Found[];
  readonly speakers: number;
  /** Speakers who speak once. */
  readonly once: number;
  /** Share of all lines that begin turns or are events of the log. */
  readonly ofLines: number;
  /** Share of the first lines of paragraphs that do. */
  readonly ofParagraphs: number;
  /** Every speaker speaks again. */
  readonly recurring: boolean;
}

/** The shares of the lines and of the first lines of paragraphs that begin turns: one of the two must be reached. */
const NEEDED: Readonly<Record<LineShapeName, readonly [ofLines: number, ofParagraphs: number]>> = {
  comment: [0, 0],
  irc: [LEAST_SHARE, Number.POSITIVE_INFINITY],
  whatsapp: [LEAST_DATED_SHARE, Number.POSITIVE_INFINITY],
  stamped: [LEAST_SHARE, LEAST_SHARE],
  headed: [LEAST_DATED_SHARE, LEAST_SHARE],
  named: [LEAST_SHARE, LEAST_SHARE],
};

function fits(sample: Sample, shape: LineShape): boolean {
  const { lines, text } = sample;
  const fit = fitOf(sample, shape);
  if (fit === undefined) return false;
  const { found, speakers, recurring } = fit;
  if (shape.name !== 'comment' && (found.length < LEAST_TURNS || speakers < LEAST_SPEAKERS)) return false;
  switch (shape.name) {
    case 'comment':
      return found.length >= LEAST_COMMENTS;
    case 'irc':
      return isIrc(found);
    case 'whatsapp':
      return true;
    case 'stamped':
      return recurring;
    case 'headed':
      return isHeaded(lines.length, fit);
    case 'named':
      return recurring && isTalk(text, fit);
  }
}

function areTooFew(needed: readonly [number, number], ofLines: number, ofParagraphs: number): boolean {
  return ofLines < needed[0] && ofParagraphs < needed[1];
}

/** Undefined as soon as too few lines are left to begin turns. */
function fitOf({ lines, paragraphs }: Sample, shape: LineShape): Fit | undefined {
  const needed = NEEDED[shape.name];
  const found: Found[] = [];
  const counts = new Map<string, number>();
  let events = 0;
  let opening = 0;
  let linesLeft = lines.length;
  let paragraphsLeft = paragraphs;
  for (const line of lines) {
    const start = shape.read(line.head);
    if (start === undefined) {
      linesLeft--;
      if (line.opens) paragraphsLeft--;
      if (areTooFew(needed, linesLeft / lines.length, paragraphsLeft / paragraphs)) return undefined;
      continue;
    }
    if (line.opens) opening++;
    if (start.isEvent) events++;
    else {
      found.push({ line, start });
      counts.set(start.speaker, (counts.get(start.speaker) ?? 0) + 1);
    }
  }
  return {
    found,
    speakers: counts.size,
    once: [...counts.values()].filter((count) => count === 1).length,
    ofLines: (found.length + events) / lines.length,
    ofParagraphs: opening / paragraphs,
    recurring: found.length >= LEAST_TURNS_EACH * counts.size,
  };
}

/** Not tags of a markup language, and not the items of a list, which look like somebody doing something. */
function isIrc(found: readonly Found[]): boolean {
  const said = found.filter(({ line, start }) => start.stamp !== undefined || line.head.startsWith('<'));
  return said.length >= LEAST_SHARE * found.length && !found.some(({ line }) => line.head.includes('</'));
}

/** Something is said behind most of the names, and somebody speaks again. */
function isHeaded(lines: number, { found, speakers }: Fit): boolean {
  return lines - found.length >= LEAST_SAID_LINES * found.length && found.length > speakers;
}

/** Sentences, not figures or single words, and no records. */
function isTalk(text: string, fit: Fit): boolean {
  const { found } = fit;
  let length = 0;
  let changes = 0;
  for (const [i, { line, start }] of found.entries()) {
    length += line.end - line.at - start.textFrom;
    if (i > 0 && found[i - 1].start.speaker !== start.speaker) changes++;
  }
  if (length < LEAST_TURN_LENGTH * found.length || changes < LEAST_CHANGES * found.length) return false;
  if (changes < FEW_CHANGES * found.length && fit.once >= MANY_ONCE * fit.speakers) return false;
  return hasLetters(text, found) && !isRecords(fit);
}

/**
 * Records have the same keys in the same order again and again; or a blank line between them and no key twice in one
 * (`Files: ...`, `Copyright: ...`, `License: ...`). Of two keys nobody can tell: they may be question and answer.
 */
function isRecords({ found, speakers }: Fit): boolean {
  if (speakers <= LEAST_SPEAKERS) return false;
  let repeated = 0;
  let records = 0;
  let distinct = 0;
  for (let i = 0; i < found.length; ) {
    const keys = new Set<string>();
    const from = i;
    do {
      keys.add(found[i].start.speaker);
      if (i >= speakers && found[i - speakers].start.speaker === found[i].start.speaker) repeated++;
      i++;
    } while (i < found.length && !found[i].line.opens);
    if (i - from < 2) continue;
    records++;
    if (keys.size === i - from) distinct++;
  }
  if (repeated >= FIXED_ORDER * (found.length - speakers)) return true;
  return records >= LEAST_RECORDS && distinct >= FIXED_ORDER * records;
}

const LEAST_RECORDS = 2;
/** Share of turns in which another one speaks; a key of a list comes many times in a row. */
const LEAST_CHANGES = 0.3;
/** With fewer changes than this, and so many of the names there only once, it is a list of keys too. */
const FEW_CHANGES = 0.5;
const MANY_ONCE = 0.5;

/** Share of keys or records that keep to the order, from which on it counts as fixed. */
const FIXED_ORDER = 0.8;

/** Figures are not said. */
function hasLetters(text: string, found: readonly Found[]): boolean {
  let worded = 0;
  for (const { line, start } of found) {
    const from = line.at + start.textFrom;
    if (/\p{L}{2}/u.test(text.slice(from, Math.min(line.end, from + LINE_HEAD)))) worded++;
  }
  return worded >= LEAST_SHARE * found.length;
}

/** Offset behind the last character of `text` before `end` that is no white space; not below `start`. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}
