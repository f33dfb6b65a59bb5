import { expect, it } from 'vitest';
import { TagNames } from './tag-names.ts';

const names = new TagNames<number>([
  ['p', 1],
  ['pre', 2],
  ['h1', 3],
  ['h6', 4],
]);

it.each([
  ['p', 1],
  ['P', 1],
  ['Pre', 2],
  ['h1', 3],
  ['H6', 4],
  ['h7', undefined],
  ['pr', undefined],
  ['h\u0011', undefined],
  ['x', undefined],
  ['', undefined],
])('knows the name %j', (name, value) => {
  expect(names.at(`<${name}>`, 1, 1 + name.length)).toBe(value);
});
