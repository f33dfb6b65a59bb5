import { describe, expect, it } from 'vitest';
import { type BlockKind, type BlockTable, BlockWriter, KIND } from '../../model/block.ts';
import type { Document } from '../../model/document.ts';
import type { Span } from '../../model/span.ts';
import { parseSource } from '../../parsing/parse.ts';
import { topicUnits } from './units.ts';

function unitsOf(
  text: string,
  options: { plain?: boolean; shortChars?: number; ranges?: readonly Span[] } = {},
): string[] {
  const mediaType = options.plain ? 'text/plain' : 'text/markdown';
  return textsOf(parseSource({ documentId: 'd', mediaType, text }), options.shortChars, options.ranges);
}

function textsOf(document: Document, shortChars = 0, ranges?: readonly Span[]): string[] {
  const units = topicUnits(document, ranges ?? [{ start: 0, end: document.text.length }], shortChars);
  return Array.from({ length: units.count }, (_, i) => document.text.slice(units.starts[i], units.ends[i]));
}

/** A document of blocks that no parser had to find. */
function documentOf(text: string, blocks: readonly [BlockKind, number, number, number][]): Document {
  const writer = new BlockWriter();
  for (const [kind, start, end, parent] of blocks) writer.add(KIND[kind], start, end, 0, parent);
  const plain = parseSource({ documentId: 'd', mediaType: 'text/plain', text });
  return { ...plain, blocks: writer as BlockTable };
}

describe('topicUnits', () => {
  it('takes sentences of prose, with the line of a block from its start', () => {
    expect(
      unitsOf('The lock is full. Open the gate.\n\n- First item. Second part.\n- Other item.\n\n> Quoted words. More.'),
    ).toEqual([
      'The lock is full.',
      'Open the gate.',
      '- First item.',
      'Second part.',
      '- Other item.',
      '> Quoted words.',
      'More.',
    ]);
  });

  it('takes tables, code, HTML and math whole, and nothing of breaks, front matter and link definitions', () => {
    const table = '| a. B | b |\n| --- | --- |\n| c. D | d |';
    const code = '```\nlet a = 1. Go\n```';
    const text = `---\nt: x\n---\n\n${table}\n\n${code}\n\n***\n\n<p>One. Two.</p>\n\n$$\na. B\n$$\n\n[x]: http://depot.example\n\nEnd.`;
    expect(unitsOf(text)).toEqual([table, code, '<p>One. Two.</p>', '$$\na. B\n$$', 'End.']);
  });

  it('puts headings in front of what follows them', () => {
    expect(unitsOf('# Locks\n\n## Gates\n\nOpen them. Wait.\n\n# Rest')).toEqual([
      '# Locks\n\n## Gates\n\nOpen them.',
      'Wait.',
      '# Rest',
    ]);
  });

  it('joins short sentences to the next of their block, and the last to the one before', () => {
    expect(
      unitsOf('Why? Because the river rose in the night. It fell.\n\nYes. No.\n\nThe keeper slept.', {
        shortChars: 12,
      }),
    ).toEqual(['Why? Because the river rose in the night. It fell.', 'Yes. No.', 'The keeper slept.']);
    expect(unitsOf('# Very long heading here\n\nYes. The river rose in the night.', { shortChars: 12 })).toEqual([
      '# Very long heading here\n\nYes. The river rose in the night.',
    ]);
  });

  it('ends no sentence inside inline code or a link', () => {
    const text = 'Run `go. Now` or [see it. All](http://depot.example). Then wait.';
    expect(unitsOf(text)).toEqual([text.slice(0, -' Then wait.'.length), 'Then wait.']);
    expect(unitsOf('Run `go. Now` then.', { plain: true })).toEqual(['Run `go.', 'Now` then.']);
  });

  it('stays inside the ranges, and cuts a block that two of them share', () => {
    const text = 'One is here. Two is here.\n\nThree is here. Four is here.';
    const at = (word: string) => text.indexOf(word);
    const ranges = [
      { start: at('Two'), end: at('Three') },
      { start: at('Three'), end: at('Four') },
      { start: at('Four'), end: text.length },
    ];
    expect(unitsOf(text, { ranges })).toEqual(['Two is here.', 'Three is here.', 'Four is here.']);
    expect(unitsOf(text, { ranges: [] })).toEqual([]);
    expect(unitsOf('# Only\n\nNext.', { ranges: [{ start: 0, end: 6 }] })).toEqual(['# Only']);
  });

  it('takes the own text of a clause or turn that holds blocks, and blocks that share a line', () => {
    const text = '1. Notice is given. In writing.\n(a) by mail;\n(b) by hand.';
    expect(
      textsOf(
        documentOf(text, [
          ['clause', 0, text.length, -1],
          ['clause', 32, 44, 0],
          ['clause', 45, text.length, 0],
        ]),
      ),
    ).toEqual(['1. Notice is given.', 'In writing.', '(a) by mail;', '(b) by hand.']);
    const line = '[{"text":"First."},{"text":"Second."}]';
    expect(
      textsOf(
        documentOf(line, [
          ['turn', 10, 16, -1],
          ['turn', 28, 35, -1],
        ]),
      ),
    ).toEqual(['[{"text":"First.', 'Second.']);
  });

  it('is empty for an empty or blank text', () => {
    expect(unitsOf('')).toEqual([]);
    expect(unitsOf(' \n\n ')).toEqual([]);
  });
});
