/** Counterexamples that the laws of chunking have found, made small; each stays as a test of its own. */
import { expect, it } from 'vitest';
import { brokenLaws } from './chunking-laws.ts';
import type { OptionSet } from './chunking-options.ts';

const DEFAULTS: OptionSet = {
  strategy: 'structural',
  unit: 'chars',
  limit: 40,
  targetPercent: 0,
  overlap: null,
  context: null,
  frontMatter: 'drop',
  tableRows: 'markdown',
  topicSeed: 1,
};

it.each<readonly [string, string, Partial<OptionSet>]>([
  [
    'a header and a row that fit only apart, in words',
    'a \ud83e\n| k | v |\n-|-\n| n g l l',
    { unit: 'words', limit: 12, targetPercent: 40, overlap: { sentences: 1 } },
  ],
  [
    'a header and a row that fit only apart, in tokens',
    `|k|v\n-|-\n|g  llll  ${'cng ongllg '.repeat(8)}c  \`s`,
    { strategy: 'paragraph', unit: 'cl100k', limit: 66, targetPercent: 40, overlap: { size: 33 }, context: true },
  ],
  [
    'a title and a sentence that fit only apart, in characters',
    '## Gat! Call api.example.test/v1.2?q=a,b&c=dat 9 a.m. s',
    { strategy: 'fixed', limit: 53, targetPercent: 70, context: true },
  ],
  [
    'a title and a sentence that fit only apart, in words',
    `r r r ;\n\n${'var a=1;'.repeat(14)} = r r r r ${'r r = r r a r = a r '.repeat(3)}r r = ;`,
    { strategy: 'fixed', unit: 'words', limit: 42, targetPercent: 100, overlap: { size: 0 }, context: true },
  ],
  [
    'a fence that does not fit again',
    '```\nde\n>',
    { strategy: 'paragraph', unit: 'words', limit: 2, targetPercent: 40, overlap: { size: 0 }, context: true },
  ],
])('%s', (_, text, set) => {
  const source = { documentId: 'found', mediaType: 'text/markdown', text };
  expect(brokenLaws(source, { ...DEFAULTS, ...set })).toEqual([]);
});
