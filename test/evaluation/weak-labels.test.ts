import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEAK_SOURCES, type WeakSource, weakLabelsOf } from '../../src/evaluation/weak-labels.ts';
import { linkLabels } from '../../src/evaluation/weak-links.ts';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { parseWithGrammars } from '../../src/parsing/code/parse-with-grammars.ts';
import { mediaTypeOf } from '../../src/parsing/media-type.ts';
import { parseSource } from '../../src/parsing/parse.ts';

/** `question -> answer` for each label of the text, read as the ending of `documentId` says. */
async function labels(source: WeakSource, documentId: string, text: string): Promise<readonly string[]> {
  const document = await parseWithGrammars({ documentId, mediaType: mediaTypeOf(documentId), text }, loadSyntaxParsers);
  const found = weakLabelsOf(document, [source]).labels;
  return found.map(({ forms, span }) => `${forms[0]} -> ${text.slice(span.start, span.end)}`);
}

const LONG = 'It takes four working days, and five in winter, to get there.';

describe('headings', () => {
  it('are answered by what stands under them, without themselves and up to the next one', async () => {
    const text = `# Handbook\n\n${LONG}\n\n## Parental leave\n\n${LONG}\n\n- and a list\n\n### Notice period\n\n${LONG}\n`;
    expect(await labels('heading', 'a.md', text)).toEqual([
      `Handbook -> ${LONG}`,
      `Parental leave -> ${LONG}\n\n- and a list`,
      `Notice period -> ${LONG}`,
    ]);
  });

  it('of one word come with the heading above, and have longer forms for where they are not clear', () => {
    const text = `# Guide\n\n## Server\n\n### Install\n\n${LONG}\n\n### Start the server\n\n${LONG}\n`;
    const document = parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text });
    expect(weakLabelsOf(document, ['heading']).labels.map(({ forms }) => forms)).toEqual([
      ['Server: Install', 'Guide: Server: Install'],
      ['Start the server', 'Server: Start the server', 'Guide: Server: Start the server'],
    ]);
  });

  it('lose their numbers, and say nothing where the answer is too short or too long', async () => {
    const text = `# 2.1 Delivery times\n\n${LONG}\n\n# Empty one\n\nShort.\n\n# Endless one\n\n${LONG.repeat(100)}\n`;
    expect(await labels('heading', 'a.md', text)).toEqual([`Delivery times -> ${LONG}`]);
  });

  it('have places of the raw file', () => {
    const text = `\ufeff# Two words\r\n\r\nFirst line of an answer that goes on,\r\nsecond line of it.\r\n`;
    const { labels: found } = weakLabelsOf(parseSource({ documentId: 'a.md', mediaType: 'text/markdown', text }), [
      'heading',
    ]);
    expect(text.slice(found[0].span.start, found[0].span.end)).toBe(
      'First line of an answer that goes on,\r\nsecond line of it.',
    );
  });
});

describe('questions in the text', () => {
  it.each([
    ['a heading', `## How long does it take?\n\n${LONG}\n`],
    ['bold', `**How long does it take?**\n\n${LONG}\n`],
    ['bold with the answer below', `**How long does it take?**\n${LONG}\n`],
    ['Q and A in one paragraph', `Q: How long does it take?\nA: ${LONG}\n`],
    ['Q and A in two', `**Q:** How long does it take?\n\n**A:** ${LONG}\n`],
  ])('are %s', async (_, text) => {
    expect(await labels('question', 'a.md', text)).toEqual([`How long does it take? -> ${LONG}`]);
  });

  it('need no spaces where the script has none', async () => {
    const answer = '运送需要四个工作日，冬季需要五个工作日。山区和岛屿需要更长的时间，请提前打电话询问，我们会告诉您。';
    expect(await labels('question', 'a.md', `## 运送需要多长时间？\n\n${answer}\n`)).toEqual([
      `运送需要多长时间？ -> ${answer}`,
    ]);
  });

  it('end at the next question and at the next heading', async () => {
    const text = `**Is it far away?**\n\n${LONG}\n\nAnd more.\n\n**Is it very cold?**\n\n${LONG}\n\n# Next part\n\n${LONG}\n`;
    expect(await labels('question', 'a.md', text)).toEqual([
      `Is it far away? -> ${LONG}\n\nAnd more.`,
      `Is it very cold? -> ${LONG}`,
    ]);
  });

  it('are no sentences in the middle of a paragraph', async () => {
    expect(await labels('question', 'a.md', `# Part one\n\nIs it far away? ${LONG} **Really?** Yes.\n`)).toEqual([]);
  });
});

