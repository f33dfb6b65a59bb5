import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockAt } from '../model/block.ts';
import { scanPlainText } from './plain-text.ts';

/** The blocks of `text` as indented lines: kind and first words, by depth. */
function outlineOf(text: string): readonly string[] {
  const { blocks } = scanPlainText(text);
  const depths: number[] = [];
  return Array.from({ length: blocks.count }, (_, i) => {
    const { kind, span, parent } = blockAt(blocks, i);
    depths[i] = parent < 0 ? 0 : depths[parent] + 1;
    return `${'  '.repeat(depths[i])}${kind} ${text.slice(span.start, span.end).replace(/\s+/g, ' ')}`;
  });
}

test('items have their text in them and go on over wrapped and indented lines', () => {
  const text = 'You need:\n\n- a hammer,\n  a long one\n- a saw\n\n  and its cover\n\nThen start.';
  expect(outlineOf(text)).toEqual([
    'paragraph You need:',
    'list - a hammer, a long one - a saw and its cover',
    '  listItem - a hammer, a long one',
    '    paragraph a hammer, a long one',
    '  listItem - a saw and its cover',
    '    paragraph a saw',
    '    paragraph and its cover',
    'paragraph Then start.',
  ]);
});

test('deeper marks are lists in an item', () => {
  const text = '1. Salt\n   (a) of the sea\n   (b) of rock\n2. Yeast';
  expect(outlineOf(text)).toEqual([
    'list 1. Salt (a) of the sea (b) of rock 2. Yeast',
    '  listItem 1. Salt (a) of the sea (b) of rock',
    '    paragraph Salt',
    '    list (a) of the sea (b) of rock',
    '      listItem (a) of the sea',
    '        paragraph of the sea',
    '      listItem (b) of rock',
    '        paragraph of rock',
    '  listItem 2. Yeast',
    '    paragraph Yeast',
  ]);
});

test.each([
  ['bullets', '• one\n• two', 2],
  ['bullets without a space', '・一つ\n・二つ', 2],
  ['items with blank lines between', '* one\n\n* two\n\n* three', 3],
  ['numbers', '1) one\n2) two', 2],
  ['letters', 'a. one\nb. two\nc. three', 3],
  ['Roman numerals', '(i) one\n(ii) two\n(iii) three\n(iv) four', 4],
  ['numbers under a title', 'What to do\n1. one\n2. two', 2],
  ['two lists', '- one\n- two\n\n1. a\n2. b', 4],
  ['two lists without a blank line', '- one\n- two\n1. a\n2. b', 4],
  ['a mark alone', '- one\n\nText.', 0],
  ['numbers that do not go on', '1. one\n3. three', 0],
  ['numbers in a wrapped sentence', 'It happened in the year\n84. It was gone by\n85. Nobody knew.', 0],
  ['rules', '* * *\n\nText.\n\n* * *', 0],
  ['short dashes that are introduced', 'We need:\n– one\n– two', 2],
  ['speech', '— Yes.\n— No.\n\n– Yes.\n– No.', 0],
  ['initials', 'A. Smith wrote it.\nB is not A.', 0],
  ['marks without a space', '-5 degrees\n-7 degrees', 0],
  ['marks apart', '- one\n\nText.\n\n- two', 0],
])('%s', (_, text, items) => {
  expect(outlineOf(text).filter((line) => line.trimStart().startsWith('listItem'))).toHaveLength(items);
});

test('lists that follow each other directly stand side by side', () => {
  const tops = outlineOf('- one\n- two\n1. a\n2. b').filter((line) => !line.startsWith(' '));
  expect(tops).toEqual(['list - one - two', 'list 1. a 2. b']);
});

test('the last item ends where a short line is followed by a new sentence', () => {
  const text = '1. Mix all of the flour with the water.\n2. Bake it.\nNow eat.';
  expect(outlineOf(text).at(-1)).toBe('paragraph Now eat.');
});

/** Offsets of `text` that its blocks at the top hold; checks that each block lies in its parent and behind the one before. */
function heldOffsets(text: string): ReadonlySet<number> {
  const { blocks } = scanPlainText(text);
  const held = new Set<number>();
  for (let i = 0; i < blocks.count; i++) {
    const { span, parent, kind } = blockAt(blocks, i);
    expect(span.start).toBeLessThan(span.end);
    expect(span.start).toBeGreaterThanOrEqual(blocks.starts[Math.max(0, i - 1)]);
    if (parent < 0) for (let at = span.start; at < span.end; at++) held.add(at);
    else {
      const outer = blockAt(blocks, parent);
      expect(span.start >= outer.span.start && span.end <= outer.span.end).toBe(true);
      expect(outer.kind).toBe(kind === 'listItem' ? 'list' : 'listItem');
    }
  }
  return held;
}

test('blocks of any text lie in their parents, one after the other, and hold every character that is not blank', () => {
  const marks = ['- ', '* ', '• ', '1. ', '2. ', '(a) ', '(b) '];
  const pieces = fc.constantFrom(...marks, '\n', '\n\n', '  ', '\n  ', 'one', 'two.', ':');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const held = heldOffsets(text);
      for (let at = 0; at < text.length; at++) expect(text[at].trim() === '' || held.has(at)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('every size of list costs its length', () => {
  for (const line of ['- a\n', '1. a\n', '- a\n\n', '(a) b\n']) scanPlainText(line.repeat(50_000));
  const deep = Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i % 250)}- a`).join('\n');
  scanPlainText(deep);
});
