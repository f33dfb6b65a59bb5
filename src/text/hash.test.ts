import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortHash } from './hash.ts';

const reference = (text: string): string =>
  createHash('sha1')
    .update(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'), 'utf8')
    .digest('hex')
    .slice(0, 16);

it('equals SHA-1 as the platform computes it', () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000])
    expect(shortHash('x'.repeat(length))).toBe(reference('x'.repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(shortHash(text)).toBe(reference(text));
    }),
  );
});

it('takes a lone surrogate as U+FFFD', () => {
  expect(shortHash('a\ud800b')).toBe(reference('a\ufffdb'));
});
