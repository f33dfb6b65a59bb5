/** Known faults of chunkers: source code that is read by its syntax, and by its lines where there is no grammar. */
import { expect, test } from 'vitest';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { BLOCK_STRATEGIES, type Cut, cutEveryWay, type Sizes } from './every-way.ts';

const TYPESCRIPT = 'text/x-typescript';
const PYTHON = 'text/x-python';

const syntax = await loadSyntaxParsers(['typescript', 'python']);

/** With a grammar and without. */
function cutCode(text: string, sizes: Sizes, mediaType = TYPESCRIPT): readonly Cut[] {
  return [{ syntax }, {}].flatMap((parsing) => cutEveryWay(text, sizes, mediaType, parsing));
}

const bare = (text: string): string => text.replace(/\s/g, '');

test('F17 every line of code is in a chunk', () => {
  const text = "#!/usr/bin/env node\n'use strict'\nlet depth = 1\ndepth++\n// the last words\n";
  for (const { name, texts } of cutCode(text, { chars: 30, tokens: 14, overlap: 0 }))
    expect(bare(texts.join('')), name).toBe(bare(text));
});

test('F18 a literal above the limit is cut, not dropped', () => {
  const text = `const rope = \`${'r'.repeat(4000)}\`;\ncoil(rope);\n`;
  for (const { name, texts } of cutCode(text, { chars: 1200, tokens: 240, overlap: 0 }))
    expect(bare(texts.join('')), name).toBe(bare(text));
});

test('F27 a signature over many lines stays with its body', () => {
  const other = (name: string) =>
    `export function ${name}(a: number): number {\n  const way = a * 2;\n  return way;\n}\n`;
  const signature = 'export async function\n  readGauge(\n    basin\n  ) {\n  return basin.level\n}\n';
  const text = `${other('lift')}\n${signature}\n${other('lower')}`;
  for (const { name, texts } of cutCode(text, { chars: 120, tokens: 40, strategies: BLOCK_STRATEGIES, overlap: 0 }))
    expect(
      texts.filter((own) => own.includes('readGauge') && own.includes('return basin.level')),
      name,
    ).toHaveLength(1);
});

test('F39 an expression of any depth costs no stack', () => {
  const text = `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`;
  for (const { name, texts } of cutCode(text, { chars: 400, tokens: 150, overlap: 0 }, PYTHON))
    expect(bare(texts.join('')) === bare(text), name).toBe(true);
});

test('F52 a line of minified code is no atom', () => {
  const text = 'let q=2;'.repeat(6000);
  for (const { name, texts } of cutCode(text, { chars: 1000, tokens: 240, overlap: 0 }))
    expect(bare(texts.join('')) === bare(text), name).toBe(true);
});

test('code that does not parse loses nothing', () => {
  const text = 'def lift(a:\n    return a +\n\nclass Crane\n    def swing(self):\n        pass\n\n)) = 3\n';
  for (const { name, texts } of cutCode(text, { chars: 40, tokens: 16, overlap: 0 }, PYTHON))
    expect(bare(texts.join('')), name).toBe(bare(text));
});
