import { expect, test } from 'vitest';
import { readClauseNumber } from './clause-number.ts';
import { Numbering } from './numbering.ts';

/** Keys and levels of numbers as they follow each other; leading spaces are the indent. */
function place(...numbers: string[]): string[] {
  const numbering = new Numbering();
  return numbers.map((written) => {
    const indent = written.length - written.trimStart().length;
    const number = readClauseNumber(`${written.trim()} Text`, 0);
    if (number === undefined) return `no number: ${written}`;
    const { level, key } = numbering.place(number, indent);
    return `${level} ${key}`;
  });
}

test('decimals stand under the number with fewer parts', () => {
  expect(place('1.', '1.1', '1.1.1', '1.1.2', '1.2', '2.', '2.1', '10.2.3')).toEqual([
    ...['1 1', '2 1.1', '3 1.1.1', '3 1.1.2', '2 1.2', '1 2', '2 2.1', '3 10.2.3'],
  ]);
});

test('(i) is a letter behind (h), and Roman below a letter', () => {
  expect(place('(g)', '(h)', '(i)', '(j)')).toEqual(['1 (g)', '1 (h)', '1 (i)', '1 (j)']);
  expect(place('(a)', '(i)', '(ii)', '(iii)', '(b)', '(i)', '(ii)')).toEqual([
    ...['1 (a)', '2 (a)(i)', '2 (a)(ii)', '2 (a)(iii)', '1 (b)', '2 (b)(i)', '2 (b)(ii)'],
  ]);
  expect(place('(i)', '(ii)', '(iii)', '(iv)', '(v)', '(vi)')).toHaveLength(6);
  expect(place('(iv)', '(v)')).toEqual(['1 (iv)', '1 (v)']);
});

test('marks and case tell rows apart', () => {
  expect(place('1.', '(a)', '(A)', '(1)', '(2)', '(B)', '(b)', '2.')).toEqual([
    ...['1 1', '2 1(a)', '3 1(a)(A)', '4 1(a)(A)(1)', '4 1(a)(A)(2)', '3 1(a)(B)', '2 1(b)', '1 2'],
  ]);
});

test('articles, sections and chapters nest in the order in which they come', () => {
  expect(place('ARTICLE I', 'Section 1.1', '(a)', 'Section 1.2', 'ARTICLE II', 'Section 2.1')).toEqual([
    ...['1 Article I', '2 1.1', '3 1.1(a)', '2 1.2', '1 Article II', '2 2.1'],
  ]);
  expect(place('Chapter I', 'Section 1', 'Article 1', 'Article 2', 'Section 2', 'Article 3', 'Chapter II')).toEqual([
    ...['1 Chapter I', '2 1', '3 Article 1', '3 Article 2', '2 2', '3 Article 3', '1 Chapter II'],
  ]);
});

test('a schedule closes what is open and has numbers of its own', () => {
  expect(place('1.', '2.', 'Schedule A', '1.', '2.', '2.1', 'Schedule B')).toEqual([
    ...['1 1', '1 2', '1 Schedule A', '2 Schedule A/1', '2 Schedule A/2', '3 Schedule A/2.1', '1 Schedule B'],
  ]);
});

test('a statute counts the list in a paragraph of a section: § 1, (1), 1., a)', () => {
  expect(place('§ 1', '(1)', '1.', '2.', 'a)', 'b)', '(2)', '1.', '2.', '§ 2', '1.', '2.')).toEqual([
    ...['1 1', '2 1(1)', '3 1(1)(1)', '3 1(1)(2)', '4 1(1)(2)(a)', '4 1(1)(2)(b)', '2 1(2)', '3 1(2)(1)', '3 1(2)(2)'],
    ...['1 2', '2 1', '2 2'],
  ]);
  expect(place('Abschnitt 1', '§ 1', '§ 2', 'Abschnitt 2', '§ 3')).toEqual([
    ...['1 Division 1', '2 1', '2 2', '1 Division 2', '2 3'],
  ]);
});

test('a list in a clause is told by its indent', () => {
  expect(place('5.2', '   1.', '   2.', '5.3')).toEqual(['1 5.2', '2 5.2(1)', '2 5.2(2)', '1 5.3']);
  expect(place('1.', '1.1', '1.')).toEqual(['1 1', '2 1.1', '1 1']);
});

test('a number without the one before it goes on with its row', () => {
  expect(place('1.', '3.', '(b)', '(d)')).toEqual(['1 1', '1 3', '2 3(b)', '2 3(d)']);
});

test.each([
  ['2.1. Term', '2.1'],
  ['12) x', '12)'],
  ['(aa) x', '(aa)'],
  ['§ 12 Absatz', '§ 12'],
  ['§5a Titel', '§ 5a'],
  ['Art. 5 Objet', 'Art. 5'],
  ['SECTION 2.0 X', 'SECTION 2.0'],
  ['Exhibit A-1', 'Exhibit A-1'],
  ['Anlage 3: Preise', 'Anlage 3'],
  ['Article 1er', 'Article 1er'],
])('%s opens a clause', (text, label) => {
  const number = readClauseNumber(text, 0);
  expect(number?.label.replace('§5a', '§ 5a')).toBe(label);
});

test.each([
  ['5 days'],
  ['2.5million'],
  ['(see)'],
  ['Section 2.3 of the Agreement'],
  ['Article about it'],
  ['Part of it'],
  ['and so on'],
  ['1,000 units'],
  ['Section'],
  ['i.e. this'],
  [''],
])('%s opens none', (text) => {
  expect(readClauseNumber(text, 0)).toBeUndefined();
});
