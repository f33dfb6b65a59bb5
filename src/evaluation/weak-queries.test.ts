import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkQueries } from './query-check.ts';
import { parseQueries } from './query-set.ts';
import type { PlacedLabel, WeakSource } from './weak-labels.ts';
import { overlapOf, weakQueries } from './weak-queries.ts';
import { queriesFromResults } from './weak-results.ts';

function label(
  documentId: string,
  start: number,
  forms: readonly string[],
  source: WeakSource = 'heading',
): PlacedLabel {
  return { documentId, span: { start, end: start + 10 }, forms, source };
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const questions = (labels: readonly PlacedLabel[], options = {}) =>
  weakQueries(labels, NO_TEXTS, options).queries.map(({ query }) => query);

describe('weakQueries', () => {
  it('tells equal headings apart by what stands above, or leaves them out', () => {
    const labels = [
      label('a', 0, ['Installation', 'Server: Installation']),
      label('b', 0, ['installation', 'Client: Installation']),
      label('c', 0, ['Notes', 'Release: Notes']),
      label('d', 0, ['Notes', 'Release: Notes']),
      label('e', 0, ['Only here']),
    ];
    expect(questions(labels)).toEqual(['Server: Installation', 'Client: Installation', 'Only here']);
    expect(weakQueries(labels, NO_TEXTS).leftOut).toEqual({ ambiguous: 2, overlap: 0, beyondMax: 0 });
  });

  it('asks the same of the same place once', () => {
    const twice = [label('a', 0, ['How far?', 'A: How far?']), label('a', 0, ['how far', 'A: how far'], 'question')];
    expect(questions(twice)).toEqual(['How far?']);
  });

  it('does not ask in a later form what an earlier one has asked', () => {
    const labels = [label('a', 0, ['X y']), label('b', 0, ['Z', 'x Y']), label('c', 0, ['Z', 'Z of c'])];
    expect(questions(labels)).toEqual(['X y', 'Z of c']);
  });

  it('samples documents and kinds evenly, the same for the same seed', () => {
    const many = Array.from({ length: 400 }, (_, i) =>
      label(i < 300 ? 'big' : `small-${i % 10}`, i * 10, [`heading ${i}`]),
    );
    const few = Array.from({ length: 5 }, (_, i) => label('big', 9000 + i * 10, [`question ${i}`], 'question'));
    const sample = weakQueries([...many, ...few], NO_TEXTS, { max: 27 }).queries;
    expect(sample).toHaveLength(27);
    expect(sample.filter(({ kind }) => kind === 'question')).toHaveLength(5);
    const perDocument = new Map<string, number>();
    for (const { kind, gold } of sample)
      if (kind === 'heading') perDocument.set(gold[0].doc, (perDocument.get(gold[0].doc) ?? 0) + 1);
    expect([...perDocument.values()].every((count) => count === 2)).toBe(true);
    expect(weakQueries([...many, ...few].reverse(), NO_TEXTS, { max: 27 }).queries).toEqual(sample);
    expect(weakQueries([...many, ...few], NO_TEXTS, { max: 27, seed: '2' }).queries).not.toEqual(sample);
  });

  it('leaves out what says in the question what the answer says', () => {
    const texts = new Map([['a', 'the winter timetable of all lines, and nothing else at all']]);
    const labels = [
      { ...label('a', 0, ['Winter timetable']), span: { start: 0, end: 40 } },
      { ...label('a', 1, ['When buses drive']), span: { start: 1, end: 40 } },
    ];
    expect(weakQueries(labels, texts, { maxOverlap: 0.5 }).queries.map(({ query }) => query)).toEqual([
      'When buses drive',
    ]);
    expect(overlapOf('The winter of timetables', texts.get('a') ?? '')).toBe(0.5);
  });

  it('refuses options it does not know', () => {
    expect(() => weakQueries([], NO_TEXTS, { maxx: 1 } as never)).toThrow('did you mean "max"?');
  });

  it('gives sets that can be read, with ids and questions of their own', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'Alpha', 'beta!');
    const anyLabel = fc.record({
      documentId: fc.constantFrom('a', 'b', 'c'),
      start: fc.nat(80),
      forms: fc.array(word, { minLength: 1, maxLength: 3 }),
    });
    const texts = new Map(['a', 'b', 'c'].map((id) => [id, 'x'.repeat(100)]));
    fc.assert(
      fc.property(fc.array(anyLabel, { maxLength: 12 }), (drafts) => {
        const labels = drafts.map(({ documentId, start, forms }) => label(documentId, start, forms));
        const { queries, leftOut } = weakQueries(labels, texts);
        expect(queries.length + leftOut.ambiguous).toBe(labels.length);
        const lines = queries.map((query) => JSON.stringify(query)).join('\n');
        expect(parseQueries(lines, texts).problems).toEqual([]);
        if (queries.length > 0) expect(checkQueries(lines, texts).problems).toEqual([]);
      }),
    );
  });
});

