import { expect, test } from 'vitest';
import { scanPlainText } from './plain-text.ts';

function paragraphs(text: string): string[] {
  const { count, starts, ends } = scanPlainText(text).blocks;
  return Array.from({ length: count }, (_, i) => text.slice(starts[i], ends[i]));
}

const LONG = `${'This sentence goes on for rather longer than any line that somebody wrapped by hand would. '.repeat(2).trim()}`;

test('blank lines separate paragraphs, wraps inside stay', () => {
  const text = '\n  The first paragraph is wrapped\n  at a narrow width. It goes on\n  and ends.  \n \t\nThe second.\n';
  expect(paragraphs(text)).toEqual([
    'The first paragraph is wrapped\n  at a narrow width. It goes on\n  and ends.',
    'The second.',
  ]);
});

test('a form feed ends a paragraph', () => {
  expect(paragraphs('end of page\fnext page\n\f\nthird')).toEqual(['end of page', 'next page', 'third']);
});

test('long lines are a paragraph each, without blank lines between', () => {
  expect(paragraphs(`${LONG}\n${LONG}\nShort heading\n${LONG}`)).toEqual([LONG, LONG, 'Short heading', LONG]);
});

test('a short last line followed by a new sentence ends a paragraph', () => {
  const text = [
    'A paragraph that was wrapped at about sixty characters, so',
    'that its lines are of equal length but for the last one',
    'of them.',
    'The next paragraph follows at once, without a blank line and',
    'without an indent.',
  ].join('\n');
  expect(paragraphs(text)).toHaveLength(2);
});

test('a short line that ends no sentence, or before a small letter, goes on', () => {
  const wide = 'Lines of a wrapped paragraph are about as long as this one is';
  expect(paragraphs(`${wide}\nshort line\n${wide}`)).toHaveLength(1);
  expect(paragraphs(`${wide}\ncf. p. 3.\nthe same page, further down.`)).toHaveLength(1);
});

test('text without any line end is one paragraph; blank text is none', () => {
  expect(paragraphs('word '.repeat(1000))).toHaveLength(1);
  expect(paragraphs(' \n\t\f \n')).toEqual([]);
});

test('lines of one width over that of hand-wrapped text are wrapped, whatever word begins them', () => {
  const page = [
    'In the autumn of that year the two sides met again in the final of the cup, and this time the match was played on the ground of the Northern',
    'Rovers, who had lost the first one by a single goal. The crowd was larger than anyone had seen there before, and the police closed the gates of',
    'Bridge Street an hour before the match began. Nobody was hurt, although the newspapers of the next day wrote about little else. The manager, a',
    'Welshman of few words, said that he had not noticed.',
  ].join('\n');
  const next = `${page}\nThe season after was a quiet one.`;
  expect(paragraphs(`${page}\n\n${next}`)).toEqual([page, page, 'The season after was a quiet one.']);
});

test('long items of a list are no wrapped lines', () => {
  const item = (length: number) => `Item ${'of the list '.repeat(20)}`.slice(0, length - 1).concat('x');
  const items = [125, 205, 150, 180, 135, 230, 165].map(item);
  expect(paragraphs(items.join('\n'))).toEqual(items);
});

test('a verse is one paragraph, whatever ends its lines', () => {
  const verse = [
    'The keeper of the lock had a lamp and a chair,',
    '    And a kettle that sang on the fire;',
    'The boats in the basin went up by the stair,',
    '    And never a boat could go higher.',
  ].join('\n');
  expect(paragraphs(`${verse}\n\n${verse}`)).toEqual([verse, verse]);
});
