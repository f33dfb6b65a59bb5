/** Known faults of chunkers: code fences. */
import { expect, test } from 'vitest';
import { BLOCK_STRATEGIES, cutEveryWay, pathOf } from './every-way.ts';

const PATHS = { strategies: ['heading', 'structural'] } as const;

test('F76 a fence that was cut is balanced in every part', () => {
  const text = `text\n\n\`\`\`ts\n${'let a = 1;\n'.repeat(200)}\`\`\`\n\nafter`;
  for (const { name, chunks } of cutEveryWay(text, {
    chars: 300,
    tokens: 100,
    strategies: BLOCK_STRATEGIES,
    overlap: 0,
    also: { context: true },
  })) {
    expect(chunks.length, name).toBeGreaterThan(6);
    for (const { embedText } of chunks) {
      const fences = embedText.split('\n').filter((line) => line.startsWith('```'));
      expect(fences.length % 2, `${name}: ${embedText}`).toBe(0);
      if (embedText.includes('let a')) expect(fences, name).toEqual(['```ts', '```']);
    }
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join('\n')
        .match(/let a = 1;/g),
      name,
    ).toHaveLength(200);
  }
});

test('F77 a fence of four is not closed by three', () => {
  const text = '````md\n```js\n# not a heading\n```\n````\n# Real\n\nEnd.\n';
  for (const cut of cutEveryWay(text, { chars: 60, tokens: 30, ...PATHS })) {
    expect(pathOf(cut, 'not a heading'), cut.name).toEqual([]);
    expect(pathOf(cut, 'End.'), cut.name).toEqual(['Real']);
  }
});

test('F78 tildes fence too', () => {
  for (const cut of cutEveryWay('~~~\n# no\n~~~\n# yes\n\nEnd.\n', { chars: 60, tokens: 30, ...PATHS })) {
    expect(pathOf(cut, '# no'), cut.name).toEqual([]);
    expect(pathOf(cut, 'End.'), cut.name).toEqual(['yes']);
  }
});

test('F79 a comment in a fence does not touch the path', () => {
  const text = '# Guide\n\n## Setup\n\n```sh\n# install deps\nnpm i\n```\n\n### Next\n\nText';
  for (const cut of cutEveryWay(text, { chars: 60, tokens: 20, ...PATHS })) {
    expect(pathOf(cut, 'npm i'), cut.name).toEqual(['Guide', 'Setup']);
    expect(pathOf(cut, 'Text'), cut.name).toEqual(['Guide', 'Setup', 'Next']);
  }
});

test('F81 a line like a heading inside a fence is no better place to cut than others', () => {
  const text = 'Intro.\n\n```sh\necho a\n## not a heading\necho b\n```\n';
  for (const { name, chunks } of cutEveryWay(text, { chars: 30, tokens: 12 })) {
    for (const { sectionPath, boundary } of chunks) {
      expect(sectionPath, name).toEqual([]);
      expect(['section', 'heading'], name).not.toContain(boundary.start.signal);
    }
  }
  for (const { name, texts } of cutEveryWay(text, {
    chars: 45,
    strategies: BLOCK_STRATEGIES,
    also: { context: false },
  }))
    expect(texts, name).toEqual(['Intro.', '```sh\necho a\n## not a heading\necho b\n```']);
});
