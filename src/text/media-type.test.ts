import { expect, test } from 'vitest';
import { isMarkdown } from './media-type.ts';

test('parameters and case do not hide Markdown', () => {
  expect(isMarkdown('Text/Markdown; charset=utf-8')).toBe(true);
  expect(isMarkdown('text/plain')).toBe(false);
});
