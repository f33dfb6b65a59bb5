/** Random sources and option sets for the laws of chunking: fragments that chunkers stumble over, in any order. */
import fc from 'fast-check';
import { PLAIN_STRATEGIES, type Strategy } from '../../src/chunking/presets.ts';
import type { Source } from '../../src/model/document.ts';

const PROSE = [
  'Sr. Ortega met Dr. Lind at 5 p.m. on Main St. They left.',
  'Pi is 3.14159, about $1,200.50 or 7.5 %.',
  'Call api.example.test/v1.2?q=a,b&c=d at 9 a.m. sharp!',
  'He said "stop." (Then he left.) Why?! Well...',
  'The lock is full. Open the lower gate now. Wait for green.',
  'no final stop and no capital',
  'See [the table of tides](https://depot.example/tides?a=(b)) and `npm run\ndemo` or **bold. text** there.',
  'Wear gloves for these steps:',
  'Table 1. Tides of the year',
  'soft\u00adhyphen, no\u00a0break, zero\u200bwidth, line\u2028separator',
  'e.g. the U.S. and J. R. Smith vs. Acme Inc. in Fig. 3.',
];

const SCRIPTS = [
  '第一。第二！第三？今天开会讨论预算然后我们决定推迟。',
  '東京は「大きい。」と言った。カタカナー々。',
  'नमस्ते दुनिया। यह दूसरा वाक्य है।',
  'مرحبا. كيف حالك؟ جيد. الإصدار 2.0',
  'สวัสดีชาวโลกนี่คือประโยคยาวที่ไม่มีช่องว่าง',
  'שָׁלוֹם עֲלֵיכֶם׃ הגרסה 2.0 (beta) יצאה.',
  'မြန်မာစာ။ ខ្មែរ។ བོད་སྐད།',
  '👩‍🚒👨‍👩‍👧‍👦🏳️‍🌈🧭🇫🇷🇩🇪👍🏽',
  'e\u0301a\u0308\u0304o\u0302\u0323 z\u0351\u0352\u0353\u0354\u0355 각',
  '𝛼𝛽𝛾 ≈ 🜁 𠮷',
];

const LONG = [
  'x'.repeat(700),
  'k9'.repeat(300),
  '🧭'.repeat(120),
  `https://depot.example/${'a/b-c_d.e?f=1&'.repeat(30)}`,
  'var a=1;'.repeat(80),
  '今天开会'.repeat(90),
  'é'.repeat(200),
  `a${'\u0301'.repeat(90)}`,
  '_'.repeat(300),
];

const STRUCTURE = [
  ...['# Locks', '## Gates and paddles', '### Third', '###### Deep', 'Setext\n===', 'Other\n---', '#', '# `code` *em*'],
  ...['***', '---', '> quoted. Twice.', '> - list in quote\n>   ```\n>   code\n>   ```', '>> deep'],
  '| port | high |\n|---|---|\n| Oslo | 1.2 |\n| Bergen | 0.9. Or more |\n| a \\| b | c |',
  `| k | v |\n|-|-|\n| ${'long cell '.repeat(30)} | 1 |\n| 2 | 3 |`,
  `| parameter | unit |\n|---|---|\n${Array.from({ length: 14 }, (_, i) => `| p${i} | ${i}.5 m |`).join('\n')}`,
  '- one\n- two\n  - three\n    - four\n\n      more of four\n- five',
  '1. Fill the basin.\n2. Open the gate. Wait.\n\n   ```sh\n   # not a heading\n   npm i\n   ```\n3. Leave.',
  '* [ ] task\n* [x] done',
  '```ts\nlet a = 1;\n\nfunction f() {\n  return a;\n}\n```',
  `~~~~\n${'let b = 2; '.repeat(20)}\n${'short\n'.repeat(12)}~~~~`,
  '```\nnever closed',
  '````md\n```js\n# no\n```\n````',
  '    indented code\n\n    more of it',
  '$$\nx = \\frac{1}{2}\n$$',
  '<div>\n<p>Loose words<br>and more</p>\n</div>',
  '[^1]: A note. With two sentences.',
  '[ref]: https://depot.example "t"',
];