describe('definitions', () => {
  it('are lists of terms under a heading that says so, and definition lists anywhere', async () => {
    const entry = `**Depot**: the place where the vans stand at night and are loaded.`;
    expect(await labels('definition', 'a.md', `# Glossary\n\n- ${entry}\n- **Van**: short.\n`)).toEqual([
      `What is Depot? -> ${entry}`,
    ]);
    expect(await labels('definition', 'a.md', `# Features\n\n- ${entry}\n`)).toEqual([]);
    const list = `Depot\n: the place where the vans stand at night and are loaded.`;
    expect(await labels('definition', 'a.md', `# Any title\n\n${list}\n`)).toEqual([`What is Depot? -> ${list}`]);
  });

  it('are rows of a table of terms', async () => {
    const row = '| `depot` | the place where the vans stand at night |';
    const text = `| Term | Meaning |\n| --- | --- |\n${row}\n\n| Van | Seats |\n| --- | --- |\n| a long name of a van | a lot of seats there |\n`;
    expect(await labels('definition', 'a.md', text)).toEqual([`What is depot? -> ${row}`]);
  });

  it('are what the parser finds in a contract', async () => {
    const text = readFileSync(new URL('../../examples/formats/loan.txt', import.meta.url), 'utf8');
    expect(await labels('definition', 'loan.txt', text)).toEqual([
      'What is Van? -> 1.1 "Van" means the vehicle described in Schedule 1, with its keys and its log.',
      expect.stringMatching(/^What is Loan Period\? -> 1.2 "Loan Period" means the time/),
    ]);
  });
});

describe('doc comments', () => {
  it('ask in their first sentence, and the declaration without them answers', async () => {
    const code = 'export function add(a: number, b: number): number {\n  return a + b;\n}';
    const text = `/**\n * Adds two numbers to one sum. And more.\n *\n * @param a the first\n */\n${code}\n\n// Too short.\nfunction other() {\n  return "something that is long enough";\n}\n`;
    expect(await labels('comment', 'a.ts', text)).toEqual([`Adds two numbers to one sum -> ${code}`]);
  });

  it('are strings in Python, and lines in Go', async () => {
    const body = '    return product_of_two_numbers(number=x, other_number=x)';
    const python = `def square(x):\n    """Give the square of a number.\n\n    It is slow.\n    """\n${body}\n`;
    expect(await labels('comment', 'a.py', python)).toEqual([`Give the square of a number -> ${body}`]);
    const method = `class Square:\n    side = 1\n\n    def area(self):\n        """Give the area of the square."""\n    ${body}\n`;
    expect(await labels('comment', 'a.py', method)).toEqual([`Give the area of the square ->     ${body}`]);
    const go = 'func Square(x int) int {\n\treturn productOfTwoNumbers(x, x)\n}';
    expect(
      await labels('comment', 'a.go', `package a\n\n// Square gives the square\n// of a number.\n${go}\n`),
    ).toEqual([`Square gives the square of a number -> ${go}`]);
  });
});

describe('captions and links', () => {
  it('ask for the table they stand at', async () => {
    const table = '| Van | Seats |\n| --- | --- |\n| the van with the long name | two in front, six behind |';
    expect(await labels('caption', 'a.md', `Table 2: Seats of the vans in winter\n\n${table}\n`)).toEqual([
      `Seats of the vans in winter -> ${table}`,
    ]);
    expect(await labels('caption', 'a.md', `Table 2 shows the seats of all vans.\n\n${table}\n`)).toEqual([]);
  });

  it('ask for the section they lead to, unless they only repeat its heading', () => {
    const parse = (documentId: string, text: string) =>
      weakLabelsOf(parseSource({ documentId, mediaType: 'text/markdown', text }), ['link']);
    const target = `# Vans\n\n${LONG}\n\n## Cold starts, explained\n\n${LONG} In winter.\n`;
    const links = [
      '[when it does not start](../vans.md#cold-starts-explained)',
      '[all about our vans](../vans.md)',
      '[Cold starts, explained](../vans.md#cold-starts-explained)',
      '[somewhere else on the web](https://example.org/vans.md)',
      '[a page that is gone](../gone.md)',
      '![picture of a van](../vans.md)',
    ];
    const corpus = [parse('guide/a.md', `# A\n\n${links.join(' ')}\n`), parse('vans.md', target)];
    expect(
      linkLabels(corpus).map(({ forms, documentId, span }) => [
        forms[0],
        documentId,
        target.slice(span.start, span.end),
      ]),
    ).toEqual([
      ['when it does not start', 'vans.md', `${LONG} In winter.`],
      ['all about our vans', 'vans.md', LONG],
    ]);
  });
});

describe('any text', () => {
  const PIECES = [
    '# ',
    '## ',
    '**',
    'Q: ',
    'A: ',
    '? ',
    '\n',
    '\n\n',
    '| ',
    '| Term | Meaning |\n|---|---|\n',
    ': ',
    '[a b c](a.md#x)',
    '"""',
    'def f(x):\n',
    '/** ',
    ' */',
    '// ',
    'word ',
    'long words in a row that make an answer ',
    '\r\n',
    '\ufeff',
    '\ud83d\ude80',
  ];

  it('gives labels with a question and an answer inside the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }),
        fc.constantFrom('a.md', 'a.txt', 'a.py', 'a.ts', 'a.html'),
        async (pieces, documentId) => {
          const text = pieces.join('');
          const document = parseSource({ documentId, mediaType: mediaTypeOf(documentId), text });
          const { labels: found, sections } = weakLabelsOf(document, WEAK_SOURCES);
          for (const { forms, span } of found) {
            expect(forms.length).toBeGreaterThan(0);
            expect(text.slice(span.start, span.end).replace(/\s/g, '').length).toBeGreaterThanOrEqual(40);
          }
          for (const { span } of sections) expect(span.end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
