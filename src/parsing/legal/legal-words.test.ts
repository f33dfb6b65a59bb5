import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords } from './legal-words.ts';

const PARTS = [
  'shall',
  'Licensee',
  'indemnify',
  'indemnifies',
  'indemnif',
  'obligation',
  'obligations',
  'governing law',
  'governing  law',
  'in accordance with',
  'IN',
  'party',
  'partys',
  '_',
  ' ',
  '-',
  '\n',
  '\r',
  '\u2028',
  'é',
  '”',
  '7',
  '字',
  '𝔸',
  '😀',
  '\ud83d',
  'ſ',
];
const LEGAL_WORDS =
  /\b(?:shall|hereby|herein|hereto|hereof|hereunder|hereinafter|thereof|thereto|therein|whereas|notwithstanding|pursuant|indemnif\w+|party|parties|agreement|licensor|licensee|obligations?|governing law|in accordance with)\b/gi;

test('the walk counts what one regular expression after the other finds', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      expect(countWords(text)).toEqual({
        words: [...text.matchAll(/[\p{L}\p{N}]+/gu)].length,
        legalWords: [...text.matchAll(LEGAL_WORDS)].length,
        lineStarts: [0, ...Array.from(text.matchAll(/[\n\r\u2028\u2029]/g), ({ index }) => index + 1)],
      });
    }),
  );
});