describe('queriesFromResults', () => {
  const texts = new Map([
    ['a.md', 'The first answer. Said twice. Said twice.'],
    ['b.md', 'The second answer.'],
  ]);
  const read = (...results: readonly object[]) =>
    queriesFromResults(results.map((result) => JSON.stringify(result)).join('\n'), texts);

  it('takes places, and text that stands exactly once', () => {
    const { queries, problems } = read(
      { query: 'Which first?', documentId: 'a.md', start: 0, end: 17 },
      { query: 'Which second?', text: ' The second answer.\n' },
    );
    expect(problems).toEqual([]);
    expect(queries.map(({ gold, weak, source }) => ({ gold, weak, source }))).toEqual([
      { gold: [{ doc: 'a.md', start: 0, end: 17 }], weak: true, source: 'results' },
      { gold: [{ doc: 'b.md', start: 0, end: 18 }], weak: true, source: 'results' },
    ]);
  });

  it('takes further results of a question as alternates', () => {
    const place = { documentId: 'a.md', start: 0, end: 17 };
    const { queries } = read(
      { query: 'Which?', ...place },
      { query: 'which', ...place },
      { query: 'Which?', text: 'The second' },
    );
    expect(queries).toHaveLength(1);
    expect(queries[0].gold).toEqual([
      { doc: 'a.md', start: 0, end: 17, alternates: [{ doc: 'b.md', start: 0, end: 10 }] },
    ]);
  });

  it.each([
    [{ query: 'Q', text: 'Said twice.' }, 'more than one place'],
    [{ query: 'Q', text: 'Never said.' }, 'does not stand in the corpus'],
    [{ query: 'Q', text: ' ' }, 'blank'],
    [
      { query: 'Q', documentId: 'c.md', text: 'x' },
      'documentId "c.md" is not in the corpus: name documents by their path inside it, like "a.md"',
    ],
    [{ query: 'Q', documentId: 5, text: 'x' }, 'documentId 5 is not in the corpus'],
    [
      { query: 'Q', documentId: '/home/me/docs/a.md', start: 0, end: 5 },
      'which has "a.md": take what stands in front of that away',
    ],
    [{ query: 'Q', documentId: 'docs\\a.md', text: 'x' }, 'which has "a.md"'],
    [{ query: 'Q', documentId: 'a.md', start: 5, end: 5 }, 'no range'],
    [{ query: 'Q', documentId: 'a.md', start: 5, end: 500 }, 'no range'],
    [{ query: 'Q', start: 0, end: 5 }, 'give documentId'],
    [{ query: ' ', text: 'The first' }, 'query must be text'],
    [[1], 'no JSON object'],
  ])('says why %j has no place', (result, message) => {
    const { queries, problems } = read(result);
    expect(queries).toEqual([]);
    expect(problems).toEqual([{ line: 1, message: expect.stringContaining(message) }]);
  });
});

describe('checkQueries', () => {
  const texts = new Map([
    ['a.md', `The first answer.   ${'long '.repeat(20)}`],
    ['empty.md', ' \n'],
  ]);
  const check = (lines: readonly object[], options = {}) =>
    checkQueries(lines.map((line) => JSON.stringify(line)).join('\n'), texts, options);
  const good = { id: '1', query: 'Which first?', gold: [{ doc: 'a.md', start: 0, end: 17 }], kind: 'k', weak: true };

  it('sums up a set without problems', () => {
    const whole = { id: '2', query: 'What else?', gold: [{ doc: 'a.md' }] };
    const quoted = { ...good, id: '3', query: 'Other', gold: [{ doc: 'a.md', start: 0, end: 9, quote: 'The\nfirst' }] };
    const { queries, problems, kinds } = check([good, whole, quoted]);
    expect(problems).toEqual([]);
    expect(queries).toBe(3);
    expect(kinds).toEqual([
      { kind: 'k', queries: 2, weak: 2, overlap: 0.25, goldChars: 17 },
      { kind: 'all', queries: 1, weak: 0, overlap: 0, goldChars: 120 },
    ]);
  });

  it.each([
    ['gold out of range', [{ ...good, gold: [{ doc: 'a.md', start: 0, end: 999 }] }], 'no range'],
    ['a document that is not there', [{ ...good, gold: [{ doc: 'b.md' }] }], 'not in the corpus'],
    ['a document without text', [{ ...good, gold: [{ doc: 'empty.md' }] }], 'gold in "empty.md" is blank'],
    [
      'a blank alternate',
      [{ ...good, gold: [{ doc: 'a.md', alternates: [{ doc: 'a.md', start: 17, end: 20 }] }] }],
      'is blank',
    ],
    ['blank gold', [{ ...good, gold: [{ doc: 'a.md', start: 17, end: 20 }] }], 'is blank'],
    [
      'a quote that stands elsewhere',
      [{ ...good, gold: [{ doc: 'a.md', start: 0, end: 9, quote: 'The last' }] }],
      'not what stands',
    ],
    ['a question asked twice', [good, { ...good, id: '2', query: 'which FIRST' }], 'question of line 1'],
    ['an id used twice', [good, { ...good, query: 'Other?' }], 'the id "1"'],
    ['no query at all', [], 'holds no query'],
  ])('finds %s', (_, lines, message) => {
    expect(check(lines).problems).toEqual([
      { line: Math.max(1, lines.length), message: expect.stringContaining(message) },
    ]);
  });

  it('finds gold that no context holds, and lines that are no JSON', () => {
    expect(check([good], { maxGoldChars: 10 }).problems[0].message).toContain('17 characters, more than 10');
    expect(checkQueries('{"id": ', texts).problems).toHaveLength(1);
  });
});
