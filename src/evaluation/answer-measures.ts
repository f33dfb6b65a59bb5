/** Evaluation of answers, last part: an answer, its reference and the context it was made from → the values of its measures. */
import type { Context } from '../model/retrieval.ts';
import { sharedLength } from '../model/span.ts';
import { analyzeQuery } from '../text/query-terms.ts';
import { analyzeText } from '../text/terms.ts';
import { NOT_ANSWERED } from './answer-prompt.ts';
import { answerWords, citedNumbers, numbersOf, withoutCitations } from './answer-words.ts';
import type { MeasureDefinition, MeasureValues } from './measures.ts';
import type { Gold } from './query-set.ts';

const share = (name: string, meaning: string): MeasureDefinition => ({
  name,
  better: 'higher',
  unit: 'share',
  meaning,
});

/** The measures in the order of reports. Each says one thing; none of them says whether an answer is good. */
export const ANSWER_MEASURES: readonly MeasureDefinition[] = [
  share('answered', 'something else was written than that the passages do not answer the question'),
  share('exactMatch', 'the words of the answer are those of the reference answer'),
  share('answerF1', 'words that answer and reference answer share: harmonic mean of precision and recall'),
  share('answerContained', 'the answer holds the reference answer word for word'),
  share('numbersRight', 'share of the numbers of the reference answer that the answer has'),
  share('grounded', 'share of the telling terms of the answer that stand in the context'),
  share('citationsRight', 'share of the passages cited in the answer that hold gold'),
];

export interface AnswerToMeasure {
  /** As the model wrote it, with its `[n]` marks. */
  readonly answer: string;
  /** Default: none; measures that compare with one are left out. */
  readonly reference?: string;
  readonly context: Pick<Context, 'text' | 'passages'>;
  /** Default: none; `citationsRight` is left out. */
  readonly gold?: readonly Gold[];
}

/**
 * Values from 0 to 1 by the names of `ANSWER_MEASURES`. Left out is what says nothing: `numbersRight` where the reference has no
 * number, `grounded` where the answer has no telling term or there is none, `citationsRight` where nothing is cited and
 * no passage holds gold (nothing cited although one does counts 0).
 */
export function measureAnswer({ answer, reference, context, gold }: AnswerToMeasure): MeasureValues {
  const text = withoutCitations(answer);
  const answered = isAnswer(text);
  return {
    answered: Number(answered),
    ...(reference === undefined ? {} : compareAnswers(answered ? text : '', reference)),
    ...(answered ? given('grounded', groundedness(text, context.text)) : {}),
    ...(gold === undefined ? {} : given('citationsRight', citationsRight(answer, context, gold))),
  };
}

function given(name: string, value: number | undefined): MeasureValues {
  return value === undefined ? {} : { [name]: value };
}

function isAnswer(text: string): boolean {
  const words = answerWords(text).join(' ');
  return words !== '' && words !== NOT_ANSWERED;
}

/** Exact match and F1 as SQuAD 1.1 defines them (Rajpurkar and others 2016), and two that forgive an answer that says more. */
function compareAnswers(answer: string, reference: string): MeasureValues {
  const [words, wanted] = [answerWords(answer), answerWords(reference)];
  return {
    exactMatch: Number(words.join(' ') === wanted.join(' ')),
    answerF1: wordF1(words, wanted),
    answerContained: Number(` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `)),
    ...given('numbersRight', shareIn(numbersOf(reference), new Set(numbersOf(answer)))),
  };
}

/** 1 when both are empty. */
function wordF1(words: readonly string[], wanted: readonly string[]): number {
  if (words.length === 0 || wanted.length === 0) return Number(words.length === wanted.length);
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  return (2 * shared) / (words.length + wanted.length);
}

/** Undefined when there is no item. */
function shareIn(items: readonly string[], found: ReadonlySet<string>): number | undefined {
  return items.length === 0 ? undefined : items.filter((item) => found.has(item)).length / items.length;
}

/** By the terms of the lexical index: inflected and otherwise spelled words count as found, words that only carry grammar do not count. */
function groundedness(answer: string, context: string): number | undefined {
  return shareIn(analyzeQuery(answer).terms, new Set(analyzeText(context)));
}

function citationsRight(answer: string, context: Pick<Context, 'passages'>, gold: readonly Gold[]): number | undefined {
  const right = goldCitations(context, gold);
  const cited = citedNumbers(answer);
  if (cited.length === 0) return right.size === 0 ? undefined : 0;
  return cited.filter((number) => right.has(number)).length / cited.length;
}

/** The numbers of the passages that hold some gold, or some of an alternate. */
function goldCitations({ passages }: Pick<Context, 'passages'>, gold: readonly Gold[]): ReadonlySet<number> {
  const places = gold.flatMap((entry) => [entry, ...entry.alternates]);
  const holding = passages.filter(({ documentId, rawSpan }) =>
    places.some((place) => place.documentId === documentId && (!place.span || sharedLength(place.span, rawSpan) > 0)),
  );
  return new Set(holding.map(({ citation }) => citation));
}
