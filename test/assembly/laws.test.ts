import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssembleInput, assembleContext } from '../../src/assembly/assemble.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import type { Context, Hit } from '../../src/model/retrieval.ts';
import type { Span } from '../../src/model/span.ts';
import type { TokenCounter } from '../../src/model/token-counter.ts';
import { shortHash } from '../../src/text/hash.ts';
import { o200kTokenCounter } from '../../src/token-counters/openai.ts';
import { sampleChunks } from '../retrieval/sample-chunks.ts';

const words: TokenCounter = { id: 'words', additive: true, count: (text) => text.split(/\s+/).filter(Boolean).length };
/** One token per UTF-16 unit, and one more for the whole: nothing adds up. */
const units: TokenCounter = { id: 'units', additive: false, count: (text) => (text === '' ? 0 : text.length + 1) };
const o200k = o200kTokenCounter();

interface Sample {
  readonly texts: Readonly<Record<string, string>>;
  readonly raws: Readonly<Record<string, string>>;
  readonly input: AssembleInput;
}

const word = fc.constantFrom(
  'alpha',
  'beta',
  'Gamma.',
  '漢字。',
  'naïve',
  '😀',
  '/usr/bin',
  '# Title',
  'a\nb',
  '| x |',
  '\n- item',
);
const piece = fc.array(word, { minLength: 1, maxLength: 12 }).map((list) => list.join(' ').trim());
const documentParts = fc.record({
  pieces: fc.array(fc.tuple(piece, fc.constantFrom('\n\n', '\n', ' ', '', '\n\n\n', ' \n ')), {
    minLength: 1,
    maxLength: 8,
  }),
  sectionEvery: fc.integer({ min: 1, max: 5 }),
  crlf: fc.boolean(),
  lent: fc.boolean(),
  sentences: fc.boolean(),
});

/** The words of a passage as sentence chunks of it; those with a line feed in them are left out. */
function wordsOf(passage: Chunk): Chunk[] {
  const chunks: Chunk[] = [];
  const line = passage.text.split('\n')[0];
  for (let start = 0; start <= line.length; ) {
    const end = start + (line.slice(start).split(' ')[0] as string).length;
    const text = line.slice(start, end);
    const at = (span: Span) => ({ start: span.start + start, end: span.start + end });
    const { start: first } = passage.lines;
    if (text !== '')
      chunks.push({
        ...passage,
        id: `${passage.id}/${start}`,
        granularity: 'sentence',
        parentId: passage.id,
        text,
        span: at(passage.span),
        rawSpan: at(passage.rawSpan),
        lines: { start: first, end: first },
        contentHash: shortHash(text),
        previousId: null,
        nextId: null,
      });
    start = end + 1;
  }
  return chunks;
}

/** Documents, hits in any order (some of them sharing text with a wider chunk), and neighbours of every hit. */
const sample: fc.Arbitrary<Sample> = fc
  .record({
    documents: fc.array(documentParts, { minLength: 1, maxLength: 3 }),
    picks: fc.array(fc.nat(), { maxLength: 10 }),
    reach: fc.nat({ max: 2 }),
  })
  .map(({ documents, picks, reach }) => {
    const texts: Record<string, string> = {};
    const raws: Record<string, string> = {};
    const all: Chunk[] = [];
    for (const [number, { pieces, sectionEvery, crlf, lent, sentences }] of documents.entries()) {
      const id = `d${number}.md`;
      let text = '';
      const spans: Span[] = [];
      for (const [own, gap] of pieces) {
        spans.push({ start: text.length, end: text.length + own.length });
        text += own + gap;
      }
      const sections = new Map<string, Span[]>();
      for (const [i, span] of spans.entries()) {
        const name = `S${Math.floor(i / sectionEvery)}`;
        sections.set(name, [...(sections.get(name) ?? []), span]);
      }
      const cut = [...sections].map(([name, own]) => ({ path: [name], spans: own }));
      const first = spans[0];
      const passages = sampleChunks(id, text, cut, {
        rawLineEnd: crlf ? '\r\n' : '\n',
        context: (span) =>
          lent && span.start > first.end
            ? [{ type: 'listIntroduction', text: text.slice(first.start, first.end), span: first }]
            : [],
      });
      all.push(...passages, ...(sentences ? passages.flatMap(wordsOf) : []));
      texts[id] = text;
      raws[id] = crlf ? text.replaceAll('\n', '\r\n') : text;
    }
    const chosen = [...new Set(picks.map((pick) => all[pick % all.length]))];
    const hits: Hit[] = chosen.map((chunk, i) => ({
      chunk,
      score: 1 / (i + 1),
      rank: i + 1,
      explanation: { evidence: [], expandedWith: [], notes: [] },
    }));
    const expansions = chosen.map((chunk) => {
      const section = all.filter(
        ({ documentId, parentId }) => documentId === chunk.documentId && parentId === chunk.parentId,
      );
      const at = section.findIndex(({ id }) => id === chunk.id);
      return {
        chunkId: chunk.id,
        before: section.slice(Math.max(0, at - reach), at),
        after: section.slice(at + 1, at + 1 + reach),
      };
    });
    return { texts, raws, input: { hits, expansions, version: 1 } };
  });

