/** A sample of the laws of chunking; `npx tsx scripts/laws.ts` runs them at length. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { CODE_LANGUAGES } from '../../src/parsing/code/languages.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { anySource } from './chunking-documents.ts';
import { brokenLaws, brokenParse } from './chunking-laws.ts';
import { randomOptionSet } from './chunking-options.ts';

const SEED = 20_240_211;

test('chunks of random documents of every format under random options keep every law', async () => {
  const syntax = await loadSyntaxParsers(CODE_LANGUAGES);
  const sets = fc.array(randomOptionSet, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(anySource, sets, fc.boolean(), (source, options, grammars) => {
      const parsing = grammars ? { syntax } : {};
      expect(brokenParse(source, parsing)).toBeUndefined();
      const document = parseSource(source, parsing);
      for (const set of options) {
        expect(brokenLaws(source, set, document), JSON.stringify(set)).toEqual([]);
      }
    }),
    { numRuns: 300, seed: SEED },
  );
});
