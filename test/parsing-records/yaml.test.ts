/** YAML as entries: hand-written cases, and any document against the ranges of the yaml package. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPair, isScalar, type Pair, parseAllDocuments, stringify, visit } from 'yaml';
import { blockAt } from '../../src/model/block.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { labelOf } from '../../src/parsing/records/label.ts';
import { scanYaml } from '../../src/parsing/records/yaml.ts';
import { expectLawful, outline } from './block-laws.ts';

const SEED = 20_260_511;

function yaml(text: string): Parsed {
  const parsed = scanYaml(text, 'document');
  expectLawful(text, parsed);
  return parsed;
}

/** The outline without the root. */
function entriesOf(text: string): string[] {
  return outline(text, yaml(text)).slice(1);
}

describe('entries', () => {
  test('one per key, under one root', () => {
    expect(entriesOf('server:\n  tls:\n    cert: a.pem\n  port: 80\ndebug: true\n')).toEqual([
      '  server | server:⏎  tls:⏎    cert: a.pem⏎  port: 80',
      '    tls | tls:⏎    cert: a.pem',
      '      cert | cert: a.pem',
      '    port | port: 80',
      '  debug | debug: true',
    ]);
  });

  test('items are named by what identifies them; runs of small ones are one entry', () => {
    expect(entriesOf('list:\n- one\n- two\n- id: 3\n  name: web\n- - x\n  - k: 1\n- "last"\n')).toEqual([
      '  list | list:⏎- one⏎- two⏎- id: 3⏎  name: web⏎- - x⏎  - k: 1⏎- "last"',
      '    [0-1] | - one⏎- two',
      '    [name=web] | - id: 3⏎  name: web',
      '      id | id: 3',
      '      name | name: web',
      '    [3] | - - x⏎  - k: 1',
      '      [0] | - x',
      '      [1] | - k: 1',
      '        k | k: 1',
      '    [4] | - "last"',
    ]);
    expect(entriesOf('a:\n  - 1\n  - 2\n')).toEqual(['  a | a:⏎  - 1⏎  - 2']);
  });

  test('values of many lines stay whole, whatever they hold', () => {
    expect(
      entriesOf(
        'a: |\n  b: 1\n\n  # no comment\n   - c\nd: >-\n e\nf: "g\n  h: \\" # i"\nj: plain\n  k: l\nm: {n: [o,\n  "}"], p: q}\nr:\n',
      ),
    ).toEqual([
      '  a | a: |⏎  b: 1⏎⏎  # no comment⏎   - c',
      '  d | d: >-⏎ e',
      '  f | f: "g⏎  h: \\" # i"',
      '  j | j: plain⏎  k: l',
      '  m | m: {n: [o,⏎  "}"], p: q}',
      '  r | r:',
    ]);
  });

  test('keys with quotes, anchors, tags and question marks are read as meant', () => {
    expect(
      entriesOf("\"a: b\": 1\n'it''s': 2\n&x c: &y\n  <<: *y\n!!str d: !!map\n  http://e: f\n? g h\n: i\n"),
    ).toEqual([
      '  a: b | "a: b": 1',
      "  it's | 'it''s': 2",
      '  c | &x c: &y⏎  <<: *y',
      '    << | <<: *y',
      '  d | !!str d: !!map⏎  http://e: f',
      '    http://e | http://e: f',
      '  g h | ? g h⏎: i',
    ]);
  });

  test('a document that is JSON has the entries of JSON', () => {
    expect(entriesOf('{"a": {"b": 1}}')).toEqual(['  a | "a": {"b": 1}', '    b | "b": 1']);
  });
});

test('comments belong to what follows them, further right to what stands before, between blank lines to themselves', () => {
  expect(
    entriesOf(
      '# licence\n\n# about a\na: 1 # tail\nb:\n  # about c\n  c: 2\n  # d: 3\n\n# part\n\ne:\n# about f\n- f\n# end\n',
    ),
  ).toEqual([
    '  - | # licence',
    '  a | # about a⏎a: 1 # tail',
    '  b | b:⏎  # about c⏎  c: 2⏎  # d: 3',
    '    c | # about c⏎  c: 2⏎  # d: 3',
    '  - | # part',
    '  e | e:⏎# about f⏎- f',
    '  - | # end',
  ]);
});

test('documents beside others are called what their fields say', () => {
  const one = 'kind: Service\nmetadata:\n  name: web\nspec:\n  name: x\n';
  const two = 'title: Quays\nkind: ""\n';
  const three = 'list:\n- name: x\nmore:\n  kind: y\n';
  const roots = ({ blocks, labels }: Parsed) =>
    Array.from({ length: blocks.count }, (_, i) => i)
      .filter((i) => blocks.levels[i] === 0)
      .map((i) => labels?.get(i));
  expect(roots(yaml([one, two, three].join('---\n')))).toEqual(['Service[name=web]', '[title=Quays]', undefined]);
  expect(roots(yaml(one))).toEqual([undefined]);
});

