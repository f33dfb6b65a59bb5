/** What the guides show on the command line is what the command prints. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/write-shown-outputs.mjs', import.meta.url));

it('docs/guide/chunking.md is what scripts/write-shown-outputs.mjs writes', () => {
  const printed = execFileSync(process.execPath, [SCRIPT, '--print'], { encoding: 'utf8' });
  expect(readFileSync(new URL('../../docs/guide/chunking.md', import.meta.url), 'utf8')).toBe(printed);
});
