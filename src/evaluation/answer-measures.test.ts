import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../model/retrieval.ts';
import { ANSWER_MEASURES, type AnswerToMeasure, measureAnswer } from './answer-measures.ts';
import { answerPrompt, NOT_ANSWERED } from './answer-prompt.ts';

const passage = (citation: number, start: number, end: number): Passage => ({
  citation,
  documentId: 'plans.md',
  sectionPath: [],
  span: { start, end },
  rawSpan: { start, end },
  lines: { start: 1, end: 1 },
  text: '',
  chunkIds: [],
  pinpoints: [],
  version: 1,
});

const CONTEXT = {
  text: '[1] plans.md\nThe Growth plan costs $1,200.50 a year.\n[2] plans.md\nLeave lasts 16 weeks.',
  passages: [passage(1, 0, 40), passage(2, 40, 70)],
};
const GOLD = [{ documentId: 'plans.md', span: { start: 10, end: 20 }, alternates: [] }];

const measure = (answer: string, reference: string, more: Partial<AnswerToMeasure> = {}) =>
  measureAnswer({ answer, reference, context: CONTEXT, ...more });

describe('measureAnswer, beside a reference', () => {
  it.each([
    ['The 16 weeks.', '16 weeks', { exactMatch: 1, answerF1: 1, answerContained: 1, numbersRight: 1 }],
    ['It lasts 16 weeks [2]', '16 weeks', { exactMatch: 0, answerF1: 4 / 6, answerContained: 1, numbersRight: 1 }],
    ['14 weeks', '16 weeks', { exactMatch: 0, answerF1: 0.5, answerContained: 0, numbersRight: 0 }],
    ['weeks: 16', '16 weeks', { exactMatch: 0, answerF1: 1, answerContained: 0, numbersRight: 1 }],
    ['116 weeks', '16 weeks', { exactMatch: 0, answerF1: 0.5, answerContained: 0, numbersRight: 0 }],
    ['ja ja ja', 'ja nein', { exactMatch: 0, answerF1: 0.4, answerContained: 0 }],
    ['东京的海港', '东京', { exactMatch: 0, answerF1: 4 / 7, answerContained: 1 }],
    ['東京', '東京。', { exactMatch: 1, answerF1: 1, answerContained: 1 }],
    ['ÉTÉ', 'e\u0301te\u0301', { exactMatch: 1 }],
    ['', '16 weeks', { answered: 0, exactMatch: 0, answerF1: 0, answerContained: 0, numbersRight: 0 }],
    ['Not answered.', 'not far', { answered: 0, exactMatch: 0, answerF1: 0 }],
  ])('%j beside %j', (answer, reference, expected) => {
    const values = measure(answer, reference);
    for (const [name, value] of Object.entries(expected)) expect([name, values[name]]).toEqual([name, value]);
    if (!('numbersRight' in expected)) expect(values).not.toHaveProperty('numbersRight');
  });

  it.each([
    ['1200.5', '$1,200.50', 1],
    ['1.200', '1,200', 0],
    ['3.14', '3,14', 1],
    ['007 and 2', '7 and 2.0', 1],
    ['2 of 1,000', '1000, 3', 0.5],
    ['१६', '16', 1],
    ['٣٫٥', '3.5', 1],
    ['2024.01.05', '2024.1.5', 0],
  ])('numbers %j beside %j', (answer, reference, expected) => {
    expect(measure(answer, reference).numbersRight).toBe(expected);
  });
});

describe('measureAnswer, beside the context', () => {
  it('counts telling terms, whatever their form, and no marks', () => {
    const values = measureAnswer({ answer: 'The plans of Growth cost money [7].', context: CONTEXT });
    expect(values).toEqual({ answered: 1, grounded: 3 / 4 });
  });

  it('says nothing of an answer that is none', () => {
    expect(measureAnswer({ answer: ` ${NOT_ANSWERED}. `, context: CONTEXT })).toEqual({ answered: 0 });
  });

  it.each([
    ['yes [1]', 1],
    ['yes [1][2]', 0.5],
    ['yes [1, 2; 9], [1]', 1 / 3],
    ['yes [3]', 0],
    ['yes', 0],
    ['yes [one] [1.5]', 0],
  ])('%j cites right to %d', (answer, expected) => {
    expect(measureAnswer({ answer, context: CONTEXT, gold: GOLD }).citationsRight).toBe(expected);
  });

  it('takes an alternate, or the whole document, for gold', () => {
    const alternate = { documentId: 'x', alternates: [{ documentId: 'plans.md', span: { start: 50, end: 51 } }] };
    const of = (gold: AnswerToMeasure['gold']) =>
      measureAnswer({ answer: 'yes [1, 2]', context: CONTEXT, ...(gold && { gold }) });
    expect(of([alternate]).citationsRight).toBe(0.5);
    expect(of([{ documentId: 'plans.md', alternates: [] }]).citationsRight).toBe(1);
    expect(of(undefined)).not.toHaveProperty('citationsRight');
  });

  it('blames nobody for citing nothing where nothing holds gold', () => {
    const gold = [{ documentId: 'x', alternates: [] }];
    expect(measureAnswer({ answer: 'yes', context: CONTEXT, gold })).not.toHaveProperty('citationsRight');
    expect(measureAnswer({ answer: 'yes [1]', context: CONTEXT, gold }).citationsRight).toBe(0);
  });
});

describe('measureAnswer, for any text', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w .,[\];$-]{0,40}$/));

  it('gives values from 0 to 1 under the names there are', () => {
    const names = ANSWER_MEASURES.map(({ name }) => name);
    fc.assert(
      fc.property(text, text, (answer, reference) => {
        for (const [name, value] of Object.entries(measure(answer, reference, { gold: GOLD }))) {
          expect(names).toContain(name);
          expect(value >= 0 && value <= 1).toBe(true);
        }
      }),
    );
  });

  it('finds nothing missing in the reference itself', () => {
    fc.assert(
      fc.property(text, (answer) => {
        const reference = answer.replaceAll('[', '(');
        const values = measure(reference, reference);
        if (values.answered === 0) return;
        expect(values).toMatchObject({ exactMatch: 1, answerF1: 1, answerContained: 1 });
        expect(values.numbersRight ?? 1).toBe(1);
      }),
    );
  });

  it('takes no longer than the text is long', () => {
    for (const part of ['[1,', '1,', '1 ', '[1, ', 'เ\u0e49', ', '])
      expect(measure(part.repeat(200_000), part.repeat(200_000))).toHaveProperty('answered');
  });
});

describe('answerPrompt', () => {
  it('shows the question behind the context, and asks for marks', () => {
    const prompt = answerPrompt('How long?', CONTEXT);
    expect(prompt.indexOf(CONTEXT.text)).toBeGreaterThan(prompt.indexOf('[1]'));
    expect(prompt.endsWith('\n\nQuestion: How long?\nAnswer:')).toBe(true);
    expect(prompt).toContain(`write: ${NOT_ANSWERED}\n`);
  });
});
