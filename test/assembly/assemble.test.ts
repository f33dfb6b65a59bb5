import { describe, expect, it } from 'vitest';
import { type AssembleOptions, assembleContext } from '../../src/assembly/assemble.ts';
import { tokensSaved } from '../../src/assembly/tokens-saved.ts';
import type { Chunk, ContextPart } from '../../src/model/chunk.ts';
import type { Context, Expansion, Hit } from '../../src/model/retrieval.ts';
import type { Span } from '../../src/model/span.ts';
import type { TokenCounter } from '../../src/model/token-counter.ts';
import { layOut, sampleChunks, sampleDocument } from '../retrieval/sample-chunks.ts';

/** One token per run of black characters. */
const words: TokenCounter = { id: 'words', additive: true, count: (text) => text.split(/\s+/).filter(Boolean).length };

function hitsOf(...chunks: Chunk[]): Hit[] {
  return chunks.map((chunk, i) => ({
    chunk,
    score: 1 / (i + 1),
    rank: i + 1,
    explanation: { evidence: [], expandedWith: [], notes: [] },
  }));
}

function assemble(chunks: Chunk[], options: Partial<AssembleOptions> = {}, expansions: Expansion[] = []): Context {
  return assembleContext({ hits: hitsOf(...chunks), expansions, version: 4 }, { tokenCounter: words, ...options });
}

const leave = sampleDocument('leave.md', { Parents: ['Sixteen weeks.', 'May be split.'], Illness: ['Bring a note.'] });
const notice = sampleDocument('notice.md', { '': ['Give notice in writing.'] });

describe('layout', () => {
  it('documents by best hit, passages in document order, neighbours joined, the header once', () => {
    const context = assemble([leave[2], notice[0], leave[0], leave[1]]);
    expect(context.text).toBe(`[1] leave.md, lines 1-3: Parents
Sixteen weeks.

May be split.

[2] line 5: Illness
Bring a note.

[3] notice.md, line 1
Give notice in writing.`);
    expect(context.leftOut).toEqual([]);
    expect(context.passages[0]).toEqual({
      citation: 1,
      documentId: 'leave.md',
      sectionPath: ['Parents'],
      span: { start: 0, end: 29 },
      rawSpan: { start: 0, end: 29 },
      lines: { start: 1, end: 3 },
      text: 'Sixteen weeks.\n\nMay be split.',
      chunkIds: ['leave.md#0', 'leave.md#1'],
      pinpoints: [],
      version: 4,
    });
  });

  it('a passage has the pinpoints of its hits, in document order, as far as it goes', () => {
    const [first, second] = leave;
    const place = ({ span, lines }: Chunk, end: number) => ({
      span: { start: span.start, end: span.start + end },
      lines,
      text: '',
      score: 1,
    });
    const hits = [
      { ...hitsOf(second)[0], pinpoints: [place(second, 3)] },
      { ...hitsOf(first)[0], pinpoints: [place(first, 7), place(first, 9)] },
    ];
    const { passages } = assembleContext({ hits, version: 1 }, { tokenCounter: words });
    expect(passages[0].pinpoints.map(({ span }) => span)).toEqual([
      { start: 0, end: 7 },
      { start: 0, end: 9 },
      { start: second.span.start, end: second.span.start + 3 },
    ]);
    const cut = assembleContext({ hits: [hits[1]], version: 1 }, { tokenCounter: words, tokenBudget: 6 });
    expect(cut.passages[0].text).toBe('Sixteen');
    expect(cut.passages[0].pinpoints.map(({ span }) => span.end)).toEqual([7]);
  });

  it('a passage of parts that stand in another order in the file has the raw span of all of them', () => {
    const [first, second, ...rest] = leave;
    const reply = { ...first, rawSpan: { start: 90, end: 104 } };
    const [passage] = assemble([reply, { ...second, rawSpan: { start: 20, end: 33 } }, ...rest]).passages;
    expect(passage.rawSpan).toEqual({ start: 20, end: 104 });
  });

  it('shows the header once for passages of one section that are apart', () => {
    const chunks = sampleDocument('a.md', { One: ['first', 'second', 'third'] });
    expect(assemble([chunks[2], chunks[0]]).text).toBe('[1] a.md, line 1: One\nfirst\n\n[2] line 5\nthird');
  });

  it('leaves out of the header a heading that the passage begins with', () => {
    const chunks = sampleDocument('a.md', {
      'Rules > Notice': ['## Notice\n\nIn writing.', 'By post.'],
      Pay: ['# Pay'],
    });
    expect(assemble([chunks[0]]).text).toBe('[1] a.md, lines 1-3: Rules\n## Notice\n\nIn writing.');
    expect(assemble([chunks[1]]).text).toBe('[1] a.md, line 5: Rules > Notice\nBy post.');
    expect(assemble([chunks[2]]).text).toBe('[1] a.md, line 7\n# Pay');
  });

  it('keeps the layout whatever a document is called', () => {
    const [chunk] = sampleDocument('odd\nname.md', { 'A\nB': ['x'] });
    expect(assemble([chunk]).text).toBe('[1] odd name.md, line 1: A B\nx');
  });

  it('has nothing to say without hits', () => {
    expect(assemble([])).toEqual({ text: '', tokenCount: 0, passages: [], leftOut: [] });
  });
});

