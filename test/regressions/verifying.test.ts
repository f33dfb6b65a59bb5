/** Verifying: its time grows with the document and no faster; the inputs are so large that quadratic code would not end in time. */
import { expect, it } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from '../../src/chunking/options.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { MARKDOWN } from './every-way.ts';

const INPUTS: readonly (readonly [string, string, string, ChunkOptions])[] = [
  ['a paragraph of very many sentences', MARKDOWN, 'Go. '.repeat(200_000), { strategy: 'sentence', maxChars: 6 }],
  ['very many headings in a row', MARKDOWN, '# A\n'.repeat(100_000), { maxChars: 8 }],
  ['one line of very many words', MARKDOWN, 'word '.repeat(200_000), { strategy: 'fixed', maxChars: 10 }],
  [
    'a table of nothing but headers',
    'text/html',
    `<table>${`<tr><th>${'word '.repeat(8)}</th></tr>\n`.repeat(30_000)}</table>`,
    { strategy: 'paragraph', maxChars: 24 },
  ],
  [
    'a table of nothing but headers in one line',
    'text/html',
    `<table>${`<tr><th>${'word '.repeat(8)}</th></tr>`.repeat(30_000)}</table>`,
    { strategy: 'paragraph', maxChars: 24 },
  ],
];

it.each(INPUTS)('%s', (_, mediaType, text, options) => {
  const document = parseSource({ documentId: 'doc', mediaType, text });
  const chunks = chunkDocument(document, options);
  expect(chunks.length).toBeGreaterThan(40_000);
  const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
  expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
});
