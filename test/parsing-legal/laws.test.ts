/** Laws of legal and plain text over random and hostile documents. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanLegal } from '../../src/parsing/legal/scan-legal.ts';
import { isSpace } from '../../src/parsing/lines.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { scanPlainText } from '../../src/parsing/plain-text.ts';

const SEED = 20_240_131;

const FRAGMENTS = [
  ...['1.', '1.1', '2.', '2.1.3', '(a)', '(b)', '(i)', '(ii)', 'a)', 'iv.', 'A.', 'I.', '§ 12', '§§ 3', '(1)', '12'],
  ...['ARTICLE I', 'Article 5', 'Section 2.3', 'Schedule A', 'Exhibit 1', 'Annex', 'PART IV', 'Chapter 3', 'CHAPTER'],
  ...['WHEREAS', 'NOW, THEREFORE', 'IN WITNESS WHEREOF', 'DEFINITIONS', 'Definitions', 'TERMS OF USE', 'Title'],
  ...[
    '"Term" means',
    '“Goods” shall mean',
    '(the "Buyer")',
    '(each a “Party”)',
    'Term',
    'Terms',
    'Goods',
    'Buyer',
    '"',
    '“',
  ],
  ...[
    'the parties shall agree',
    'of this Agreement',
    'and',
    'or',
    'Sections 1.1 and 2(b)',
    'paragraph (a)',
    'End.',
    ';',
    ':',
  ],
  ...[
    '===',
    '---',
    '=',
    '== x ==',
    '...... 4',
    '2031-05-04 10:00:00',
    '10:00:00 ',
    '\t',
    '   ',
    '\u00a0',
    '\ud83d\ude00',
    '\ud800',
    '第一章',
  ],
];
const line = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 5 }).map((parts) => parts.join(' '));
const document = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n\n', '\n  ', '\f', '\n\n      ')), { maxLength: 14 })
  .map((lines) => lines.map(([source, end]) => source + end).join(''));

function checkLaws(text: string, { blocks, labels, references }: Parsed): void {
  let end = 0;
  let covered = '';
  for (let i = 0; i < blocks.count; i++) {
    expect(blocks.parents[i]).toBe(-1);
    expect(blocks.starts[i]).toBeGreaterThanOrEqual(end);
    covered += text.slice(end, blocks.starts[i]);
    end = blocks.ends[i];
    const source = text.slice(blocks.starts[i], end);
    expect(source).not.toBe('');
    expect(isSpace(source.charCodeAt(0)) || isSpace(source.charCodeAt(source.length - 1))).toBe(false);
  }
  expect([...covered, ...text.slice(end)].filter((character) => !isSpace(character.charCodeAt(0)))).toEqual([]);
  for (const [index, label] of labels ?? []) {
    expect(index).toBeLessThan(blocks.count);
    expect(blocks.levels[index]).toBeGreaterThanOrEqual(1);
    expect(blocks.levels[index]).toBeLessThanOrEqual(6);
    expect(label).toMatch(/^\S(?:.*\S)?$/);
  }
  if (references !== undefined) checkReferences(text, references);
}

function checkReferences(text: string, references: NonNullable<Parsed['references']>): void {
  const { targets, places, meanings } = references;
  expect(places.length).toBe(meanings.length);
  for (const { span, name } of targets) {
    expect(name).not.toBe('');
    if (span === null) continue;
    expect(span.start).toBeLessThan(span.end);
    expect(span.end).toBeLessThanOrEqual(text.length);
  }
  for (let i = 0; i < places.length; i++) {
    expect(meanings[i]).toBeLessThan(targets.length);
    expect(places[i]).toBeLessThan(text.length);
    if (i > 0) expect(places[i]).toBeGreaterThanOrEqual(places[i - 1]);
    const { kind, span } = targets[meanings[i]];
    if (kind === 'definition' && span !== null) expect(places[i] < span.start || places[i] >= span.end).toBe(true);
  }
}

test('random contracts keep all of their text in blocks, in order, with sound labels and references', () => {
  fc.assert(
    fc.property(fc.oneof(document, fc.string({ unit: 'binary', maxLength: 120 })), (text) => {
      checkLaws(text, scanLegal(text));
    }),
    { numRuns: 1000, seed: SEED },
  );
});

test('random plain text keeps all of its text in blocks, in order, with sound labels', () => {
  fc.assert(
    fc.property(document, (text) => checkLaws(text, scanPlainText(text))),
    { numRuns: 1000, seed: SEED },
  );
});

test('references of random Markdown are sound', () => {
  const markdown = document.map(
    (text) => `# Agreement\n\nThis agreement. The parties shall agree.\n\n${text}\n[^1] [^1]: note`,
  );
  fc.assert(
    fc.property(markdown, (text) => {
      const parsed = parseSource({ documentId: 'd', mediaType: 'text/markdown', text });
      if (parsed.references !== undefined) checkReferences(parsed.text, parsed.references);
    }),
    { numRuns: 300, seed: SEED },
  );
});

const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['numbers alone', '(a) (i) 1.1 '.repeat(9000)],
  ['a number a line', '(a)\n(i)\n1.1\n'.repeat(9000)],
  ['ever deeper indents', Array.from({ length: 4000 }, (_, i) => `${' '.repeat(i % 250)}(a) x`).join('\n')],
  ['many definitions', Array.from({ length: 50_000 }, (_, i) => `"Term ${i}" means x${i}.`).join('\n')],
  ['definitions in one paragraph', Array.from({ length: 50_000 }, (_, i) => `"Term${i}" means x.`).join(' ')],
  ['a chain of terms', `${'"Term" or '.repeat(20_000)}"Term" means x`],
  ['nested quotes', '“A “B “C '.repeat(12_000)],
  ['quotes alone', '"'.repeat(100_000)],
  ['open brackets', '((the "A '.repeat(12_000)],
  ['one word of capitals', 'A'.repeat(100_000)],
  ['a term of one word, used', `"A" means b. ${'A '.repeat(50_000)}`],
  [
    'spaces behind a term',
    `"Term"${' '.repeat(100_000)}x Section${' '.repeat(100_000)}2 Term${' '.repeat(100_000)}means`,
  ],
  ['citations', 'Sections 1, 2, 3 and 4(a)(b)(c), '.repeat(4000)],
  ['capital lines', 'DEFINITIONS\n\n'.repeat(9000)],
  ['rules', '=====\n'.repeat(20_000)],
  ['chapters', 'CHAPTER I\n\n'.repeat(10_000)],
  ['numbered titles', Array.from({ length: 9000 }, (_, i) => `${i % 999}. Title\n\nText.\n`).join('\n')],
  ['footnotes', `[^1]: x\n\n${'[^1] `'.repeat(20_000)}`],
];

test.each(HOSTILE)('%s: nothing is lost, in time', (_, text) => {
  const legal = scanLegal(text);
  expect(legal.blocks.ends[legal.blocks.count - 1]).toBe(text.trimEnd().length);
  const plain = scanPlainText(text);
  expect(plain.blocks.ends[plain.blocks.count - 1]).toBe(text.trimEnd().length);
  const markdown = parseSource({ documentId: 'd', mediaType: 'text/markdown', text: `Agreement shall\n\n${text}` });
  expect(markdown.blocks.count).toBeGreaterThan(0);
});