describe('joining', () => {
  const path = ['S'];
  /** Assembles two pieces with `gap` between them; the texts of the passages. */
  function passages(gap: string, options: Partial<AssembleOptions> = {}): string[] {
    const { text, spans } = layOut(['One.', 'Two.'], gap);
    return assemble(sampleChunks('d', text, [{ path, spans }]), options).passages.map((passage) => passage.text);
  }

  it.each([
    ['\n\n', 'One.\n\nTwo.'],
    ['\n', 'One.\nTwo.'],
    ['', 'One.Two.'],
  ])('a gap of %j is known from spans and lines', (gap, joined) => expect(passages(gap)).toEqual([joined]));

  it.each([' ', '\t', '\n  ', ' \n'])('a gap of %j is not guessed', (gap) => {
    expect(passages(gap)).toEqual(['One.', 'Two.']);
  });

  it('a gap is read where the text is at hand', () => {
    const text = 'One.\n  Two.';
    const sliceOf = (_: string, { start, end }: Span) => text.slice(start, end);
    expect(passages('\n  ', { sliceOf })).toEqual([text]);
  });

  it.each<[string, () => string | undefined]>([
    ['is not white space', () => 'x'],
    ['has another length', () => '  '],
    ['is not at hand', () => undefined],
  ])('stays open when what is handed over %s', (_, sliceOf) => {
    expect(passages(' ', { sliceOf })).toEqual(['One.', 'Two.']);
  });

  it('does not spend tokens on a wide gap', () => expect(passages('\n'.repeat(81))).toEqual(['One.', 'Two.']));

  it('shows text that two chunks share once', () => {
    const text = 'alpha beta gamma delta';
    const chunks = sampleChunks('d', text, [
      {
        path,
        spans: [
          { start: 0, end: 16 },
          { start: 6, end: 22 },
          { start: 6, end: 10 },
        ],
      },
    ]);
    const context = assemble(chunks);
    expect(context.passages.map((passage) => [passage.text, passage.chunkIds])).toEqual([
      [text, ['d#0', 'd#2', 'd#1']],
    ]);
  });

  it('does not repeat overlap', () => {
    const { text, spans } = layOut(['One two.', 'Three.']);
    const chunks = sampleChunks('d', text, [{ path, spans }]);
    const overlapping = { ...chunks[1], overlap: { start: 4, end: 10 }, embedText: 'S\n\ntwo.\n\nThree.' };
    expect(assemble([chunks[0], overlapping]).text).toBe('[1] d, lines 1-3: S\nOne two.\n\nThree.');
  });

  it('leaves out what contradicts the text that is there', () => {
    const spans = [{ start: 0, end: 5 }];
    const [old] = sampleChunks('d', 'alpha', [{ path, spans }]);
    const [next] = sampleChunks('d', 'omega', [{ path, spans }]);
    expect(assemble([old, { ...next, id: 'd#new' }]).leftOut).toEqual([
      { chunkId: 'd#new', reason: 'contradicts another chunk of d: index the document again' },
    ]);
  });

  it('joins over a section border where the cut was not made for the section', () => {
    const { text, spans } = layOut(['One.', 'Two.']);
    const sections = [
      { path: ['A'], spans: [spans[0]] },
      { path: ['B'], spans: [spans[1]] },
    ];
    const [a, b] = sampleChunks('d', text, sections);
    expect(assemble([a, b]).passages).toHaveLength(2);
    const torn = { ...b, boundary: { ...b.boundary, start: { signal: 'word', strength: 0 } as const } };
    expect(assemble([a, torn]).passages.map((passage) => passage.sectionPath)).toEqual([['A']]);
  });
});

