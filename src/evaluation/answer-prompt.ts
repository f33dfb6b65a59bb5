/** Evaluation of answers, first part: a question and its context → the one prompt that every configuration is asked with. */
import type { Context } from '../model/retrieval.ts';

/** What a model is told to write when the passages do not answer the question. */
export const NOT_ANSWERED = 'not answered';

/**
 * The prompt for `query` with the text of `context`, always the same words: a prompt that changes with the configuration
 * would be measured along with it.
 */
export function answerPrompt(query: string, context: Pick<Context, 'text'>): string {
  return [
    'Answer the question from the passages below and from nothing else. Answer in the language of the question, as briefly',
    'as you can, without repeating it. Behind each statement write the number of the passage it is from, as in [1].',
    `If the passages do not answer the question, write: ${NOT_ANSWERED}`,
    '',
    'Passages:',
    '',
    context.text,
    '',
    `Question: ${query}`,
    'Answer:',
  ].join('\n');
}
