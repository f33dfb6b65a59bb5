import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { derivedHash, shortHash, writtenOutHash } from './hash.ts';

const reference = (text: string): string =>
  createHash('sha1')
    .update(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'), 'utf8')
    .digest('hex')
    .slice(0, 16);

it.each([
  ['with the help of the platform', shortHash],
  ['written out', writtenOutHash],
])('equals SHA-1 as the platform computes it, %s', (_, hash) => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000])
    expect(hash('x'.repeat(length))).toBe(reference('x'.repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(hash(text)).toBe(reference(text));
    }),
  );
});

it.each([0, 100])('takes a lone surrogate behind %i characters as U+FFFD', (length) => {
  const before = 'x'.repeat(length);
  for (const hash of [shortHash, writtenOutHash])
    expect(hash(`${before}a\ud800b`)).toBe(reference(`${before}a\ufffdb`));
});

it('derives from a hash others, of which no two are the same', () => {
  const derived = Array.from({ length: 5000 }, (_, step) => derivedHash('00000000ffffffff', step));
  expect(new Set(derived).size).toBe(5000);
  for (const hash of derived) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(derivedHash('00000000ffffffff', 7)).toBe(derived[7]);
  const step = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(fc.string(), step, step, (text, a, b) => {
      const hash = shortHash(text);
      expect(derivedHash(hash, a) === derivedHash(hash, b)).toBe(a === b);
      expect(derivedHash(hash, a)).not.toBe(derivedHash(shortHash(`${text}.`), a));
    }),
  );
});
