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
  ['Chinese numerals', '注意事项：\n一、保持安静。\n二、不得吸烟。\n三、请勿拍照。', 3],
  ['Chinese numerals from ten on', '十、甲\n十一、乙\n十二、丙\n十三、丁', 4],
  ['Chinese numerals in wide brackets', '（一）甲\n（二）乙', 2],
  ['Chinese numerals in brackets', '(一)甲\n(二)乙', 2],
  ['numbers in circles', '①甲\n②乙\n③丙', 3],
  ['numbers with a wide mark', '1、甲\n2、乙', 2],
  ['wide numbers', '１．概要\n２．詳細', 2],
  ['Arabic numbers', '١. أول\n٢. ثان', 2],
  ['Arabic numbers with a dash', '٣- أول\n٤- ثان', 2],
  ['Devanagari numbers', '१) एक\n२) दो', 2],
  ['two numerals that are no number', '一二、甲\n二二、乙', 0],
  ['numerals in a wrapped sentence', '那天大约来了\n二、三人，都不认识。', 0],
  ['numbers with parts in front of a wide mark', '1.5、甲\n2.5、乙', 0],
  ['Roman numerals', '(i) one\n(ii) two\n(iii) three\n(iv) four', 4],
  ['numbers under a title', 'What to do\n1. one\n2. two', 2],
  ['two lists', '- one\n- two\n\n1. a\n2. b', 4],
  ['two lists without a blank line', '- one\n- two\n1. a\n2. b', 4],
  ['a mark alone', '- one\n\nText.', 0],
  ['numbers that do not go on', '1. one\n3. three', 0],
  ['numbers in a wrapped sentence', 'It happened in the year\n84. It was gone by\n85. Nobody knew.', 0],
  ['rules', '* * *\n\nText.\n\n* * *', 0],
  ['short dashes that are introduced', 'We need:\n– one\n– two', 2],
  [
    'a number at the margin of a wrapped item',
    '1. It was in the dry summer of the year eighteen\n84. It was gone.\n2. two',
    2,
  ],
  ['names with circles', '○○商事は\n○○さんは', 0],
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

test('bullets at the margin of a numbered list stand in its items', () => {
  const tops = (text: string) => outlineOf(text).filter((line) => !line.startsWith('  '));
  const text = '1. Fruit\n- apples\n- pears\n2. Tools\n- saw\n- nails';
  expect(tops(text)).toEqual([`list ${text.replaceAll('\n', ' ')}`]);
  expect(outlineOf(text).filter((line) => line.startsWith('    list'))).toEqual([
    '    list - apples - pears',
    '    list - saw - nails',
  ]);
  expect(outlineOf('(a)  one\n(i) x\n(ii) y\n(b)  two').filter((line) => /^ {2}listItem/.test(line))).toHaveLength(2);
});

test('an item goes on with a small letter, however wide its lines are', () => {
  const wide = `1. ${'Reports are written on yellow pads, and '.repeat(4)}the pads are kept`;
  expect(
    outlineOf(`${wide}\nin a box.\n2. Nothing else is kept.`).filter((line) => /^ {2}listItem/.test(line)),
  ).toHaveLength(2);
});

test('numbers may be flush right', () => {
  const text = Array.from({ length: 12 }, (_, i) => `${String(i + 1).padStart(2)}. Song of day ${i + 1}`).join('\n');
  expect(outlineOf(text).filter((line) => line.startsWith('  listItem'))).toHaveLength(12);
});

test('text that follows a list without a blank line is not swallowed by its last item', () => {
  const line =
    'People of the village had been told of it, and nobody believed a word of what they heard of it on that day.';
  for (const list of ['1. Budget\n2. Staff', '- apples\n- pears']) {
    const text = `${list}\n${`${line}\n`.repeat(20)}\n- nails\n- screws`;
    expect(outlineOf(text)[0]).toBe(`list ${list.replaceAll('\n', ' ')}`);
  }
});

test('indented paragraphs behind a list are text of their own where they are many', () => {
  const text = `1. Alpha\n2. Beta\n\n${'   A paragraph begins here.\n\n'.repeat(8)}`;
  expect(outlineOf(text)[0]).toBe('list 1. Alpha 2. Beta');
  const few = `1. Alpha\n2. Beta\n\n${'   A paragraph of it.\n\n'.repeat(2)}`;
  expect(outlineOf(few)[0]).toMatch(/^list 1\. Alpha 2\. Beta A paragraph of it\. A paragraph of it\.$/);
});

test('what stands in front of each line of a comment is no bullet', () => {
  const text =
    '* Permission is given to everybody who wants to use\n* this software, to do with it whatever they like, and\n* without any warranty.';
  expect(outlineOf(text)).toHaveLength(1);
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
  const marks = ['- ', '- ', '* ', '• ', '1. ', '2. ', '3. ', '(a) ', '(b) ', '\n  - ', '\n  - ', '\n        - '];
  const wide = ['一、', '二、', '三、', '（一）', '（二）', '①', '②', '\n  １．', '\n  ２．', '١. ', '٢. '];
  const pieces = fc.constantFrom(...marks, ...wide, '\n', '\n\n', '  ', '\n  ', 'one', 'two.', ':');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const held = heldOffsets(text);
      for (let at = 0; at < text.length; at++) expect(text[at].trim() === '' || held.has(at)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test('every size of list costs its length', () => {
  for (const line of ['- a\n', '1. a\n', '- a\n\n', '(a) b\n', '一、甲\n', '①甲\n', '٣'.repeat(99)])
    scanPlainText(line.repeat(50_000));
  const deep = Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i % 250)}- a`).join('\n');
  scanPlainText(deep);
});