describe('context of a passage', () => {
  const table = layOut(['Prices:', '| a | b |\n| - | - |', '| 1 | 2 |', '| 3 | 4 |', '| 5 | 6 |'], '\n');
  const [title, header, ...rows] = table.spans;
  const parts = (span: Span): readonly ContextPart[] =>
    span.start <= header.start
      ? []
      : [
          { type: 'title', text: 'Shop' },
          { type: 'tableTitle', text: 'Prices:', span: title },
          { type: 'tableHeader', text: '| a | b |\n| - | - |', span: header },
        ];
  const chunks = sampleChunks('t.md', table.text, [{ path: [], spans: [title, header, ...rows] }], { context: parts });

  it('rows get title and header of their table', () => {
    expect(assemble([chunks[3]]).text).toBe('[1] t.md, line 5\nPrices:\n\n| a | b |\n| - | - |\n| 3 | 4 |');
  });

  it('once per document, and not at all when a passage shows them', () => {
    expect(assemble([chunks[4], chunks[2]]).text).toBe(
      '[1] t.md, line 4\nPrices:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[2] line 6\n| 5 | 6 |',
    );
    expect(assemble([chunks[4], chunks[0], chunks[1]]).text).toBe(
      '[1] t.md, lines 1-3\nPrices:\n| a | b |\n| - | - |\n\n[2] line 6\n| 5 | 6 |',
    );
  });

  it('a cut code block is opened and closed again', () => {
    const { text, spans } = layOut(['```js\none();', 'two();', 'three();\n```'], '\n');
    const fence = (span: Span): readonly ContextPart[] => [
      ...(span.start > 0 ? [{ type: 'fenceOpen', text: '```js', span: { start: 0, end: 5 } } as const] : []),
      ...(span.end < text.length ? [{ type: 'fenceClose', text: '\n```' } as const] : []),
    ];
    const code = sampleChunks('c.md', text, [{ path: [], spans }], { context: fence });
    expect(assemble([code[1]]).text).toBe('[1] c.md, line 3\n```js\ntwo();\n```');
    expect(assemble([code[2], code[1]]).text).toBe('[1] c.md, lines 3-5\n```js\ntwo();\nthree();\n```');
    expect(assemble([code[0], code[1], code[2]]).text).toBe(`[1] c.md, lines 1-5\n${text}`);
  });
});

