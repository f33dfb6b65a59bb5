import { describe, expect, it } from 'vitest';
import { type BlockKind, BlockWriter, KIND } from '../../model/block.ts';
import { KerfError } from '../../model/error.ts';
import { parseSource } from '../../parsing/parse.ts';
import { type UniformRangeOptions, uniformRanges } from './uniform-ranges.ts';

function rangesOf(text: string, options: UniformRangeOptions = { minChars: 1 }): string[] {
  const document = parseSource({ documentId: 'd.md', mediaType: 'text/markdown', text });
  return uniformRanges(document, options).map(({ start, end }) => text.slice(start, end));
}

/** Stretches of blocks of these kinds, each one character long; the second number is the parent. */
function stretches(...kinds: readonly [BlockKind, number][]): string[] {
  const writer = new BlockWriter();
  for (const [i, [kind, parent]] of kinds.entries()) writer.add(KIND[kind], i, i + 1, 0, parent);
  const document = parseSource({ documentId: 'd', mediaType: 'text/plain', text: '' });
  return uniformRanges({ ...document, blocks: writer }, { minChars: 1 }).map(({ start, end }) => `${start}-${end}`);
}

describe('uniformRanges', () => {
  it('runs over paragraphs up to a heading, list, table, code, quote or break', () => {
    for (const other of [
      '# H',
      '- item',
      '| a |\n| --- |\n| b |',
      '```\ncode\n```',
      '> quote',
      '***',
      '<div></div>',
      '$$\nx\n$$',
    ])
      expect(rangesOf(`One.\n\nTwo.\n\n${other}\n\nThree.\n\nFour.`)).toEqual(['One.\n\nTwo.', 'Three.\n\nFour.']);
  });

  it('goes on over link definitions, and looks at nothing inside other blocks', () => {
    expect(rangesOf('One.\n\n[x]: http://depot.example\n\nTwo.')).toEqual([
      'One.\n\n[x]: http://depot.example\n\nTwo.',
    ]);
    expect(rangesOf('- item\n\n  Paragraph of the item.\n\n> Quoted paragraph.')).toEqual([]);
  });

  it('leaves out what is shorter than asked, 2,000 characters by default', () => {
    expect(rangesOf('One.\n\n# H\n\nTwo and more.', { minChars: 10 })).toEqual(['Two and more.']);
    expect(rangesOf('x'.repeat(2000), {})).toHaveLength(1);
    expect(rangesOf('x'.repeat(1999), {})).toEqual([]);
  });

  it('takes turns together thread by thread', () => {
    expect(stretches(['turn', -1], ['turn', -1], ['paragraph', 1], ['paragraph', -1])).toEqual(['0-4']);
    expect(stretches(['thread', -1], ['turn', 0], ['turn', 0], ['thread', -1], ['turn', 3], ['paragraph', -1])).toEqual(
      ['1-3', '4-5', '5-6'],
    );
    expect(stretches(['thread', -1], ['turn', -1], ['thread', -1], ['turn', -1])).toEqual(['1-2', '3-4']);
  });

  it('refuses sizes that are none and names nobody knows', () => {
    for (const minChars of [0, 1.5, Number.NaN]) expect(() => rangesOf('x', { minChars })).toThrow(KerfError);
    expect(() => rangesOf('x', { minChar: 1 } as never)).toThrow(/did you mean "minChars"/);
  });
});
