/** Evaluation, weak labels: headings, questions in the text and captions → labels whose answer is what follows them. */
import { type BlockTable, KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { headingText } from '../text/heading-text.ts';
import type { WeakLabel } from './weak-labels.ts';
import type { DocumentSection } from './weak-sections.ts';

/** Characters of a question; a longer one is a paragraph. */
const MOST_QUESTION_CHARS = 200;

/** Headings that ask nothing. One word alone is never a question without the heading above it. */
export function headingLabels({ title }: Document, sections: readonly DocumentSection[]): readonly WeakLabel[] {
  return sections.filter(({ title: own }) => !asks(own)).map((section) => labelOf('heading', title, section));
}

function labelOf(source: 'heading' | 'question', title: string, section: DocumentSection): WeakLabel {
  const { title: own, parents, span } = section;
  const parent = parents.at(-1);
  const forms = [
    ...(isPhrase(own) ? [own] : []),
    ...(parent === undefined ? [] : [`${parent}: ${own}`]),
    [...new Set([title, ...parents, own])].filter((part) => part !== '').join(': '),
  ];
  return { source, forms: [...new Set(forms)], span };
}

function asks(text: string): boolean {
  return /[?？؟]\s*$/.test(text) && text.length <= MOST_QUESTION_CHARS && isPhrase(text.trim());
}

/** More than one word; scripts without spaces have a word in about two characters. */
function isPhrase(text: string): boolean {
  return /\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u.test(text);
}

/** Headings with a question mark; paragraphs that are a question in bold or behind `Q:`, up to the next question or heading. */
export function questionLabels(document: Document, sections: readonly DocumentSection[]): readonly WeakLabel[] {
  const headed = sections
    .filter(({ title }) => asks(title))
    .map((section) => labelOf('question', document.title, section));
  return [...headed, ...askedParagraphs(document)];
}

/** `**How?**` or `Q: How?`, alone in its paragraph or with the answer on the lines below. */
const BOLD = /^(?:\*\*|__)([^*_\n][^\n]{0,220}?[?？؟])\s*(?:\*\*|__)[ \t]*(?:\n|$)/;
const ASKED =
  /^(?:\*\*|__)?(?:Q|Question|F|Frage|P|Pregunta|D|Domanda)\s?\d{0,3}\s?[:.)](?:\*\*|__)?\s*([^\n]{3,220}?[?？؟])(?:\*\*|__)?[ \t]*(?:\n|$)/i;
const ANSWER = /^(?:\*\*|__)?(?:A|Answer|Antwort|R|Réponse|Respuesta|Risposta)\s?\d{0,3}\s?[:.)](?:\*\*|__)?\s*/i;

function askedParagraphs({ text, title, blocks }: Document): readonly WeakLabel[] {
  const { kinds, starts, ends } = blocks;
  const labels: WeakLabel[] = [];
  let open: OpenQuestion | undefined;
  const close = (): void => {
    if (open)
      labels.push({
        source: 'question',
        forms: [open.question, `${title}: ${open.question}`],
        span: { start: open.start, end: open.end },
      });
    open = undefined;
  };
  for (const i of topLevel(blocks)) {
    const block = text.slice(starts[i], ends[i]);
    const asked = kinds[i] === KIND.paragraph ? questionAt(block) : undefined;
    if (asked || kinds[i] === KIND.heading) close();
    if (asked) open = { question: asked.question, start: starts[i] + asked.length, end: ends[i] };
    else if (open?.start === open?.end) open = open && { ...open, start: starts[i] + answerLead(block), end: ends[i] };
    else if (open) open = { ...open, end: ends[i] };
  }
  close();
  return labels;
}

/** A question whose answer, empty at first, grows block by block. */
interface OpenQuestion extends Span {
  readonly question: string;
}

function topLevel({ count, parents }: BlockTable): readonly number[] {
  const top: number[] = [];
  for (let i = 0; i < count; i++) if (parents[i] === -1) top.push(i);
  return top;
}

/** The question that `paragraph` begins with, and how much of it stands in front of the answer. */
function questionAt(paragraph: string): { readonly question: string; readonly length: number } | undefined {
  const found = ASKED.exec(paragraph) ?? BOLD.exec(paragraph);
  if (found === null) return undefined;
  const question = headingText(found[1]);
  if (!asks(question)) return undefined;
  const { length } = found[0];
  const rest = length >= paragraph.length ? paragraph.length : length + answerLead(paragraph.slice(length));
  return { question, length: rest };
}

function answerLead(text: string): number {
  return ANSWER.exec(text)?.[0].length ?? 0;
}

const CAPTION =
  /^(?:\*\*|__|\*|_)?(?:Table|Figure|Fig\.|Listing|Example|Tabelle|Abbildung|Tableau|Tabla|Tabella)\s+[\d.-]+\s?[:.–—-]\s*([^\n]{8,200}?)[*_]*\s*$/iu;
const CAPTIONED: ReadonlySet<number> = new Set([KIND.table, KIND.code, KIND.list]);

/** `Table 3: Delivery times` in front of a table, a code block or a list, or right behind it. */
export function captionLabels({ text, title, blocks }: Document): readonly WeakLabel[] {
  const { kinds, starts, ends } = blocks;
  const top = topLevel(blocks);
  return top.flatMap((block, at): readonly WeakLabel[] => {
    if (kinds[block] !== KIND.paragraph || ends[block] - starts[block] > MOST_QUESTION_CHARS + 40) return [];
    const caption = CAPTION.exec(text.slice(starts[block], ends[block]))?.[1];
    const what = [top[at + 1], top[at - 1]].find((other) => other !== undefined && CAPTIONED.has(kinds[other]));
    if (caption === undefined || what === undefined) return [];
    const name = headingText(caption);
    return [{ source: 'caption', forms: [name, `${title}: ${name}`], span: { start: starts[what], end: ends[what] } }];
  });
}
