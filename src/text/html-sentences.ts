/** Text: where sentences begin in HTML, found in what a reader sees. */
import { decodeEntities } from './html-entities.ts';
import { htmlTokens, isBreak } from './html-tokens.ts';
import { DEFAULT_SENTENCE_RULES, type SentenceRules } from './sentence-rules.ts';
import { sentenceStarts } from './sentences.ts';

/** The visible text, and for each run of it where it begins there and where it, or the start tags before it, stand. */
interface Visible {
  text: string;
  readonly starts: number[];
  readonly offsets: number[];
  /** Where a sentence that begins with the run begins in the HTML. */
  readonly leads: number[];
}

/**
 * Appends to `out` the offset of each sentence start inside `html[from, to)`, the first one left out. Tags and character
 * references do not hide the end of a sentence; a sentence begins with the start tags in front of its first word. Linear.
 */
export function htmlSentenceStarts(
  html: string,
  from: number,
  to: number,
  out: number[],
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): void {
  const visible = visibleText(html, from, to);
  const found: number[] = [];
  sentenceStarts(visible.text, 0, visible.text.length, found, rules);
  let run = 0;
  for (const at of found) {
    while (run + 1 < visible.starts.length && visible.starts[run + 1] <= at) run++;
    const inside = at - visible.starts[run];
    out.push(inside === 0 ? visible.leads[run] : visible.offsets[run] + inside);
  }
}

const REFERENCE = /&[#\w]{1,40};|[^&]+|&/g;

function visibleText(html: string, from: number, to: number): Visible {
  const visible: Visible = { text: '', starts: [], offsets: [], leads: [] };
  // Where the start tags in front of the present token begin, -1 when something else stands there.
  let lead = -1;
  for (const { kind, start, end, name } of htmlTokens(html, from, to)) {
    if (kind === 'hidden') continue;
    if (kind === 'text') addText(visible, html.slice(start, end), start, lead);
    else if (isBreak(name)) addRun(visible, ' ', start, start);
    if (kind !== 'open') lead = -1;
    else if (lead < 0) lead = start;
  }
  return visible;
}

/** Adds a run of text, cut at its references so that what follows one is found again. */
function addText(visible: Visible, text: string, start: number, lead: number): void {
  for (const { 0: part, index } of text.matchAll(REFERENCE))
    addRun(visible, decodeEntities(part), start + index, index === 0 && lead >= 0 ? lead : start + index);
}

function addRun(visible: Visible, text: string, offset: number, lead: number): void {
  visible.starts.push(visible.text.length);
  visible.offsets.push(offset);
  visible.leads.push(lead);
  visible.text += text;
}
