/** Known faults of chunkers: text dropped or duplicated. */
import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { BLOCK_STRATEGIES, bodyOf, cutEveryWay, everyWay, MARKDOWN, PLAIN } from './every-way.ts';
import { searchIn } from './searching.ts';

const BARE = { also: { context: false } } as const;

test('F16 the last sentence is there without its stop', () => {
  const text = 'A one. B two. C three';
  for (const { name, texts } of cutEveryWay(text, { chars: 8, tokens: 4, ...BARE })) {
    expect(texts.at(-1), name).toMatch(/three$/);
    expect(texts.join(' '), name).toBe(text);
  }
  for (const { name, texts } of cutEveryWay(text, { chars: 8, strategies: BLOCK_STRATEGIES, ...BARE }))
    expect(texts, name).toEqual(['A one.', 'B two.', 'C three']);
});

test('F17 every character of a source file is in a chunk', () => {
  const code = "#!/usr/bin/env node\n'use strict'\nlet n=1\nn++\n// tail comment\n";
  for (const text of [code, `\`\`\`js\n${code}\`\`\`\n`])
    for (const { name, texts } of cutEveryWay(text, { chars: 30, tokens: 14 }, text === code ? PLAIN : MARKDOWN))
      expect(texts.join(''), name).toSatisfy((joined: string) => joined.replace(/\s/g, '') === text.replace(/\s/g, ''));
});

test('F18 a leaf above the limit is cut, not dropped', () => {
  const code = `const t = \`${'x'.repeat(5000)}\`;\nfoo();`;
  for (const text of [code, `~~~js\n${code}\n~~~`])
    for (const { name, texts } of cutEveryWay(text, { chars: 1500, tokens: 300 }, text === code ? PLAIN : MARKDOWN)) {
      expect(texts.join('').replace(/[^x]/g, ''), name).toBe('x'.repeat(5000));
      expect(texts.join(''), name).toContain('foo();');
    }
});

test('F19 texts and gaps give the document back', () => {
  const text = '  indented\n\n\n   more   \n';
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, chunks } of cutEveryWay(text, { chars: 10, tokens: 3 }, mediaType)) {
      let at = 0;
      let whole = '';
      for (const { span, text: own } of chunks) {
        whole += ' '.repeat(text.slice(at, span.start).length) + own;
        at = span.end;
      }
      expect(whole.replace(/\n/g, ' ') + ' '.repeat(text.length - at), name).toBe(text.replace(/\n/g, ' '));
    }
});

test('F24 nothing is kept between calls', () => {
  const [x, y] = ['# X\n\none', '# Y\n\ntwo'].map((text) => ({ documentId: 'doc', mediaType: MARKDOWN, text }));
  for (const { name, options } of everyWay({ chars: 40, tokens: 12, overlap: 3 })) {
    const alone = chunkDocument(parseSource(y), options);
    chunkDocument(parseSource(x), options);
    const after = chunkDocument(parseSource(y), options);
    expect(after, name).toEqual(alone);
    expect(
      after.map(({ sectionPath }) => sectionPath),
      name,
    ).toEqual([['Y']]);
    expect(JSON.stringify(after), name).not.toContain('one');
  }
});

test('F28 text past a cap is split and can be found', async () => {
  for (const { name, options } of everyWay({ chars: 8000 })) {
    const { hits } = await searchIn([{ id: 'z.md', text: `${'z'.repeat(9000)} END` }], 'END', options);
    expect(
      hits.map(({ chunk }) => chunk.text.endsWith('END')),
      name,
    ).toContain(true);
  }
});

test('F29 overlap repeats a slice of the source, once', () => {
  const text = 'Log\nAll pumps were checked at noon by the crew.\n\nNotes\nNone today.';
  for (const { name, chunks, document } of cutEveryWay(text, {
    chars: 30,
    tokens: 10,
    overlap: 8,
    overlapTokens: 3,
    ...BARE,
  }))
    for (const [i, chunk] of chunks.entries()) {
      expect(chunk.embedText, name).toBe(bodyOf(document, chunk));
      expect(text, name).toContain(chunk.embedText);
      if (i > 0) expect(bodyOf(document, chunks[i - 1]), name).not.toContain(chunk.embedText);
      if (i > 0) expect(chunk.embedText, name).not.toContain(bodyOf(document, chunks[i - 1]));
    }
});

test('F31 a line above the limit is cut inside', () => {
  const text = `short\n${'y'.repeat(4000)}\nshort`;
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, texts } of cutEveryWay(text, { chars: 300, tokens: 100 }, mediaType)) {
      expect(texts.join('').replace(/[^y]/g, ''), name).toHaveLength(4000);
      expect(texts.join(' ').match(/short/g), name).toHaveLength(2);
    }
});

test('F32 no letter is lost', () => {
  const text = 'größe ärger übung öl '.repeat(20);
  for (const { name, texts } of cutEveryWay(text, { chars: 60, tokens: 20 }))
    expect(texts.join(' '), name).toBe(text.trim());
});
