import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HANDBOOK } from './handbook.ts';
import { freshDirectory, kerf, shell } from './run-kerf.ts';

/** A device that is always full; other systems than Linux may have none. */
const FULL = '/dev/full';

describe('output that cannot be written', () => {
  it.runIf(existsSync(FULL))('to a full disk ends with an error in one line', async () => {
    const cwd = freshDirectory(HANDBOOK);
    for (const command of ['chunk docs --json', 'help', 'verify docs']) {
      const { stdout, stderr } = await shell(`$KERF ${command} > ${FULL}; echo $?`, { cwd });
      expect(stdout, command).toBe('2\n');
      expect(stderr, command).toMatch(/^kerf: The output could not be written: [^\n]*ENOSPC[^\n]*\n$/);
    }
    const silent = await shell(`$KERF chunk nowhere 2> ${FULL}; echo $?`, { cwd });
    expect(silent).toMatchObject({ stdout: '2\n', stderr: '' });
  });

  it('to a closed pipe keeps the exit status of a command that is done', async () => {
    const cwd = freshDirectory(HANDBOOK);
    await kerf(['index', 'docs'], { cwd });
    const status = async (args: string) => (await shell(closedPipe(args), { cwd })).stdout;
    expect(await status('search xylophone --json')).toBe('1\n');
    expect(await status('verify docs docs/missing.md')).toBe('2\n');
    expect(await status('search leave --json')).toBe('0\n');
    expect(await status('chunk docs --json')).toBe('0\n');
  });
});

/** A line of shell that prints the exit status of `kerf ARGS`, whose reader is gone before it writes. */
function closedPipe(args: string): string {
  return `mkfifo pipe; (exec < pipe) & exec 3> pipe; wait; $KERF ${args} >&3 2> /dev/null; echo $?`;
}