describe('limits', () => {
  const big = sampleDocument('big.md', { '': ['one two three four five six seven eight nine ten'] });
  const small = sampleDocument('small.md', { '': ['tiny'] });

  it('passes over what does not fit and goes on', () => {
    const context = assemble([notice[0], big[0], small[0]], { tokenBudget: 14 });
    expect(context.passages.map(({ documentId }) => documentId)).toEqual(['notice.md', 'small.md']);
    expect(context.leftOut).toEqual([
      { chunkId: 'big.md#0', reason: 'does not fit: the context would have 22 of 14 tokens' },
    ]);
  });

  it('takes neighbours nearest first, and ends a side where one does not fit', () => {
    const chunks = sampleDocument('n.md', { '': ['a', 'b b b b b b b b b', 'c', 'd', 'e', 'f'] });
    const expansions = [{ chunkId: 'n.md#2', before: chunks.slice(0, 2), after: chunks.slice(3) }];
    const context = assemble([chunks[2]], { tokenBudget: 7 }, expansions);
    expect(context.passages.map(({ text }) => text)).toEqual(['c\n\nd\n\ne']);
    expect(context.leftOut.map(({ chunkId, reason }) => [chunkId, reason.slice(0, 20)])).toEqual([
      ['n.md#1', 'does not fit: the co'],
      ['n.md#0', 'a chunk between it a'],
      ['n.md#5', 'does not fit: the co'],
    ]);
  });

  /** Hits by number, 0: `hit` with its neighbours, 1 and 2: other documents, 3: `before`. A passage costs 5, joining 1. */
  function crowded(hits: readonly number[], tokenBudget: number): readonly string[] {
    const around = sampleDocument('n.md', { '': ['far', 'before', 'hit', 'after'] });
    const others = ['x.md', 'y.md'].map((id) => sampleDocument(id, { '': ['other'.concat(id)] })[0]);
    const chunks = [around[2], ...others, around[1]];
    const expansions = [{ chunkId: 'n.md#2', before: around.slice(0, 2), after: around.slice(3) }];
    const context = assemble(
      hits.map((at) => chunks[at]),
      { tokenBudget },
      expansions,
    );
    return context.passages.map(({ text }) => text);
  }

  it('takes the next hit before the neighbours of a hit, and those before the hit after', () => {
    expect(crowded([0, 1, 2], 10)).toEqual(['hit', 'otherx.md']);
    expect(crowded([0, 1, 2], 11)).toEqual(['before\n\nhit', 'otherx.md']);
    expect(crowded([0, 1, 2], 13)).toEqual(['far\n\nbefore\n\nhit\n\nafter', 'otherx.md']);
    expect(crowded([0, 1, 2], 15)).toEqual(['far\n\nbefore\n\nhit\n\nafter', 'otherx.md']);
  });

  it('takes a neighbour that is a hit itself together with its hit, and the others nearest first', () => {
    expect(crowded([0, 1, 2, 3], 10)).toEqual(['far\n\nbefore\n\nhit\n\nafter']);
    expect(crowded([0, 1, 2, 3], 11)).toEqual(['before\n\nhit', 'otherx.md']);
    expect(crowded([0, 1, 2, 3], 12)).toEqual(['before\n\nhit\n\nafter', 'otherx.md']);
  });

  it('takes the neighbours of the last hit when nothing follows', () => {
    expect(crowded([0], 6)).toEqual(['before\n\nhit']);
  });

  it('leaves out a page on which nothing is read, its name apart', () => {
    const [picture] = sampleDocument('scan.html', { '': ['<p><img src="scan.png"></p>'] });
    const context = assemble([{ ...picture, mediaType: 'text/html', embedText: '' }, notice[0]]);
    expect(context.text).toBe('[1] notice.md, line 1\nGive notice in writing.');
    expect(context.leftOut).toEqual([{ chunkId: 'scan.html#0', reason: 'shows nothing to a reader' }]);
  });

  it('keeps the same text once', () => {
    const copy = sampleDocument('copy.md', { '': ['Give notice in writing.'] });
    expect(assemble([notice[0], copy[0]]).leftOut).toEqual([
      { chunkId: 'copy.md#0', reason: 'same text as notice.md#0' },
    ]);
  });

  it('caps the passages of a document', () => {
    const context = assemble([leave[0], leave[2], notice[0]], { maxPassagesPerDocument: 1 });
    expect(context.passages.map(({ documentId }) => documentId)).toEqual(['leave.md', 'notice.md']);
    expect(context.leftOut).toEqual([{ chunkId: 'leave.md#2', reason: 'leave.md is at its cap of 1 passage' }]);
  });

  it('caps the tokens of a document', () => {
    const context = assemble([leave[0], leave[1], notice[0]], { maxTokensPerDocument: 8 });
    expect(context.passages.map(({ chunkIds }) => chunkIds)).toEqual([['leave.md#0'], ['notice.md#0']]);
    expect(context.leftOut).toEqual([{ chunkId: 'leave.md#1', reason: 'leave.md is at its cap of 8 tokens' }]);
  });

  it('counts whole when a counter is not as additive as it says', () => {
    const tail = (text: string) => (text.includes('[2]') ? 5 : 0);
    const lying: TokenCounter = {
      id: 'lying',
      additive: true,
      count: (text) => words.count(text) + (text.includes('[1]') ? tail(text) : 0),
    };
    const context = assemble([notice[0], small[0]], { tokenCounter: lying, tokenBudget: 13 });
    expect(context.passages).toHaveLength(1);
    expect(context.tokenCount).toBe(8);
  });
});

