/** Hostile pages: depth without end, markup that is never closed, one huge tag. All of it is read, in one pass. */
import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import type { TokenCounter } from '../../src/model/token-counter.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { expectLawful, html } from './html-kit.ts';

const DEPTH = 100_000;

/** One token a word, that is white space or not. */
const words: TokenCounter = { id: 'words', additive: false, count: (text) => text.split(/\b/).length };

const PAGES: Readonly<Record<string, string>> = {
  'nested elements': `${'<div>'.repeat(DEPTH)}x${'</div>'.repeat(DEPTH)}`,
  'end tags out of reach': `<div><table><tr><td>${'<section>'.repeat(DEPTH)}${'</div>'.repeat(DEPTH)}`,
  'lists in lists': '<ul><li>a'.repeat(DEPTH / 4),
  'tables in tables': '<table><tr><td>a'.repeat(DEPTH),
  'layouts in layouts': `${'<table><tr><td>'.repeat(50)}${'<p>a'.repeat(2000)}${'</table>'.repeat(50)}`,
  'an attribute of a megabyte': `<p title="${'x y > '.repeat(170_000)}">text</p><p>b</p>`,
  'a million opening brackets': '<'.repeat(1_000_000),
  'less-than signs in text': `<p>${'a < b '.repeat(DEPTH)}</p>`,
  'one line of very many elements': `<p>${'<b>x</b> '.repeat(DEPTH)}</p>`,
  'one row of very many cells': `<table><tr>${'<td>x'.repeat(DEPTH)}`,
  'empty cells': `<table><tr>${'<td></td>'.repeat(DEPTH)}`,
  'a gap in preformatted text': `<pre>a${' '.repeat(DEPTH)}b</pre>`,
  'quotes that are never closed': `<p>a</p>${'<a b="'.repeat(DEPTH)}'`,
  'comments that are never closed': '<!--'.repeat(DEPTH),
  'CDATA that is never closed': '<![CDATA['.repeat(DEPTH),
  'scripts that are never closed': '<script>'.repeat(DEPTH),
  'headings without text': '<h1>'.repeat(DEPTH),
  'cells of many columns': `<table>${'<tr><th rowspan=9999 colspan=9999>h'.repeat(50)}${'<tr><td rowspan=9>x'.repeat(5000)}`,
  'a blank between end tags': `${'<div>'.repeat(DEPTH)}${' '.repeat(DEPTH)}${'</div>'.repeat(DEPTH)}`,
};

test.each(Object.entries(PAGES))('%s', (_, text) => {
  expectLawful(text, html(text));
  const document = parseSource({ documentId: 'page', mediaType: 'text/html', text });
  chunkDocument(document, { maxTokens: 100, overlapTokens: 20, tokenCounter: words });
  const chunks = chunkDocument(document, { maxChars: 1000, overlapChars: 100 });
  let at = 0;
  for (const { span, embedText } of chunks) {
    if (embedText.length > 1000 || text.slice(at, span.start).trim() !== '') expect.fail(`chunk at ${span.start}`);
    at = span.end;
  }
  expect(text.slice(at).trim()).toBe('');
});