const settings = fc.record({
  tokenCounter: fc.constantFrom(words, units, o200k),
  tokenBudget: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 900 })),
  maxPassagesPerDocument: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
  withText: fc.boolean(),
});
type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;

function assembled({ texts, input }: Sample, { withText, ...options }: Settings): Context {
  const sliceOf = withText ? (id: string, span: Span) => texts[id].slice(span.start, span.end) : undefined;
  return assembleContext(input, { ...options, sliceOf });
}

function law(name: string, check: (context: Context, given: Sample, options: Settings) => void): void {
  it(name, () => {
    fc.assert(
      fc.property(sample, settings, (given, options) => check(assembled(given, options), given, options)),
      { numRuns: 300 },
    );
  });
}

describe('laws of assembly', () => {
  law('the budget is kept, by the count of the text itself', (context, _, { tokenCounter, tokenBudget }) => {
    expect(context.tokenCount).toBe(tokenCounter.count(context.text));
    expect(context.tokenCount).toBeLessThanOrEqual(tokenBudget);
  });

  law('every passage is the slice, the raw slice and the lines it names', ({ passages }, { texts, raws }) => {
    for (const { documentId, span, rawSpan, lines, text } of passages) {
      expect(texts[documentId].slice(span.start, span.end)).toBe(text);
      expect(raws[documentId].slice(rawSpan.start, rawSpan.end).replaceAll('\r\n', '\n')).toBe(text);
      expect(lines.start).toBe(texts[documentId].slice(0, span.start).split('\n').length);
      expect(lines.end).toBe(lines.start + text.split('\n').length - 1);
    }
  });

  law('passages of a document rise, never intersect, and documents stand together', ({ passages }) => {
    const seen = new Set<string>();
    for (const [i, passage] of passages.entries()) {
      const before = passages[i - 1];
      expect(passage.citation).toBe(i + 1);
      if (before?.documentId === passage.documentId) expect(passage.span.start).toBeGreaterThanOrEqual(before.span.end);
      else expect(seen.has(passage.documentId)).toBe(false);
      seen.add(passage.documentId);
    }
  });

  law('the text holds each passage behind its citation line', ({ text, passages }) => {
    let from = 0;
    for (const { citation, text: own } of passages) {
      const line = text.indexOf(`[${citation}] `, from);
      expect(line).toBeGreaterThanOrEqual(from);
      from = text.indexOf(own, line) + own.length;
      expect(from).toBeGreaterThan(line + own.length);
    }
  });

  law('every hit and neighbour is in a passage or left out with a reason', ({ passages, leftOut }, { input }) => {
    const inside = passages.flatMap(({ chunkIds }) => chunkIds);
    const reasons = new Map(leftOut.map(({ chunkId, reason }) => [chunkId, reason]));
    const known = [
      ...input.hits.map(({ chunk }) => chunk.id),
      ...(input.expansions ?? []).flatMap(({ before, after }) => [...before, ...after].map(({ id }) => id)),
    ];
    expect(new Set(inside).size).toBe(inside.length);
    for (const id of [...inside, ...reasons.keys()]) expect(known).toContain(id);
    for (const id of known) {
      if (inside.includes(id)) expect(reasons.get(id) ?? 'cut').toMatch(/^cut/);
      else expect(reasons.get(id)).toBeTruthy();
    }
  });

  law('no text stands twice, lent context included', ({ passages }, { input }) => {
    const byId = new Map(input.hits.map(({ chunk }) => [chunk.id, chunk]));
    const hashes = passages.flatMap(({ chunkIds }) => chunkIds.flatMap((id) => byId.get(id)?.contentHash ?? []));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('windows that overlap anyhow give each place of a document once, and whole', () => {
    const windows = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 3, maxLength: 12 }), windows, settings, (pieces, cuts, options) => {
        const text = pieces.join(' ');
        const spans = cuts
          .map(([at, length]) => ({ start: at % text.length, end: Math.min(text.length, (at % text.length) + length) }))
          .filter(({ start, end }) => text.slice(start, end).trim() !== '');
        const chunks = sampleChunks('w.md', text, [{ path: ['S'], spans }]);
        const hits = chunks.map((chunk, i) => ({
          chunk,
          score: 1,
          rank: i + 1,
          explanation: { evidence: [], expandedWith: [], notes: [] },
        }));
        const { passages } = assembleContext(
          { hits, version: 1 },
          { tokenCounter: options.tokenCounter, tokenBudget: 900 },
        );
        const times = (at: number) => passages.filter(({ span }) => span.start <= at && at < span.end).length;
        const taken = new Set(passages.flatMap(({ chunkIds }) => chunkIds));
        const wanted = chunks.filter(({ id }) => taken.has(id));
        for (const at of text.split('').keys()) {
          const isTaken = wanted.some(({ span }) => span.start <= at && at < span.end);
          expect(times(at)).toBeLessThanOrEqual(1);
          if (isTaken) expect(times(at)).toBe(1);
        }
        for (const { span, text: own } of passages) expect(own).toBe(text.slice(span.start, span.end));
      }),
    );
  });

  law('caps hold', ({ passages }, _, { maxPassagesPerDocument }) => {
    for (const { documentId } of passages)
      expect(passages.filter((other) => other.documentId === documentId).length).toBeLessThanOrEqual(
        maxPassagesPerDocument,
      );
  });

  law('the same again is the same', (context, given, options) => {
    expect(assembled(given, options)).toEqual(context);
  });

  it('the best hit is in the context whenever one of its words fits', () => {
    fc.assert(
      fc.property(sample, fc.integer({ min: 30, max: 60 }), (given, tokenBudget) => {
        fc.pre(given.input.hits.length > 0);
        const { passages } = assembleContext(given.input, { tokenCounter: words, tokenBudget });
        expect(passages.flatMap(({ chunkIds }) => chunkIds)).toContain(given.input.hits[0].chunk.id);
      }),
    );
  });

  it('lent context shows once per document', () => {
    fc.assert(
      fc.property(sample, (given) => {
        const { text, passages } = assembleContext(given.input, { tokenCounter: words, tokenBudget: 900 });
        const length = passages.reduce((sum, passage) => sum + passage.text.length, 0);
        const lent = new Set(
          given.input.hits.flatMap(({ chunk }) => chunk.context.flatMap((part) => ('text' in part ? part.text : []))),
        );
        const lentLength = [...lent].reduce((sum, part) => sum + part.length + 2, 0) * Object.keys(given.texts).length;
        const citations = passages.length * '[10] d0.md, lines 100-100: S0\n\n\n'.length;
        expect(text.length).toBeLessThanOrEqual(length + lentLength + citations);
      }),
    );
  });
});
