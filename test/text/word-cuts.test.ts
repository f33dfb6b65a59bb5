/** Cuts inside a sentence: whole words in every script, whole numbers and addresses, and never a cut cluster. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastCutBefore, type WordCut } from '../../src/text/word-cuts.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const free = (): boolean => false;

function cutsOf(text: string, limit: number): readonly WordCut[] {
  const cuts: WordCut[] = [];
  for (let from = 0; text.length - from > limit; from = cuts[cuts.length - 1].at)
    cuts.push(lastCutBefore(text, from, text.length, from + limit, free));
  return cuts;
}

function piecesOf(text: string, limit: number): readonly string[] {
  const bounds = [0, ...cutsOf(text, limit).map(({ at }) => at), text.length];
  return bounds.slice(1).map((end, i) => text.slice(bounds[i], end).trim());
}

/** Characters of each kind that word and grapheme rules know. */
const CHARACTERS = [
  ...[
    'a',
    'B',
    'é',
    'e\u0301',
    '1',
    '_',
    "'",
    '’',
    '.',
    ',',
    ':',
    ';',
    '-',
    '/',
    ' ',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u3000',
    '\u00ad',
  ],
  ...[
    '\u0308',
    '\u200d',
    '\u200b',
    '\ufe0f',
    '\u0600',
    '\u{1f1e6}',
    '\u{1f1e9}',
    '\u{1f466}',
    '\u{1f3fb}',
    '❤',
    '\u2060',
  ],
  ...['\u0915', '\u094d', '\u0947', '\u1100', '\u1161', '\u11a8', '\uac00', '船', '𠮷', 'か', '\u3099', 'ー', 'カ'],
  ...[
    'ภ',
    'า',
    'ษ',
    'ไ',
    'ท',
    'ย',
    '\u0e31',
    'ລ',
    'າ',
    'ក',
    '្',
    'ខ',
    'မ',
    '်',
    'א',
    'ב',
    '"',
    '״',
    'م',
    'ر',
    '、',
    '。',
    '「',
    '」',
  ],
];

test('no cut of any size falls inside a cluster, and every cut moves on', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 80 }),
      fc.integer({ min: 1, max: 50 }),
      (characters, limit) => {
        const text = characters.join('');
        const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));
        let from = 0;
        for (const { at, signal } of cutsOf(text, limit)) {
          expect(boundaries.has(at)).toBe(true);
          expect(at).toBeGreaterThan(from);
          if (signal !== 'grapheme') expect(text.slice(at - 1, at + 1)).not.toMatch(/^[a-z0-9]{2}$/i);
          from = at;
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a cluster larger than the limit stays whole, however large', () => {
  const cluster = `e${'\u0301'.repeat(3000)}`;
  expect(piecesOf(`${cluster}${cluster}x`, 40)).toEqual([cluster, cluster, 'x']);
});

describe('what belongs together stays together where it fits', () => {
  const UNITS = [
    '3.14',
    '$1,200',
    '10:32',
    '2024-01-05',
    'jo.ann@mail.example',
    'https://depot.example/a?b=c',
    'v1.2.3',
    'can’t',
    'l’eau',
  ];
  test.each(UNITS)('%s', (unit) => {
    const text = `One two ${unit} three four ${unit} five.`;
    for (let limit = unit.length; limit <= 50; limit++)
      expect(
        piecesOf(text, limit).filter((piece) => piece.split(' ').includes(unit)),
        `${limit}`,
      ).toSatisfy((pieces: readonly string[]) => pieces.join(' ').split(unit).length === 3);
  });

  test.each(UNITS)('%s among ideographs', (unit) => {
    const text = `我们今天开会讨论预算${unit}然后我们决定推迟${unit}以后再说吧`;
    for (let limit = Math.max(12, unit.length + 4); limit <= 50; limit++)
      expect(piecesOf(text, limit).join('\n').split(unit), `${limit}`).toHaveLength(3);
  });
});

describe('scripts without spaces are cut between words', () => {
  test.each([
    ['Chinese', '今天开会讨论预算然后我们决定推迟'],
    ['Japanese', '昨日は東京で会議がありました'],
    ['Thai', 'วันนี้เราประชุมเรื่องงบประมาณ'],
    ['Lao', 'ມື້ນີ້ພວກເຮົາປະຊຸມ'],
    ['Khmer', 'ថ្ងៃនេះយើងប្រជុំ'],
    ['Burmese', 'ယနေ့ကျွန်တော်တို့အစည်းအဝေးလုပ်တယ်'],
  ])('%s', (_, sentence) => {
    const text = sentence.repeat(8);
    // The whole text at once, where the cuts see a window only.
    const words = new Set([...wordSegmenter.segment(text)].map(({ index }) => index));
    for (let limit = 30; limit <= 50; limit++)
      for (const { at, signal } of cutsOf(text, limit)) {
        expect(signal).toBe('word');
        expect(words.has(at), `${text.slice(at - 6, at)}|${text.slice(at, at + 6)}`).toBe(true);
      }
  });

  test('behind a comma rather than between words, and with no bracket left open', () => {
    expect(piecesOf('今天我们开会讨论，然后决定推迟到下个月', 12)).toEqual([
      '今天我们开会讨论，',
      '然后决定推迟到下个月',
    ]);
    for (let limit = 8; limit < 20; limit++)
      for (const piece of piecesOf('今天我们（预算）开会「讨论」推迟'.repeat(3), limit)) {
        expect(piece).not.toMatch(/[（「]$/);
        expect(piece).not.toMatch(/^[）」]/);
      }
  });

  test('a lone space far back is no better place than the last word', () => {
    const text = `版本 ${'我们今天开会讨论预算然后决定推迟'.repeat(6)}`;
    const [first] = cutsOf(text, 60);
    expect(first.at).toBeGreaterThan(40);
  });
});

test('a line end or a comma in the last third is better than a space', () => {
  expect(piecesOf('one two three,\nfour five six', 20)[0]).toBe('one two three,');
  expect(piecesOf('one two three four, five six', 24)[0]).toBe('one two three four,');
});

test('a soft hyphen or mark behind a space is no start of a word', () => {
  expect(cutsOf('ab \u00adcd ef', 5).map(({ at }) => at)).not.toContain(3);
  expect(cutsOf('ab \u0308cd ef', 5).map(({ at }) => at)).not.toContain(3);
});
