/** Parsing: tells whether a line of plain text, by itself, has one of the forms that headings have. */
import { GAP_NONE, type LineTable } from './lines.ts';
import { readScriptNumber } from './script-number.ts';

export type HeadingForm = 'wiki' | 'underline' | 'chapter' | 'numbered' | 'capitals' | 'outdented' | 'dated';

/** Lines `[line, endLine)` that may be a heading; whether they are is for the document as a whole to say. */
export interface HeadingCandidate {
  readonly line: number;
  readonly endLine: number;
  readonly form: HeadingForm;
  /** Depth within its form, from 1. For `underline` the code of the rule's character, for `chapter` a rank. */
  readonly rank: number;
  /** Title without decoration, as spans of the text would not show it. */
  readonly title: string;
  /** numbered: the components of the number; letters of appendices count from 1000. */
  readonly number?: readonly number[];
  /** numbered: one number without a full stop, as `2 Rules`. */
  readonly isBare?: boolean;
}

/** UTF-16 units; longer lines are prose. */
export const LONGEST_TITLE = 100;
export const LONGEST_CAPITALS = 60;
const MOST_TITLE_WORDS = 12;
const MOST_PLAIN_WORDS = 5;
const MOST_CAPITAL_WORDS = 10;
const MOST_OUTDENTED_WORDS = 6;
const FEWEST_CAPITALS = 4;
const SHORTEST_RULE = 3;
const APPENDIX_BASE = 1000;

/**
 * The heading form of line `line`, undefined when it has none; `outdents` says whether the margin may belong to headings.
 * Looks at three lines at most.
 */
export function headingCandidate(
  text: string,
  lines: LineTable,
  line: number,
  outdents: boolean,
): HeadingCandidate | undefined {
  const { starts, ends, gaps, count } = lines;
  if (ends[line] - starts[line] > LONGEST_TITLE) return undefined;
  const code = text.charCodeAt(starts[line]);
  if (code === EQUALS_SIGN || code === CJK_ORDINAL) {
    const marked = code === EQUALS_SIGN ? wikiHeading(text, lines, line) : articleHeading(text, lines, line);
    if (marked !== undefined) return marked;
  }
  if (gaps[line] === GAP_NONE) return undefined;
  const alone = line + 1 === count || gaps[line + 1] !== GAP_NONE;
  if (!alone) {
    const found = underlined(text, lines, line) ?? chapterHeading(text, lines, line, false);
    return found ?? (outdents ? hangingHeading(text, lines, line) : undefined);
  }
  return chapterHeading(text, lines, line, true) ?? loneHeading(text, lines, line, outdents);
}

const EQUALS_SIGN = '='.charCodeAt(0);
const WIKI = /^(={1,6})([^=].*?)(={1,6})$/;
/** `= = Title = =`: as dumps of tokenised wikis have it. */
const SPACED_WIKI = /^((?:= ){1,6})([^=].*?)((?: =){1,6})$/;

function wikiHeading(text: string, lines: LineTable, line: number): HeadingCandidate | undefined {
  const source = text.slice(lines.starts[line], lines.ends[line]);
  const spaced = SPACED_WIKI.exec(source);
  const found = spaced ?? WIKI.exec(source);
  if (found === null || found[1].length !== found[3].length) return undefined;
  const rank = spaced === null ? found[1].length : found[1].length / 2;
  const title = collapse(found[2]);
  // A semicolon: a key of abbreviations, as `= Games ; W = Wins =`.
  if (title === '' || title.includes(';')) return undefined;
  return { line, endLine: line + 1, form: 'wiki', rank, title };
}

/** A title with a rule of about its length under it, and perhaps over it too. */
function underlined(text: string, lines: LineTable, line: number): HeadingCandidate | undefined {
  const { starts, ends, gaps, count } = lines;
  const over = ruleCode(text, starts[line], ends[line]) > 0 ? 1 : 0;
  const titleLine = line + over;
  const rule = titleLine + 1;
  if (rule >= count || gaps[rule] !== GAP_NONE || ruleCode(text, starts[titleLine], ends[titleLine]) > 0)
    return undefined;
  const code = ruleCode(text, starts[rule], ends[rule]);
  const length = ends[titleLine] - starts[titleLine];
  const ruled = ends[rule] - starts[rule];
  if (code === 0 || length > LONGEST_TITLE || ruled < length - 3 || ruled > length + 6) return undefined;
  if (over === 1 && ruleCode(text, starts[line], ends[line]) !== code) return undefined;
  const title = collapse(text.slice(starts[titleLine], ends[titleLine]));
  if (!/[\p{L}\p{N}]/u.test(title) || /[,;]$/.test(title)) return undefined;
  return { line, endLine: rule + 1, form: 'underline', rank: code * 2 + 1 - over, title };
}

