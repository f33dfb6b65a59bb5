/** JSON and JSON lines as entries: hand-written cases, and any document against the tree of jsonc-parser. */
import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { blockAt } from '../../src/model/block.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { scanJson, scanJsonLines } from '../../src/parsing/records/json.ts';
import { labelOf } from '../../src/parsing/records/label.ts';
import { expectLawful, outline } from './block-laws.ts';

const SEED = 20_260_511;

function json(text: string): Parsed {
  const parsed = scanJson(text, 'document');
  expectLawful(text, parsed);
  return parsed;
}

describe('entries', () => {
  test('one per member, with its comma, under one root', () => {
    const text = '{\n  "server": {\n    "tls": { "cert": "a.pem" },\n    "port": 80\n  },\n  "debug": true\n}\n';
    expect(outline(text, json(text))).toEqual([
      `- | ${text.trimEnd().replaceAll('\n', '⏎')}`,
      '  server | "server": {⏎    "tls": { "cert": "a.pem" },⏎    "port": 80⏎  },',
      '    tls | "tls": { "cert": "a.pem" },',
      '      cert | "cert": "a.pem"',
      '    port | "port": 80',
      '  debug | "debug": true',
    ]);
  });

  test('empty objects, empty arrays and null are values (F23)', () => {
    const text = '{"a":{},"b":[],"c":{"d":{}},"e":null}';
    expect(outline(text, json(text)).slice(1)).toEqual([
      '  a | "a":{},',
      '  b | "b":[],',
      '  c | "c":{"d":{}},',
      '    d | "d":{}',
      '  e | "e":null',
    ]);
  });

  test('elements are named by what identifies them, else by their place', () => {
    const text = '[{"id": 7, "title": "t"}, {"title": "t", "name": "web"}, {"x": 1}, {"name": ""}]';
    const labels = outline(text, json(text)).filter((line) => /^ {2}\S/.test(line));
    expect(labels.map((line) => line.split(' | ')[0].trim())).toEqual(['[id=7]', '[name=web]', '[2]', '[3]']);
  });

  test('an array of small values is one piece; beside larger elements its runs are', () => {
    const numbers = '{"a": [1, [2, 3], "x", {}]}';
    expect(outline(numbers, json(numbers)).slice(1)).toEqual(['  a | "a": [1, [2, 3], "x", {}]']);
    const mixed = '[1, [2, 3], {"k": 4}, 5]';
    expect(outline(mixed, json(mixed)).slice(1)).toEqual([
      '  [0-1] | 1, [2, 3],',
      '  [2] | {"k": 4},',
      '    k | "k": 4',
      '  [3] | 5',
    ]);
    const long = JSON.stringify(['s', 'l'.repeat(100)]);
    expect(outline(long, json(long)).slice(1)).toEqual(['  [0] | "s",', `  [1] | "${'l'.repeat(100)}"`]);
  });

  test('a path longer than its value keeps all its keys (F51)', () => {
    const text = `{"l1":{"l2":{"l3":{"l4":{"l5":"${'v'.repeat(80)}"}}}}}`;
    const parsed = json(text);
    expect([...(parsed.labels?.values() ?? [])]).toEqual(['l1', 'l2', 'l3', 'l4', 'l5']);
    expect(blockAt(parsed.blocks, 5)).toMatchObject({ level: 5, span: { start: 25, end: text.length - 5 } });
  });

  test('one minified line of 1.6 MB has an entry for each of its records (F52)', () => {
    const record = '{"a":1,"b":"two"},';
    const count = Math.floor(1_600_000 / record.length);
    const text = `[${record.repeat(count)}0]`;
    const { blocks } = scanJson(text, 'document');
    expect(blocks.count).toBe(1 + 3 * count + 1);
    expect(blocks.starts[1 + 3 * (count - 1)]).toBe(1 + record.length * (count - 1));
  });
});

describe('comments', () => {
  test('belong to the member below them, or to the one before them on its line', () => {
    const text = '// licence\n\n{\n  // first\n  /* more */\n  "a": 1, // tail\n  "b": 2 // end\n}\n// bye';
    expect(outline(text, json(text)).slice(1)).toEqual([
      '  - | // licence',
      '  a | // first⏎  /* more */⏎  "a": 1, // tail',
      '  b | "b": 2 // end',
      '  - | // bye',
    ]);
  });

  test('between blank lines are entries of their own among members, and part of an array', () => {
    const text = '{\n  // part one\n\n  "a": [\n    // some\n\n    1\n  ]\n}';
    expect(outline(text, json(text)).slice(1)).toEqual(['  - | // part one', '  a | "a": [⏎    // some⏎⏎    1⏎  ]']);
  });
});

