import { expect, test } from 'vitest';
import { parseSource } from './parse.ts';

function titleOf(text: string, mediaType = 'text/markdown'): string {
  return parseSource({ documentId: 'a', mediaType, text }).title;
}

test('the first heading is the title, whatever numbers stand in it', () => {
  expect(titleOf('# Rules of 2020\n\nText.\n\n# Fees\n\nText.')).toBe('Rules of 2020');
  expect(titleOf('# 3 ways to moor\n\nText.\n\n## 1 Springs\n\nText.\n\n## 2 Lines\n\nText.')).toBe('3 ways to moor');
});

test.each([
  '# 1 Scope\n\nText.\n\n## 1.1 Terms\n\nText.\n\n# 2 Rules\n\nText.',
  '# Chapter I: Quays\n\nText.\n\n# Chapter II: Locks\n\nText.',
  '# Version 1.2.1\n\nText.\n\n# Version 1.2.0\n\nText.',
  '# 第一章 港\n\n海。\n\n# 第二章 門\n\n門。',
])('the first heading of a numbered row is no title: %s', (text) => {
  expect(titleOf(text)).toBe('');
});

test('fields in front of a text are no title', () => {
  expect(titleOf('From: Ida\nTo: Otto\n\nThe text follows here.', 'text/plain')).toBe('');
  expect(titleOf('Harbour: Rules\n\nThe text follows here.', 'text/plain')).toBe('Harbour: Rules');
});