const RULE_CHARACTERS = '=-~^"*+#';

/** The code of the one character that `[start, end)` repeats three times or more, 0 when it is no rule. */
function ruleCode(text: string, start: number, end: number): number {
  const code = text.charCodeAt(start);
  for (let at = start + 1; at < end; at++) if (text.charCodeAt(at) !== code) return 0;
  return end - start >= SHORTEST_RULE && RULE_CHARACTERS.includes(text[start]) ? code : 0;
}

const NUMERAL =
  '(?:[IVXLCDM]+|[ivxlcdm]+|\\d{1,3}|(?:the +)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?:-[a-z]+)?' +
  // Digits of Devanagari and Arabic, Arabic ordinals, letters of Hebrew.
  '|[०-९]{1,3}|[٠-٩]{1,3}|(?:الأول|الثاني|الثالث|الرابع|الخامس|السادس|السابع|الثامن|التاسع|العاشر)[ىة]?|الأولى|[א-ת](?:["״]?[א-ת])?[\'׳]|[א-ת])';
const DIVISIONS: readonly (readonly [rank: number, words: string])[] = [
  [1, 'book|volume|tome|livre|libro|buch|книга|том'],
  [2, 'part|teil|partie|parte|часть|भाग|الباب|الجزء|חלק'],
  [3, 'chapter|chap\\.|chapitre|kapitel|cap[ií]tulo|capitolo|hoofdstuk|letter|stave|canto|act|глава|अध्याय|الفصل|פרק'],
  [4, 'scene|szene|scène|escena|scena'],
];
/** Single words that are chapters without a number. */
const UNNUMBERED =
  'prologue|epilogue|preface|foreword|introduction|afterword|conclusion|prolog|epilog|vorwort|nachwort|einleitung|préface|avant-propos|prefacio|prólogo|epílogo|prefazione|introduzione';
/** What every chapter opens with, but those of CJK. */
const CHAPTER_OPENER = new RegExp([...DIVISIONS.map(([, words]) => words), UNNUMBERED].join('|'), 'iuy');
/** 1 for each ASCII capital that one of them begins with. */
const OPENS_CHAPTER = new Uint8Array(128);
// What lies outside of the table is not kept.
for (const [, words] of [...DIVISIONS, [0, UNNUMBERED] as const])
  for (const word of words.split('|')) OPENS_CHAPTER[word.toUpperCase().charCodeAt(0)] = 1;
const CHAPTERS = DIVISIONS.map(
  ([rank, words]) => [rank, new RegExp(`^(?:${words})\\s+${NUMERAL}(?![\\p{L}\\p{N}])(.*)$`, 'iu')] as const,
);
const CJK_CHAPTER = /^第[一二三四五六七八九十百千零〇\d]{1,6}([部卷編编])?[章回节節話话部卷編编]?(?:[\s　:：].*)?$/u;
/** An article of a contract or statute with its title in brackets: `第1条（目的）`. */
const CJK_ARTICLE =
  /^第[一二三四五六七八九十百千零〇\d]{1,6}[条條](?:の[一二三四五六七八九十\d]{1,3})?[\s　]*[（(【][^（）()【】。]{1,40}[）)】]$/u;
const ARTICLE_RANK = 4;
const UNNUMBERED_CHAPTER = new RegExp(`^(?:${UNNUMBERED})\\.?$`, 'iu');
const CHAPTER_RANK = 3;

