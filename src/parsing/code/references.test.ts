import { expect, it } from 'vitest';
import { BlockWriter } from '../../model/block.ts';
import type { CodeBlocks } from './code-walk.ts';
import { codeReferences } from './references.ts';

const NOTHING: CodeBlocks = { blocks: new BlockWriter(), labels: new Map(), declared: [], imports: [] };

/** The names that are called; none is declared. */
const called = (text: string, language: Parameters<typeof codeReferences>[1]): readonly string[] =>
  codeReferences(text, language, NOTHING).targets.map(({ name }) => name);

const million = (unit: string, millions: number): string => unit.repeat(millions * 1_000_000);

it.each([
  ['a comment', 'java', `/*${million('a*', 9)}*/ f()`],
  ['a comment that nothing closes', 'go', `f() /*${million('a*', 9)}`],
  ['a line comment', 'python', `#${million('a', 17)}\nf()`],
  ['escapes', 'javascript', `"${million('\\a', 9)}" + f()`],
  ['a string', 'ruby', `'${million('a', 17)}' + f()`],
  ['a string of many lines', 'rust', `"${million('a\n', 9)}" + f()`],
  ['a string of a shell', 'bash', `'${million('a', 17)}' && f()`],
] as const)('%s of many million characters is left out', (_name, language, text) => {
  expect(called(text, language)).toEqual(['f']);
});

it('an escaped quote closes nothing, and a line end closes a string that is not closed', () => {
  expect(called('"\\" a()" b() "\\\\" c() "d()\n e() "\\', 'javascript')).toEqual(['b', 'c', 'd', 'e']);
  expect(called('"a()\n\\" b()" c() \'"\' d() \'a x() \'\\n\' "', 'rust')).toEqual(['c', 'd', 'x']);
});

it('the end of a comment begins no other', () => {
  expect(called('/* a() *// b()', 'javascript')).toEqual(['b']);
});
