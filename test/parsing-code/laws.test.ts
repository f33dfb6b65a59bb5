/** Laws of code parsing: random tokens, truncated and damaged files, hostile nesting, in every language. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { walkCode } from '../../src/parsing/code/code-walk.ts';
import { CODE_LANGUAGES, type CodeLanguage } from '../../src/parsing/code/languages.ts';
import { scanCodeLines } from '../../src/parsing/code/line-scan.ts';
import { roleTable } from '../../src/parsing/code/node-roles.ts';
import { scanCode } from '../../src/parsing/code/scan-code.ts';
import type { SyntaxParsers } from '../../src/parsing/code/syntax.ts';
import { expectLawful } from './block-laws.ts';

const TOKENS =
  '{ } ( ) [ ] < > ` " \' /* */ // # \\n \\n \\n\\n \\n____ if else for class def function fn func => = == a b foo 1 ... end do then @x \\\\ import from <<EOF EOF é 😀 \ud800 ? ?? ; , : | && """ async yield public: template struct #if #endif <?php ?> use mod impl select case default: switch try except return \\t $ { } /* * */ #! $x'
    .split(' ')
    .map((token) =>
      token.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('_', ' ').replaceAll('\\\\', '\\'),
    );

const soup = fc
  .array(fc.tuple(fc.constantFrom(...TOKENS), fc.constantFrom('', ' ', '\n')), { maxLength: 300 })
  .map((tokens) => tokens.flat().join(''));

const FIXTURES = new Map(
  CODE_LANGUAGES.map((language) => [
    language,
    readFileSync(new URL(`fixtures/${language}.txt`, import.meta.url), 'utf8'),
  ]),
);

/** A fixture with a stretch of it taken out, doubled or cut off, and tokens put in its place. */
function damaged(language: CodeLanguage): fc.Arbitrary<string> {
  const text = FIXTURES.get(language) as string;
  const place = fc.nat(text.length);
  return fc.tuple(place, place, soup, fc.boolean()).map(([a, b, tokens, cut]) => {
    const [from, to] = a < b ? [a, b] : [b, a];
    return text.slice(0, from) + tokens.slice(0, 60) + (cut ? '' : text.slice(to));
  });
}

describe('laws of code parsing', () => {
  let syntax: SyntaxParsers;
  beforeAll(async () => {
    syntax = await loadSyntaxParsers(CODE_LANGUAGES);
  });

  it.each(CODE_LANGUAGES)('%s: damaged files and token soup', (language) => {
    const text = fc.oneof(damaged(language), soup);
    fc.assert(
      fc.property(text, (code) => expectLawful(code, scanCode(code, language, syntax))),
      { numRuns: 60 },
    );
    // Had a text broken the runtime, the rest would have been read by its lines.
    expect(syntax.languages).toContain(language);
  });

  it.each(['typescript', 'tsx', 'javascript'] as const)(
    '%s: bindings read by their text as by the tree',
    (language) => {
      const text = fc.oneof(fc.constant(FIXTURES.get(language) as string), damaged(language));
      fc.assert(
        fc.property(text, (code) => {
          const tree = syntax.parse(language, code);
          if (tree === undefined || tree.errors(1).length > 0) return;
          const roles = roleTable(language, tree.nodeTypes);
          const [quick, slow] = [true, false].map((isValid) => {
            const { blocks, labels, declared, imports } = walkCode(tree.walk(), roles, code, isValid);
            return { blocks, labels, declared, imports };
          });
          tree.delete();
          expect(quick).toEqual(slow);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('lines without a grammar', () => {
    const text = fc.oneof(soup, ...CODE_LANGUAGES.map(damaged));
    fc.assert(
      fc.property(text, (code) => expectLawful(code, scanCodeLines(code))),
      { numRuns: 300 },
    );
  });

  const HOSTILE: readonly (readonly [string, string])[] = [
    ['20,000 nested parentheses', `x=${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['nested blocks', `${'{\n'.repeat(2_000)}a\n${'}\n'.repeat(2_000)}`],
    ['a minified file', 'function a(){return 1};var b={c:[1,2,3]};'.repeat(500)],
    ['one long line of white space', `a();${' '.repeat(100_000)}b();`],
    ['open comments', '/*\n'.repeat(200)],
    ['open quotes', '"'.repeat(5_001)],
    ['a deep chain', `a${'.b(c)\n'.repeat(2_000)}`],
    ['blank', ' \n\t\n'],
    ['nothing', ''],
  ];

  it.each(HOSTILE)('%s', (_, text) => {
    for (const language of ['typescript', 'python', 'cpp', 'bash'] as const) {
      expectLawful(text, scanCode(text, language, syntax));
    }
    expectLawful(text, scanCodeLines(text));
  });

  it('gives up on a text whose tree would take gigabytes, and works again after loading', async () => {
    const hostile = 'a<'.repeat(20_000);
    const own = await loadSyntaxParsers(['csharp']);
    expectLawful(hostile, scanCode(hostile, 'csharp', own));
    expect(own.languages.size).toBe(0);
    const again = await loadSyntaxParsers(['csharp']);
    expect(scanCode('class A { int B() { return 1; } }', 'csharp', again).labels?.size).toBe(1);
  });
});
