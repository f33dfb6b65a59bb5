import { expect, it } from 'vitest';
import { hashEmbedder } from '../embedders/hash.ts';
import type { FusionOptions } from './fusion.ts';
import { resolveRetrieveOptions } from './options.ts';

const NOT_SAID = { method: undefined } as unknown as FusionOptions;

it.each<[string, FusionOptions, string]>([
  ['nothing', {}, 'min-max'],
  ['a method that is undefined', NOT_SAID, 'min-max'],
  ['a method', { method: 'z-score' }, 'z-score'],
  ['a rank constant', { rankConstant: 10 }, 'reciprocal-rank'],
  ['both', { method: 'min-max', rankConstant: 10 }, 'min-max'],
])('fusion with an embedder and %s', (_, fusion, method) => {
  const embedder = hashEmbedder();
  expect(resolveRetrieveOptions({ embedder, fusion }).fusion.method).toBe(method);
  expect(resolveRetrieveOptions({ fusion: NOT_SAID }).fusion.method).toBe('reciprocal-rank');
});
