/** From the name of a file to the blocks of its document, for each record format. */
import { expect, test } from 'vitest';
import { mediaTypeOf } from '../../src/parsing/media-type.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { outline } from './block-laws.ts';

function parse(path: string, text: string, mediaType = mediaTypeOf(path)) {
  return parseSource({ documentId: path, mediaType, text });
}

test.each([
  ['a.json', '{"name": "n"}', 'name | "name": "n"'],
  ['a.jsonc', '{"name": 1 /* c */}', 'name | "name": 1 /* c */'],
  ['a.geojson', '{"type": "Point"}', 'type | "type": "Point"'],
  ['a.webmanifest', '{"k": 1}', 'k | "k": 1'],
  ['a.yaml', 'name: n', 'name | name: n'],
  ['a.yml', 'k: [1]', 'k | k: [1]'],
  ['a.toml', 'k = 1', 'k | k = 1'],
  ['a.ini', 'k = 1', 'k | k = 1'],
  ['a.cfg', 'k: 1', 'k | k: 1'],
  ['a.properties', 'k 1', 'k | k 1'],
  ['.env', 'K=1', 'K | K=1'],
  ['a.xml', '<k/>', 'k | <k/>'],
  ['a.svg', '<svg/>', 'svg | <svg/>'],
  ['a.opml', '<opml/>', 'opml | <opml/>'],
  ['a.rss', '<rss/>', 'rss | <rss/>'],
  ['a.xsd', '<schema/>', 'schema | <schema/>'],
  ['a.nxml', '<article/>', 'article | <article/>'],
])('%s has a root entry and entries inside', (path, text, entry) => {
  const document = parse(path, text);
  expect(outline(text, document)).toEqual([`- | ${text}`, `  ${entry}`]);
  expect(document.title).toBe(/^\{?"?name"?: "?n/.test(text) ? 'n' : '');
});

test.each([
  ['a.jsonl', '{"id": 5}\n', ['[id=5] | {"id": 5}', '  id | "id": 5']],
  ['a.ndjson', '1\n2', ['[0] | 1', '[1] | 2']],
  ['a.csv', 'a,b\n1,2', ['table - | a,b⏎1,2', '  tableRow - | a,b', '  tableRow - | 1,2']],
  ['a.tsv', 'a b\tc', ['table - | a b\tc', '  tableRow - | a b\tc']],
])('%s has its records at the top', (path, text, lines) => {
  expect(outline(text, parse(path, text))).toEqual(lines);
});

test('types count without parameters and by their suffix; XHTML is no record format', () => {
  expect(parse('a', '{"k": 1}', 'Application/Vnd.Api+JSON; charset=utf-8').labels?.get(1)).toBe('k');
  expect(parse('a', 'k: 1', 'application/vnd.oai.openapi+yaml').labels?.get(1)).toBe('k');
  expect(parse('a', '<k/>', 'application/xhtml+xml').labels?.get(1)).toBeUndefined();
});

test('line ends of Windows and a byte-order mark leave keys as they are', () => {
  const { text, labels, blocks } = parse('a.json', '\ufeff{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n');
  expect([...(labels?.values() ?? [])]).toEqual(['a', 'b']);
  expect(text.slice(blocks.starts[2], blocks.ends[2])).toBe('"b": 2');
});
