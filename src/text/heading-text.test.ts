import { expect, test } from 'vitest';
import { headingText, shortTitle } from './heading-text.ts';

test.each([
  ['# Hello', 'Hello'],
  ['#', ''],
  ['## x ##', 'x'],
  ['# C# and F# #', 'C# and F#'],
  ['#5 is no marker', '#5 is no marker'],
  ['Title\n===', 'Title'],
  ['Two\nlines\n---  ', 'Two lines'],
  ['Quoted\n> twice\n> ===', 'Quoted twice'],
  ['## `code` and **bold** _it_ ~~old~~', 'code and bold it old'],
  ['# snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['# ***both*** **open', 'both **open'],
  ['# ``a`b`` c', 'a`b c'],
  ['# A [link](http://x(y)) ![image](a.png)', 'A link image'],
  ['# [![badge](x)](y) Name', 'badge Name'],
  ['## [1.0.0] - 2017', '[1.0.0] - 2017'],
  ['## [1.0.0][v] - 2017', '1.0.0 - 2017'],
  ['## Install {#install .wide}', 'Install'],
  ['## Set {x, y}', 'Set {x, y}'],
  ['## Foo <a name="foo"></a>', 'Foo'],
  ['## Fees[¶](#fees "Link to this heading")', 'Fees'],
  ['## [#](https://a.b/c#fees) *Fees* [\u200b](#fees)', 'Fees'],
  ['## [Fees](#fees) [1](#one)', 'Fees 1'],
  ['## [¶](#fees)', '¶'],
  ['# <https://a.b/c> <br/> a < b', 'https://a.b/c a < b'],
  ['# a\\*b &amp; c', 'a*b & c'],
  ['# `<T>` and `*p`', '<T> and *p'],
])('%j reads %j', (raw, title) => {
  expect(headingText(raw)).toBe(title);
});

test('a title of more than 500 characters is its first words', () => {
  const words = 'word '.repeat(100).trim();
  expect(headingText(`# ${words}`)).toBe(words);
  expect(headingText(`${words} word\n---`)).toBe(`${words}…`);
  expect(shortTitle('n'.repeat(501))).toBe(`${'n'.repeat(499)}…`);
  // Nine units, 55 times in 499.
  expect(shortTitle('👩‍🚒🏳️‍🌈'.repeat(99))).toMatch(/^(?:👩‍🚒🏳️‍🌈)+(?:👩‍🚒)?…$/u);
});
