import { expect, test } from 'vitest';
import { blockAt } from '../model/block.ts';
import type { Source } from '../model/document.ts';
import { KerfError } from '../model/error.ts';
import { parseSource } from './parse.ts';

function parse(text: string, more: Partial<Source> = {}) {
  return parseSource({ documentId: 'doc.md', mediaType: 'text/markdown', text, ...more });
}

test('a document carries text, origin, blocks, metadata and the time of its source', () => {
  const document = parse('\ufeff# Title\r\n\r\nText\r\n', {
    updatedAt: '2024-01-31T00:00:00Z',
    metadata: { team: 'docs' },
    diagnostics: [{ code: 'invalid-utf8', message: 'm', documentId: 'doc.md' }],
  });
  expect(document).toMatchObject({
    id: 'doc.md',
    mediaType: 'text/markdown',
    text: '# Title\n\nText\n',
    title: 'Title',
    origin: { lead: 1 },
    dropped: [],
    metadata: { team: 'docs' },
    updatedAt: '2024-01-31T00:00:00Z',
  });
  expect(document.diagnostics.map((each) => each.code)).toEqual(['invalid-utf8']);
  expect(document.blocks.count).toBe(2);
});

test('front matter is a block, dropped from chunks, and its fields win over the metadata of the source', () => {
  const text = '---\ntitle: From the matter\nteam: web\n---\n\n# Heading\n';
  const document = parse(text, { metadata: { team: 'docs', id: 1 } });
  const end = text.indexOf('\n\n');
  expect(document.title).toBe('From the matter');
  expect(document.metadata).toEqual({ title: 'From the matter', team: 'web', id: 1 });
  expect(document.dropped).toEqual([{ span: { start: 0, end }, reason: 'front-matter' }]);
  expect(blockAt(document.blocks, 0)).toMatchObject({ kind: 'frontmatter', span: { start: 0, end } });
  expect(blockAt(document.blocks, 1)).toMatchObject({
    kind: 'heading',
    span: { start: end + 2, end: text.length - 1 },
  });
});

test('front matter that does not parse is content and is reported with its place', () => {
  const document = parse('---\ntitle: [\n---\n\nText\n');
  expect(document.dropped).toEqual([]);
  expect(blockAt(document.blocks, 0).kind).toBe('thematicBreak');
  expect(document.diagnostics).toMatchObject([{ code: 'front-matter-invalid', span: { start: 0, end: 16 } }]);
});

test('a fence that is never closed is reported with its place', () => {
  expect(parse('a\n\n```js\nb\n').diagnostics).toMatchObject([{ code: 'unclosed-fence', span: { start: 3, end: 11 } }]);
  expect(parse('```\nb\n```\n').diagnostics).toEqual([]);
});

test.each([
  ['the first heading', '## *Getting* started\n\nText\n', 'Getting started'],
  ['a setext heading', 'Title\n=====\n\nText\n', 'Title'],
  ['no later heading', 'Intro\n\n# Heading\n', 'Intro'],
  ['no sentence', 'It was late.\n\n# Heading\n', ''],
  ['no line of code', '#pragma once\n\nint x;\n', ''],
  ['no rule to write on', '____________, 2017\n\nDear all\n', ''],
  ['a short first line', '**Release notes**\nof the month\n\nText\n', 'Release notes'],
  ['nothing when nothing follows', 'Only one paragraph\n', ''],
  ['nothing when the first line is long', `${'x'.repeat(121)}\n\nText\n`, ''],
  ['nothing before a table', '| a |\n| - |\n\nText\n', ''],
  ['nothing in an empty document', '', ''],
  ['a number in front matter', '---\ntitle: 1984\n---\n# Other\n', '1984'],
])('the title is %s', (_name, text, title) => {
  expect(parse(text).title).toBe(title);
});

test('other media types are plain text', () => {
  const document = parse('# not a heading\n\nText', { mediaType: 'text/x-rst' });
  expect(blockAt(document.blocks, 0)).toMatchObject({ kind: 'paragraph', span: { start: 0, end: 15 } });
});

test('a source that is none is refused with what to do', () => {
  const refuse = (source: unknown) => () => parseSource(source as Source);
  expect(refuse({ documentId: '', mediaType: 'text/plain', text: '' })).toThrow(KerfError);
  expect(refuse({ documentId: 'd', mediaType: 'text/plain', text: new Uint8Array(1) })).toThrow(/decodeBytes/);
  expect(refuse({ documentId: 'd', text: '' })).toThrow(/mediaType is undefined/);
});

// Otherwise everything that reads documents is compiled again for each set of fields.
test('documents of all formats have the same fields', () => {
  const note = parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text: '# Tides\n\nHigh at noon.' });
  const cells = parseSource({ documentId: 'a.json', mediaType: 'application/json', text: '{"tide":{"high":"noon"}}' });
  expect(note.labels).toBeUndefined();
  expect(cells.labels?.size).toBeGreaterThan(0);
  expect(Object.keys(note)).toEqual(Object.keys(cells));
});
