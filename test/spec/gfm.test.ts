/** Tables, task lists, footnotes and math give the blocks that mdast gives; each input is a whole document. */
import { describe, expect, test } from 'vitest';
import { scanMarkdown } from '../../src/parsing/markdown/scan.ts';
import { comparable, oracleRows, tableRows } from './block-rows.ts';

const TABLES = [
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'a | b\n:- | -:\n1 | 2\n',
  '| a |\n| - |',
  '| a |\n| - |\n\n| b |',
  'intro\n| a | b |\n| - | - |\n| 1 | 2 |\nnot a row?\n\nafter',
  '| a | b |\n| - |\n| 1 | 2 |',
  '| a |\n| - | - |',
  '| a | b |\n| - | - |\n> quote ends it',
  '| a | b |\n| - | - |\n- a list ends it',
  '| a | b |\n| - | - |\n2. even this one',
  '| a | b |\n| - | - |\n# heading ends it',
  '| a | b |\n| - | - |\n```\ncode ends it\n```',
  '| a | b |\n| - | - |\n<b>\n',
  '| a | b |\n| - | - |\n    indented code ends it',
  '| a | b |\n| - | - |\n***\n',
  '| a | b |\n| - | - |\n===\n',
  '| a \\| b | c |\n| - | - |\n| \\| | 2 |',
  '| `a | b` | c |\n| - | - | - |\n',
  '| a\\\\| b |\n| - | - |',
  'a\n:-\n',
  'a\n-:\nb',
  'a\n-\n',
  '|\n|-|\n',
  '||\n|-|\n',
  '| a |\n|---|\n|\n||\n',
  '| a |\n---\n',
  '|a|\n|:-:|\n|b|\n',
  '   | a |\n   | - |\n   | b |\n',
  '    | a |\n    | - |\n',
  'x\n    | a |\n| - |\n',
  '| a |\n    | - |\n',
  '> | a | b |\n> | - | - |\n> | 1 | 2 |\n| lazy | no |',
  '> | a | b |\n| - | - |\n',
  '> x\n| a |\n> | - |\n',
  '- | a | b |\n  | - | - |\n  | 1 | 2 |\n- next',
  '1. | a |\n   | - |\n| out |',
  '[a]: /u\n| b |\n| - |\n',
  '[a]:\n| b |\n| - |\n',
  '| a | b |  \n| - | - |  \n| 1 | 2 |  \n',
  '| a |\n|\t-\t|\n|\tb\t|',
  '| a |\n| :: |\n',
  '| a |\n| - - |\n',
  'h\n\n| a |\n| - |\n| - |\n| - |\n',
  '| a | b |\n| - | - |\n[x]: /u\n',
  '| a | b |\n| - | - |\n[^n]: note\n',
  '| a | b |\n| - | - |\n$$\nx\n$$\n',
];

const TASKS = [
  '- [ ] open\n- [x] done\n',
  '- [ ] open\n  - [x] nested\n    more\n',
  '1. [X] a\n2. [ ] b\n',
  '* [ ]\n* [x]no space\n',
  '- [ ]\n  text below\n',
  '- [x] [link](/u)\n- [ ] `code`\n',
  '+ [ ] a\n\n  b\n+ c\n',
  '> - [ ] in a quote\n',
];

const FOOTNOTES = [
  'a[^1]\n\n[^1]: note',
  '[^1]: note\nlazy line\n\n    more\n\nout',
  '[^1]: a\n[^2]: b\n',
  '[^long-name]:\n    indented body\n',
  '[^1]:\n\n    late body\n',
  '[^1]:      no code here\n',
  '[^1]: - list\n      - nested\n',
  '[^1]: > quote\n    > more\n',
  '[^1]: ```\n    code\n    ```\n',
  '[^a b]: no white space in labels\n',
  '[^]: empty\n',
  '[^a[b]: no bracket\n',
  '[^a\\]b]: escaped\n',
  '[^a\\b]: c\n',
  'text\n[^1]: interrupts\n',
  '- [^1]: in an item\n\n      more\n',
  '> [^1]: in a quote\n>\n>     more\n',
  '[^1]: [^2]: nested\n',
  '    [^1]: code\n',
  '   [^1]: indented three\n',
  '[^1]: a\n\n\n    b\n\n   c\n',
  '[^1]: # heading\n    text\n',
  '[^1]: | a |\n    | - |\n    | b |\n',
  '[^1]\n',
  '[^1] : no\n',
];

const MATH = [
  '$$\nx\n$$\n',
  '$$\nx',
  '$$\n\n\n',
  'a\n$$\nb\n$$\nc',
  '$$$\nx\n$$\ny\n$$$\n',
  '$$ meta\nx\n$$ \n',
  '$$x$$\n',
  '$x$\n',
  '   $$\n   x\n   $$\n',
  '    $$\n    x\n',
  '$$\n    $$\nx\n$$\n',
  '> $$\n> x\n> $$\n',
  '> $$\n> x\ny\n',
  '- $$\n  x\n  $$\n- b\n',
  '- $$\n  x\n- b\n',
  '$$\n> not a quote\n- not a list\n$$\n',
  '$$\n$$ x\n$$\n',
];

