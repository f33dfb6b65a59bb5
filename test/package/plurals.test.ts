/** Counts in messages and reports: each is written by `plural`, which knows that one is one. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const NOUNS = 'cells|characters|chunks|documents|files|passages|queries|scores|sets|texts|vectors';
/** A value in a template in front of a noun; constants, in capitals, are never one. */
const COUNTED = new RegExp(`\\$\\{(?!plural\\(|[A-Z_]+\\})[^}]*\\} (?:${NOUNS})\\b.*`, 'g');
const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

it('counts are put before their nouns by plural', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .flatMap((file) =>
      Array.from(readFileSync(SOURCES + file, 'utf8').matchAll(COUNTED), ([what]) => `${file}: ${what}`),
    );
  expect(found).toEqual([]);
});
