/** Parsing: chooses the title of a document. */
import { type BlockTable, KIND } from '../model/block.ts';
import { headingText } from '../text/heading-text.ts';

/** UTF-16 units; a longer first line is a paragraph, not a title. */
const LONGEST_TITLE_LINE = 120;

/** Opens with a letter or a number, behind at most a bracket or quote. */
const TITLE_START = /^["'“„«([]?[\p{L}\p{N}]/u;
const SENTENCE_END = /[.!?:;,{}…。！？：]$/u;

/**
 * The first heading when no other block comes before it and it is not the first of a numbered row, else the first line
 * when it is short, reads like a title and more than that paragraph follows, else ''. Front matter does not count as a
 * block here.
 */
export function titleOf(text: string, blocks: BlockTable, labels?: ReadonlyMap<number, string>): string {
  let first = 0;
  while (first < blocks.count && blocks.kinds[first] === KIND.frontmatter) first++;
  if (first === blocks.count) return '';
  const start = blocks.starts[first];
  const end = blocks.ends[first];
  if (blocks.kinds[first] === KIND.heading) {
    const title = titleAt(text, blocks, first, labels);
    return isOneOfMany(text, blocks, first, title, labels) ? '' : title;
  }
  if (blocks.kinds[first] !== KIND.paragraph || first + 1 === blocks.count) return '';
  const lineFeed = text.indexOf('\n', start);
  const lineEnd = lineFeed < 0 ? end : Math.min(lineFeed, end);
  if (isField(text, start, lineEnd) && lineEnd < end && isField(text, lineEnd + 1, end)) return '';
  return lineEnd - start <= LONGEST_TITLE_LINE ? titleLine(headingText(text, start, lineEnd)) : '';
}

/** A line of code, a rule, a date to fill in, an introduction or a sentence is no title. */
function titleLine(line: string): string {
  return TITLE_START.test(line) && !SENTENCE_END.test(line) ? line : '';
}

function titleAt(text: string, blocks: BlockTable, block: number, labels?: ReadonlyMap<number, string>): string {
  return labels?.get(block) ?? headingText(text, blocks.starts[block], blocks.ends[block]);
}

/** The number of a chapter, a version, a year; in Chinese and Japanese behind the sign for ordinals. */
const NUMBER = /\d+(?:[.-]\d+)*|\b[IVXLC]+\b|(?<=第)[〇零一二三四五六七八九十百]+/;

/** Whether the next heading of its level differs from heading `first` by its number on: `1 Scope` and `2 Rules`. */
function isOneOfMany(
  text: string,
  blocks: BlockTable,
  first: number,
  title: string,
  labels?: ReadonlyMap<number, string>,
): boolean {
  const { kinds, levels, parents, count } = blocks;
  let next = first + 1;
  while (next < count && (kinds[next] !== KIND.heading || levels[next] > levels[first] || parents[next] !== -1)) next++;
  if (next === count) return false;
  const number = NUMBER.exec(title);
  if (number === null) return false;
  const other = titleAt(text, blocks, next, labels);
  const otherNumber = NUMBER.exec(other);
  if (otherNumber === null || otherNumber[0] === number[0]) return false;
  return other.slice(0, otherNumber.index) === title.slice(0, number.index);
}

/** The name of a field and a colon, as in the head of a mail. */
const FIELD = /[A-Z][A-Za-z-]{1,30}: /y;

/** Whether the line at `at` is a field of a head: one line of them is none, several in a row are. */
function isField(text: string, at: number, end: number): boolean {
  FIELD.lastIndex = at;
  return at < end && FIELD.test(text);
}
