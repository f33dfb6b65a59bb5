/** Known faults of chunkers: JSON, YAML and CSV. */
import { expect, test } from 'vitest';
import { BLOCK_STRATEGIES, cutEveryWay } from './every-way.ts';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const CSV_TYPE = 'text/csv';
const WITH_CONTEXT = { strategies: BLOCK_STRATEGIES, overlap: 0, also: { context: true } } as const;

test('F23 keys with empty values are there', () => {
  const text = '{"hull":{},"masts":[],"crew":{"cook":{}},"flag":null,"name":""}';
  for (const { name, texts } of cutEveryWay(text, { chars: 14, tokens: 8, overlap: 0 }, JSON_TYPE))
    expect(texts.join('').replace(/\s/g, ''), name).toBe(text);
});

test('F51 the path of keys counts', () => {
  const text = `{"yard":{"north":{"shed":{"shelf":{"box":"${'nail '.repeat(30)}"}}}}}`;
  for (const { name, chunks, texts } of cutEveryWay(text, { chars: 60, tokens: 24, ...WITH_CONTEXT }, JSON_TYPE)) {
    expect(texts.join(' ').match(/nail/g), name).toHaveLength(30);
    for (const { context, notes, text: own } of chunks)
      if (own.includes('nail') && !own.includes('"box"'))
        expect(context.some(({ type }) => type === 'keyPath') || notes.includes('context-clipped'), name).toBe(true);
  }
});

test('F72 the header of a CSV file goes with every row, and its first name has no byte-order mark', () => {
  const rows = Array.from({ length: 12 }, (_, i) => `Quay ${i},${i + 3} m,${i % 2 ? 'yes' : 'no'}`);
  const text = `\ufeffport,depth,crane\n${rows.join('\n')}\n`;
  for (const { name, chunks, document } of cutEveryWay(text, { chars: 60, tokens: 40, ...WITH_CONTEXT }, CSV_TYPE)) {
    expect(chunks.length, name).toBeGreaterThan(3);
    expect(chunks[0].rawSpan.start, name).toBe(1);
    for (const { embedText } of chunks) {
      expect(embedText.split('port'), name).toHaveLength(2);
      expect(embedText, name).not.toContain('\ufeff');
    }
    for (const row of rows)
      expect(
        chunks.filter((chunk) => chunk.text.includes(row)),
        `${name}: ${row}`,
      ).toHaveLength(1);
    expect(document.text.startsWith('port'), name).toBe(true);
  }
});

test('F102 YAML keeps its indentation', () => {
  const text = 'steps:\n  - run: wash\n    with:\n      soap: 1\n  - run: dry\n    with:\n      heat: 2\n';
  for (const { name, document, chunks } of cutEveryWay(
    text,
    { chars: 30, tokens: 14, strategies: BLOCK_STRATEGIES, overlap: 0, also: { context: false } },
    YAML_TYPE,
  ))
    for (const { span } of chunks) {
      const line = document.text.lastIndexOf('\n', span.start - 1) + 1;
      const indentation = document.text.slice(line, span.start);
      expect(indentation === '' || indentation.trim() !== '', `${name}: ${indentation}`).toBe(true);
    }
});
