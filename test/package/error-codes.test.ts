/** The list of error codes against docs/errors.md: neither names one that the other does not. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/model/error.ts';

it('lists every error code in docs/errors.md, and no other', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const [, errors] = page.split(/^## .*$/m);
  const listed = [...errors.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  expect(listed).toEqual([...ERROR_CODES]);
});
