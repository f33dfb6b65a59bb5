/** Patterns that can match the same text in many ways: each of these would take minutes, or hours, where one does. */
import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { importedNames } from '../../src/parsing/code/import-names.ts';
import type { CodeLanguage } from '../../src/parsing/code/languages.ts';
import { findDefinitions } from '../../src/parsing/legal/definitions.ts';
import { parseSource } from '../../src/parsing/parse.ts';

const spaces = (count: number): string => ' '.repeat(count);
const parse = (mediaType: string, text: string) => parseSource({ documentId: 'doc', mediaType, text });

function namesOf(statement: string, language: CodeLanguage): string[] {
  return importedNames(statement, { start: 0, end: statement.length }, language).map(({ name }) => name);
}

test('white space inside a cell of the first row', () => {
  const { blocks } = parse('text/csv', `1${spaces(100_000)}x,2\n3,4\n`);
  expect(blocks.count).toBe(3);
});

test('white space behind the equals sign of a span', () => {
  const text = `<table><tr><th>A<th>B</tr><tr><td colspan=${spaces(1_000_000)}x>one<td>two</tr></table>`;
  const chunks = chunkDocument(parse('text/html', text), { tableRows: 'pairs', maxChars: 4_000_000 });
  expect(chunks[0].embedText).toContain('A=one, B=two');
});

test('white space in front of a comment in front matter', () => {
  const text = `---\ntitle: Tides${spaces(60_000)}# of the basin\n---\nText.`;
  for (let i = 0; i < 100; i++) expect(parse('text/markdown', text).title).toBe('Tides');
});

test('white space in an import that goes on in the next line', () => {
  expect(namesOf(`from ${spaces(15_000)}a \\\n import b`, 'python')).toEqual(['b']);
  expect(namesOf(`const ${spaces(19_000)}{ a }`, 'javascript')).toEqual([]);
});

test('long words in imports', () => {
  const word = 'x'.repeat(19_000);
  for (let i = 0; i < 300; i++) {
    expect(namesOf(`from a import ${word} as y`, 'python')).toEqual(['y']);
    expect(namesOf(`import ${'import.'.repeat(2_700)} x`, 'go')).toEqual([]);
    expect(namesOf(`use ${word};`, 'rust')).toEqual([word]);
    expect(namesOf(`import ${word}.*;`, 'java')).toEqual([]);
  }
});

test('brackets that are never closed in the date of each mail', () => {
  const mail = `From a@b.c Tue Mar 12 10:32:01 2024\nFrom: a@b.c\nDate: ${'('.repeat(9_000)}\n\nHello.\n\n`;
  expect(parse('application/mbox', mail.repeat(2_000)).blocks.count).toBeGreaterThan(1);
});

test('white space in what says how a defined term is used', () => {
  const text = `"Services" as used${spaces(30_000)}x.\n\n"Goods" as used in Annex A, means boats. "Rent", when used , means money.`;
  const { blocks } = parse('text/markdown', text);
  expect(findDefinitions(text, blocks, Uint32Array.from(blocks.starts)).map(({ name }) => name)).toEqual([
    'Goods',
    'Rent',
  ]);
});
