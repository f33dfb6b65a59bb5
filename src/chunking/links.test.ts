import { beforeAll, describe, expect, it } from 'vitest';
import { loadSyntaxParsers, type SyntaxParsers } from '../grammars/tree-sitter.ts';
import type { Chunk } from '../model/chunk.ts';
import { parseSource } from '../parsing/parse.ts';
import { sampleChunks } from '../testing/sample-chunks.ts';
import { chunkDocument } from './chunk.ts';
import { linkChunks } from './links.ts';

/** `a: uses x y` and `b: defines x` as code chunks of document `documentId`, ids as written. */
function codeChunks(documentId: string, ...lines: string[]): Chunk[] {
  return sampleChunks(
    documentId,
    lines.map((text) => ({ text, kind: 'code' as const })),
  ).map((chunk) => {
    const [id, words] = chunk.text.split(': ');
    const names = (word: string) =>
      words.split(', ').flatMap((part) => part.match(`^${word} (.*)`)?.[1].split(' ') ?? []);
    return { ...chunk, id, defines: names('defines'), uses: names('uses') };
  });
}

/** `a>b x`: chunk a uses x, which b defines. */
function linked(...documents: Chunk[][]): string[] {
  return linkChunks(documents.flat()).map(({ fromId, toId, name }) => `${fromId}>${toId} ${name}`);
}

describe('linkChunks', () => {
  it('prefers the definitions of the same document, all of a few', () => {
    const here = codeChunks('here', 'a: uses x y', 'b: defines x', 'c: defines x');
    const there = codeChunks('there', 'd: defines x', 'e: defines y');
    expect(linked(here, there)).toEqual(['a>b x', 'a>c x', 'a>e y']);
  });

  it('gives none for a name that more than three chunks define, or more than one elsewhere', () => {
    const here = codeChunks('here', 'a: uses x y', 'b: defines x', 'c: defines x', 'd: defines x', 'e: defines x');
    expect(linked(here, codeChunks('there', 'f: defines y', 'g: defines y'))).toEqual([]);
    expect(linked(here, codeChunks('there', 'f: defines y'))).toEqual(['a>f y']);
  });

  it('gives none for a name that nobody defines, and none from a chunk to itself', () => {
    expect(linked(codeChunks('here', 'a: uses x z, defines z', 'b: defines q'))).toEqual([]);
  });

  it('keeps clauses and terms in their document', () => {
    const prose = (chunks: Chunk[]) => chunks.map((chunk): Chunk => ({ ...chunk, kind: 'text' }));
    const here = prose(codeChunks('here', 'a: uses 4.1 Term', 'b: defines Term'));
    const there = prose(codeChunks('there', 'c: defines 4.1 Term'));
    expect(linked(here, there)).toEqual(['a>b Term']);
    // A word of prose is no function.
    expect(linked(here, codeChunks('code', 'd: defines 4.1'))).toEqual(['a>b Term']);
  });

  it('passes over sentence chunks', () => {
    const [a, b] = codeChunks('here', 'a: uses x', 'b: defines x');
    const sentence = (chunk: Chunk, id: string): Chunk => ({
      ...chunk,
      id,
      granularity: 'sentence',
      parentId: chunk.id,
    });
    expect(linked([a, b, sentence(a, 'a1'), sentence(b, 'b1')])).toEqual(['a>b x']);
  });

  it('takes names of the language for what they are', () => {
    expect(linked(codeChunks('here', 'a: uses constructor toString __proto__', 'b: defines __proto__'))).toEqual([
      'a>b __proto__',
    ]);
  });
});

describe('links of source code', () => {
  let syntax: SyntaxParsers;
  beforeAll(async () => {
    syntax = await loadSyntaxParsers(['python', 'typescript']);
  });

  function chunked(documentId: string, mediaType: string, text: string): readonly Chunk[] {
    return chunkDocument(parseSource({ documentId, mediaType, text }, { syntax }), { maxChars: 200 });
  }

  /** By the first line of the chunk they lead from, the first lines of those they lead to. */
  function firstLines(chunks: readonly Chunk[]): string[] {
    const lineOf = new Map(chunks.map(({ id, text }) => [id, text.trim().split('\n')[0]]));
    return linkChunks(chunks).map(({ fromId, toId, name }) => `${lineOf.get(fromId)} → ${lineOf.get(toId)}: ${name}`);
  }

  it('lead from a call to the function, in the file and beyond it', () => {
    const rows = Array.from({ length: 4 }, (_, i) => `    level = level + depth_of(port, ${i})`).join('\n');
    const gates = `def raise_gate(port):\n${rows}\n    return level\n\n\ndef depth_of(port, hour):\n    return port.depth[hour]\n`;
    const keeper = `def keep(port):\n    gates.raise_gate(port)\n    gates.close_all(port)\n`;
    const chunks = [...chunked('gates.py', 'text/x-python', gates), ...chunked('keeper.py', 'text/x-python', keeper)];
    expect(firstLines(chunks)).toEqual([
      'def raise_gate(port): → def depth_of(port, hour):: depth_of',
      'def keep(port): → def raise_gate(port):: raise_gate',
    ]);
  });
});
