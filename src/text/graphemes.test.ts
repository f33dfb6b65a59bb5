import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGraphemeBoundary } from './graphemes.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** One or more characters of each kind that the rules of UAX #29 know. */
const CHARACTERS = [
  ...['a', '1', ' ', '\r', '\n', '\u0001', '\u200b', '\u2028', '\ud800', '\udc00'],
  ...['\u0308', '\u0301', '\u20e3', '\u0903', '\u0e33', '\u1b44', '\u{1d165}', '\ufe0f', '\u200c', '\u200d', '\u3099'],
  ...['\u0600', '\u08e2', '\u{110bd}', '\u0d4e'],
  ...['\u1100', '\ua960', '\u1160', '\ud7b0', '\u11a8', '\ud7cb', '\uac00', '\uac01'],
  ...[
    '\u{1f1e6}',
    '\u{1f1e9}',
    '\u{1f3fb}',
    '\u{1f466}',
    '\u231a',
    '\u2764',
    '\u{1f3f4}',
    '\u{e0067}',
    '\u{e007f}',
    '\u00a9',
  ],
  ...['\u0915', '\u0937', '\u094d', '\u093c', '\u0947', '\u09b0', '\u09cd', '\u0a95', '\u0acd', '\u0c15', '\u0c4d'],
  ...['船', 'か', 'ก', 'ျ', 'ក', '្', 'é', '𠮷'],
];

function boundariesOf(text: string): number[] {
  return [...segmenter.segment(text)].map(({ index }) => index);
}

function foundIn(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => at).filter((at) => isGraphemeBoundary(text, 0, at));
}

test('every two and three characters break where they should', () => {
  for (const a of CHARACTERS)
    for (const b of CHARACTERS) {
      expect(foundIn(a + b), JSON.stringify([a, b])).toEqual(boundariesOf(a + b));
      for (const c of ['\u0308', '\u200d', '\u094d', '\u{1f1e6}', '\u0915', '\u{1f466}', 'a', '\u11a8'])
        expect(foundIn(a + b + c), JSON.stringify([a, b, c])).toEqual(boundariesOf(a + b + c));
    }
});

test('any characters break where they should, from any grapheme on', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 30 }), fc.nat(30), (characters, start) => {
      const text = characters.join('');
      const boundaries = boundariesOf(text);
      expect(foundIn(text)).toEqual(boundaries);
      const from = boundaries[start % Math.max(1, boundaries.length)] ?? 0;
      for (let at = from; at < text.length; at++)
        expect(isGraphemeBoundary(text, from, at)).toBe(boundaries.includes(at));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['a letter under marks', `e${'\u0301'.repeat(5000)}`],
  ['a consonant, its virama and many marks', `\u0915${'\u093c'.repeat(3000)}\u094d${'\u200d'.repeat(3000)}\u0937`],
  ['an emoji with many selectors and a joiner', `\u231a${'\ufe0f'.repeat(5000)}\u200d\u2764`],
  ['a family without end', `\u{1f466}${'\u200d\u{1f466}'.repeat(2000)}`],
  ['a syllable of many jamo', `${'\u1100'.repeat(3000)}\uac00${'\u11a8'.repeat(3000)}`],
])('%s is one cluster, however long', (_, cluster) => {
  const text = `x${cluster}x`;
  expect(foundIn(text)).toEqual([0, 1, 1 + cluster.length]);
});

test('a joiner holds symbols together that are emoji in some versions of Unicode only', () => {
  expect(foundIn('\u2701\u200d\u2701a')).toEqual([0, 3]);
});

test('flags break in pairs, however many', () => {
  const text = '\u{1f1e9}\u{1f1ea}'.repeat(1500);
  expect(foundIn(text)).toEqual(Array.from({ length: 1500 }, (_, flag) => flag * 4));
});

test('very many flags in a row, from any boundary among them', () => {
  const text = `${'🇩🇪'.repeat(700)}x${'🇫🇷'.repeat(700)}🇩`;
  const boundaries = new Set([...new Intl.Segmenter('und').segment(text)].map(({ index }) => index));
  for (const from of [0, 4, 1600, 2801, 2805, 4001])
    for (let at = from; at < text.length; at += 1 + ((at * 7) % 5))
      expect(isGraphemeBoundary(text, from, at), `${from} ${at}`).toBe(boundaries.has(at));
});

test('flags in a row are walked through once, however many', () => {
  const text = '🇩🇪'.repeat(100_000);
  let boundaries = 0;
  for (let at = 0; at < text.length; at += 2) if (isGraphemeBoundary(text, 0, at)) boundaries++;
  for (let at = text.length - 2; at > 0; at -= 2) if (isGraphemeBoundary(text, 0, at)) boundaries++;
  expect(boundaries).toBe(199_999);
});

test('jamo and syllables join by their kind', () => {
  const edges = [0x10ff, 0x1100, 0x115f, 0x1160, 0x11a7, 0x11a8, 0x11ff, 0x1200, 0xa95f, 0xa960, 0xa97c, 0xa97d];
  const more = [0xabff, 0xac00, 0xac01, 0xac1b, 0xac1c, 0xd788, 0xd7a3, 0xd7a4, 0xd7b0, 0xd7c6, 0xd7c7, 0xd7cb, 0xd7fb];
  const characters = [...edges, ...more, 0xd7fc].map((point) => String.fromCodePoint(point));
  for (const a of characters)
    for (const b of characters) expect(foundIn(a + b), JSON.stringify([a, b])).toEqual(boundariesOf(a + b));
});
