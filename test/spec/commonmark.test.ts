/** Every example of the CommonMark specification gives the blocks that mdast gives. */
import { tests } from 'commonmark-spec';
import { expect, test } from 'vitest';
import { scanMarkdown } from '../../src/parsing/markdown/scan.ts';
import { comparable, oracleRows, tableRows } from './block-rows.ts';

test('the specification has the examples we count', () => {
  expect(tests.length).toBe(652);
});

test.each(tests.map(({ number, section, markdown }) => [number, section, markdown.replaceAll('→', '\t')] as const))(
  'example %i, %s',
  (_number, _section, text) => {
    expect(comparable(text, tableRows(scanMarkdown(text).blocks))).toEqual(comparable(text, oracleRows(text)));
  },
);
