import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { flatFields } from './flat-fields.ts';

test.each([
  ['title: Plain words, and: more\n', undefined],
  ['title: Time 12:30, a:b\nsection: 1\n', { title: 'Time 12:30, a:b', section: 1 }],
  ['title: "A: b # c"\nother: \'x "y"\'\n', { title: 'A: b # c', other: 'x "y"' }],
  ['day: 2026-01-31  \nempty: ""\n', { day: '2026-01-31', empty: '' }],
  ['draft: true\n', undefined],
  ['a: b\na: c\n', undefined],
  ['a: b # comment\n', undefined],
  ['a: b\n  more\n', undefined],
  ['a: "x\\n"\n', undefined],
  ['a: 1.0\n', undefined],
  ['a: b', undefined],
])('%j', (body, fields) => {
  expect(flatFields(body)).toEqual(fields);
});

test('what it reads, it reads as YAML', () => {
  const part = fc.constantFrom(
    ...[
      'a',
      'B-c',
      'null',
      'on',
      '1',
      '07',
      '2026-01-31',
      '1e3',
      '0x1',
      ' ',
      ': ',
      ':',
      '#',
      ' #',
      '"',
      "'",
      '\\',
      '\n',
    ],
    ...['- ', '[', '}', ',', '&', '*', '!', '|', '>', '%', '@', '`', '~', '?', '.', '\t', 'é', '中', '\u2028', '<<'],
  );
  const line = fc.tuple(fc.constantFrom('a', 'b', 'key', 'null', 'a-b'), fc.array(part, { maxLength: 5 }));
  const body = fc.array(line, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(body, (lines) => {
      const text = lines.map(([key, parts]) => `${key}: ${parts.join('')}\n`).join('');
      const fields = flatFields(text);
      if (fields !== undefined) expect(fields).toEqual(parse(text));
    }),
    { numRuns: 2000 },
  );
});
