/** A sample of the laws of chunking; `npx tsx scripts/laws.ts` runs them at length. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomOptionSet, randomSource } from './chunking-documents.ts';
import { brokenLaws } from './chunking-laws.ts';

const SEED = 20_240_211;

test('chunks of random documents under random options keep every law', () => {
  fc.assert(
    fc.property(randomSource, fc.array(randomOptionSet, { minLength: 2, maxLength: 2 }), (source, sets) => {
      for (const set of sets) {
        expect(brokenLaws(source, set), JSON.stringify(set)).toEqual([]);
      }
    }),
    { numRuns: 300, seed: SEED },
  );
});
