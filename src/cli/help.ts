/** `--help` of the program and of each command, made from the same tables that the parser reads. */
import type { Command } from './command.ts';
import { EXIT_CODE_HELP } from './exit-codes.ts';
import { flagUsage } from './flags.ts';
import { formatTable } from './output.ts';

export function programHelp(commands: readonly Command[], version: string): string {
  const rows = commands.map((command) => [`  ${command.name}`, command.summary]);
  return [
    `kerf ${version}: cuts documents into chunks, indexes them, and answers with exact citations`,
    '',
    'Usage: kerf COMMAND [flags]',
    '',
    ...formatTable([...rows, ['  help', 'this text; kerf help COMMAND for one command']]),
    '',
    'Flags of every command',
    ...formatTable([
      ['  --help', 'what the command does, its flags and examples'],
      ['  --json', 'print JSON on stdout'],
      ['  --version', 'print the version'],
    ]),
    '',
    ...exitCodes(),
    '',
    'Try: kerf index docs && kerf search "how long is the notice period?"',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  return [
    `kerf ${command.name}: ${command.summary}`,
    '',
    `Usage: kerf ${command.name}${command.operands === '' ? '' : ` ${command.operands}`} [flags]`,
    '',
    ...command.details.flatMap((paragraph) => [...wrap(paragraph), '']),
    'Flags',
    ...formatTable(command.flags.map((flag) => [`  ${flagUsage(flag)}`, flag.help])),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
    '',
    ...exitCodes(),
  ].join('\n');
}

/** Characters in a line of prose. */
const PROSE_WIDTH = 96;

function wrap(paragraph: string): string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + 1 + word.length > PROSE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function exitCodes(): string[] {
  return [
    'Exit status',
    ...formatTable(
      EXIT_CODE_HELP.map(([code, meaning]) => [`  ${code}`, meaning]),
      new Set([0]),
    ),
  ];
}