const HOSTILE = [
  '- > - > - > a\n\n      b\n',
  '- a\n - b\n  - c\n   - d\n    - e\n',
  '1. a\n\n\n\n   b\n10. c\n',
  '-\n\n  not in the item\n',
  '-\n  in the item\n\n  still\n',
  '- a\n\n      code\n\n  b\n',
  '-\tt\n\n\tu\n',
  '>\t\tcode\n',
  '- \t\tcode\n',
  ' -    code?\n',
  '- ```\n  a\n\n\nb\n',
  '> ```\n> a\n- b\n',
  '> a\n===\n',
  '> a\n---\n',
  '> a\n    b\n',
  '> > a\n> b\nc\n',
  '[a]: /u\n===\n',
  '[a]: /u\n---\n',
  '[a]: /u\n-\n',
  '[a]: /u "t\nu"\nb\n',
  '[a]: /u\n"t" x\n',
  "[a]:\n  /u\n  (t)\n[b]: <>\n[c]: <x y> 't'\n",
  '> [a]:\n> /u\n> "t\n> u"\n> b\n',
  '- [a]: /u\n  [b]: /v\n\n  c\n',
  '[\na\n]: /u\n',
  '[a]: (b(c)d)\n[e]: f)g\n',
  '<div\n\nb\n',
  '<!-->\na\n',
  '<!--\n\n-->b\n\nc\n',
  '<script>\n\n</style>\na\n',
  '<pre/>\na\n\nb\n',
  '</b  >\nc\n\n<b a=/>\n\n<b a="c"d>\n',
  'a\n<b>\n<div>\n\n<b>\n',
  '  <?a\n?>\n',
  '```a`b\n```\n',
  '~~~ a`b ~\n~~~~ \n',
  '````\n```\n````\n',
  '  ```\n   ```\n',
  '# \n#\n#a\n####### b\n## c ## \n',
  '* * *\n- - x\n+++\n***bold***\n',
  '1234567890. a\n123456789. b\n',
  'a\n2. b\n1. c\n',
  'a\n- -\n',
  'a\n-\nb\n*\n',
  'a  \n\n\n   b\t\n',
  '\u00a0\n\u3000a\n\fb\n',
];

describe.each([
  ['tables', TABLES],
  ['task lists', TASKS],
  ['footnotes', FOOTNOTES],
  ['math', MATH],
  ['hostile', HOSTILE],
])('%s', (_name, inputs) => {
  test.each(inputs.map((text) => [JSON.stringify(text), text]))('%s', (_shown, text) => {
    expect(comparable(text, tableRows(scanMarkdown(text).blocks))).toEqual(comparable(text, oracleRows(text)));
  });
});

/** Where the oracle leaves the specification we follow the latter. */
describe('against the oracle', () => {
  test('indented code does not keep a list from starting with 2', () => {
    const kinds = tableRows(scanMarkdown('    code\n\n2. item\n').blocks).map((row) => row.kind);
    expect(kinds).toEqual(['code', 'list', 'listItem', 'paragraph']);
  });

  test('a complete tag on a lazy line continues the paragraph', () => {
    const kinds = tableRows(scanMarkdown('- a\n<b>\n').blocks).map((row) => row.kind);
    expect(kinds).toEqual(['list', 'listItem', 'paragraph']);
  });

  test('indented code that ends a list is one block', () => {
    const text = '-\n\n\n    code\n    code\n';
    expect(tableRows(scanMarkdown(text).blocks).at(-1)).toMatchObject({ kind: 'code', start: 4, end: 21, depth: 0 });
  });

  test('a footnote inside a footnote needs the indentation of both', () => {
    const rows = tableRows(scanMarkdown('[^a]: [^b]: c\n\n    > d\n\n        e\n').blocks);
    expect(rows.map((row) => [row.kind, row.depth])).toEqual([
      ['footnoteDefinition', 0],
      ['footnoteDefinition', 1],
      ['paragraph', 2],
      ['blockquote', 1],
      ['paragraph', 2],
      ['code', 1],
    ]);
  });

  test('a CDATA section ends at its first `]]>`', () => {
    const kinds = tableRows(scanMarkdown('<![CDATA[a]]]>\nb\n').blocks).map((row) => row.kind);
    expect(kinds).toEqual(['html', 'paragraph']);
  });

  test('a quote deeper than a hundred levels is text', () => {
    const table = scanMarkdown(`${'> '.repeat(150)}a\n`).blocks;
    expect(table.count).toBe(101);
    expect(tableRows(table).at(-1)).toMatchObject({ kind: 'paragraph', start: 200, depth: 100 });
  });
});
