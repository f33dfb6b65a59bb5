import { expect, test } from 'vitest';
import { headerText } from './header-text.ts';

test.each([
  ['Agreement', 'contracts/NDA_Alder-Works.v2.txt', 'Agreement\nNDA Alder Works v2'],
  ['Plans > Growth', 'pricing.md', 'Plans > Growth\npricing'],
  ['', 'notes/2024-05-01.md', '2024 05 01'],
  ['Agreement', 'folder/', 'Agreement'],
  ['', '.md', ''],
])('header "%s" of %s: %j', (header, documentId, text) => {
  expect(headerText({ header, documentId })).toBe(text);
});
