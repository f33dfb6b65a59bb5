/** Parsing: chooses the title of a document. */
import { type BlockTable, KIND } from '../model/block.ts';
import { headingText } from '../text/heading-text.ts';

/** UTF-16 units; a longer first line is a paragraph, not a title. */
const LONGEST_TITLE_LINE = 120;

/** Opens with a letter or a number, behind at most a bracket or quote. */
const TITLE_START = /^["'“„«([]?[\p{L}\p{N}]/u;
const SENTENCE_END = /[.!?:;,{}…。！？：]$/u;

/**
 * The first heading when no other block comes before it, else the first line when it is short, reads like a title
 * and more than that paragraph follows, else ''. Front matter does not count as a block here.
 */
export function titleOf(text: string, blocks: BlockTable, labels?: ReadonlyMap<number, string>): string {
  let first = 0;
  while (first < blocks.count && blocks.kinds[first] === KIND.frontmatter) first++;
  if (first === blocks.count) return '';
  const start = blocks.starts[first];
  const end = blocks.ends[first];
  if (blocks.kinds[first] === KIND.heading) return labels?.get(first) ?? headingText(text, start, end);
  if (blocks.kinds[first] !== KIND.paragraph || first + 1 === blocks.count) return '';
  const lineFeed = text.indexOf('\n', start);
  const lineEnd = lineFeed < 0 ? end : Math.min(lineFeed, end);
  return lineEnd - start <= LONGEST_TITLE_LINE ? titleLine(headingText(text, start, lineEnd)) : '';
}

/** A line of code, a rule, a date to fill in, an introduction or a sentence is no title. */
function titleLine(line: string): string {
  return TITLE_START.test(line) && !SENTENCE_END.test(line) ? line : '';
}
