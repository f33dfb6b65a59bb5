import { describe, expect, test } from 'vitest';
import { htmlCellTexts, htmlGrid } from './html-grid.ts';

/** The grid of rows given one by one, the first `headers` of them header rows. */
function grid(rows: readonly string[], headers: number): ReturnType<typeof htmlGrid> {
  let start = 0;
  const spans = rows.map((row, i) => {
    const span = { start, end: start + row.length, isHeader: i < headers };
    start += row.length;
    return span;
  });
  return htmlGrid(rows.join(''), spans);
}

describe('htmlGrid', () => {
  test('columns are named by all header rows above them', () => {
    const rows = ['<tr><th rowspan=2>Port<th colspan="2">Tide &amp; wind<tr><th>high<th>low', '<tr><td>Ulm<td>1<td>2'];
    const [first, second] = rows[0].split(/(?<=wind)/);
    const { header, rows: values } = grid([first, second, rows[1]], 2);
    expect(header).toEqual(['Port', 'Tide & wind high', 'Tide & wind low']);
    expect(values[2]).toEqual(['Ulm', '1', '2']);
  });

  test('a cell over rows speaks in each, one over columns in the first', () => {
    const { rows } = grid(
      ['<tr><td rowspan=3>A<td>1<td>2', '<tr><td colspan=2>x', '<tr><td>3<td>4', '<tr><td>B<td>5<td>6'],
      0,
    );
    expect(rows).toEqual([
      ['A', '1', '2'],
      ['A', 'x', ''],
      ['A', '3', '4'],
      ['B', '5', '6'],
    ]);
  });

  test('spans beyond reason are bounded', () => {
    const { rows } = grid(['<tr><td colspan=9999 rowspan=9999>a', '<tr><td>b'], 0);
    expect(rows[0]).toHaveLength(100);
    expect(rows[1].filter((said) => said !== '')).toEqual(['a']);
    expect(rows[1]).toHaveLength(100);
  });
});

test('htmlCellTexts: tables inside a cell are part of it, empty cells are left out', () => {
  const row = '<tr><td>a</td><td></td><td>b <table><tr><td>c<td>d</table> e</td></tr>';
  expect(htmlCellTexts(row, 0, row.length)).toEqual(['a', 'b c d e']);
});
