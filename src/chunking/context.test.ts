import { describe, expect, it } from 'vitest';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import type { ChunkOptions } from './options.ts';

const words = { id: 'words', additive: false, count: (text: string): number => text.match(/\S+/g)?.length ?? 0 };
const LIMITS: readonly (readonly [string, ChunkOptions])[] = [
  ['characters', { maxChars: 160 }],
  ['tokens', { maxTokens: 20, tokenCounter: words }],
];

describe('what a container lends', () => {
  it.each(LIMITS)('reaches all its members but the first, limit in %s', (_, options) => {
    const members = Array.from({ length: 12 }, (_, i) => `  key${i}:\n    value: ${i}\n    other: a few words more\n`);
    const text = `server:\n${members.join('')}`;
    const chunks = chunkDocument(parseSource({ documentId: 'a.yaml', mediaType: 'application/yaml', text }), options);
    expect(chunks.length).toBeGreaterThan(3);
    const paths = chunks.map(({ context }) =>
      context.map((part) => ('text' in part ? `${part.type} ${part.text}` : '')),
    );
    expect(paths[0]).toEqual([]);
    for (const path of paths.slice(1)) expect(path).toEqual(['keyPath server']);
  });
});

it('a key path stands where the entry that it names begins, whichever of its members a chunk begins with', () => {
  const value = 'of the ledger and of the days on which it was read';
  const record = `  {\n    "first": "${value}",\n    "second": "${value}",\n    "third": "${value}"\n  }`;
  const document = parseSource({
    documentId: 'd.json',
    mediaType: 'application/json',
    text: `[\n${record},\n${record}\n]`,
  });
  for (let maxChars = 90; maxChars < 400; maxChars += 10)
    for (const { context } of chunkDocument(document, { maxChars }))
      for (const part of context)
        if (part.type === 'keyPath' && /^\[\d\]$/.test(part.text))
          expect(document.text.slice(part.span.start, part.span.end), `${maxChars}`).toBe('{');
});

// A tokenizer with marks at both ends counts two tokens in an empty text.
it.each(['markdown', 'pairs', 'json'] as const)(
  'ends where a limit is below what a counter finds in nothing, rows as %s',
  (tableRows) => {
    const texts = [
      ['text/markdown', '| Name | Value |\n|---|---|\n| one two | three four five |\n'],
      ['text/csv', 'a,b\nx,y\n'],
      ['text/markdown', 'Steps:\n\n- one two three\n\n  ```js\n  four();\n  ```\n'],
    ] as const;
    for (const [mediaType, text] of texts) {
      const document = parseSource({ documentId: 'd', mediaType, text });
      for (const least of [1, 2, 5]) {
        const tokenCounter = {
          id: 'ends',
          additive: false,
          count: (part: string) => least + Math.ceil(part.length / 4),
        };
        for (let maxTokens = 1; maxTokens < 9; maxTokens++) {
          const chunks = chunkDocument(document, { maxTokens, tokenCounter, tableRows });
          expect(
            chunks
              .map((chunk) => chunk.text)
              .join('')
              .replace(/\s/g, ''),
          ).toBe(text.replace(/\s/g, ''));
        }
      }
    }
  },
);

it('items of a list in plain text carry what introduces them, and the items above', () => {
  const steps = Array.from({ length: 6 }, (_, i) => `${i + 1}. Turn wheel number ${i + 1} until its mark is at zero.`);
  const deeper = ['a', 'b'].map((letter) => `   (${letter}) Mark ${letter} counts as well, even where it is red.`);
  const intro = 'Before the boiler is lit, the valves are set as follows:';
  const text = `Boiler room\n\n${intro}\n\n${[...steps, ...deeper].join('\n')}\n`;
  const document = parseSource({ documentId: 'boiler.txt', mediaType: 'text/plain', text });
  const chunks = chunkDocument(document, { maxChars: 200, targetChars: 40 });
  const partsOf = (from: string) =>
    chunks
      .find((chunk) => chunk.text.startsWith(from))
      ?.context.map((part) => ('text' in part ? `${part.type}: ${part.text}` : part.type));
  expect(partsOf('5.')).toEqual(['title: Boiler room', `listIntroduction: ${intro}`]);
  // There is no room for both, and what is nearer matters more.
  expect(partsOf('   (a)')).toEqual(['title: Boiler room', `listParent: ${steps[5]}`]);
});
