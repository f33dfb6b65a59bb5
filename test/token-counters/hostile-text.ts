/** Random text that tokenizers stumble over: scripts, cases, marks, surrogates, digits, white space, in any order. */
import fc from 'fast-check';

const FRAGMENTS = [
  ...["'s", "'LL", "'Ve", "'r", "'", '’s', "don't", "O'Re"],
  ...['word', 'Word', 'WORD', 'camelCase', 'HTTPServer', 'a', 'B', ' the', ' The', 'ǅ', 'ʰ', 'ß', 'İ'],
  ...['1', '12', '123', '1234567', '٣', '²', 'Ⅷ', '𝟙', '½'],
  ...[' ', '  ', '\n', '\n\n', '\r\n', '\r', '\t', '\u00a0', '\u2028', '\u3000', '\ufeff', '\u0085', '\u200b', '\v'],
  ...['.', '...', '/', '//\n/', '!?', '--', '(', ')', '_', '`', '```\n', '|', '# ', '"', '、', '。', '「'],
  ...['\0', '\u0007', '\u007f', '\ud800', '\udc00', '\udc00\ud800', '\ufffd', '\uffff'],
  ...[
    '́',
    'e\u0301',
    '\u0301\u0302',
    '\u{1d165}',
    'नमस्ते',
    'สวัสดี',
    '今天开会',
    '東京',
    'カタカナ',
    '한국어',
    'مرحبا',
    'שָׁלוֹם',
  ],
  ...['🧭', '👩‍🚒', '🇫🇷', '𠮷', '𝛼𝛽', '𐐀𐐨', '🜁'],
  ...['<|endoftext|>', '<|fim_prefix|>', '<|im_start|>', '[CLS]', '[SEP]', '</s>', '<unk>'],
  ...['Ωmega', 'ΑΣ', 'a.Σ', 'привет', 'Привет', 'ÉCOLE', 'naïve'],
];

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 40 })
  .map((parts) => parts.join(''));
