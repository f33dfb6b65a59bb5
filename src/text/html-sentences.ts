/** Text: where sentences begin in HTML, found in what a reader sees. */
import { decodeEntities } from './html-entities.ts';
import { type HtmlTokens, htmlTokens, kindOf, TAG, TOKEN } from './html-tokens.ts';
import { inOrder } from './rising.ts';
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
 * Appends to `out` the offset of each sentence start among the tokens of `html`, the first one left out. Tags and character
 * references do not hide the end of a sentence; a sentence begins with the start tags in front of its first word. Linear.
 */
export function htmlSentenceStarts(
  html: string,
  tokens: HtmlTokens,
  out: number[],
  rules: SentenceRules = DEFAULT_SENTENCE_RULES,
): void {
  const visible = visibleText(html, tokens);
  const found: number[] = [];
  sentenceStarts(visible.text, 0, visible.text.length, found, rules);
  let run = 0;
  for (const at of found) {
    while (run + 1 < visible.starts.length && visible.starts[run + 1] <= at) run++;
    const inside = at - visible.starts[run];
    out.push(inside === 0 ? visible.leads[run] : visible.offsets[run] + inside);
  }
}

/**
 * Where a sentence of `html` begins or an element that has lines of its own, rising; cells stay in their row. The start of
 * `html` may be among them.
 */
export function htmlUnitStarts(html: string): readonly number[] {
  const tokens = htmlTokens(html, 0, html.length);
  const found: number[] = [];
  htmlSentenceStarts(html, tokens, found);
  for (const [i, token] of tokens.tokens.entries())
    if (kindOf(token) === TOKEN.open && (token & TAG.breaks) !== 0 && (token & TAG.minor) === 0)
      found.push(tokens.starts[i]);
  return inOrder(found);
}

const REFERENCE = /&[#\w]{1,40};|[^&]+|&/g;

function visibleText(html: string, { tokens, starts }: HtmlTokens): Visible {
  const visible: Visible = { text: '', starts: [], offsets: [], leads: [] };
  // Where the start tags in front of the present token begin, -1 when something else stands there.
  let lead = -1;
  for (let i = 0; i < tokens.length; i++) {
    const kind = kindOf(tokens[i]);
    if (kind === TOKEN.hidden) continue;
    if (kind === TOKEN.text) addText(visible, html.slice(starts[i], starts[i + 1]), starts[i], lead);
    else if ((tokens[i] & TAG.breaks) !== 0) addRun(visible, ' ', starts[i], starts[i]);
    if (kind !== TOKEN.open) lead = -1;
    else if (lead < 0) lead = starts[i];
  }
  return visible;
}

/** Adds a run of text, cut at its references so that what follows one is found again. */
function addText(visible: Visible, text: string, start: number, lead: number): void {
  const first = lead < 0 ? start : lead;
  if (!text.includes('&')) {
    addRun(visible, text, start, first);
    return;
  }
  for (const { 0: part, index } of text.matchAll(REFERENCE))
    addRun(visible, decodeEntities(part), start + index, index === 0 ? first : start + index);
}

function addRun(visible: Visible, text: string, offset: number, lead: number): void {
  visible.starts.push(visible.text.length);
  visible.offsets.push(offset);
  visible.leads.push(lead);
  visible.text += text;
}
