/** Tables: rows and their levels, tables inside tables, and tables that only lay out a page. */
import { describe, expect, test } from 'vitest';
import { outline } from './html-kit.ts';

/** Kind and level of each block. */
function kinds(text: string): string[] {
  return outline(text).map((line) => line.split(' |')[0]);
}

describe('data', () => {
  test('rows of the head and rows of header cells alone come first and are the header', () => {
    expect(
      outline(
        '<table>\n<thead><tr><td>A</td></tr></thead>\n<tbody><tr><th>1</th><td>x</td></tr>\n<tr><th colspan=2>Group</th></tr></tbody></table>',
      ),
    ).toEqual([
      'table | <table>⏎<thead><tr><td>A</td></tr></thead>⏎<tbody><tr><th>1</th><td>x</td></tr>⏎<tr><th colspan=2>Group</th></tr></tbody></table>',
      '  tableRow | <thead><tr><td>A</td></tr>',
      '  tableRow 1 | <tbody><tr><th>1</th><td>x</td></tr>',
      '  tableRow 1 | <tr><th colspan=2>Group</th></tr>',
    ]);
  });

  test('what stands in cells makes no block', () => {
    expect(
      kinds(
        '<table><tr><th>a</th></tr><tr><td><h4>h</h4><p>p</p><ul><li>i</ul><table><tr><td>n<td>m</table></td></tr></table><p>z</p>',
      ),
    ).toEqual(['table', '  tableRow', '  tableRow 1', 'paragraph']);
  });

  test('rows, cells and bodies need no end tags, cells need no row', () => {
    expect(outline('<table><tr><th>a<th>b<tbody><tr><td>1<td>2<tr><td>3<td>4</table>').slice(1)).toEqual([
      '  tableRow | <tr><th>a<th>b',
      '  tableRow 1 | <tbody><tr><td>1<td>2',
      '  tableRow 1 | <tr><td>3<td>4',
    ]);
    expect(kinds('<table><td>1<td>2<tr><td>3')).toEqual(['table', '  tableRow 1', '  tableRow 1']);
  });

  test('in a table of header cells alone the first row is the header', () => {
    expect(kinds('<table><tr><th>a<th>b<tr><th>c<th>d</table>')).toEqual(['table', '  tableRow', '  tableRow 1']);
  });

  test('without a head no more than two rows of header cells are the header', () => {
    const row = '<tr><th>a<th>b';
    expect(kinds(`<table><tr><th>Title${row.repeat(3)}</table>`).slice(1)).toEqual([
      '  tableRow',
      '  tableRow',
      '  tableRow 1',
      '  tableRow 1',
    ]);
    expect(kinds(`<table><thead>${row.repeat(3)}<tbody>${row}</table>`).slice(3)).toEqual([
      '  tableRow',
      '  tableRow 1',
    ]);
  });

  test.each([
    '<tr><td><b>Name</b></td><td><strong>Rôle</strong></td></tr>',
    '<tr><td><p style="font-weight: bold">Name</p></td><td>&#160;</td><td style="FONT-WEIGHT:700"><span>Rôle</span></td></tr>',
    '<tr style="font-weight:bold"><td><b>Name<td><b>Rôle',
    '<tr><td colspan=2><b>Crew</b></td></tr><tr><td><b>Name</b></td><td><b>Rôle</b></td></tr>',
  ])('rows of bold cells alone are the header where no cell is one: %s', (header) => {
    const rows = '<tr><td>Ann</td><td><b>Boss</b></td></tr><tr><td>Bob</td><td>Clerk</td></tr>';
    const count = header.match(/<tr/g)?.length ?? 0;
    expect(kinds(`<table>${header}${rows}</table>`)).toEqual([
      'table',
      ...Array(count).fill('  tableRow'),
      ...['  tableRow 1', '  tableRow 1'],
    ]);
  });

  test.each([
    ['all rows are bold', '<tr><td><b>a</b></td><td><b>b</b></td></tr>'.repeat(3)],
    ['one bold cell is the title of a group', '<tr><td colspan=2><b>Group</b></td></tr><tr><td>1</td><td>2</td></tr>'],
    ['a word is not bold', '<tr><td><b>a</b></td><td><b>b</b> c</td></tr><tr><td>1</td><td>2</td></tr>'],
    [
      'the weight is taken back',
      '<tr><td><b>a</b></td><td><b><i style="font-weight:normal">b</i></b></td></tr><tr><td>1</td><td>2</td></tr>',
    ],
    ['a row in two is bold', '<tr><td><b>a</b></td><td><b>b</b></td></tr><tr><td>1</td><td>2</td></tr>'.repeat(2)],
    [
      'bold values stand over what they are',
      '<tr><td><b>Ann</b></td><td><b>12</b></td></tr><tr><td>(name)</td><td>(age)</td></tr><tr><td>1</td><td>2</td></tr>',
    ],
    ['there is no other row', '<tr><td><b>a</b></td><td><b>b</b></td></tr>'],
  ])('no header: %s', (_, rows) => {
    expect(kinds(`<table>${rows}</table>`)).not.toContain('  tableRow');
  });

  test('a table in a list belongs to the item, an end tag in a cell closes nothing outside', () => {
    expect(kinds('<ul><li>x<table><tr><td>1</div></ul></li><td>2</table>y</ul>')).toEqual([
      'list',
      '  listItem 1',
      '    paragraph',
      '    table',
      '      tableRow 1',
      '    paragraph',
    ]);
  });
});

describe('layout', () => {
  test('a table without header cells that holds headings gives way to what is in it', () => {
    expect(
      outline(
        '<table><tr><td>menu</td><td><h1>Page</h1><p>a</p></td></tr><tr></tr><tr><td><p>foot</p></td></tr></table>',
      ),
    ).toEqual([
      'paragraph | <table><tr><td>menu</td>',
      'heading 1 | <td><h1>Page</h1>',
      'paragraph | <p>a</p></td></tr>',
      'paragraph | <tr></tr><tr><td><p>foot</p></td></tr></table>',
    ]);
  });

  test('so does one around another table, and one of a single cell', () => {
    expect(kinds('<table><tr><td>side<td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>')).toEqual([
      'paragraph',
      'table',
      '  tableRow',
      '  tableRow 1',
    ]);
    expect(kinds('<table><tr><td>one<ul><li>x</ul></table>')).toEqual([
      'paragraph',
      'list',
      '  listItem 1',
      '    paragraph',
    ]);
  });

  test('header cells beside data are no header row, a header row keeps what is below it', () => {
    const inner = '<table><tr><th>a<th>b<tr><td>1<td>2</table>';
    expect(kinds(`<table><tr><td>x<th>y<tr><td>${inner}</table>`)).toEqual([
      'paragraph',
      'paragraph',
      'table',
      '  tableRow',
      '  tableRow 1',
    ]);
    expect(kinds(`<table><tr><th>x<th>y<tr><td>${inner}</table>`)).toEqual(['table', '  tableRow', '  tableRow 1']);
  });

  test('a table in which nothing is said is a block of HTML', () => {
    expect(outline('<table><tr><td></td><td>&nbsp;</td></tr></table><p>x</p>')).toEqual([
      'html | <table><tr><td></td><td>&nbsp;</td></tr></table>',
      'paragraph | <p>x</p>',
    ]);
  });
});
