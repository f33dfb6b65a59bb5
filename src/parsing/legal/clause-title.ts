/** Parsing: finds the title behind the number of a clause: alone on its line, or run in front of the text. */
import { collapse, hasLeaders, isTitleCase } from '../heading-forms.ts';

/** UTF-16 units looked at behind a number. */
const LONGEST_TITLE = 100;
const MOST_WORDS = 12;
/** Titles that are not in capitals word by word are shorter. */
const MOST_PLAIN_WORDS = 7;
const LONGEST_RUN_IN = 80;

/** Words that sentences have and titles do not. */
const VERBS =
  /\b(?:shall|will|may|must|is|are|was|were|be|has|have|means|agrees?|includes?|acknowledges?|hereby|undertakes?|represents?|warrants?|applies|apply|darf|ist|sind|wird|werden|est|sont|peut|es|son|è|sono)\b/;
const RUN_IN = /^([\p{Lu}\d][^.:\n–—]{1,79}?)(?:[.:](?=\s)|\s[-–—](?=\s)|[–—])\s*(?=["“„«([_\p{Lu}\d]|\n)/u;
const QUOTED_TERM = /^["“„«‘]([^"“”„»«\n]{1,60})["”“»’]/;
const MARKS_BEFORE = /^[\s.:–—-]+/;

export interface ClauseTitle {
  /** In one line, without the marks that set it off; '' when there is none. */
  readonly title: string;
  /** Whether the text behind the number is the title and nothing else. */
  readonly alone: boolean;
}

/** The title at the front of `text[from, to)`, the text behind a clause number. */
export function clauseTitle(text: string, from: number, to: number): ClauseTitle {
  const rest = text.slice(from, Math.min(to, from + LONGEST_TITLE + 1)).replace(MARKS_BEFORE, '');
  if (to - from <= LONGEST_TITLE && isTitle(rest))
    return { title: collapse(rest).replace(/[\s.:]+$/, ''), alone: true };
  const term = QUOTED_TERM.exec(rest);
  if (term !== null) return { title: collapse(term[1]), alone: false };
  const runIn = RUN_IN.exec(rest)?.[1] ?? '';
  return { title: runIn !== '' && isRunIn(runIn) ? collapse(runIn) : '', alone: false };
}

/** Whether `line` reads as a title by itself. */
export function isTitle(line: string): boolean {
  if (line === '' || hasLeaders(line) || !/^["“'‘(]?[\p{Lu}\d]/u.test(line)) return false;
  if (/[,;]$|\b(?:and|or)$/.test(line) || VERBS.test(line)) return false;
  const words = line.split(/\s+/).length;
  if (isTitleCase(line)) return words <= MOST_WORDS;
  return words <= MOST_PLAIN_WORDS && !/[.:!?]$/.test(line) && !line.includes('. ');
}

function isRunIn(title: string): boolean {
  if (VERBS.test(title) || title.length > LONGEST_RUN_IN) return false;
  const words = title.split(/\s+/).length;
  if (isTitleCase(title)) return words <= MOST_WORDS;
  return words <= MOST_PLAIN_WORDS && !title.includes(';');
}

/** Dots or a tab and a page number. */
const PAGE_REFERENCE = /(?:\.{3}|(?: \.){3}|…|_{4}|\t)\s*(?:page\s*)?[\divxlc]{1,5}$/i;
const PAGE_REFERENCE_LENGTH = 40;

/** Whether `text[from, to)` is an entry of a table of contents. */
export function isContentsEntry(text: string, from: number, to: number): boolean {
  const last = text.charCodeAt(to - 1);
  // Digits, and the letters of small Roman numerals.
  if (last > 57 && last !== 105 && last !== 118 && last !== 120) return false;
  return PAGE_REFERENCE.test(text.slice(Math.max(from, to - PAGE_REFERENCE_LENGTH), to));
}
