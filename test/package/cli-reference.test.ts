/** docs/cli.md says what the command says. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('is what scripts/write-cli-reference.mjs writes', () => {
  const script = fileURLToPath(new URL('../../scripts/write-cli-reference.mjs', import.meta.url));
  const printed = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });
  expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(printed);
});
