import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it.each([
  [1, 'chunk', '1 chunk'],
  [0, 'chunk', '0 chunks'],
  [1234, 'chunk', '1,234 chunks'],
  [2, 'query', '2 queries'],
  [2, 'day', '2 days'],
])('%d %s', (count, noun, expected) => {
  expect(plural(count, noun)).toBe(expected);
});
