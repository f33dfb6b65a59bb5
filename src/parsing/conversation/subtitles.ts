/**
 * Parsing conversations: SubRip and WebVTT subtitles → one turn for each cue, number and time lines included; the text stays as it is.
 *
 * A cue is a few words, cut where the screen is full. So its level says whether the sentence goes on: 0 where the
 * cue before did not end one, 1 where it did or another speaks.
 */
import { CHARS_PER_BLOCK, KIND } from '../../model/block.ts';
import type { Parsed } from '../parsed.ts';
import { isName } from './line-shapes.ts';
import { eachLine, type Line, trimmedEnd } from './line-starts.ts';
import { clockMs, type Moment, milliseconds, offsetMoment } from './moment.ts';
import { addTurn, type ConversationBlocks, newConversation, type Turn, turnLevels } from './turns.ts';

const TIME = '(?:(\\d{1,3}):)?(\\d{1,2}):(\\d{2})(?:[.,](\\d{1,3}))?';
const TIMING = new RegExp(`^${TIME}\\s{0,8}-{1,2}>\\s{0,8}${TIME}(?:\\s|$)`);
const NUMBER = /^\d{1,10}$/;
/** Blocks of WebVTT that are no cues. */
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const VOICE = /<v(?:\.[^\s>]{0,60})?\s+([^>]{1,80})>/;
const NAMED_CUE = /^(?:<[^>]{0,40}>)?-?\s?\[?([\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}.'’ -]{0,40})\]?:\s/u;
const NEW_VOICE = /^(?:<[^>]{0,40}>)?[-–—]\s?\S/;
const ENDS_SENTENCE = /[.!?…。！？♪](?:["'”’»)\]]|<\/[^>]{0,20}>)*$/;

/** How often a name must stand in front of cues before it is believed to be one. */
const LEAST_CUES = 2;
/** Characters at the end of a cue that tell whether a sentence ends. */
const ENDING = 80;

interface Cue {
  /** Where its number or identifier stands, else its time. */
  readonly start: number;
  /** Behind the time line. */
  readonly textFrom: number;
  readonly from: Moment;
  readonly to: Moment;
  end: number;
}

/** Whether `text` begins like a subtitle file. */
export function isSubtitles(text: string): boolean {
  const head = text.slice(0, 2000).trimStart();
  if (/^WEBVTT(?:\s|$)/.test(head)) return true;
  return /^(?:\d{1,10}[ \t]*\n)?\d{1,3}:\d{2}:\d{2}[.,]\d{1,3} --> \d/.test(head);
}

/** The cues of `text` as turns; header, notes and styles as paragraphs. Undefined without a single cue. Throws nothing. */
export function scanSubtitles(text: string): Parsed | undefined {
  const { cues, asides } = readCues(text);
  if (cues.length === 0) return undefined;
  const into = newConversation(text.length / CHARS_PER_BLOCK + cues.length);
  const turns = cueTurns(text, cues);
  const [levels] = turnLevels([turns], 'subtitles');
  let aside = 0;
  for (const [i, turn] of turns.entries()) {
    while (aside < asides.length && asides[aside].start < turn.start) addAside(into, asides[aside++]);
    addTurn(into, turn, levels[i], -1);
  }
  while (aside < asides.length) addAside(into, asides[aside++]);
  return into;
}

interface Aside {
  readonly start: number;
  end: number;
}

function addAside({ blocks }: ConversationBlocks, { start, end }: Aside): void {
  blocks.add(KIND.paragraph, start, end, 0, -1);
}

/** One pass over the lines; a cue begins at its time line, or at the line in front of that where it is its number. */
function readCues(text: string): { cues: Cue[]; asides: Aside[] } {
  const reader = new CueReader(text);
  eachLine(text, (line) => {
    const timing = TIMING.exec(line.head);
    if (timing === null) reader.text(line);
    else reader.timing(line, timing);
    return true;
  });
  return reader;
}

class CueReader {
  readonly cues: Cue[] = [];
  readonly asides: Aside[] = [];
  private readonly source: string;
  private open: Cue | Aside | undefined;
  /** The line before, and where what it belongs to ended without it. */
  private before: { line: Line; endBefore: number } | undefined;

  constructor(source: string) {
    this.source = source;
  }

  timing(line: Line, found: RegExpExecArray): void {
    const { before, open, source } = this;
    const owned = before !== undefined && isIdentifier(before.line, line) ? before : undefined;
    if (owned !== undefined && open !== undefined) takeBack(open, owned.endBefore, this.asides);
    const cue: Cue = {
      start: owned?.line.at ?? line.at,
      textFrom: Math.min(line.end + 1, source.length),
      from: moment(found, 1),
      to: moment(found, 5),
      end: trimmedEnd(source, line.at, line.end),
    };
    this.cues.push(cue);
    this.open = cue;
    this.before = undefined;
  }

  text(line: Line): void {
    const endBefore = this.open?.end ?? 0;
    const end = trimmedEnd(this.source, line.at, line.end);
    if (this.open === undefined || (line.opens && ASIDE.test(line.head))) {
      this.open = { start: line.at, end };
      this.asides.push(this.open);
    } else this.open.end = end;
    this.before = { line, endBefore };
  }
}

/** A number, or a line of any words with a blank one in front: right in front of the time line. */
function isIdentifier(before: Line, timing: Line): boolean {
  if (timing.opens) return false;
  return NUMBER.test(before.head.trimEnd()) || (before.opens && !ASIDE.test(before.head));
}

/** The last line of `open` turned out to be the number of the next cue; nothing is left of an aside that was only that. */
function takeBack(open: Cue | Aside, end: number, asides: Aside[]): void {
  if (end > open.start) open.end = end;
  else if (asides.at(-1) === open) asides.pop();
}

function moment(found: RegExpExecArray, group: number): Moment {
  const [hour, minute, second, fraction] = found.slice(group, group + 4);
  const clock = { hour: Number(hour ?? 0), minute: Number(minute), second: Number(second), ms: milliseconds(fraction) };
  return offsetMoment(clockMs(clock));
}

function cueTurns(text: string, cues: readonly Cue[]): Turn[] {
  const named = namesOf(text, cues);
  let ended = true;
  let speaker = '';
  return cues.map((cue, i) => {
    const head = text.slice(cue.textFrom, Math.min(cue.end, cue.textFrom + ENDING * 2));
    const said = VOICE.exec(head)?.[1].trim() ?? named[i];
    const isOther = said !== speaker || (said === '' && NEW_VOICE.test(head));
    speaker = said;
    const goesOn = !isOther && !ended;
    ended = ENDS_SENTENCE.test(text.slice(Math.max(cue.textFrom, cue.end - ENDING), cue.end));
    return { start: cue.start, end: cue.end, speaker: said, moment: cue.from, until: cue.to, goesOn };
  });
}

/** Names that stand in front of cues (`ANNA: Hello`), where they come back; '' for the other cues. */
function namesOf(text: string, cues: readonly Cue[]): string[] {
  const names = cues.map(({ textFrom, end }) => {
    const name = NAMED_CUE.exec(text.slice(textFrom, Math.min(end, textFrom + ENDING)))?.[1].trim() ?? '';
    return isName(name) ? name : '';
  });
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name) => ((counts.get(name) ?? 0) >= LEAST_CUES ? name : ''));
}
