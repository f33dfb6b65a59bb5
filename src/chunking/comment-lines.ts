/** Comment lines of code: which lines are comments, and how much worse it is to cut in front of one than of another line. */
import { isBlank } from '../text/word-cuts.ts';

const LINE_FEED = 10;
const HASH = 35;
const STAR = 42;
const DASH = 45;
const SLASH = 47;
const TAG = 64;

/** Whether the first characters of a line are those of a comment in most languages. */
export function isComment(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === HASH || code === STAR) return true;
  const second = text.charCodeAt(at + 1);
  return (code === SLASH && (second === SLASH || second === STAR)) || (code === DASH && second === DASH);
}

/** In front of a comment line that begins a paragraph or with a tag. */
const PARAGRAPH_LOSS = 0.04;
/** ... that begins a sentence, or an item. */
const SENTENCE_LOSS = 0.12;
/** ... that goes on with one, is empty, or closes the comment. */
const RUN_ON_LOSS = 0.22;

/** How much weaker the comment line `[line, end)` is than other lines as a place to cut, behind another comment line. */
export function commentLoss(text: string, line: number, end: number): number {
  let at = line;
  while (at < end && isMarkOrBlank(text.charCodeAt(at))) at++;
  if (at === end) return RUN_ON_LOSS;
  if (text.charCodeAt(at) === TAG) return PARAGRAPH_LOSS;
  let before = line - 1;
  while (before > 0 && text.charCodeAt(before - 1) !== LINE_FEED && isBlank(text.charCodeAt(before - 1))) before--;
  const last = text[before - 1] ?? '';
  while (before > 0 && text.charCodeAt(before - 1) !== LINE_FEED && isMarkOrBlank(text.charCodeAt(before - 1)))
    before--;
  if (before === 0 || text.charCodeAt(before - 1) === LINE_FEED) return PARAGRAPH_LOSS;
  const goesOn = text[at] !== text[at].toUpperCase() && !'.!?:;'.includes(last);
  return goesOn ? RUN_ON_LOSS : SENTENCE_LOSS;
}

function isMarkOrBlank(code: number): boolean {
  return code === HASH || code === STAR || code === DASH || code === SLASH || isBlank(code);
}
