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
