import { expect, test } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from './options.ts';
import { verifyChunks } from './verify.ts';

const PLANS = [
  '# Prices',
  '',
  'Our plans:',
  '',
  '| Plan | Monthly | Annual |',
  '| --- | ---: | ---: |',
  '| Growth | $49 | $490 |',
  '| Team \\| Pro | $99 |  |',
  '',
  'Taxes are extra.',
  '',
].join('\n');

function cut(text: string, options: ChunkOptions, mediaType = 'text/markdown') {
  const document = parseSource({ documentId: 'plans', mediaType, text });
  const chunks = chunkDocument(document, options);
  for (const { start, end } of chunks.map(({ span }) => span)) expect(text.slice(start, end).trim()).not.toBe('');
  const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
  expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
  return chunks;
}

test('each row is a chunk, written as pairs under its title', () => {
  const chunks = cut(PLANS, { maxChars: 400, tableRows: 'pairs' });
  expect(chunks.map(({ embedText }) => embedText)).toEqual([
    '# Prices\n\nOur plans:\n\nPlan=Growth, Monthly=$49, Annual=$490',
    'Prices\n\nOur plans:\n\nPlan=Team | Pro, Monthly=$99',
    'Prices\n\nTaxes are extra.',
  ]);
  expect(chunks[1].text).toBe('| Team \\| Pro | $99 |  |');
  expect(chunks[1].notes).toContain('rows-written');
  expect(chunks[0].boundary.end.signal).toBe('row');
});

test('rows can be JSON objects', () => {
  const [, second] = cut(PLANS, { maxChars: 400, tableRows: 'json', context: false });
  expect(JSON.parse(second.embedText)).toEqual({ Plan: 'Team | Pro', Monthly: '$99' });
});

test('rows of a CSV file are written out, quotes resolved, equal names told apart', () => {
  const text = 'port,height,height\n"Oslo, Norway",1.2,3\nBergen,"0.9 ""low""",\n';
  expect(cut(text, { maxChars: 200, tableRows: 'pairs' }, 'text/csv').map(({ embedText }) => embedText)).toEqual([
    'port=Oslo, Norway, height=1.2, height (2)=3',
    'port=Bergen, height=0.9 "low"',
  ]);
});

test.each([
  ['text/tab-separated-values', 'port\theight, in m, at noon\nOslo\t1.2\n', ['port=Oslo, height, in m, at noon=1.2']],
  ['text/csv', 'Report, 2024\na;b;c\n1;2;3\n', ['Report, 2024\n\na=1, b=2, c=3']],
  ['text/csv', 'pipe,flow\n5" steel,10\n', ['pipe=5" steel, flow=10']],
])('%s: cells are those that the rows were read by', (mediaType, text, rows) => {
  const chunks = cut(text, { maxChars: 200, tableRows: 'pairs' }, mediaType);
  expect(chunks.map(({ embedText }) => embedText)).toEqual(rows);
});

test('no cell takes the place of another, and columns keep their order', () => {
  const [chunk] = cut('port,2024,2023,h,h (2),h\nOslo,1,2,3,4,5\n', { maxChars: 200, tableRows: 'json' }, 'text/csv');
  expect(chunk.embedText).toBe('{"port":"Oslo","2024":"1","2023":"2","h":"3","h (2)":"4","h (3)":"5"}');
});

test('a row that does not fit goes by columns, each part with their names and the name of the row', () => {
  const names = Array.from({ length: 30 }, (_, i) => `measure ${i}`);
  const rows = ['Oslo', 'Bergen'].map((port) => [port, ...names.slice(1).map((_, i) => `${port} ${i}`)]);
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const text = [line(names), line(names.map(() => '---')), ...rows.map(line), ''].join('\n');
  const chunks = cut(text, { maxChars: 200 });
  const parts = chunks.filter(({ notes }) => notes.includes('rows-written'));
  expect(parts.length).toBeGreaterThan(6);
  for (const { embedText } of parts) {
    const [header, rule, row, ...rest] = embedText.split('\n');
    expect(rest).toEqual([]);
    expect(header).toMatch(/^\| measure 0 \| measure \d+/);
    expect(rule).toMatch(/^\| --- /);
    expect(row).toMatch(/^\| (?:Oslo|Bergen) \| /);
    expect(row.split('|').length).toBe(header.split('|').length);
  }
  const said = parts.flatMap(({ embedText }) => embedText.split('\n')[2].split(' | ').slice(1));
  for (const cell of rows.flat().slice(1, 30)) expect(said.join(' ')).toContain(cell);
});

test('a row of thousands of cells is read once, not once for each part', () => {
  const row = `|${' x |'.repeat(5000)}`;
  const text = [`|${' h |'.repeat(5000)}`, `|${' - |'.repeat(5000)}`, ...Array(4).fill(row), ''].join('\n');
  expect(cut(text, { maxChars: 300 }).length).toBeGreaterThan(100);
});

const ROWS = Array.from({ length: 12 }, (_, i) => `quay ${i}  | ${i * 3}.50`);
const FEES = ['The fees are these:', '', 'name    | fee', '--------+------', ...ROWS].join('\n');

test('every part of a table in plain text has the header, and no row is cut', () => {
  const chunks = cut(FEES, { maxChars: 120 }, 'text/plain');
  expect(chunks.length).toBeGreaterThan(2);
  for (const { embedText } of chunks) expect(embedText).toContain('name    | fee\n--------+------\n');
  const lines = chunks.flatMap((chunk) => chunk.text.split('\n'));
  expect(lines.filter((line) => line.startsWith('quay'))).toEqual(ROWS);
});

test('rows of a table in plain text are written out by the names of their columns', () => {
  const chunks = cut(FEES, { maxChars: 160, tableRows: 'pairs' }, 'text/plain');
  expect(chunks.at(-1)?.embedText).toMatch(/name=quay 11, fee=33\.50$/);
});