test('each document of a file has a root of its own', () => {
  const text = '%YAML 1.2\n---\na: 1\n--- # two\nb: 2\n...\n# three\n--- |\n text\n---\n- c: 3\n';
  expect(outline(text, yaml(text))).toEqual([
    '- | %YAML 1.2⏎---⏎a: 1',
    '  a | a: 1',
    '- | --- # two⏎b: 2⏎...',
    '  b | b: 2',
    '- | # three⏎--- |⏎ text',
    '  - | # three',
    '- | ---⏎- c: 3',
    '  [0] | - c: 3',
    '    c | c: 3',
  ]);
});

test('the title is a plain value under title, else under name, at the top of the first document', () => {
  expect(yaml('name: n\ntitle: "a \\u0062" # c\n').fields).toEqual({ title: 'a b' });
  expect(yaml('name: n\na:\n  title: t\n---\ntitle: u\n').fields).toEqual({ title: 'n' });
  expect(yaml('title: |\n  x\n').fields).toBeUndefined();
});

test('a quote or bracket that is never closed ends where its collection does', () => {
  const text = 'a:\n  b: "c\n  d: 1\ne: [1,\nf: 2\n';
  expect(entriesOf(text).map((line) => line.split(' | ')[0].trim())).toEqual(['a', 'b', 'd', 'e', 'f']);
  expect(yaml(text).diagnostics?.map(({ code, span }) => [code, span])).toEqual([
    ['malformed-data', { start: 8, end: 10 }],
    ['malformed-data', { start: 21, end: 24 }],
  ]);
});

/** A key of a block mapping as the yaml package sees it. */
interface Member {
  readonly start: number;
  readonly key: string;
  readonly valueEnd: number;
}

/** All of them in reading order, those inside flow collections left out; undefined for what is no YAML. */
function membersOf(text: string): Member[] | undefined {
  const members: Member[] = [];
  for (const document of parseAllDocuments(text)) {
    if (!('contents' in document)) continue;
    // The package writes some folded strings with escapes that it does not read.
    if (document.errors.length > 0) return undefined;
    visit(document, {
      Collection: (_, node) => (node.flow === true ? visit.SKIP : undefined),
      Pair(_, pair) {
        if (isPair(pair)) members.push(memberOf(pair));
      },
    });
  }
  return members;
}

function memberOf({ key, value }: Pair): Member {
  if (!isScalar(key) || key.range === null || key.range === undefined) throw new Error('a key without a range');
  const range = (value as { range?: [number, number, number] } | null)?.range;
  return { start: key.range[0], key: String(key.source), valueEnd: range?.[1] ?? key.range[1] };
}

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.lorem({ maxCount: 30 }),
  fc.array(fc.lorem({ maxCount: 5 }), { minLength: 2, maxLength: 4 }).map((lines) => `${lines.join('\n')}\n`),
  fc.constantFrom(
    '- a',
    'a: b',
    '# c',
    '"q',
    "it's",
    '---',
    '...',
    '|',
    '> x',
    '{',
    '[x',
    '&a',
    '*b',
    '!c',
    '? d',
    'x #y',
    '',
    ' ',
    '\n',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('a', 'name', 'a b', 'a: b', '#c', "it's", '- d', '"', '[e', '{f', '? g', '! h', '& i', '1'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const style = fc.record({
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 30, 80),
  defaultStringType: fc.constantFrom(
    'PLAIN' as const,
    'QUOTE_DOUBLE' as const,
    'QUOTE_SINGLE' as const,
    'BLOCK_LITERAL' as const,
  ),
  collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
  simpleKeys: fc.constant(true),
});
const members = fc.dictionary(key, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
const text = fc
  .array(fc.tuple(members, style), { minLength: 1, maxLength: 3 })
  .map((documents) => documents.map(([content, options]) => stringify(content, options)).join('---\n'));

test('any document: a key is an entry from where the yaml package sees it to the end of its value', () => {
  let compared = 0;
  fc.assert(
    fc.property(text, (source) => {
      fc.pre(!/^\s*[[{]/.test(source));
      const expected = membersOf(source);
      if (expected === undefined) return;
      const parsed = yaml(source);
      const entries = Array.from({ length: parsed.blocks.count }, (_, i) => blockAt(parsed.blocks, i)).filter(
        ({ span, level }) => level > 0 && !/^-(?:\s|$)/.test(source.slice(span.start, span.start + 2)),
      );
      expect(entries.map(({ span }) => span.start)).toEqual(expected.map(({ start }) => start));
      expect(entries.map(({ index }) => parsed.labels?.get(index) ?? '')).toEqual(
        expected.map((member) => labelOf(member.key)),
      );
      entries.forEach(({ span }, i) => {
        expect(source.slice(0, span.end).trimEnd().length).toBe(source.slice(0, expected[i].valueEnd).trimEnd().length);
      });
      compared += expected.length;
    }),
    { numRuns: 250, seed: SEED },
  );
  expect(compared).toBeGreaterThan(700);
});
