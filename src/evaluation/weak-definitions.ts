/** Evaluation, weak labels: defined terms → "What is X?", answered by the words that define it. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Span } from '../model/span.ts';
import { headingText } from '../text/heading-text.ts';
import { isMarkdown } from '../text/media-type.ts';
import { cellSpans } from '../text/table-cells.ts';
import type { WeakLabel } from './weak-labels.ts';

/** A term as a list, a paragraph or a table of terms has it. */
const MOST_TERM_CHARS = 60;
/** `**Term**: text` and `**Term** - text`, and `Term` with `: text` on the next line. */
const ENTRY = /^(?:\*\*|__)([^*_\n]{2,60}?):?(?:\*\*|__)(?:\s*:|\s+[–—-]|\s*(?<=:..))\s+\S/;
const LIST = /^([^\n:]{2,60})\n:[ \t]+\S/;
const GLOSSARY =
  /\b(?:glossar(?:y|ies|io)?|glossaire|terminology|vocabulary|defined terms|definitions?|definitionen|begriffe|définitions|definiciones)\b/iu;
const TERM_HEAD = /^(?:terms?|words?|acronyms?|abbreviations?|begriff|abkürzung|terme|término|termine)$/i;
const MEANING_HEAD =
  /^(?:meanings?(?: here)?|definitions?|descriptions?|explanation|stands for|bedeutung|définition|significado|definizione)$/i;

/** Terms that the parser found, and those of glossaries: bold in front of a colon, definition lists, tables of terms. */
export function definitionLabels(document: Document): readonly WeakLabel[] {
  const found = [...parsedDefinitions(document), ...entryDefinitions(document), ...tableDefinitions(document)];
  const seen = new Set<string>();
  return found.flatMap(({ term, span }): readonly WeakLabel[] => {
    const key = term.toLowerCase();
    if (seen.has(key) || !/\p{L}/u.test(term)) return [];
    seen.add(key);
    const question = `What is ${term}?`;
    return [{ source: 'definition', forms: [question, `${document.title}: ${question}`], span }];
  });
}

interface TermPlace {
  readonly term: string;
  readonly span: Span;
}

function parsedDefinitions({ references }: Document): readonly TermPlace[] {
  const targets = references?.targets ?? [];
  return targets.flatMap(({ kind, name, span }) => (kind === 'definition' && span ? [{ term: name, span }] : []));
}

/** Bold words in front of a colon are terms only where a heading says so; elsewhere they are notes and features. */
function entryDefinitions({ text, blocks, title }: Document): readonly TermPlace[] {
  const { count, kinds, starts, ends } = blocks;
  const places: TermPlace[] = [];
  let isGlossary = GLOSSARY.test(title);
  for (let i = 0; i < count; i++) {
    const head = text.slice(starts[i], Math.min(ends[i], starts[i] + 2 * MOST_TERM_CHARS));
    if (kinds[i] === KIND.heading) isGlossary = GLOSSARY.test(head) || GLOSSARY.test(title);
    if (kinds[i] !== KIND.paragraph) continue;
    const term = ((isGlossary ? ENTRY.exec(head) : null) ?? LIST.exec(head))?.[1];
    if (term !== undefined && !/[.!?]/.test(term))
      places.push({ term: headingText(term), span: { start: starts[i], end: ends[i] } });
  }
  return places;
}

function tableDefinitions({ text, blocks, mediaType }: Document): readonly TermPlace[] {
  if (!isMarkdown(mediaType)) return [];
  const { count, kinds, starts, ends, levels } = blocks;
  const places: TermPlace[] = [];
  let isTerms = false;
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== KIND.tableRow) continue;
    const cells = cellsOf(text, starts[i], ends[i]);
    if (levels[i] === 0) isTerms = TERM_HEAD.test(cells[0] ?? '') && MEANING_HEAD.test(cells[1] ?? '');
    else if (isTerms && cells[0] && cells[0].length <= MOST_TERM_CHARS)
      places.push({ term: cells[0], span: { start: starts[i], end: ends[i] } });
  }
  return places;
}

function cellsOf(text: string, start: number, end: number): readonly string[] {
  const spans = cellSpans(text, start, end, '|', false);
  const cells: string[] = [];
  for (let i = 0; i + 1 < spans.length; i += 2) cells.push(headingText(text.slice(spans[i], spans[i + 1])));
  return cells;
}
