import { describe, expect, it } from 'vitest';
import { parseQueries, sampleQueries } from './query-set.ts';

const SENTENCE = 'Leave must be requested two weeks before it begins.';
const texts = new Map([
  ['a.md', `First. ${SENTENCE}`],
  ['b/c.md', `${SENTENCE} Last.`],
]);
const parse = (...lines: readonly object[]) =>
  parseQueries(lines.map((line) => JSON.stringify(line)).join('\n'), texts);

describe('parseQueries', () => {
  it('resolves offsets, quotes and whole documents', () => {
    const gold = [{ doc: 'a.md', start: 0, end: 5 }, { doc: 'b/c.md', quote: 'Last.' }, { doc: 'a.md' }];
    const { queries, problems } = parse({ id: 'q', query: 'What?', gold, kind: 'prose', answer: 'two weeks' });
    expect(problems).toEqual([]);
    expect(queries).toEqual([
      {
        id: 'q',
        text: 'What?',
        kind: 'prose',
        answer: 'two weeks',
        weak: false,
        gold: [
          { documentId: 'a.md', span: { start: 0, end: 5 }, alternates: [] },
          { documentId: 'b/c.md', span: { start: 52, end: 57 }, alternates: [] },
          { documentId: 'a.md', alternates: [] },
        ],
      },
    ]);
  });

  it('finds a quote whose lines were broken anew, and takes exactly what stands there', () => {
    const wrapped = new Map([['w.md', 'Leave must\n  be asked for.\n\nLeave ends.']]);
    const line = JSON.stringify({ id: 'q', query: '?', gold: [{ doc: 'w.md', quote: 'Leave must be asked for.' }] });
    const { queries, problems } = parseQueries(line, wrapped);
    expect(problems).toEqual([]);
    expect(queries[0].gold[0].span).toEqual({ start: 0, end: 26 });
  });

  it('takes gold that stands word for word elsewhere for an alternate, inside what is searched', () => {
    const gold = [{ doc: 'a.md', quote: SENTENCE }];
    const [everywhere, scoped] = parse(
      { id: '1', query: '?', gold },
      { id: '2', query: '?', gold, scope: 'a.md' },
    ).queries;
    expect(everywhere.gold[0].alternates).toEqual([{ documentId: 'b/c.md', span: { start: 0, end: 51 } }]);
    expect(scoped.gold[0].alternates).toEqual([]);
  });

  it('keeps alternates that are given', () => {
    const gold = [{ doc: 'a.md', start: 0, end: 5, alternates: [{ doc: 'b/c.md', quote: 'Last.' }] }];
    expect(parse({ id: 'q', query: '?', gold }).queries[0].gold[0].alternates).toEqual([
      { documentId: 'b/c.md', span: { start: 52, end: 57 } },
    ]);
  });

  it('searches in a folder, or in a document named without its extension', () => {
    const gold = [{ doc: 'a.md' }];
    const { queries } = parse({ id: '1', query: '?', gold, corpus: 'b' }, { id: '2', query: '?', gold, corpus: 'a' });
    expect(queries.map(({ documents }) => documents)).toEqual([['b/c.md'], ['a.md']]);
  });

  it('lists every faulty line with its number', () => {
    const gold = [{ doc: 'a.md' }];
    const good = JSON.stringify({ id: 'q', query: '?', gold });
    const lines = [
      good,
      '',
      '{',
      '[]',
      good,
      JSON.stringify({ id: 'r', query: '', gold }),
      JSON.stringify({ id: 's', query: '?', gold: [] }),
      JSON.stringify({ id: 't', query: '?', gold: [{ doc: 'x' }] }),
      JSON.stringify({ id: 'u', query: '?', gold: [{ doc: 'a.md', start: 3, end: 999 }] }),
      JSON.stringify({ id: 'v', query: '?', gold: [{ doc: 'a.md', quote: 'e' }] }),
      JSON.stringify({ id: 'w', query: '?', gold, scope: 'nowhere' }),
      JSON.stringify({ id: 'x', query: '?', gold: [{ doc: 'a.md', start: 6, end: 7 }] }),
      JSON.stringify({ id: 'y', query: '?', gold: [{ doc: 'a.md', quote: 'never said' }] }),
    ];
    const { queries, problems } = parseQueries(lines.join('\n'), texts);
    expect(queries).toHaveLength(1);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(problems.slice(1).map(({ message }) => message)).toEqual([
      'the line must be an object, not []',
      'the id "q" stands above already',
      'query must be text, not ""',
      '"s" has no gold: give a list of places',
      'gold names "x", which is not in the corpus',
      '3 to 999 is no range of "a.md", which has 58 characters',
      'the quote must stand exactly once in "a.md" and is there more than once: "e"',
      'it searches in "nowhere", which is not in the corpus',
      'its gold in "a.md" is blank',
      'the quote must stand exactly once in "a.md" and is not there: "never said"',
    ]);
  });
});

it('sampleQueries spreads evenly', () => {
  expect(sampleQueries([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
  expect(sampleQueries([0, 1], 4)).toEqual([0, 1]);
});
