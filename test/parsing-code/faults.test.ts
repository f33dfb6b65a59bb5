/** Source code that chunkers are known to lose or tear, at the level of blocks. */
import { beforeAll, expect, it } from 'vitest';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { scanCodeLines } from '../../src/parsing/code/line-scan.ts';
import { scanCode } from '../../src/parsing/code/scan-code.ts';
import type { SyntaxParsers } from '../../src/parsing/code/syntax.ts';
import { expectLawful } from './block-laws.ts';

let syntax: SyntaxParsers;
beforeAll(async () => {
  syntax = await loadSyntaxParsers(['typescript', 'javascript', 'python']);
});

const rows = (text: string, { blocks }: { blocks: ReturnType<typeof scanCode>['blocks'] }): string[] =>
  Array.from({ length: blocks.count }, (_, i) => text.slice(blocks.starts[i], blocks.ends[i]));

it('F17: keeps what is no declaration', () => {
  const text = "#!/usr/bin/env node\n'use strict'\nlet n=1\nn++\n// tail comment\n";
  const parsed = scanCode(text, 'javascript', syntax);
  expect(rows(text, parsed)).toEqual(['#!/usr/bin/env node', "'use strict'", 'let n=1', 'n++', '// tail comment']);
});

it('F18: keeps a string that is larger than any limit', () => {
  const text = `const t = \`${'x'.repeat(5000)}\`;\nfoo();`;
  expect(rows(text, scanCode(text, 'typescript', syntax))).toEqual([text.slice(0, -7), 'foo();']);
});

it('F27: a signature of several lines stays with its body', () => {
  const text = 'export async function\n  loadTide(\n    port\n  ) {\n  return port\n}\n';
  const parsed = scanCode(text, 'typescript', syntax);
  expect(rows(text, parsed)).toEqual([text.trimEnd()]);
  expect(parsed.labels?.get(0)).toBe('export async function loadTide(port)');
});

it('F39: 20,000 nested parentheses are walked without recursion', () => {
  const text = `x=${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
  expect(rows(text, scanCode(text, 'python', syntax))).toEqual([text]);
});

it('reports wrong syntax with its place, at most three times, and keeps the text', () => {
  const text = 'function good() {\n  return 1;\n}\n\nfunction bad( {{{ ]]\n\nclass After {\n  m() {}\n}\n';
  const parsed = scanCode(text, 'typescript', syntax, { documentId: 'a.ts' });
  expectLawful(text, parsed);
  expect(parsed.labels?.get(0)).toBe('function good()');
  expect(parsed.diagnostics?.[0]).toMatchObject({ code: 'syntax-error', documentId: 'a.ts' });
  const broken = scanCode('class ]\n'.repeat(50), 'typescript', syntax);
  expect(broken.diagnostics?.length).toBeLessThanOrEqual(3);
});

it('a file on one line is one block, with a grammar and without', () => {
  const text = 'function a(){return 1};var b={c:[1,2,3]};'.repeat(100);
  expect(rows(text, scanCode(text, 'javascript', syntax))).toEqual([text]);
  expect(rows(text, scanCodeLines(text))).toEqual([text]);
});

it('two declarations on one line are one block, and a comment behind a statement stays with it', () => {
  const text = 'class A {} class B {}\nlet a = 1; // one\nlet b = 2;\n';
  expect(rows(text, scanCode(text, 'typescript', syntax))).toEqual([
    'class A {} class B {}',
    'let a = 1; // one',
    'let b = 2;',
  ]);
});

it('a comment with a blank line behind it stands alone, one without belongs to what follows', () => {
  const text = '/* licence */\n\n// about a\nlet a = 1;\n// at the end\n';
  expect(rows(text, scanCode(text, 'typescript', syntax))).toEqual([
    '/* licence */',
    '// about a\nlet a = 1;',
    '// at the end',
  ]);
});
