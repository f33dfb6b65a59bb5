#!/usr/bin/env node
/** The command line: arguments → command → exit status. Read from here to `commands/`. */
import { readFileSync, writeSync } from 'node:fs';
import { KerfError } from '../model/error.ts';
import { nameHint } from '../text/option-names.ts';
import type { Command } from './command.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { parseArguments } from './flags.ts';
import { commandHelp, programHelp } from './help.ts';
import { createOutput, forTerminal, type Output } from './output.ts';

/** The modules of a command are loaded when it runs; nobody waits for those of the others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  chunk: async () => (await import('./commands/chunk.ts')).chunkCommand,
  index: async () => (await import('./commands/index-command.ts')).indexCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  cost: async () => (await import('./commands/cost.ts')).costCommand,
  eval: async () => (await import('./commands/eval.ts')).evalCommand,
  tune: async () => (await import('./commands/tune.ts')).tuneCommand,
  queries: async () => (await import('./commands/queries.ts')).queriesCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
};

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<ExitCode> {
  const output = createOutput(process.stdout, process.stderr, process.env);
  endWhereOutputEnds();
  try {
    return await dispatch(argv, output);
  } catch (error) {
    // A command that waited for the reader of its output.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE') return EXIT.ok;
    output.note(`kerf: ${errorMessage(error)}`);
    return EXIT.error;
  }
}

async function dispatch(argv: readonly string[], output: Output): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name !== undefined && asks([name], '--version', '-V')) return printVersion(output);
  if (name === undefined) {
    output.note(await helpOfAll());
    return EXIT.error;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    output.line(rest.length === 0 ? await helpOfAll() : commandHelp(await findCommand(rest[0])));
    return EXIT.ok;
  }
  const command = await findCommand(name);
  const beforeOperands = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (asks(beforeOperands, '--help', '-h')) {
    output.line(commandHelp(command));
    return EXIT.ok;
  }
  if (asks(beforeOperands, '--version', '-V')) return printVersion(output);
  const parsed = parseArguments(rest, command.flags);
  return command.run(parsed, { output, env: process.env, signal: interruptSignal(command, output) });
}

function asks(argv: readonly string[], ...names: readonly string[]): boolean {
  return argv.some((argument) => names.includes(argument));
}

function printVersion(output: Output): ExitCode {
  output.line(version());
  return EXIT.ok;
}

async function helpOfAll(): Promise<string> {
  return programHelp(await Promise.all(Object.values(COMMANDS).map((load) => load())), version());
}

async function findCommand(name: string): Promise<Command> {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name]();
  const hint = nameHint(name, Object.keys(COMMANDS), 'see kerf help', (near) => `kerf ${near}`);
  throw new KerfError('unknown-option', `There is no command "${forTerminal(name)}"; ${hint}`);
}

/**
 * Ctrl-C: a command that can stop between two documents is asked to; a second Ctrl-C, or a command that only
 * reads, ends at once. A store is safe either way, since every document is one transaction.
 */
function interruptSignal(command: Command, output: Output): AbortSignal {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    if (!command.interruptible || controller.signal.aborted) {
      output.endProgress();
      process.exit(EXIT.interrupted);
    }
    output.note('Stopping after this document; press Ctrl-C again to stop at once.');
    controller.abort();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  return controller.signal;
}

/**
 * `kerf chunk docs --json | head` is no failure: whoever reads has enough, so the rest need not be made. A command that was
 * done by then keeps its own exit status. Output that cannot be written for another reason, such as a full disk, ends the
 * command with an error.
 */
function endWhereOutputEnds(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') endOnFailedOutput(error);
      // Later than what waits for nothing else: a command that has written all of its output returns first.
      setImmediate(() => process.exit(process.exitCode ?? EXIT.ok));
    });
  }
}

function endOnFailedOutput(error: NodeJS.ErrnoException): never {
  try {
    // Not through the stream, which may be the one that failed, and which process.exit need not wait for.
    writeSync(process.stderr.fd, `kerf: The output could not be written: ${forTerminal(error.message)}\n`);
  } catch {
    // Then nobody can be told but by the exit status.
  }
  process.exit(EXIT.error);
}

function errorMessage(error: unknown): string {
  if (error instanceof KerfError) return `${forTerminal(error.message, true)} [${error.code}]`;
  // Anything else is a fault of Kerf itself; the stack is what a report of it needs.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function version(): string {
  return (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
}
