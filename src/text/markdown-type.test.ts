import { expect, test } from 'vitest';
import { isMarkdown } from './markdown-type.ts';

test('parameters, case and the older name do not hide Markdown', () => {
  for (const type of ['text/markdown', 'Text/Markdown; charset=utf-8', 'text/x-markdown'])
    expect(isMarkdown(type)).toBe(true);
  for (const type of ['text/plain', 'text/markdownish', '']) expect(isMarkdown(type)).toBe(false);
});
