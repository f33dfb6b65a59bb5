/** Flags as data: from one table per command come the parser, the checks of values, `--help` and the reference. */
import { KerfError } from '../model/error.ts';
import { nameHint, nearestName } from '../text/option-names.ts';

interface FlagBase {
  /** Long name without the dashes. */
  readonly name: string;
  /** One line for `--help`, with the default where there is one. */
  readonly help: string;
}

export type Flag = FlagBase &
  (
    | { readonly kind: 'switch' }
    | { readonly kind: 'text'; readonly placeholder: string }
    | { readonly kind: 'count'; readonly placeholder: string; readonly min: number; readonly max?: number }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    /** May be given several times. */
    | { readonly kind: 'list'; readonly placeholder: string }
  );

type ValueOf<F extends Flag> = F extends { kind: 'switch' }
  ? boolean
  : F extends { kind: 'count' }
    ? number | undefined
    : F extends { kind: 'choice'; choices: readonly (infer C)[] }
      ? C | undefined
      : F extends { kind: 'list' }
        ? readonly string[]
        : string | undefined;

/** The values of a command's flags under their names, each of the type its kind says. */
export type FlagValues<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as F['name']]: ValueOf<F>;
};

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
}

type MutableValues = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * Reads `argv` (without node, script and command name) by the table `flags`. Understands `--name value`,
 * `--name=value` and `--` (everything after it is positional). Throws `unknown-option` with the nearest name,
 * or `invalid-option` with the value and what would be right.
 */
export function parseArguments(argv: readonly string[], flags: readonly Flag[]): ParsedArguments {
  const positionals: string[] = [];
  const values: MutableValues = {};
  for (const flag of flags) values[flag.name] = emptyValue(flag);
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i];
    if (argument === '--') return { positionals: [...positionals, ...argv.slice(i + 1)], values };
    // A lone "-" is a name like any other.
    if (!argument.startsWith('-') || argument === '-') {
      positionals.push(argument);
      continue;
    }
    const { flag, attached } = findFlag(argument, flags);
    const takesNext = flag.kind !== 'switch' && attached === undefined;
    setValue(values, flag, takesNext ? argv[++i] : attached);
  }
  return { positionals, values };
}

function emptyValue(flag: Flag): false | [] | undefined {
  if (flag.kind === 'list') return [];
  return flag.kind === 'switch' ? false : undefined;
}

function findFlag(argument: string, flags: readonly Flag[]): { flag: Flag; attached: string | undefined } {
  const [, name, attached] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument) ?? ['', argument, undefined];
  const flag = argument.startsWith('--') ? flags.find((candidate) => candidate.name === name) : undefined;
  if (flag !== undefined) return { flag, attached };
  const names = flags.map((candidate) => candidate.name);
  const hint = nameHint(name, names, 'see --help for the list', (near) => `--${near}`);
  throw new KerfError('unknown-option', `Unknown flag ${argument.split('=')[0]}; ${hint}`);
}

/** `raw` is undefined for a switch, and where the command line ended before the value. */
function setValue(values: MutableValues, flag: Flag, raw: string | undefined): void {
  if (flag.kind === 'switch') {
    if (raw !== undefined) throw invalid(flag, raw, 'takes no value; write the flag alone');
    values[flag.name] = true;
    return;
  }
  if (raw === undefined) throw new KerfError('invalid-option', `--${flag.name} needs a value: ${describeValue(flag)}.`);
  const before = values[flag.name];
  if (flag.kind === 'list') values[flag.name] = [...(Array.isArray(before) ? before : []), raw];
  else if (before !== undefined) throw invalid(flag, raw, `was already given as "${before}"; give it once`);
  else if (flag.kind === 'count') values[flag.name] = parseCount(flag, raw);
  else values[flag.name] = flag.kind === 'choice' ? parseChoice(flag, raw) : raw;
}

function parseCount(flag: Flag & { kind: 'count' }, raw: string): number {
  const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
  if (!(value >= flag.min && value <= (flag.max ?? Number.MAX_SAFE_INTEGER))) {
    throw invalid(flag, raw, `must be ${describeValue(flag)}`);
  }
  return value;
}

function parseChoice(flag: Flag & { kind: 'choice' }, raw: string): string {
  if (flag.choices.includes(raw)) return raw;
  const near = nearestName(raw, flag.choices);
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  throw invalid(flag, raw, `must be ${describeValue(flag)}${hint}`);
}

function invalid(flag: Flag, raw: string, remedy: string): KerfError {
  return new KerfError('invalid-option', `--${flag.name} "${raw}" ${remedy}.`);
}

/** What a value of `flag` looks like, for messages. */
function describeValue(flag: Flag): string {
  switch (flag.kind) {
    case 'switch':
      return 'nothing';
    case 'text':
    case 'list':
      return flag.placeholder;
    case 'count':
      return flag.max === undefined
        ? `a whole number from ${flag.min}`
        : `a whole number from ${flag.min} to ${flag.max}`;
    case 'choice':
      return `one of ${flag.choices.join(', ')}`;
  }
}

/** The left column of `--help`: `--max-tokens N`. */
export function flagUsage(flag: Flag): string {
  switch (flag.kind) {
    case 'switch':
      return `--${flag.name}`;
    case 'choice':
      return `--${flag.name} NAME`;
    case 'text':
    case 'count':
    case 'list':
      return `--${flag.name} ${flag.placeholder}`;
  }
}
