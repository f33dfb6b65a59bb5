/** Known faults of chunkers: sentences. */
import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { wordCounter } from '../laws/chunking-options.ts';
import { BLOCK_STRATEGIES, cutEveryWay, MARKDOWN, PLAIN } from './every-way.ts';

const BARE = { overlap: 0, strategies: BLOCK_STRATEGIES, also: { context: false } } as const;

test('F104 abbreviations end no sentence and lose no space', () => {
  const text = 'Sr. Ortega met Dr. Lind at 5 p.m. on Main St. They left.';
  for (const { name, texts } of cutEveryWay(text, { chars: 48, tokens: 17, ...BARE }))
    expect(texts, name).toEqual(['Sr. Ortega met Dr. Lind at 5 p.m. on Main St.', 'They left.']);
});

test('F106 decimals, hosts and times are not cut', () => {
  const text = 'Pi is 3.14159. Call api.example.test/v1.2 at 9 a.m. sharp!';
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, texts } of cutEveryWay(text, { chars: 45, tokens: 16, ...BARE }, mediaType))
      expect(texts, name).toEqual(['Pi is 3.14159.', 'Call api.example.test/v1.2 at 9 a.m. sharp!']);
  for (const { name, texts } of cutEveryWay(text, { chars: 24, tokens: 11, overlap: 0 }))
    for (const unit of ['3.14159', 'api.example.test/v1.2'])
      expect(
        texts.filter((own) => own.includes(unit)),
        name,
      ).toHaveLength(1);
});

test('F106 a number behind a word and a mark is not cut where it fits', () => {
  for (const [text, chars] of [
    ['see word-1234.56 or page/48.75 at it', 8],
    ['הגרסה ב-3.5. סוף', 5],
  ] as const)
    for (const mediaType of [MARKDOWN, PLAIN])
      for (const { name, texts } of cutEveryWay(text, { chars, overlap: 0 }, mediaType))
        for (const number of text.match(/[0-9]+[.][0-9]+/g) ?? [])
          expect(
            texts.filter((own) => own.includes(number)),
            `${name}: ${number}`,
          ).toHaveLength(1);
});

test('F107 a sentence end is better than a space', () => {
  const cutAt = (text: string, maxTokens: number) =>
    BLOCK_STRATEGIES.map((strategy) => {
      const document = parseSource({ documentId: 'doc', mediaType: PLAIN, text });
      const options = {
        strategy,
        maxTokens,
        targetTokens: maxTokens,
        tokenCounter: wordCounter,
        overlapTokens: 0,
        context: false,
      };
      return chunkDocument(document, options).map((chunk) => chunk.text);
    });
  for (const texts of cutAt('The lock is full. Open the lower gate now. Wait for green.', 5))
    expect(texts).toEqual(['The lock is full.', 'Open the lower gate now.', 'Wait for green.']);
  for (const texts of cutAt('He said "stop." (Then he left.) Why?!', 3))
    expect(texts).toEqual(['He said "stop."', '(Then he left.)', 'Why?!']);
});
