/** CSV and TSV as tables: hand-written cases, and any rows against papaparse. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { blockAt, KIND } from '../../src/model/block.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { scanDelimited } from '../../src/parsing/records/delimited.ts';
import { delimiterOf } from '../../src/text/delimiter.ts';
import { RowReader } from '../../src/text/row-reader.ts';
import { type CellSeparator, cellSpans } from '../../src/text/table-cells.ts';
import { expectLawful } from './block-laws.ts';

const SEED = 20_260_511;

function table(text: string, delimiter: CellSeparator = delimiterOf(text, 'text/csv')): Parsed {
  const parsed = scanDelimited(text, 'document', delimiter);
  expectLawful(text, parsed);
  return parsed;
}

/** Level and text of each row. */
function rowsOf(text: string, { blocks }: Parsed): [number, string][] {
  return Array.from({ length: blocks.count }, (_, i) => blockAt(blocks, i))
    .filter(({ kind }) => kind === 'tableRow')
    .map(({ level, span }) => [level, text.slice(span.start, span.end)]);
}

describe('rows', () => {
  test('the first one is the header, the others are body rows of one table', () => {
    const text = '\nport,height\nOslo,1.2\n\nBergen,0.9\n';
    const parsed = table(text);
    expect(blockAt(parsed.blocks, 0)).toEqual({
      index: 0,
      kind: 'table',
      span: { start: 1, end: 33 },
      level: 0,
      parent: -1,
    });
    expect(rowsOf(text, parsed)).toEqual([
      [0, 'port,height'],
      [1, 'Oslo,1.2'],
      [1, 'Bergen,0.9'],
    ]);
  });

  test('without a header when the first row is all numbers', () => {
    expect(rowsOf('1;2,5\n3;4\n', table('1;2,5\n3;4\n'))).toEqual([
      [1, '1;2,5'],
      [1, '3;4'],
    ]);
    expect(rowsOf('year,2024\na,1\n', table('year,2024\na,1\n'))[0]).toEqual([0, 'year,2024']);
  });

  test('without a header when the first row is all numbers and dates', () => {
    expect(rowsOf('', table('2024-05-01T10:00:00Z,1.5\n2024-05-02T10:00:00Z,1.7\n'))[0][0]).toBe(1);
    expect(rowsOf('', table('01.05.2024;"3"\n02.05.2024;4\n'))[0][0]).toBe(1);
  });

  test.each([
    ['lines of one cell', 'Heights of ports\nas measured\n\nport,low,high\nOslo,1.2,2\n', 2],
    ['rows padded to the width of the table', 'Heights of ports,,\nport,low,high\nOslo,1.2,2\n', 1],
    ['a quoted title', '"Heights, of ports",,\nport,low,high\nOslo,1.2,2\n', 1],
  ])('a title in front of the header is none: %s', (_, text, titles) => {
    const parsed = table(text);
    expect(Array.from({ length: parsed.blocks.count }, (_, i) => blockAt(parsed.blocks, i).kind)).toEqual([
      ...Array(titles).fill('paragraph'),
      ...['table', 'tableRow', 'tableRow'],
    ]);
    expect(rowsOf(text, parsed)).toEqual([
      [0, 'port,low,high'],
      [1, 'Oslo,1.2,2'],
    ]);
    expect(parsed.diagnostics).toEqual([]);
  });

  test.each([
    ['one column', 'port\nOslo\nBergen\n', 'port'],
    ['a column without a name', 'port,\nOslo,1\nBergen,2\n', 'port,'],
    ['no two rows alike', 'note\na,b\nc,d,e\n', 'note'],
  ])('the first row is the header where that is all: %s', (_, text, header) => {
    expect(rowsOf(text, table(text))[0]).toEqual([0, header]);
  });

  test('a quoted cell may hold delimiters, quotes and line ends', () => {
    const text = 'a,b\n"x, ""y""\n\nz",1\n"" ,2\n';
    expect(rowsOf(text, table(text)).map(([, row]) => row)).toEqual(['a,b', '"x, ""y""\n\nz",1', '"" ,2']);
  });

  test.each([
    ['a,b\n1,2\n', 2],
    ['a;b,c;d\n1;2;3\n', 3],
    ['1,5;2,5;3,5\n4,5;5,5;6,5\n', 3],
    ['a\tb c\n1\t2, 3\n', 2],
    ['a|b\n"1,\n2"|3\n', 2],
    ['Report, 2024\na;b;c\n1;2;3\n', 3],
    ['one\ntwo\n', 1],
  ])('the delimiter is the one most rows agree on: %j', (text, cells) => {
    const reader = new RowReader(text, delimiterOf(text, 'text/csv'));
    let last = 0;
    while (reader.next()) last = reader.cells;
    expect(last).toBe(cells);
  });

  test('in TSV an empty first cell is part of its row', () => {
    const text = '\ta\tb\n\t1\t2\n\t\t\n';
    expect(rowsOf(text, table(text, '\t')).map(([, row]) => row)).toEqual(['\ta\tb', '\t1\t2']);
  });
});