/** `CHAPTER I.`, `Chapter 3: Title`, a number with its title on the next line, or `PROLOGUE`. */
function chapterHeading(text: string, lines: LineTable, line: number, alone: boolean): HeadingCandidate | undefined {
  if (!mayOpenChapter(text, lines.starts[line])) return undefined;
  const source = text.slice(lines.starts[line], lines.ends[line]);
  const chapter = chapterForm(source);
  if (chapter === undefined) return undefined;
  if (alone) return { line, endLine: line + 1, form: 'chapter', rank: chapter.rank, title: collapse(source) };
  const next = text.slice(
    lines.starts[line + 1],
    Math.min(lines.ends[line + 1], lines.starts[line + 1] + LONGEST_TITLE),
  );
  if (!chapter.bare || chapterForm(next) !== undefined) return undefined;
  const closes = line + 2 >= lines.count || lines.gaps[line + 2] !== GAP_NONE;
  if (closes && lines.ends[line + 1] - lines.starts[line + 1] < LONGEST_TITLE && !/[.,;:]$/.test(next)) {
    return { line, endLine: line + 2, form: 'chapter', rank: chapter.rank, title: collapse(`${source} ${next}`) };
  }
  return { line, endLine: line + 1, form: 'chapter', rank: chapter.rank, title: collapse(source) };
}

/** Its brackets tell such a line, whatever stands above and below it. */
function articleHeading(text: string, lines: LineTable, line: number): HeadingCandidate | undefined {
  const source = text.slice(lines.starts[line], lines.ends[line]);
  if (!CJK_ARTICLE.test(source)) return undefined;
  return { line, endLine: line + 1, form: 'chapter', rank: ARTICLE_RANK, title: collapse(source) };
}

/** A quick look that hardly any line passes. */
function mayOpenChapter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128 && OPENS_CHAPTER[code] === 0) return false;
  CHAPTER_OPENER.lastIndex = at;
  return CHAPTER_OPENER.test(text) || text.charCodeAt(at) === CJK_ORDINAL;
}

/** `bare`: nothing but the number. Undefined when `source` does not open a chapter. */
function chapterForm(source: string): { readonly rank: number; readonly bare: boolean } | undefined {
  const first = source.charCodeAt(0);
  if (first === CJK_ORDINAL) return CJK_CHAPTER.test(source) ? { rank: CHAPTER_RANK, bare: false } : undefined;
  if (source[0] !== source[0].toUpperCase()) return undefined;
  if (UNNUMBERED_CHAPTER.test(source)) return { rank: CHAPTER_RANK, bare: false };
  for (const [rank, form] of CHAPTERS) {
    const rest = form.exec(source)?.[1];
    if (rest === undefined) continue;
    const title = rest.replace(/^[\s.:—–-]+/u, '');
    if (title === '') return { rank, bare: true };
    return isChapterTitle(rest, title) ? { rank, bare: false } : undefined;
  }
  return undefined;
}

const CJK_ORDINAL = '第'.charCodeAt(0);

/** A title is set off by a mark or begins with a capital; a sentence about a chapter goes on in small letters. */
function isChapterTitle(rest: string, title: string): boolean {
  if (/[,;:]$/.test(title) || hasLeaders(title)) return false;
  const setOff = /^\s*[.:—–-]/u.test(rest) || /^\s{2,}/.test(rest);
  if (setOff) return hasAtMost(MOST_TITLE_WORDS, title);
  // Where there are no capitals, few words tell a title.
  if (/^\p{Lo}/u.test(title) && !hasAtMost(MOST_PLAIN_WORDS, title)) return false;
  return startsTitle(title) && !title.endsWith('.') && isTitleCase(title);
}

/** Capitals at a margin that is for headings, with the text right under them but further in, as manual pages have it. */
function hangingHeading(
  text: string,
  { starts, ends, indents }: LineTable,
  line: number,
): HeadingCandidate | undefined {
  if (indents[line] > 0 || indents[line + 1] === 0) return undefined;
  const source = text.slice(starts[line], ends[line]);
  if (!isCapitals(source)) return undefined;
  return { line, endLine: line + 1, form: 'capitals', rank: 1, title: collapse(source) };
}

/** None of these forms ends so. */
export const NEVER_LAST = '.,;';

/** Forms of a line that stands by itself: a number with a title, capitals alone, or plain words at the margin. */
function loneHeading(text: string, lines: LineTable, line: number, outdents: boolean): HeadingCandidate | undefined {
  // Nearly every line of prose is dismissed here.
  if (NEVER_LAST.includes(text[lines.ends[line] - 1])) return undefined;
  const source = text.slice(lines.starts[line], lines.ends[line]);
  const numbered = numberedHeading(source, line);
  if (numbered !== undefined) return numbered;
  if (isCapitals(source)) return { line, endLine: line + 1, form: 'capitals', rank: 1, title: collapse(source) };
  if (!outdents || lines.indents[line] > 0 || /[.,;:!?\])]$/.test(source) || !startsTitle(source)) return undefined;
  if (!hasAtMost(MOST_OUTDENTED_WORDS, source) || /\s{2}/.test(source) || !isTitleCase(source)) return undefined;
  return { line, endLine: line + 1, form: 'outdented', rank: 1, title: collapse(source) };
}