const NOISE = [
  '\0',
  '\u0001',
  '\ufeff',
  '\u200b',
  '\f',
  '\v',
  '\t',
  '\u00a0',
  '`',
  '[',
  '](',
  '<',
  '|',
  '*a ',
  '\\',
  '&amp;',
];
const BLANKS = ['\n'.repeat(30), ' '.repeat(200), '\n   \t\n', '\u3000', '\u2003'];
const LONE_SURROGATES = ['\ud83e', '\uddd0 x', 'a\udc00b'];

const JOINS = [
  '\n\n',
  '\n\n',
  '\n\n',
  '\n',
  '\n',
  ' ',
  '',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\n\n\n',
  '\n  ',
  '\n> ',
  '\n- ',
  '. ',
];
const FRONT_MATTER = ['---\ntitle: Canal manual\nowner: lock team\n---\n\n', '---\n- a\n---\n', '---\n\n'];

const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PROSE) },
  { weight: 5, arbitrary: fc.constantFrom(...STRUCTURE) },
  { weight: 3, arbitrary: fc.constantFrom(...SCRIPTS) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
  { weight: 1, arbitrary: fc.constantFrom(...NOISE, ...BLANKS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...PROSE), fc.integer({ min: 2, max: 12 })).map(([s, n]) => `${s} `.repeat(n)),
  },
);
const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });

const body = fc
  .array(fc.tuple(rarely(fc.constantFrom(...LONE_SURROGATES), ''), fragment, fc.constantFrom(...JOINS)), {
    maxLength: 16,
  })
  .map((parts) => parts.map(([surrogate, text, join]) => (surrogate === '' ? text + join : surrogate + join)).join(''));

/** A source of up to about sixteen fragments; one in four is plain text. */
export const randomSource: fc.Arbitrary<Source> = fc
  .record({
    mark: rarely(fc.constant('\ufeff'), ''),
    front: rarely(fc.constantFrom(...FRONT_MATTER), ''),
    body,
    mediaType: fc.constantFrom('text/markdown', 'text/markdown', 'text/markdown', 'text/plain'),
  })
  .map(({ mark, front, body, mediaType }) => ({ documentId: 'random', mediaType, text: mark + front + body }));

/** Chunk options as plain data, so that a counterexample can be read and typed again. */
export interface OptionSet {
  readonly strategy: Strategy;
  readonly unit: 'chars' | 'o200k' | 'cl100k' | 'words';
  readonly limit: number;
  /** Share of the limit in percent; 0 leaves the default. */
  readonly targetPercent: number;
  readonly overlap: { readonly size: number } | { readonly sentences: 1 | 2 } | null;
  readonly context: boolean | null;
  readonly frontMatter: 'drop' | 'keep';
}

const limit = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 8, max: 80 }),
  fc.integer({ min: 60, max: 400 }),
);

export const randomOptionSet: fc.Arbitrary<OptionSet> = fc
  .record({
    strategy: fc.constantFrom(...PLAIN_STRATEGIES),
    unit: fc.constantFrom('chars', 'o200k', 'cl100k', 'words' as const),
    limit,
    targetPercent: fc.constantFrom(0, 0, 40, 70, 100),
    overlapPercent: fc.constantFrom(null, null, 0, 10, 25, 50, 95),
    sentences: fc.constantFrom(null, null, 1, 2 as const),
    context: fc.constantFrom(null, true, false),
    frontMatter: fc.constantFrom('drop', 'keep' as const),
  })
  .map(({ overlapPercent, sentences, ...rest }): OptionSet => {
    if (sentences !== null) return { ...rest, overlap: { sentences } };
    if (overlapPercent === null) return { ...rest, overlap: null };
    return { ...rest, overlap: { size: Math.min(rest.limit - 1, Math.floor((rest.limit * overlapPercent) / 100)) } };
  });
