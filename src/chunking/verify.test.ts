import { expect, test } from 'vitest';
import type { Chunk } from '../model/chunk.ts';
import { parseSource } from '../parsing/parse.ts';
import { chunkDocument } from './chunk.ts';
import { type ChunkOptions, resolveChunkOptions } from './options.ts';
import { type CheckName, verifyChunks } from './verify.ts';

const OPTIONS: ChunkOptions = { strategy: 'sentence', maxChars: 60, overlapChars: 10, granularity: 'both' };
const TEXT =
  '# Moor\r\n\r\nThe moor is wet. Sheep graze there all year.\r\n\r\n## Paths\r\n\r\nPaths are few. Maps help.\r\n';
const DOCUMENT = parseSource({ documentId: 'moor.md', mediaType: 'text/markdown', text: TEXT });
const CHUNKS = chunkDocument(DOCUMENT, OPTIONS);

function failed(chunks: readonly Chunk[]): readonly CheckName[] {
  const { checks } = verifyChunks(DOCUMENT, chunks, resolveChunkOptions(OPTIONS));
  return checks.filter(({ failures }) => failures.length > 0).map(({ name }) => name);
}

test('finds nothing wrong with what chunking made', () => {
  expect(CHUNKS.length).toBeGreaterThan(3);
  expect(CHUNKS.some(({ overlap }) => overlap !== null)).toBe(true);
  expect(failed(CHUNKS)).toEqual([]);
});

test('takes the options as chunkDocument does', () => {
  const failures = (options?: ChunkOptions) =>
    verifyChunks(DOCUMENT, CHUNKS, options).checks.flatMap((check) => check.failures);
  expect(failures(OPTIONS)).toEqual([]);
  expect(failures({ ...OPTIONS, maxChars: 30, overlapChars: 0 })).not.toEqual([]);
  expect(() => failures({ maxChar: 60 } as ChunkOptions)).toThrow('did you mean "maxChars"?');
  expect(verifyChunks(DOCUMENT, chunkDocument(DOCUMENT)).checks.flatMap((check) => check.failures)).toEqual([]);
});

const { start, end } = CHUNKS[1].span;
const FALSIFIED: readonly (readonly [CheckName, Partial<Chunk>])[] = [
  ['slice', { text: 'Something else.' }],
  ['slice', { embedText: 'Something else.' }],
  ['slice', { overlap: { start: start - 2, end: start - 1 } }],
  ['slice', { overlap: { start: end, end: start } }],
  ['slice', { overlap: { start: 0, end: start } }],
  ['links', { index: 7 }],
  ['links', { id: CHUNKS[0].id }],
  ['place', { documentId: 'heath.md' }],
  ['place', { mediaType: 'text/plain' }],
  ['place', { lines: { start: 1, end: 1 } }],
  ['place', { lines: { ...CHUNKS[1].lines, end: CHUNKS[1].lines.end + 1 } }],
  ['place', { rawSpan: CHUNKS[1].span }],
  ['section', { sectionPath: [] }],
  ['section', { sectionPath: ['Moor', 'Moor'] }],
  ['section', { header: 'Heath' }],
  ['hashes', { contentHash: CHUNKS[0].contentHash }],
  ['hashes', { embedHash: CHUNKS[1].contentHash }],
  ['hashes', { embedHash: '' }],
];

test.each(FALSIFIED)('%s finds a chunk with %j', (check, wrong) => {
  expect(failed(CHUNKS.map((chunk, i) => (i === 1 ? { ...chunk, ...wrong } : chunk)))).toContain(check);
});

test('raw spans of a derived text are held to the pieces it was made of', () => {
  const text = JSON.stringify([
    {
      type: 'message',
      user: 'U1',
      user_profile: { real_name: 'Ida' },
      text: 'The \\u201cmoor\\u201d is wet.',
      ts: '1710000000.000001',
    },
    {
      type: 'message',
      user: 'U2',
      user_profile: { real_name: 'Ida' },
      text: 'Sheep graze there.',
      ts: '1710000060.000002',
    },
  ]);
  const document = parseSource({ documentId: 'chat.json', mediaType: 'application/json', text });
  expect(document.origin.pieces).toBeDefined();
  const options = { maxChars: 60 };
  const chunks = chunkDocument(document, options);
  const failures = (of: readonly Chunk[]) =>
    verifyChunks(document, of, resolveChunkOptions(options)).checks.flatMap((check) => check.failures);
  expect(failures(chunks)).toEqual([]);
  const shifted = chunks.map((chunk) => ({ ...chunk, rawSpan: { ...chunk.rawSpan, end: chunk.rawSpan.end + 1 } }));
  expect(failures(shifted)).toHaveLength(chunks.length);
});