test('rows that break the rules are kept and reported', () => {
  const text = 'a,b\n"never closed,1\n2\n"x" y,3\n4,5\n';
  const parsed = table(text);
  expect(rowsOf(text, parsed).map(([, row]) => row)).toEqual(['a,b', '"never closed,1', '2', '"x" y,3', '4,5']);
  expect(parsed.diagnostics?.map(({ code, span }) => [code, span])).toEqual([
    ['malformed-data', { start: 4, end: 19 }],
    ['malformed-data', { start: 20, end: 21 }],
    ['malformed-data', { start: 22, end: 29 }],
  ]);
});

test('a byte-order mark is no part of the first name, and is in the raw place (F72)', () => {
  const document = parseSource({
    documentId: 'ports.csv',
    mediaType: 'text/csv; charset=utf-8',
    text: '\ufeffport,height\r\nOslo,1.2\r\nBergen,0.9\r\n',
  });
  expect(rowsOf(document.text, document)).toEqual([
    [0, 'port,height'],
    [1, 'Oslo,1.2'],
    [1, 'Bergen,0.9'],
  ]);
  expect(document.blocks.kinds[0]).toBe(KIND.table);
  expect(document.diagnostics).toEqual([]);
});

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('a,b', 'a;b', 'a\tb', 'a|b', '"', '""', 'x "y" z', 'line\nline', '\n', '', ' ', '1', '-2.5'),
);
const sheet = fc.integer({ min: 2, max: 5 }).chain((width) =>
  fc.record({
    rows: fc.array(
      fc.array(
        cell.filter((text) => !text.includes('\r')),
        { minLength: width, maxLength: width },
      ),
      { minLength: 1, maxLength: 8 },
    ),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quotes: fc.boolean(),
  }),
);

test('any rows: each is where papaparse reads it', () => {
  let compared = 0;
  fc.assert(
    fc.property(sheet, ({ rows, delimiter, quotes }) => {
      const text = Papa.unparse(rows, { delimiter, quotes, newline: '\n' });
      const expected: string[] = [];
      let from = 0;
      Papa.parse<string[]>(text, {
        delimiter,
        newline: '\n',
        step({ meta }) {
          expected.push(text.slice(from, meta.cursor).replace(/\n$/, ''));
          from = meta.cursor;
        },
      });
      const parsed = table(text, delimiter);
      expect(rowsOf(text, parsed).map(([, row]) => row)).toEqual(expected.filter((row) => row.trim() !== ''));
      expect(parsed.diagnostics).toEqual([]);
      compared += expected.length;
    }),
    { numRuns: 300, seed: SEED },
  );
  expect(compared).toBeGreaterThan(600);
});

test('any rows: their cells are counted and cut alike', () => {
  const part = fc.constantFrom('a', ' ', '"', '""', ',', ';', '\n', 'b c', '"x, y"');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.constantFrom(',', ';'), (parts, delimiter) => {
      const text = parts.join('');
      const reader = new RowReader(text, delimiter);
      while (reader.next()) {
        const { start, end, cells } = reader;
        expect(cellSpans(text, start, end, delimiter as CellSeparator, true)).toHaveLength(2 * cells);
      }
    }),
    { numRuns: 2000, seed: SEED },
  );
});
