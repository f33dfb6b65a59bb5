import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasRow, parseRowSet } from './row-set.ts';

it('holds the rows of the list and no others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 500 })), (rows) => {
      const set = parseRowSet(rows.length === 0 ? null : rows.join(','), Math.max(0, ...rows));
      const found = Array.from({ length: 600 }, (_, row) => row).filter((row) => hasRow(set, row));
      expect(found).toEqual([...rows].sort((a, b) => a - b));
    }),
  );
});

it('takes row numbers beyond 31 bits', () => {
  const row = 2 ** 31 + 5;
  const set = parseRowSet(`7,${row}`, row);
  expect([7, row, row - 1, 8, row - 2 ** 31].map((asked) => hasRow(set, asked))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
