import { expect, test } from 'vitest';
import { isHtml, isMarkdown } from './media-type.ts';

test('parameters and case do not hide Markdown', () => {
  expect(isMarkdown('Text/Markdown; charset=utf-8')).toBe(true);
  expect(isMarkdown('text/plain')).toBe(false);
});

test.each([
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['application/xhtml+xml', true],
  ['text/html5', false],
  ['application/xml', false],
  ['text/markdown', false],
])('isHtml(%s)', (mediaType, expected) => {
  expect(isHtml(mediaType)).toBe(expected);
});
