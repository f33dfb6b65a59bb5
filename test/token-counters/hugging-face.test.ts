/** Counters made of a `tokenizer.json` count as the library does over the whole text, and add up where they say so. */
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { huggingFaceTokenCounter } from '../../src/token-counters/hugging-face.ts';
import { hostileText } from './hostile-text.ts';
import { byteLevelTokenizer, LLAMA3_SPLIT, unigramTokenizer, wordPieceTokenizer } from './small-tokenizers.ts';

const llama3 = byteLevelTokenizer({ pre_tokenizer: LLAMA3_SPLIT });
const ownWords = [{ id: 900, content: 'tide table', special: false, normalized: true }];
const mask = [{ id: 900, content: '<mask>', special: true, normalized: false, lstrip: true }];

const KINDS: readonly (readonly [string, object, boolean])[] = [
  ['WordPiece', wordPieceTokenizer(), true],
  ['WordPiece, cased', wordPieceTokenizer({ normalizer: null, pre_tokenizer: { type: 'Whitespace' } }), true],
  ['WordPiece with an added token of two words', wordPieceTokenizer({ added_tokens: ownWords }), false],
  ['byte-level BPE split as GPT-2', byteLevelTokenizer(), false],
  ['byte-level BPE split as Llama 3', llama3, true],
  ['the same in composed form', { ...llama3, normalizer: { type: 'NFC' } }, true],
  ['the same with a marker that takes white space', { ...llama3, added_tokens: mask }, false],
  ['Unigram', unigramTokenizer(), false],
];

const LINE_START = fc.constantFrom('a', 'The', '東', '#', '\u0301', '<|end|>', '[SEP]', '\0', '9');
const NOT_BLANK = fc.constantFrom('a', '.', '東', '\u0301', '[SEP]', '<|end|>', '🧭', '\ud800', "'", '7');

describe.each(KINDS)('%s', (_name, json, additive) => {
  const counter = huggingFaceTokenCounter(json);
  const library = new Tokenizer(json, {});
  const idsOf = (text: string, special = false): number =>
    library.encode(text, { add_special_tokens: special }).ids.length;

  it('counts as the library does', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(counter.count(text)).toBe(idsOf(text));
      }),
      { numRuns: 500 },
    );
  });

  it('counts a span as its slice', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(), fc.nat(), (text, a, b) => {
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        expect(counter.countSpan?.(text, start, end)).toBe(idsOf(text.slice(start, end)));
      }),
    );
  });

  it(`says that counts ${additive ? '' : 'do not '}add up at white space`, () => {
    expect(counter.additive).toBe(additive);
    if (!additive) return;
    fc.assert(
      fc.property(hostileText, NOT_BLANK, LINE_START, hostileText, (a, black, first, b) => {
        expect(idsOf(`${a + black} ${b}`)).toBe(idsOf(a + black) + idsOf(` ${b}`));
        expect(idsOf(`${a}\n${first}${b}`)).toBe(idsOf(`${a}\n`) + idsOf(first + b));
      }),
      { numRuns: 500 },
    );
  });

  it('counts what the model puts around a text when asked to', () => {
    const special = huggingFaceTokenCounter(json, {}, { specialTokens: true });
    for (const text of ['a', 'The lower gate opens.', '\n'.repeat(3)])
      expect(special.count(text)).toBe(idsOf(text, true));
    expect(special.count('')).toBe(0);
    expect(special.additive && special.count('a') > counter.count('a')).toBe(false);
  });

  it.each(['x', 'lock', '東', '\u{1f9ed}', '='])('counts a long run of %s as so many shorter ones', (unit) => {
    const run = unit.repeat(1024 / unit.length);
    expect(counter.count(run.repeat(30))).toBe(idsOf(run) * 30);
  });

  it('counts a long text about as its parts', () => {
    const part = 'The keeper waits at the gate. '.repeat(100);
    expect(counter.count(part.repeat(50)) / (idsOf(part) * 50)).toBeCloseTo(1, 2);
  });
});

describe('huggingFaceTokenCounter', () => {
  const idOf = (json: object, config = {}, options = {}) => huggingFaceTokenCounter(json, config, options).id;

  it('is called by what it counts with', () => {
    const json = wordPieceTokenizer();
    expect(idOf(json)).toMatch(/^hugging-face-[0-9a-f]{16}$/);
    expect(idOf(wordPieceTokenizer({ decoder: null, truncation: { max_length: 9 } }))).toBe(idOf(json));
    expect(idOf(json, { chat_template: 'x' })).toBe(idOf(json));
    const others = [idOf(wordPieceTokenizer({ normalizer: null })), idOf(json, { remove_space: true })];
    expect(new Set([idOf(json), ...others, idOf(json, {}, { specialTokens: true })]).size).toBe(4);
  });

  it.each([
    [{}, 'give the parsed tokenizer.json'],
    [{ model: { type: 'Telepathy' } }, 'Telepathy'],
    [wordPieceTokenizer({ pre_tokenizer: { type: 'Odd' } }), 'Odd'],
  ])('refuses what is no tokenizer it knows (%#)', (json, message) => {
    expect(() => huggingFaceTokenCounter(json)).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    expect(() => huggingFaceTokenCounter(json)).toThrow(message);
  });

  it('refuses options it does not know', () => {
    const options = { specialToken: true } as object;
    expect(() => huggingFaceTokenCounter(wordPieceTokenizer(), {}, options)).toThrow('did you mean "specialTokens"?');
  });
});
