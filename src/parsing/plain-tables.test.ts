import { describe, expect, test } from 'vitest';
import { BLOCK_KINDS, KIND } from '../model/block.ts';
import { scanPlainText } from './plain-text.ts';

/** `H` and `R` for rows of a header and others, with their text; other blocks by their kind. Rows of a table are indented. */
function blocksOf(text: string): string[] {
  const { blocks } = scanPlainText(text);
  return Array.from({ length: blocks.count }, (_, i) => {
    const source = text.slice(blocks.starts[i], blocks.ends[i]).replaceAll('\n', '⏎');
    if (blocks.kinds[i] !== KIND.tableRow) return BLOCK_KINDS[blocks.kinds[i]];
    expect(BLOCK_KINDS[blocks.kinds[blocks.parents[i]]]).toBe('table');
    return `  ${blocks.levels[i] === 0 ? 'H' : 'R'} ${source}`;
  });
}

describe('tables', () => {
  test('a rule for each column, under the header', () => {
    const text =
      'Heights of ports:\nport     low   high\n------   ----  ----\nOslo     1.2   2\nBergen   0.9   1\nThe end of it.\n';
    expect(blocksOf(text)).toEqual([
      ...['paragraph', 'table', '  H port     low   high', '  R Oslo     1.2   2', '  R Bergen   0.9   1', 'paragraph'],
    ]);
  });

  test('rules above and below, a cell of several lines, a row of its first cell alone', () => {
    const text = '=====  ======\nport   height\n=====  ======\nOslo   1.2\n       m\nMoss\n=====  ======\n';
    expect(blocksOf(text)).toEqual(['table', '  H port   height', '  R Oslo   1.2⏎       m', '  R Moss']);
  });

  test('a header of two lines', () => {
    const text = '         low   high\nport     m     m\n------   ----  ----\nOslo     1.2   2\n';
    expect(blocksOf(text)).toEqual(['table', '  H low   high⏎port     m     m', '  R Oslo     1.2   2']);
  });

  test('crossings, as databases and Markdown have them', () => {
    const rows = ['  H port | height', '  R Oslo | 1.2', '  R Moss | 2'];
    expect(blocksOf('port | height\n-----+-------\nOslo | 1.2\nMoss | 2\n(2 rows)\n')).toEqual([
      'table',
      ...rows,
      'paragraph',
    ]);
    expect(blocksOf('port | height\n:--- | ---:\nOslo | 1.2\nMoss | 2\n')).toEqual(['table', ...rows]);
  });

  test('frames: a line a row, or a rule under each', () => {
    const rule = '+------+-----+';
    const rows = ['| Oslo | 1.2 |', '| Moss | 2   |'];
    const read = ['table', '  H | port | m   |', '  R | Oslo | 1.2 |', '  R | Moss | 2   |'];
    expect(blocksOf([rule, '| port | m   |', rule, ...rows, rule].join('\n'))).toEqual(read);
    expect(
      blocksOf([rule, '| port | m   |', rule.replaceAll('-', '='), rows[0], rule, rows[1], rule].join('\n')),
    ).toEqual(read);
    expect(blocksOf([rule, ...rows, rule].join('\n'))).toEqual(['table', ...read.slice(2)]);
    expect(blocksOf('┌──┬──┐\n│ a│ b│\n├──┼──┤\n│ 1│ 2│\n└──┴──┘')).toEqual(['table', '  H │ a│ b│', '  R │ 1│ 2│']);
  });
});

test.each([
  ['a heading and its rule', 'Ports\n-----\nOslo and Moss.'],
  ['rules alone', '+--+--+\n'.repeat(4)],
  ['a rule between paragraphs', 'One.\n---  ---\nTwo words follow here.'],
  ['options of a command', '--all  --long\n  Lists all of them.'],
  ['no header over a rule of crossings', 'Ports\n---+---\nOslo'],
])('no table: %s', (_, text) => {
  expect(blocksOf(text)).not.toContain('table');
});
