/** What random documents are made of: texts and structures that chunkers stumble over. */

export const PROSE = [
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

export const SCRIPTS = [
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
  'x \u0308y. \u0301Z \u0600 1\n \u0308 end',
];

export const LONG = [
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

export const STRUCTURE = [
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

export const NOISE = [
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
export const BLANKS = ['\n'.repeat(30), ' '.repeat(200), '\n   \t\n', '\u3000', '\u2003'];
export const LONE_SURROGATES = ['\ud83e', '\uddd0 x', 'a\udc00b'];
