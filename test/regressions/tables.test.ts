/** Known faults of chunkers: tables. */
import { expect, test } from 'vitest';
import { KIND } from '../../src/model/block.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { BLOCK_STRATEGIES, type Cut, cutEveryWay, MARKDOWN, pathOf } from './every-way.ts';

function rows(count: number, columns: number): string {
  const row = (i: number) => `|${Array.from({ length: columns }, (_, c) => ` v${i}${'abc'[c]} |`).join('')}\n`;
  return Array.from({ length: count }, (_, i) => row(i)).join('');
}

/** With context, which `heading` and `structural` have by themselves. */
const WITH_CONTEXT = { strategies: BLOCK_STRATEGIES, overlap: 0, also: { context: true } } as const;

/** Rows of the only table in the embedded string, the header row included. */
function rowsIn(embedText: string): number {
  const { blocks } = parseSource({ documentId: 'part', mediaType: MARKDOWN, text: embedText });
  const kinds = [...blocks.kinds.slice(0, blocks.count)];
  expect(kinds.filter((kind) => kind === KIND.table)).toHaveLength(1);
  return kinds.filter((kind) => kind === KIND.tableRow).length;
}

/** Every chunk is a valid table with the header row once, and all rows are there once. */
function expectHeaders({ name, chunks, size, limit }: Cut, header: string, count: number): void {
  expect(chunks.length, name).toBeGreaterThan(2);
  let seen = 0;
  for (const { embedText } of chunks) {
    expect(embedText.split(header), name).toHaveLength(2);
    expect(size(embedText), name).toBeLessThanOrEqual(limit);
    seen += rowsIn(embedText) - 1;
  }
  expect(seen, name).toBe(count);
}

test('F68 every part of a long table has the header', () => {
  const header = '| port | high | low |';
  const text = `${header}\n|---|---|---|\n${rows(40, 3)}`;
  for (const cut of cutEveryWay(text, { chars: 200, tokens: 60, ...WITH_CONTEXT })) expectHeaders(cut, header, 40);
});

test('F69 the parts are valid tables, and the caption stands above each once', () => {
  const header = '| port | high |';
  const text = `# Harbour\n\nTable 1. Tides\n\n${header}\n|---|---|\n${rows(30, 2)}`;
  for (const cut of cutEveryWay(text, { chars: 200, tokens: 80, ...WITH_CONTEXT })) {
    expectHeaders(cut, header, 30);
    for (const { embedText } of cut.chunks) expect(embedText.split('Table 1. Tides'), cut.name).toHaveLength(2);
  }
});

test('F71 rows are not stranded, and the repeated header counts', () => {
  const header = '| parameter | unit | default |';
  const text = `${header}\n|---|---|---|\n${rows(70, 3)}`;
  for (const cut of cutEveryWay(text, { chars: 300, tokens: 100, ...WITH_CONTEXT })) {
    expectHeaders(cut, header, 70);
    if (cut.options.tokenCounter)
      for (const { tokenCount, embedText } of cut.chunks) expect(tokenCount).toBe(cut.size(embedText));
  }
});

test('F73 a heading stays with its table', () => {
  const text = '## A\n\n|k|v|\n|-|-|\n|1|2|\n\n## B\n\n|k|v|\n|-|-|\n|3|4|\n';
  for (const { name, texts } of cutEveryWay(text, {
    chars: 30,
    tokens: 20,
    strategies: BLOCK_STRATEGIES,
    overlap: 0,
  })) {
    expect(texts, name).toHaveLength(2);
    expect(texts[0], name).toMatch(/^## A[\s\S]*\|1\|2\|$/);
    expect(texts[1], name).toMatch(/^## B[\s\S]*\|3\|4\|$/);
  }
  for (const cut of cutEveryWay(text, { chars: 100, tokens: 60, strategies: ['heading', 'structural'] })) {
    expect(pathOf(cut, '|1|2|'), cut.name).toEqual(['A']);
    expect(pathOf(cut, '|3|4|'), cut.name).toEqual(['B']);
  }
});

test('F74 an escaped pipe is no column', () => {
  const row = '| a \\| b | c |';
  const text = `${row}\n|---|---|\n| d \\| e | f |\n| g | h |\n`;
  for (const { name, document, texts } of cutEveryWay(text, {
    chars: 25,
    tokens: 14,
    strategies: BLOCK_STRATEGIES,
    overlap: 0,
  })) {
    expect([...document.blocks.kinds.slice(0, document.blocks.count)], name).toEqual([
      KIND.table,
      ...Array(3).fill(KIND.tableRow),
    ]);
    expect(
      texts.some((own) => own.includes('| d \\| e | f |')),
      name,
    ).toBe(true);
  }
});

test('F26 each part of an HTML table carries its own rows alone', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `<tr><td>berth ${i}.</td><td>${i + 3} m</td></tr>`);
  const text = `Berths:\n\n<table>\n${rows.join('\n')}\n</table>\n\nEnd.\n`;
  for (const { name, chunks } of cutEveryWay(text, { chars: 300, tokens: 120, ...WITH_CONTEXT }))
    for (const row of rows)
      expect(
        chunks.filter(({ embedText }) => embedText.includes(row)),
        `${name}: ${row}`,
      ).toHaveLength(1);
});
