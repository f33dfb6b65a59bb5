import { expect, test } from 'vitest';
import { labelOf, namedElement } from './label.ts';

test.each([
  ['port', 'port'],
  [' two  words\n', 'two words'],
  ['tab\tand\u0000nul', 'tab and nul'],
  ['\n', ''],
  ['k'.repeat(80), 'k'.repeat(80)],
  ['k'.repeat(81), `${'k'.repeat(79)}…`],
  ['k'.repeat(100_000), `${'k'.repeat(79)}…`],
  [`${'k'.repeat(78)}\u{1f600}k`, `${'k'.repeat(78)}…`],
])('a label is one short line: %j', (text, label) => {
  expect(labelOf(text)).toBe(label);
});

test('an element is named by field and value', () => {
  expect(namedElement('name', 'web\nserver')).toBe('[name=web server]');
});
