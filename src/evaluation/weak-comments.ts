/** Evaluation, weak labels: the first sentence of a doc comment → a label whose answer is the declaration without it. */
import { KIND } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { WeakLabel } from './weak-labels.ts';

/** A comment in front of a declaration: a block, or lines of one kind. Python has a string behind the first line instead. */
const IN_FRONT = /^(?:\/\*[\s\S]{0,4000}?\*\/|(?:[ \t]*(?:\/\/[/!]?|#(?!!|\[)|--)[^\n]*\n)+)\s*/;
const DOC_STRING =
  /^(?:@[^\n]*\n\s*)*(?:async\s+def|def|class)\s+\w+(?:\((?:[^()]|\([^()]*\))*\))?[^\n:]*:[ \t]*\n[ \t]*[rRuU]?("""|''')([\s\S]{1,4000}?)\1[ \t]*\n/;
const LEAST_WORDS = 4;
/** Characters in which a comment ends; a declaration inside another is not read again and again. */
const MOST_READ = 10_000;

/** Declarations whose comment says in a sentence of at least four words what they do. */
export function commentLabels({ text, title, blocks, labels }: Document): readonly WeakLabel[] {
  const { count, kinds, starts, ends } = blocks;
  const found: WeakLabel[] = [];
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== KIND.declaration) continue;
    const comment = commentOf(text.slice(starts[i], Math.min(ends[i], starts[i] + MOST_READ)));
    if (comment === undefined) continue;
    const sentence = firstSentence(comment.words);
    if (sentence.split(' ').length < LEAST_WORDS) continue;
    const forms = [sentence, `${title}: ${sentence}`, `${labels?.get(i) ?? title}: ${sentence}`];
    found.push({
      source: 'comment',
      forms: [...new Set(forms)],
      span: { start: starts[i] + comment.end, end: ends[i] },
    });
  }
  return found;
}

/** The words of the comment, and where in the declaration what it comments begins. */
function commentOf(declaration: string): { readonly words: string; readonly end: number } | undefined {
  const front = IN_FRONT.exec(declaration)?.[0];
  if (front !== undefined) return { words: withoutMarks(front), end: front.length };
  const string = DOC_STRING.exec(declaration);
  return string === null ? undefined : { words: string[2], end: string[0].length };
}

function withoutMarks(comment: string): string {
  return comment
    .replace(/^\s*\/\*+!?|\*+\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*+|\/\/+!?|#+|--+)?\s?/, ''))
    .join('\n');
}

function firstSentence(words: string): string {
  const paragraph = words.trim().split(/\n\s*\n|\n\s*[@:\\]|\n\s*[-*] /)[0];
  const line = paragraph
    .replace(/<\/?\w+>|\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const stop = /[.!?](?=\s|$)/.exec(line);
  return (stop ? line.slice(0, stop.index) : line).slice(0, 200);
}
