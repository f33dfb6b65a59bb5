import { expect, it } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import { commentLoss } from './comment-lines.ts';

const COMMENT = [
  '/**',
  ' * Reads one page of the ledger and keeps the entries that are not',
  ' * settled. The pages come in any order.',
  ' * Nothing is written.',
  ' *',
  ' * the page is closed at the end',
  ' * @param page From 1.',
  ' */',
];

/** The loss in front of line `number`, from 0. */
function lossAt(number: number): number {
  const text = COMMENT.join('\n');
  const line = COMMENT.slice(0, number).join('\n').length + 1;
  return commentLoss(text, line, line + COMMENT[number].length);
}

it('a comment is best cut between paragraphs, then between sentences, and badly inside one', () => {
  const [goesOn, sentence, empty, paragraph, tag, closer] = [2, 3, 4, 5, 6, 7].map(lossAt);
  expect(paragraph).toBe(tag);
  expect(paragraph).toBeLessThan(sentence);
  expect(sentence).toBeLessThan(goesOn);
  expect([empty, closer]).toEqual([goesOn, goesOn]);
});

it('a comment that is cut keeps its sentences', () => {
  const line = (word: string) => `# ${word} entries are read in the order of their days, and what is settled`;
  const comment = [
    line('First the'),
    '# is left out.',
    '#',
    line('Then the'),
    '# is written.',
    '#',
    line('Later'),
    '# is sent.',
  ];
  const document = parseSource({ documentId: 'd', mediaType: 'text/x-python', text: comment.join('\n') });
  for (let maxChars = 190; maxChars < 300; maxChars += 10)
    for (const { text } of chunkDocument(document, { maxChars })) expect(text, `${maxChars}`).not.toMatch(/settled$/);
});
