/** References of source code: imports and symbols with the places that use them. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { CODE_LANGUAGES, type CodeLanguage } from '../../src/parsing/code/languages.ts';
import { scanCode } from '../../src/parsing/code/scan-code.ts';
import type { SyntaxParsers } from '../../src/parsing/code/syntax.ts';

let syntax: SyntaxParsers;
beforeAll(async () => {
  syntax = await loadSyntaxParsers(CODE_LANGUAGES);
});

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');

interface Use {
  readonly kind: string;
  readonly name: string;
  readonly definition: string | null;
  /** The line of each use. */
  readonly lines: readonly string[];
}

function usesOf(text: string, language: CodeLanguage): Use[] {
  const { references } = scanCode(text, language, syntax);
  return (references?.targets ?? []).map(({ kind, name, span }, target) => ({
    kind,
    name,
    definition: span === null ? null : text.slice(span.start, span.end),
    lines: [...(references?.places ?? [])]
      .filter((_, i) => references?.meanings[i] === target)
      .map((place) => text.slice(text.lastIndexOf('\n', place) + 1, text.indexOf('\n', place)).trim()),
  }));
}

const importsOf = (language: CodeLanguage): string[] =>
  usesOf(fixture(language), language)
    .filter(({ kind }) => kind === 'import')
    .map(({ name, lines }) => `${name} ${lines.length}`);

describe('references of code', () => {
  it.each([
    ['typescript', ['readFile 1', 'Harbour 1', 'TideRow 5', 'clock 1']],
    ['tsx', ['React 2', 'useState 1', 'loadTides 1']],
    ['javascript', ['fs 1', 'join 1']],
    ['python', ['annotations 0', 'os 1', 'regex 1', 'dataclass 1', 'data_field 1']],
    ['go', ['fmt 2', 'str 1', 'clock 1']],
    ['rust', ['HashMap 2', 'fmt 3', 'io 2', 'Date 1']],
    ['java', ['ArrayList 1', 'List 2', 'max 1']],
    ['csharp', ['Rows 0']],
    ['php', ['DateTimeImmutable 0', 'Watch 0', 'array_map 1']],
    ['cpp', []],
    ['ruby', []],
  ] as const)('%s: imported names and how often they are used', (language, expected) => {
    expect(importsOf(language)).toEqual(expected);
  });

  it('a use of an import leads to its statement', () => {
    const [readFile] = usesOf(fixture('typescript'), 'typescript');
    expect(readFile.definition).toBe("import { readFile } from 'node:fs/promises';");
    expect(readFile.lines).toEqual([expect.stringContaining('await readFile(')]);
  });

  it('in a group of imports each line is one', () => {
    const uses = usesOf(fixture('go'), 'go').filter(({ kind }) => kind === 'import');
    expect(uses.map(({ definition }) => definition)).toEqual(['"fmt"', 'str "strings"', '"example.org/harbour/clock"']);
  });

  it('declared names lead to the declaration, called ones that are not declared nowhere', () => {
    const text = 'function tide(port) {\n  return height(port);\n}\n\ntide(1);\nlog.tide(2);\n';
    expect(usesOf(text, 'javascript')).toEqual([
      { kind: 'symbol', name: 'tide', definition: text.slice(0, 46), lines: ['tide(1);', 'log.tide(2);'] },
      { kind: 'symbol', name: 'height', definition: null, lines: ['return height(port);'] },
    ]);
  });

  it('words in comments and strings are no uses, members are no uses of an import', () => {
    const text =
      "import { tide } from './a';\n// tide\nconst a = 'tide';\nconst b = list.tide;\nconst c = [...tide];\n";
    expect(usesOf(text, 'javascript')).toMatchObject([{ name: 'tide', lines: ['const c = [...tide];'] }]);
  });

  it.each<CodeLanguage>(['javascript', 'rust', 'php', 'python'])(
    'a string of escaped quotes that nothing closes is looked through once (%s)',
    (language) => {
      const text = `call(1)\n${'"\\'.repeat(300_000)}`;
      const { references } = scanCode(text, language, syntax);
      expect(references?.targets.map(({ name }) => name)).toEqual(['call']);
    },
  );

  it('are left out when nobody wants them', () => {
    expect(scanCode(fixture('go'), 'go', syntax, { references: false }).references).toBeUndefined();
  });
});
