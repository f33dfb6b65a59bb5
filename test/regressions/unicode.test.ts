/** Known faults of chunkers: emoji, surrogates, graphemes, and scripts without spaces or with other stops. */
import { expect, test } from 'vitest';
import { BLOCK_STRATEGIES, cutEveryWay, MARKDOWN, PLAIN } from './every-way.ts';

const BARE = { overlap: 0, also: { context: false } } as const;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function graphemesOf(text: string): readonly string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

test('F56 no half of a surrogate pair', () => {
  for (const { name, texts } of cutEveryWay('🧭'.repeat(50), { chars: 7, tokens: 6, overlap: 2 })) {
    for (const text of texts) expect(text, name).toMatch(/^(🧭)+$/u);
    expect(texts.join(''), name).toBe('🧭'.repeat(50));
  }
});

test('F57 a window boundary keeps an astral character whole', () => {
  const text = `${'x'.repeat(99)}𠮷${'y'.repeat(99)}`;
  for (const { name, texts } of cutEveryWay(text, { chars: 100, tokens: 15, ...BARE })) {
    expect(
      texts.filter((own) => own.includes('𠮷')),
      name,
    ).toHaveLength(1);
    expect(texts.join(''), name).toBe(text);
  }
});

test('F58 the grapheme is the smallest unit', () => {
  const people = '👩‍🚒👨‍👩‍👧‍👦🏳️‍🌈';
  for (const { name, chunks } of cutEveryWay(people.repeat(10), { chars: 5, tokens: 5, ...BARE }))
    for (const { text, notes } of chunks) {
      expect(graphemesOf(people), name).toContain(text);
      if (text.length > 5) expect(notes, name).toContain('limit-unreachable');
    }
});

test('F59 two rockets to a chunk, never a half', () => {
  for (const { name, texts } of cutEveryWay('🚀🚀🚀🚀', { chars: 5, ...BARE }))
    expect(texts, name).toEqual(['🚀🚀', '🚀🚀']);
});

test('F61 stops of any script end sentences', () => {
  const text = '第一。第二！第三？'.repeat(10);
  for (const mediaType of [MARKDOWN, PLAIN])
    for (const { name, texts } of cutEveryWay(
      text,
      { chars: 7, tokens: 7, strategies: BLOCK_STRATEGIES, ...BARE },
      mediaType,
    )) {
      for (const own of texts) expect(own, name).toMatch(/^(第.[。！？]){1,3}$/);
      expect(texts.join(''), name).toBe(text);
    }
});

test('F62 Hindi and Arabic sentences end where they end', () => {
  const hindi = ['यह पहला वाक्य है।', 'यह दूसरा है।', 'हाँ?'];
  const arabic = ['مرحبا.', 'كيف حالك؟', 'جيد.'];
  for (const sentences of [hindi, arabic])
    for (const { name, texts } of cutEveryWay(sentences.join(' '), { chars: 17, strategies: ['sentence'], ...BARE }))
      for (const own of texts) expect(sentences.join(' ').split(own), name).toHaveLength(2);
  const cutAt = (sentences: readonly string[], chars: number) =>
    cutEveryWay(sentences.join(' '), { chars, strategies: BLOCK_STRATEGIES, ...BARE }).map(({ texts }) => texts);
  for (const texts of cutAt(hindi, 17)) expect(texts).toEqual([hindi[0], `${hindi[1]} ${hindi[2]}`]);
  for (const texts of cutAt(arabic, 10)) expect(texts).toEqual(arabic);
});

test('F63 text without stops or spaces keeps the limit', () => {
  const text = '今天开会讨论预算然后我们决定推迟'.repeat(60);
  for (const { name, texts } of cutEveryWay(text, { chars: 50, tokens: 40, ...BARE })) {
    expect(texts.join(''), name).toBe(text);
    for (const word of ['今天', '预算', '我们'])
      expect(
        texts.filter((own) => own.startsWith(word[1]) && !own.startsWith(word)),
        `${name}: ${word}`,
      ).toEqual([]);
  }
});

test('F64 cuts fall after the danda and the sof pasuq, and marks stay on their letter', () => {
  const strategies = BLOCK_STRATEGIES;
  for (const { name, texts } of cutEveryWay('नमस्ते दुनिया। यह दूसरा वाक्य है। '.repeat(10), {
    chars: 40,
    tokens: 20,
    strategies,
    ...BARE,
  }))
    for (const text of texts) expect(text, name).toMatch(/।$/);
  for (const { name, texts } of cutEveryWay('שָׁלוֹם עֲלֵיכֶם׃ '.repeat(10), { chars: 40, tokens: 40, strategies, ...BARE }))
    for (const text of texts) expect(text, name).toMatch(/׃$/);
  for (const { name, texts } of cutEveryWay('שָׁלוֹם עֲלֵיכֶם׃ '.repeat(10), { chars: 3, tokens: 3, ...BARE }))
    for (const text of texts) expect(text, name).not.toMatch(/^\p{Mark}/u);
});

test('F66 no cut inside a character', () => {
  const composed = '\u00e9'.repeat(99);
  const decomposed = 'e\u0301'.repeat(99);
  for (const { name, texts } of cutEveryWay(decomposed, { chars: 51, tokens: 25, ...BARE }))
    for (const text of texts) expect(text, name).toMatch(/^(e\u0301)+$/);
  for (const { name, texts } of cutEveryWay(composed, { chars: 25, tokens: 25, ...BARE }))
    for (const text of texts) expect(text, name).toMatch(/^\u00e9+$/);
});

test('F67 right-to-left text with numbers keeps its logical order', () => {
  const text = 'הגרסה 2.0 (beta) יצאה ב-3.5. סוף.';
  for (const { name, texts } of cutEveryWay(text, { chars: 12, tokens: 8, ...BARE })) {
    expect(texts.join(' ').replace(/\s+/g, ' '), name).toBe(text);
    expect(
      texts.filter((own) => own.includes('2.0')),
      name,
    ).toHaveLength(1);
    expect(
      texts.filter((own) => own.includes('3.5')),
      name,
    ).toHaveLength(1);
  }
});
