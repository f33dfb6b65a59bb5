/** Leading lines: whether a block leads into the next: a title line without marks, a clause that opens a list, the summary of details. */
import { BLOCK_KINDS, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import { isHtml, isMarkdown } from '../text/media-type.ts';

/** UTF-16 units; a longer paragraph is no title, but a text that may have one. */
const LONGEST_TITLE = 100;
/** How a sentence, a line of verse or an item between commas ends. */
const SENTENCE_ENDS = '.!?;,…。．！？；，、';
const SENTENCE_END = new RegExp(`[${SENTENCE_ENDS}][\\p{Pe}\\p{Pf}"'*_]*$`, 'u');
/** Kinds of blocks that a title line can stand above. */
const TITLED = new Uint8Array(BLOCK_KINDS.length);
for (const kind of ['paragraph', 'list', 'clause'] as const) TITLED[KIND[kind]] = 1;
const STOP = /[.!?…。．！？][\p{Pe}\p{Pf}"'*_]*$/u;
/** No small letter first, and a letter somewhere: no page number, no rule. */
const TITLE = /^\P{Ll}/u;
const LETTER = /\p{L}/u;

/** Whether `before` is a line that reads as the title of the paragraph, list or clause behind it. */
export function isTitleLine({ blocks, text, mediaType }: Document, before: number, block: number): boolean {
  const { kinds, starts, ends, parents } = blocks;
  if (kinds[before] !== KIND.paragraph || ends[before] - starts[before] > LONGEST_TITLE) return false;
  if (TITLED[kinds[block]] !== 1) return false;
  // There a title has marks.
  if (parents[before] !== parents[block] || isMarkdown(mediaType) || isHtml(mediaType)) return false;
  // Most short paragraphs are dismissed here, without a string.
  if (SENTENCE_ENDS.includes(text[ends[before] - 1])) return false;
  const title = text.slice(starts[before], ends[before]);
  if (!TITLE.test(title) || !LETTER.test(title) || SENTENCE_END.test(title)) return false;
  const length = ends[block] - starts[block];
  return length > LONGEST_TITLE || (length > title.length && STOP.test(text.slice(starts[block], ends[block])));
}

const COLON = 58;
const EN_DASH = 0x2013;
const EM_DASH = 0x2014;

/**
 * Whether the clause or paragraph `before` opens a list whose first item is the clause `block`: it ends with a colon or
 * a dash. What the whole contract hangs on ("agree as follows:") opens none.
 */
export function opensClauses({ blocks, text }: Document, before: number, block: number): boolean {
  const { kinds, levels, ends } = blocks;
  if (kinds[block] !== KIND.clause || (kinds[before] !== KIND.clause && kinds[before] !== KIND.paragraph)) return false;
  if (levels[block] <= Math.max(1, levels[before])) return false;
  const last = text.charCodeAt(ends[before] - 1);
  return last === COLON || last === EN_DASH || last === EM_DASH;
}

const SUMMARY_END = /<\/summary\s*>$/i;
/** UTF-16 units that the end tag may take. */
const LONGEST_END_TAG = 16;

/** Whether `before` ends with the summary of a `details` element, whose content begins with the next block. */
export function opensDetails({ blocks, text }: Document, before: number): boolean {
  const { kinds, ends } = blocks;
  const end = ends[before];
  if (kinds[before] !== KIND.paragraph && kinds[before] !== KIND.html) return false;
  return SUMMARY_END.test(text.slice(Math.max(0, end - LONGEST_END_TAG), end));
}