describe('a first hit larger than the budget', () => {
  const prose = 'Parents take leave. It lasts sixteen weeks.\nIt may be split. Ask early, in writing, please.';
  const [hit] = sampleChunks('p.md', prose, [{ path: [], spans: [{ start: 0, end: prose.length }] }]);

  it.each([
    [13, 'Parents take leave. It lasts sixteen weeks.'],
    [8, 'Parents take leave.'],
    [7, 'Parents take leave.'],
    [6, 'Parents take'],
    [5, 'Parents'],
  ])('with %i tokens is cut to %j', (tokenBudget, text) => {
    const context = assemble([hit], { tokenBudget });
    expect(context.passages.map((passage) => passage.text)).toEqual([text]);
    expect(context.passages[0].span).toEqual({ start: 0, end: text.length });
    expect(context.leftOut).toEqual([{ chunkId: 'p.md#0', reason: 'cut after line 1: larger than the token budget' }]);
  });

  it('is left out when not one word fits', () => {
    const context = assemble([hit], { tokenBudget: 4 });
    expect(context.text).toBe('');
    expect(context.leftOut[0].reason).toMatch(/^does not fit/);
  });

  it('finds the end of a first word longer than half the text', () => {
    const text = `${'x'.repeat(60)} bb cc dd ee ff gg hh ii jj kk ll mm`;
    const [chunk] = sampleChunks('w', text, [{ path: [], spans: [{ start: 0, end: text.length }] }]);
    expect(assemble([chunk], { tokenBudget: 5 }).passages[0].text).toBe('x'.repeat(60));
  });

  it('knows raw spans behind CRLF line ends', () => {
    const [crlf] = sampleChunks('p.md', prose, [{ path: [], spans: [{ start: 0, end: prose.length }] }], {
      rawLineEnd: '\r\n',
    });
    const { rawSpan, lines, text } = assemble([crlf], { tokenBudget: 15 }).passages[0];
    expect([text.endsWith('It may be split.'), rawSpan, lines]).toEqual([
      true,
      { start: 0, end: 61 },
      { start: 1, end: 2 },
    ]);
  });

  it('is not cut where mixed line ends hide the raw place', () => {
    const mixed = 'one two\nthree\nfour five six';
    const [chunk] = sampleChunks('m', mixed, [{ path: [], spans: [{ start: 0, end: mixed.length }] }]);
    const unsure = { ...chunk, rawSpan: { start: 0, end: mixed.length + 1 } };
    expect(assemble([unsure], { tokenBudget: 7 }).passages.map(({ text }) => text)).toEqual(['one two']);
  });

  it('is not cut where its text was derived from the source, whatever the lengths say', () => {
    const derived: Chunk = { ...hit, kind: 'turns', mediaType: 'message/rfc822' };
    expect(assemble([derived], { tokenBudget: 13 })).toMatchObject({ text: '', leftOut: [{ chunkId: 'p.md#0' }] });
    const transcript = { ...derived, mediaType: 'text/plain' };
    expect(assemble([transcript], { tokenBudget: 13 }).passages).toHaveLength(1);
  });

  it('cuts code at lines and closes its fence', () => {
    const text = '~~~js\na. b\nc. d\n~~~';
    const [chunk] = sampleChunks('c', text, [{ path: [], spans: [{ start: 0, end: text.length }] }]);
    expect(assemble([{ ...chunk, kind: 'code' }], { tokenBudget: 8 }).text).toBe('[1] c, lines 1-2\n~~~js\na. b\n~~~');
  });
});

describe('options', () => {
  it.each<[object, string]>([
    [{ tokenBuget: 3 }, 'Unknown assembly option "tokenBuget": did you mean "tokenBudget"?'],
    [{ tokenCounter: undefined }, 'tokenCounter is undefined: give one with count'],
    [{ tokenBudget: 0 }, 'tokenBudget is 0: give a whole number of at least 1.'],
    [{ tokenBudget: 2.5 }, 'tokenBudget is 2.5'],
    [{ maxTokensPerDocument: -1 }, 'maxTokensPerDocument is -1'],
    [{ maxPassagesPerDocument: Number.NaN }, 'maxPassagesPerDocument is NaN'],
  ])('refuses %j', (options, message) => {
    expect(() => assemble([], options as AssembleOptions)).toThrow(message);
  });

  it('allows 2000 tokens by default', () => {
    const spans = [{ start: 0, end: 5999 }];
    const long = sampleChunks('l', 'w '.repeat(3000).trim(), [{ path: [], spans }]);
    expect(assemble(long).tokenCount).toBe(2000);
  });
});

describe('tokensSaved', () => {
  const context = assemble([leave[0], notice[0], leave[2]]);

  it('compares with the whole of each cited document, counted once', () => {
    const rows = [
      { documentId: 'leave.md', tokenCount: 900 },
      { documentId: 'notice.md', tokenCount: 100 },
      { documentId: 'x', tokenCount: 5 },
    ];
    expect(tokensSaved(context, rows)).toEqual({
      wholeTokens: 1000,
      contextTokens: context.tokenCount,
      savedTokens: 1000 - context.tokenCount,
    });
  });

  it('refuses to guess the size of a document', () => {
    expect(() => tokensSaved(context, [])).toThrow('The size of leave.md is not known');
  });
});
