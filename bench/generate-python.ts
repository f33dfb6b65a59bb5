/** Benchmark: a number → a generated module of Python, correct in its syntax: imports, constants, functions, classes. */
import { type Dice, diceOf } from './dice.ts';
import { capital, ENGLISH, WORDS } from './generate.ts';

const MODULES = ['json', 'logging', 'os', 're', 'time', 'collections', 'functools', 'itertools', 'pathlib'];
const VERBS = ['read', 'write', 'send', 'check', 'open', 'close', 'load', 'merge', 'find', 'render', 'count', 'parse'];
/** Words that are names in Python too. */
const NOUNS = WORDS.filter((word) => word.length > 4);

/** A module of about 3,000 to 50,000 characters. */
export function generatedPython(seed: number): string {
  const dice = diceOf(seed);
  const imports = Array.from({ length: 2 + dice.roll(5) }, () => `import ${dice.pick(MODULES)}`);
  const constants = Array.from({ length: dice.roll(6) }, () => `${noun(dice).toUpperCase()} = ${literal(dice)}`);
  const parts = [`"""${ENGLISH.sentence(dice, false)}"""`, imports.join('\n'), constants.join('\n')];
  for (let more = 4 + dice.roll(10); more > 0; more--) parts.push(dice.roll(3) === 0 ? klass(dice) : method(dice, 0));
  return `${parts.filter((part) => part !== '').join('\n\n\n')}\n`;
}

function klass(dice: Dice): string {
  const methods = Array.from({ length: 2 + dice.roll(7) }, () => method(dice, 1));
  const name = capital(noun(dice)) + capital(noun(dice));
  const base = dice.roll(2) === 0 ? '' : `(${capital(noun(dice))})`;
  return `class ${name}${base}:\n${docstring(dice, 1)}\n\n    limit = ${literal(dice)}\n\n${methods.join('\n\n')}`;
}

function method(dice: Dice, depth: number): string {
  const own = depth > 0 ? ['self'] : [];
  const parameters = [...own, ...Array.from({ length: dice.roll(4) }, (_, i) => `${noun(dice)}_${i}=${literal(dice)}`)];
  const lines = [`def ${dice.pick(VERBS)}_${noun(dice)}(${parameters.join(', ')}):`];
  if (dice.roll(5) === 0) lines.unshift(depth > 0 ? '@property' : `@functools.lru_cache(maxsize=${dice.roll(512)})`);
  const head = lines.map((line) => indented(line, depth)).join('\n');
  const body = [...Array(2 + dice.roll(6))].map(() => statement(dice, depth + 1, 2));
  return [head, docstring(dice, depth + 1), ...body, indented(`return ${noun(dice)}`, depth + 1)].join('\n');
}

function docstring(dice: Dice, depth: number): string {
  const first = ENGLISH.sentence(dice, false);
  if (dice.roll(2) === 0) return indented(`"""${first}"""`, depth);
  return [`"""${first}`, '', ENGLISH.sentence(dice, false), '"""'].map((line) => indented(line, depth)).join('\n');
}

/** `deeper`: how many levels of blocks may stand inside each other. */
function statement(dice: Dice, depth: number, deeper: number): string {
  const kind = dice.roll(deeper > 0 ? 8 : 5);
  if (kind === 0) return indented(`# ${ENGLISH.sentence(dice, false)}`, depth);
  if (kind < 5) return indented(simple(dice), depth);
  const head = kind === 5 ? `if ${noun(dice)} is None:` : `for ${noun(dice)} in ${noun(dice)}.items():`;
  const body = [...Array(1 + dice.roll(3))].map(() => statement(dice, depth + 1, deeper - 1));
  // A comment alone is no block.
  return [indented(head, depth), ...body, indented(simple(dice), depth + 1)].join('\n');
}

function simple(dice: Dice): string {
  const call = `${noun(dice)}.${dice.pick(VERBS)}_${noun(dice)}(${noun(dice)}, ${literal(dice)})`;
  return dice.roll(3) === 0 ? call : `${noun(dice)} = ${call}`;
}

function literal(dice: Dice): string {
  const kind = dice.roll(4);
  if (kind === 0) return String(dice.roll(10_000));
  if (kind === 1) return `'${noun(dice)}'`;
  if (kind === 2) return `['${noun(dice)}', '${noun(dice)}']`;
  return 'None';
}

function noun(dice: Dice): string {
  return dice.pick(NOUNS);
}

function indented(line: string, depth: number): string {
  return line === '' ? '' : '    '.repeat(depth) + line;
}
