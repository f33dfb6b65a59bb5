/** Test kit: a small corpus, filters over it, and what must pass each. */
import type { Filter } from '../model/retrieval.ts';
import type { SampleChunk, SampleOptions } from './sample-chunks.ts';

/** Documents in which every chunk holds the term `kerf` and one word of its own. */
export const FILTER_SAMPLES: readonly (readonly [string, readonly SampleChunk[], SampleOptions])[] = [
  [
    'docs/a.md',
    [
      { text: 'kerf one', sectionPath: ['Setup'] },
      { text: 'kerf two', sectionPath: ['Setup', 'Linux'] },
    ],
    { updatedAt: '2024-01-10T12:00:00Z' },
  ],
  ['docs/deep/b.md', [{ text: 'kerf three', sectionPath: ['Use'], kind: 'table' }], { updatedAt: '2024-02-10' }],
  [
    'docs.md',
    [{ text: 'kerf four', sectionPath: ['Linux'], kind: 'code' }],
    { updatedAt: '2024-03-10T23:30:00+02:00', mediaType: 'text/plain' },
  ],
  ['other/c.md', [{ text: 'kerf five' }], {}],
];

/** Filters with the own words of the chunks that pass. */
export const FILTER_CASES: readonly { readonly filter: Filter; readonly passing: readonly string[] }[] = [
  { filter: {}, passing: ['one', 'two', 'three', 'four', 'five'] },
  { filter: { documents: ['docs/a.md'] }, passing: ['one', 'two'] },
  { filter: { documents: ['docs/'] }, passing: ['one', 'two', 'three'] },
  { filter: { documents: ['docs/deep/', 'docs.md'] }, passing: ['three', 'four'] },
  { filter: { documents: ['docs'] }, passing: [] },
  { filter: { documents: [] }, passing: [] },
  { filter: { sectionPath: ['Setup'] }, passing: ['one', 'two'] },
  { filter: { sectionPath: ['Setup', 'Linux'] }, passing: ['two'] },
  { filter: { sectionPath: ['Linux'] }, passing: ['four'] },
  { filter: { sectionPath: [] }, passing: ['one', 'two', 'three', 'four', 'five'] },
  { filter: { kinds: ['table', 'code'] }, passing: ['three', 'four'] },
  { filter: { kinds: [] }, passing: [] },
  { filter: { mediaTypes: ['text/plain'] }, passing: ['four'] },
  { filter: { documents: ['docs/'], kinds: ['text'], sectionPath: ['Setup', 'Linux'] }, passing: ['two'] },
  { filter: { updatedFrom: '2024-02-10T00:00:00Z' }, passing: ['three', 'four'] },
  { filter: { updatedTo: '2024-01-10' }, passing: ['one', 'two'] },
  { filter: { updatedTo: '2024-01-10T11:59:59Z' }, passing: [] },
  { filter: { updatedFrom: '2024-03-10T21:30:00Z', updatedTo: '2024-03-10T21:30:00Z' }, passing: ['four'] },
  { filter: { updatedFrom: '2024-01-01', kinds: ['table'] }, passing: ['three'] },
];
