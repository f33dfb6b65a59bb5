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

it.each<readonly [string, string, string, Partial<OptionSet>]>([
  [
    'a blank unit in front of a mark, in tokens',
    'text/tab-separated-values',
    '. \n x \t2.5e3\t(',
    { strategy: 'paragraph', unit: 'cl100k', limit: 11, overlap: { sentences: 1 } },
  ],
  [
    'a beginning that measures more than the whole',
    'text/markdown',
    'des of the year. | k | v |\n',
    { strategy: 'paragraph', unit: 'uneven', limit: 9, context: false },
  ],
  [
    'a unit that measures more without its line feed',
    'text/plain',
    'function f() {\n  return a;\n}\n``',
    { unit: 'uneven', limit: 10, context: false },
  ],
  [
    'a table of one row, written out',
    'text/markdown',
    'esfyr\nter |t |\n|---|---|\np0 0.5m |',
    { unit: 'cl100k', limit: 12, targetPercent: 40, frontMatter: 'keep', tableRows: 'pairs' },
  ],
  [
    'the last columns of a row in front of another row',
    'text/csv',
    'Pi is 3.14159, about $1,200.50 or 7.5 %.;";";"a """;"nes"\n";";"";"lines";"wines";\nx;y',
    { strategy: 'heading', limit: 77, targetPercent: 40, context: true, overlap: 'adaptive' },
  ],
  [
    'overlap behind white space with a mark on it',
    'application/x-subrip',
    '* \u0304 z\u0351각\n\n2\n0:0:4,0> 0:0:5,5\ne.g.  .S.  J. R.  s. cme c.  g. 3नम',
    { strategy: 'heading', unit: 'o200k', limit: 64, targetPercent: 100, overlap: { size: 32 } },
  ],
  [
    'a paragraph of XML behind others in its line',
    'application/xml',
    `<a><b>1</b><p>${'Mixed text. '.repeat(12)}<i>x</i> and more of it, longer.</p></a>`,
    { limit: 60 },
  ],
  [
    'a chunk that begins with a blank line',
    'text/html',
    '<h1>o</h1><วทn. \n  <c<y</h',
    { strategy: 'heading', unit: 'o200k', limit: 12, targetPercent: 70, context: true, overlap: { sentences: 1 } },
  ],
  [
    'a byte-order mark between a heading and its text',
    'text/markdown',
    'a\n  ###### Deep\n\n\ufeff\n> quoted text\n\n\nWmith vs. Acme Inc. in Fig.',
    { strategy: 'paragraph', limit: 66, targetPercent: 40, context: false, overlap: { sentences: 1 } },
  ],
  [
    'a page break in front of the first heading',
    'text/markdown',
    '\f\n# L\n\ntext\n',
    { strategy: 'paragraph', limit: 60, context: true },
  ],
  ['white space with a mark on it', 'text/plain', ' \u0308 \u0600 \n \u0308 a \u0308', { limit: 2 }],
])('%s', (_, mediaType, text, set) => {
  expect(brokenLaws({ documentId: 'found', mediaType, text }, { ...DEFAULTS, ...set })).toEqual([]);
});
