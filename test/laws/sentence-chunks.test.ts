/** The laws of the second granularity: sentence chunks of random documents under random options. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkDocument } from '../../src/chunking/chunk.ts';
import { resolveChunkOptions } from '../../src/chunking/options.ts';
import { verifyChunks } from '../../src/chunking/verify.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { anySource } from './chunking-documents.ts';
import { chunkOptionsOf, randomOptionSet } from './chunking-options.ts';

const SEED = 20_240_518;

test('sentence chunks of random documents cover their passages, keep the limit and leave the passages as they are', () => {
  const sets = fc.array(randomOptionSet, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(anySource, sets, (source, given) => {
      const document = parseSource(source);
      for (const set of given) {
        const passages = chunkDocument(document, chunkOptionsOf(set, document));
        const options = { ...chunkOptionsOf(set, document), granularity: 'both' as const };
        const chunks = chunkDocument(document, options);
        expect(chunks.slice(0, passages.length)).toEqual(passages);
        const { checks } = verifyChunks(document, chunks, resolveChunkOptions(options));
        expect(
          checks.flatMap(({ name, failures }) => failures.slice(0, 1).map((failure) => ({ name, ...failure }))),
          JSON.stringify(set),
        ).toEqual([]);
        for (const { text, rawSpan } of chunks)
          if (document.origin.pieces === undefined)
            expect(source.text.slice(rawSpan.start, rawSpan.end).replace(/\r\n?/g, '\n')).toBe(text);
        expect(chunkDocument(document, options)).toEqual(chunks);
      }
    }),
    { numRuns: 150, seed: SEED },
  );
});