const NUMBERED = /^(?:(\d{1,3}(?:\.\d{1,3}){0,5})(\.?)|(?:Appendix\s+)?([A-Z](?:\.\d{1,3}){0,5})([.:]?))\s+(\S.*)$/;

/** How Chinese and Japanese papers number their sections, as in `一、总则`. */
const SECTION_NUMBER = '一、';
const FIRST_HAN = '一'.charCodeAt(0);
/** A sentence has a mark in it, or at its end. */
const HAN_TITLE = /^\s*[^\s。，；：！？、][^。，；：！？]{0,39}$/u;

function hanNumberedHeading(source: string, line: number): HeadingCandidate | undefined {
  const number = readScriptNumber(source, 0);
  if (number?.style !== SECTION_NUMBER || !HAN_TITLE.test(source.slice(number.end))) return undefined;
  return { line, endLine: line + 1, form: 'numbered', rank: 1, title: collapse(source), number: [number.value] };
}

function numberedHeading(source: string, line: number): HeadingCandidate | undefined {
  if (source.charCodeAt(0) >= FIRST_HAN) return hanNumberedHeading(source, line);
  const found = NUMBERED.exec(source);
  if (found === null) return undefined;
  const [, digits, dot, letters, , title] = found;
  const number = digits === undefined ? appendixNumber(letters) : digits.split('.').map(Number);
  const deep = number.length > 1;
  if (digits === undefined && !deep && !source.startsWith('Appendix')) return undefined;
  const isBare = digits !== undefined && !deep && dot === '';
  if (!(deep ? /^[\p{L}]/u.test(title) : startsTitle(title)) || !hasAtMost(MOST_TITLE_WORDS, title)) return undefined;
  if (/[.,;:]$/.test(title) || hasLeaders(title) || /\s{2,}\d+$/.test(title)) return undefined;
  return { line, endLine: line + 1, form: 'numbered', rank: number.length, title: collapse(source), number, isBare };
}

function appendixNumber(letters: string): number[] {
  const [letter, ...rest] = letters.split('.');
  return [APPENDIX_BASE + letter.charCodeAt(0), ...rest.map(Number)];
}

/** No small letter, at least four capitals, and neither a sentence nor a form to fill in. */
export function isCapitals(source: string): boolean {
  if (source.length > LONGEST_CAPITALS || hasSmallLetter(source) || source !== source.toUpperCase()) return false;
  if (!/^["'“‘(]?[\p{Lu}\d]/u.test(source)) return false;
  if (/[.,;!]$|[=*|<>{}\\;]|__|\.{3}|\s{4}/.test(source) || !hasAtMost(MOST_CAPITAL_WORDS, source)) return false;
  const capitals = source.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= FEWEST_CAPITALS && capitals * 2 >= source.replace(/\s/g, '').length;
}

/** Whether an ASCII small letter is in `source`: nearly always seen after a few characters. */
export function hasSmallLetter(source: string): boolean {
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code >= 97 && code <= 122) return true;
  }
  return false;
}

/** Whether every word of four letters or more begins with a capital or a digit. */
export function isTitleCase(title: string): boolean {
  return !/(?<![\p{L}\p{N}'’-])\p{Ll}{4,}/u.test(title);
}

function startsTitle(title: string): boolean {
  return /^[\p{Lu}\p{Lo}]/u.test(title);
}

/** Dots that lead to a page number, as in a table of contents. */
export function hasLeaders(source: string): boolean {
  return /(?:\.{4}|(?: \.){3}|…{2}|_{4})/.test(source);
}

/** Whether `source` has `most` words or fewer. */
function hasAtMost(most: number, source: string): boolean {
  return source.split(/\s+/, most + 1).length <= most;
}

/** One line without runs of white space. */
export function collapse(source: string): string {
  return source.replace(/\s+/g, ' ').trim();
}
