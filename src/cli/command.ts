/** What a command of `kerf` is: its words for `--help`, its flags as data, and the function that does it. */
import { KerfError } from '../model/error.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Flag, FlagValues, ParsedArguments } from './flags.ts';
import type { Output } from './output.ts';

/** The surroundings of a run. */
export interface CommandContext {
  readonly output: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C, when the command is `interruptible`. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** One line: what it turns into what. */
  readonly summary: string;
  /** The words after the name, for example `PATH...`. */
  readonly operands: string;
  /** Paragraphs of `--help` under the usage line. */
  readonly details: readonly string[];
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
  /** True when the command ends in its own time after Ctrl-C; the others end at once. */
  readonly interruptible: boolean;
  run(parsed: ParsedArguments, context: CommandContext): Promise<ExitCode>;
}

/** A command whose `run` sees the values of its own flags with their types. */
export function defineCommand<const Flags extends readonly Flag[]>(
  command: Omit<Command, 'flags' | 'run'> & {
    readonly flags: Flags;
    run(operands: readonly string[], values: FlagValues<Flags>, context: CommandContext): Promise<ExitCode>;
  },
): Command {
  return {
    ...command,
    // The parser fills every name of `flags` with a value of its kind, which is what FlagValues says.
    run: (parsed, context) => command.run(parsed.positionals, parsed.values as FlagValues<Flags>, context),
  };
}

/** The one operand of a command. Throws `invalid-option` when there is none or more than one. */
export function oneOperand(operands: readonly string[], command: string, what: string): string {
  if (operands.length === 1) return operands[0];
  const problem = operands.length === 0 ? 'got none' : `got ${operands.length}: ${operands.join(', ')}`;
  throw new KerfError('invalid-option', `kerf ${command} needs one ${what}, ${problem}. See kerf ${command} --help.`);
}

/** Throws `invalid-option` when operands were given to a command that takes none. */
export function noOperands(operands: readonly string[], command: string): void {
  if (operands.length === 0) return;
  throw new KerfError('invalid-option', `kerf ${command} takes no "${operands[0]}". See kerf ${command} --help.`);
}
