/** Known faults of chunkers: heading hierarchy, front matter, byte-order mark and line ends. */
import { describe, expect, it, test } from 'vitest';
import { PLAIN_STRATEGIES } from '../../src/chunking/presets.ts';
import { KIND } from '../../src/model/block.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { BLOCK_STRATEGIES, cut, cutEveryWay, everyWay, MARKDOWN, pathOf } from './every-way.ts';

/** Strategies that never mix sections. */
const SECTIONS = { chars: 60, tokens: 20, strategies: ['heading', 'structural'] } as const;

describe('section paths', () => {
  it.each([
    ['F82 deeper levels end with a higher one', '# A\n## B\n### C\nc\n## D\nd\n', { '\nd': ['A', 'D'] }],
    ['F83 the first level stays when a second starts', '# A\n## B\nb\n', { '\nb': ['A', 'B'] }],
    [
      'F84 headings in a row',
      '# Part\n## Chapter\n## Other\ntext\n',
      { text: ['Part', 'Other'], '## Chapter': ['Part', 'Other'] },
    ],
    ['F86 skipped levels', '# A\n#### D\nd\n## B\nb\n', { '\nd': ['A', 'D'], '\nb': ['A', 'B'] }],
  ] as const)('%s', (_, text, paths) => {
    for (const result of cutEveryWay(text, SECTIONS))
      for (const [words, path] of Object.entries(paths))
        expect(pathOf(result, words), `${result.name}: ${words}`).toEqual(path);
  });
});

test('F87 the last heading of one file does not lead the next', () => {
  for (const way of everyWay({ chars: 60, tokens: 20 })) {
    cut('# X\nx\n', way);
    const [chunk] = cut('plain y\n', way).chunks;
    expect(chunk.sectionPath, way.name).toEqual([]);
    expect(chunk.embedText, way.name).toBe('plain y');
  }
});

test('F88 a heading is embedded once', () => {
  for (const { name, chunks } of cutEveryWay('## Fees\n\nTen crowns.', {
    chars: 60,
    tokens: 20,
    strategies: PLAIN_STRATEGIES,
    also: { context: true },
  }))
    for (const { embedText } of chunks) expect(embedText.match(/Fees/g), name).toHaveLength(1);
});

test('F89 a heading never ends a chunk', () => {
  const text = '## One\ntext\n\n## Two\ntext\n'.repeat(5);
  for (const { name, texts } of cutEveryWay(text, { chars: 24, tokens: 9, strategies: BLOCK_STRATEGIES, overlap: 0 }))
    for (const own of texts) expect(own, name).toMatch(/text$/);
});

test('F91 thematic breaks of each kind', () => {
  for (const { name, document } of cutEveryWay('a\n\n***\n\nb\n\n---\n\nc\n\n___\n', { chars: 10, tokens: 5 })) {
    const kinds = [...document.blocks.kinds.slice(0, document.blocks.count)];
    expect(
      kinds.filter((kind) => kind === KIND.thematicBreak),
      name,
    ).toHaveLength(3);
  }
});

test('F93 front matter is metadata, not prose', () => {
  const text = '---\ntitle: Canal manual\nowner: lock team\n---\n\n# Gates\n\nClose both gates first.\n';
  for (const { name, document, chunks } of cutEveryWay(text, { chars: 80, tokens: 30 })) {
    expect(document.metadata, name).toEqual({ title: 'Canal manual', owner: 'lock team' });
    expect(
      document.dropped.map(({ span }) => text.slice(span.start, span.end)),
      name,
    ).toEqual(['---\ntitle: Canal manual\nowner: lock team\n---']);
    for (const { embedText, metadata } of chunks) {
      expect(embedText, name).not.toContain('lock team');
      expect(metadata, name).toEqual(document.metadata);
    }
  }
});

test('F94 a rule on the first line is no front matter', () => {
  for (const result of cutEveryWay('---\n\n# One\n\ntext\n\n---\n\n# Two\n\nmore\n', SECTIONS)) {
    expect(result.document.dropped, result.name).toEqual([]);
    expect(pathOf(result, 'text'), result.name).toEqual(['One']);
    expect(pathOf(result, 'more'), result.name).toEqual(['Two']);
  }
});

test('F96 a byte-order mark hides no heading', () => {
  for (const { name, chunks } of cutEveryWay('\ufeff# Title\ntext', { chars: 60, tokens: 20 })) {
    expect(chunks[0].sectionPath, name).toEqual(['Title']);
    expect(chunks[0].span.start, name).toBe(0);
    expect(chunks[0].rawSpan.start, name).toBe(1);
  }
});

test('F97 all three line ends are known', () => {
  const text = '# A\rone\n## B\r\ntwo\r';
  for (const result of cutEveryWay(text, SECTIONS)) {
    expect(pathOf(result, 'one'), result.name).toEqual(['A']);
    expect(pathOf(result, 'two'), result.name).toEqual(['A', 'B']);
  }
  expect(parseSource({ documentId: 'doc', mediaType: MARKDOWN, text }).text).toBe('# A\none\n## B\ntwo\n');
});
