/** Laws of the record parsers over text made of the marks that their formats are decided by, and over text without end. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseText } from '../../src/parsing/normalise.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { parseRecords } from '../../src/parsing/records/parse-records.ts';
import { expectLawful } from './block-laws.ts';

const SEED = 20_260_511;

const SHARED = [
  '\n',
  '\n\n',
  '\n  ',
  '\n    ',
  ' ',
  '  ',
  '\t',
  'a',
  'bc',
  'name',
  'title',
  '1',
  '-2.5',
  '"',
  "'",
  '"a"',
  "'b'",
];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'application/json': [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"name":',
    '"k": ',
    'true',
    'null',
    '// c\n',
    '\n// d\n',
    '/* e */',
    '/*',
    '\\',
    '"\\u12',
  ],
  'application/jsonl': ['{', '}', '[', ']', ',', ':', '"id":', '\n{"a":', '1}\n', '// c', '/*', '\\'],
  'application/yaml': [
    'a: ',
    'b:\n',
    '- ',
    '-\n',
    '? ',
    ': ',
    '# c\n',
    '\n# d\n',
    '---\n',
    '--- ',
    '...\n',
    '%YAML 1.2\n',
    '|\n',
    '>-\n',
    '{',
    '}',
    '[',
    ']',
    ',',
    '&x ',
    '*x',
    '!t ',
    "''",
    '\\"',
    'name: b\n',
  ],
  'application/toml': [
    'a = ',
    '= ',
    '[t]\n',
    '[t.u]\n',
    '[[v]]\n',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"""',
    "'''",
    '# c\n',
    '\n# d\n',
    'b = [\n',
    'name = "x"\n',
    '.',
    '\\',
  ],
  'text/x-ini': ['[s]\n', '[', ']', 'a = 1\n', 'b: 2\n', '\n  c', '; d\n', '# e\n', '=', ':'],
  'text/x-java-properties': ['a=1\n', 'b: 2', '\\\n', '\\', '! c\n', '# d\n', '=', ':'],
  'text/x-dotenv': ['A=1\n', 'export ', 'B="', "C='", '"\n', '`', '# c\n', '=', '\\'],
  'text/csv': [',', ';', '|', '""', '"a,b"', '"\n', ',"', '",', '1,2\n', 'x,y\n', '\n"'],
  'text/tab-separated-values': ['\t', '""', '"\t', '\n\t', 'a\tb\n'],
  'application/xml': [
    '<a>',
    '</a>',
    '<b id="1">',
    '</b>',
    '<c/>',
    '<name>',
    '</name>',
    '<!-- d -->',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?p?>',
    '<?',
    '?>',
    '<!DOCTYPE x>',
    '<',
    '>',
    '&amp;',
    '="',
    '<d e="',
    '/>',
    'text',
  ],
};

function parse(text: string, mediaType: string): Parsed {
  const parsed = parseRecords(text, 'document', mediaType);
  if (parsed === undefined) throw new Error(`no parser for ${mediaType}`);
  return parsed;
}

const cases = Object.entries(FORMATS);

test.each(cases)('%s: any order of marks gives lawful blocks', (mediaType, marks) => {
  const mark = fc.constantFrom(...SHARED, ...marks);
  const text = fc.array(mark, { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (raw) => expectLawful(raw, parse(raw, mediaType))),
    { numRuns: 600, seed: SEED },
  );
});

test.each(cases)('%s: any text gives lawful blocks', (mediaType) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (raw) => {
      const { text } = normaliseText(raw);
      expectLawful(text, parse(text, mediaType));
    }),
    { numRuns: 200, seed: SEED },
  );
});

const DEPTH = 100_000;
const WIDTH = 50_000;

test.each([
  ['application/json', '['.repeat(DEPTH)],
  ['application/json', '['.repeat(DEPTH) + ']'.repeat(DEPTH)],
  ['application/json', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  ['application/json', '"'.repeat(WIDTH)],
  ['application/json', '"\\'.repeat(WIDTH)],
  ['application/json', '/*'.repeat(WIDTH)],
  ['application/json', `[${'\n// c\n\n'.repeat(WIDTH)}]`],
  ['application/json', '}'.repeat(WIDTH)],
  ['application/jsonl', '{"a":[1]}\n'.repeat(WIDTH)],
  ['application/jsonl', `${'['.repeat(DEPTH)}\n`.repeat(2)],
  ['application/yaml', '- '.repeat(DEPTH)],
  ['application/yaml', '['.repeat(DEPTH)],
  ['application/yaml', 'a: [\n'.repeat(WIDTH)],
  ['application/yaml', 'a: "\n'.repeat(WIDTH)],
  ['application/yaml', '- "\n'.repeat(WIDTH)],
  ['application/yaml', '? '.repeat(WIDTH)],
  ['application/yaml', '# c\n\n'.repeat(WIDTH)],
  ['application/yaml', '---\n'.repeat(WIDTH)],
  ['application/yaml', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ['application/yaml', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(1_000 - i)}# c\n`).join('')],
  ['application/toml', 'a = [\n'.repeat(WIDTH)],
  ['application/toml', 'a = """\n'.repeat(WIDTH)],
  ['application/toml', "a = '''\n'''".repeat(WIDTH)],
  ['application/toml', `a = [${'"'.repeat(WIDTH)}`],
  ['application/toml', `[${'"\\'.repeat(WIDTH)}`],
  ['application/toml', `a = """${'\\"""'.repeat(WIDTH)}`],
  ['application/toml', Array.from({ length: 1_000 }, (_, i) => `[${'a.'.repeat(i)}b]\n`).join('')],
  ['text/x-ini', '['.repeat(WIDTH)],
  ['text/x-ini', '[s]\n'.repeat(WIDTH)],
  ['text/x-java-properties', '\\\n'.repeat(WIDTH)],
  ['text/x-dotenv', 'A="\n'.repeat(WIDTH)],
  ['text/x-dotenv', `A='\n${'B="\\"\n'.repeat(WIDTH)}`],
  ['text/csv', '"'.repeat(WIDTH)],
  ['text/csv', '"a\n'.repeat(WIDTH)],
  ['text/csv', '"""a\n'.repeat(WIDTH)],
  ['text/csv', `"${'"" x\n'.repeat(WIDTH)}`],
  ['text/csv', ','.repeat(WIDTH)],
  ['application/xml', '<a>'.repeat(DEPTH)],
  ['application/xml', '<a>'.repeat(DEPTH) + '</a>'.repeat(DEPTH)],
  ['application/xml', '<a>'.repeat(DEPTH) + '</b>'.repeat(DEPTH)],
  ['application/xml', `${'<a>'.repeat(DEPTH)}<b>${'</a>'.repeat(DEPTH)}`],
  ['application/xml', '<a>x'.repeat(DEPTH) + '</a>'.repeat(DEPTH)],
  ['application/xml', '<'.repeat(WIDTH)],
  ['application/xml', '</a'.repeat(WIDTH)],
  ['application/xml', '<!--'.repeat(WIDTH)],
  ['application/xml', `<a>${'x<b/>'.repeat(WIDTH)}</a>`],
  ['application/xml', `<a>${'<b/>x'.repeat(WIDTH)}</a>`],
])('%s: hostile text %# is read to its end', (mediaType, text) => {
  const { blocks, labels } = parse(text, mediaType);
  expect(blocks.ends.subarray(0, blocks.count).reduce((a, b) => Math.max(a, b), 0)).toBe(text.trimEnd().length);
  expect(labels === undefined || labels.size <= blocks.count).toBe(true);
});
