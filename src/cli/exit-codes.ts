/** What the exit status of `kerf` means. */

export const EXIT = {
  /** The command did what was asked. */
  ok: 0,
  /** The command ran and has bad news: a failed check, no hit, a file that could not be read. */
  found: 1,
  /** Wrong usage, or the surroundings failed: nothing, or not everything, was done. */
  error: 2,
  /** Stopped by Ctrl-C; an index is left whole and the next run goes on from there. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** For `--help`, in the order of the numbers. */
export const EXIT_CODE_HELP: readonly (readonly [ExitCode, string])[] = [
  [EXIT.ok, 'done'],
  [EXIT.found, 'done, with bad news: a failed check, no hit, a file that could not be read'],
  [EXIT.error, 'wrong usage, or an error that stopped the command'],
  [EXIT.interrupted, 'stopped by Ctrl-C; an index stays whole and the next run goes on where it stopped'],
];