describe('text that breaks the rules', () => {
  test.each([
    ['{"a": {"b": 1', ['a', 'b'], 'The text ends inside 2 brackets that are never closed.'],
    ['{"a": 1 "b": 2}', ['a', 'b'], 'A comma is missing before this key.'],
    ['{"a" 1}', ['a'], 'A colon is missing before this value.'],
    ['{"a": , "b"}', ['a', 'b'], 'A key has no value.'],
    ['{"a": [1}', ['a'], 'A bracket is closed by one of the other kind.'],
    ['{"a": 1}]', ['a'], 'A bracket is closed that was never opened.'],
    ['{"a": None, "b": 1}', ['a', 'b'], 'This is no JSON value; it was kept as it stands.'],
    ['{"a": 1}\n{"b": 2}', ['a', '[0]', 'b'], 'Another value stands behind the first one.'],
    ['{"a": "x\n}', ['a'], 'A string is not closed on its line; it was taken to end there.'],
  ])('%s', (text, labels, message) => {
    const parsed = json(text);
    expect([...(parsed.labels?.values() ?? [])]).toEqual(labels);
    expect(parsed.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'malformed-data', documentId: 'document', message }),
    );
  });

  test('many faults are counted, not listed', () => {
    const { diagnostics } = scanJson('}'.repeat(1_000), 'document');
    expect(diagnostics).toHaveLength(21);
    expect(diagnostics?.[20].message).toBe('The text breaks the rules of its format at 980 more places.');
  });
});

test('the title is a string under title, else under name, at the top', () => {
  expect(json('{"name": "n", "title": "t"}').fields).toEqual({ title: 't' });
  expect(json('{"name": "n", "a": {"title": "t"}}').fields).toEqual({ title: 'n' });
  expect(json('{"title": 5}').fields).toBeUndefined();
});

test('entries nested deeper than 64 lie in the one at that depth', () => {
  const depth = 100_000;
  const { blocks } = scanJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, 'document');
  expect(blocks.count).toBe(64);
  expect(blocks.levels[63]).toBe(63);
});

describe('JSON lines', () => {
  test('a line is an entry at the top level', () => {
    const text = '{"id": 1, "a": [1, 2]}\n\n"plain"\n{"b": {}}\n';
    const parsed = scanJsonLines(text, 'document');
    expectLawful(text, parsed);
    expect(outline(text, parsed)).toEqual([
      '[id=1] | {"id": 1, "a": [1, 2]}',
      '  id | "id": 1,',
      '  a | "a": [1, 2]',
      '[1] | "plain"',
      '[2] | {"b": {}}',
      '  b | "b": {}',
    ]);
    expect(blockAt(parsed.blocks, 0)).toMatchObject({ level: 1, parent: -1 });
  });

  test('a line that breaks off does not touch the next one', () => {
    const text = '{"a": [1,\n{"b": 2}';
    const parsed = scanJsonLines(text, 'document');
    expectLawful(text, parsed);
    expect(outline(text, parsed)).toEqual(['[0] | {"a": [1,', '  a | "a": [1,', '[1] | {"b": 2}', '  b | "b": 2']);
    expect(parsed.diagnostics?.map((one) => one.message)).toEqual([
      'The line ends inside 2 brackets that are never closed.',
    ]);
  });
});

/** Every member of the tree in reading order. */
function membersOf(root: Node): Node[] {
  const members: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'property') members.push(node);
    waiting.push(...(node.children ?? []).toReversed());
  }
  return members;
}

/** Keys that do not look like the label of an element. */
const key = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.startsWith('['));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.string({ minLength: 90, maxLength: 100 }),
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const text = fc
  .tuple(fc.array(value, { maxLength: 4 }), fc.constantFrom('', '  ', '\t'))
  .map(([values, indent]) => JSON.stringify(values, null, indent));

test('any document: a key is an entry from where jsonc-parser sees it to the end of its value', () => {
  let compared = 0;
  fc.assert(
    fc.property(text, (source) => {
      const parsed = json(source);
      const members = membersOf(parseTree(source) as Node);
      const entries = Array.from({ length: parsed.blocks.count }, (_, i) => ({
        ...blockAt(parsed.blocks, i),
        label: parsed.labels?.get(i),
      }));
      const keyed = entries.filter(({ label, level }) => level > 0 && !label?.startsWith('['));
      expect(keyed.map(({ label }) => label ?? '')).toEqual(
        members.map((member) => labelOf(member.children?.[0].value)),
      );
      expect(keyed.map(({ span }) => span.start)).toEqual(members.map((member) => member.offset));
      keyed.forEach(({ span }, i) => {
        expect(source.slice(members[i].offset + members[i].length, span.end)).toMatch(/^,?$/);
      });
      compared += members.length;
    }),
    { numRuns: 200, seed: SEED },
  );
  expect(compared).toBeGreaterThan(400);
});

test('any beginning of a document has the entries of the whole whose keys are there', () => {
  fc.assert(
    fc.property(text, fc.nat(), (source, at) => {
      const cut = source.slice(0, at % (source.length + 1));
      const whole = json(source);
      const part = json(cut);
      const keysOf = ({ blocks, labels }: Parsed) =>
        Array.from({ length: blocks.count }, (_, i) => ({ start: blocks.starts[i], label: labels?.get(i) ?? '[' }))
          .filter(({ start, label }) => !label.startsWith('[') && isWhole(source, start, cut.length))
          .map(({ start, label }) => `${start} ${label}`);
      expect(keysOf(part)).toEqual(keysOf(whole));
    }),
    { numRuns: 200, seed: SEED },
  );
});

/** Whether the string that opens at `start` is closed before `end`. */
function isWhole(source: string, start: number, end: number): boolean {
  const string = /"(?:[^"\\]|\\.)*"/y;
  string.lastIndex = start;
  return string.test(source) && string.lastIndex <= end;
}
