import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseSource } from '../parse.ts';
import { parseMarkdown } from './index.ts';

const FOLDER = new URL('../../../examples/docs/', import.meta.url);

it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.md')))('reads %s as parseSource does', (name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  const source = { documentId: name, mediaType: 'text/markdown', text };
  expect(parseMarkdown(source)).toEqual(parseSource(source));
});

it('reads any source as Markdown, and refuses what is none', () => {
  const source = { documentId: 'a', mediaType: 'text/plain', text: '# A\n\nText.' };
  expect(parseMarkdown(source)).toMatchObject({ title: 'A', mediaType: 'text/plain' });
  expect(() => parseMarkdown({ ...source, documentId: '' })).toThrow('needs a documentId');
});
