/** Laws of topic shifts: for any document, ranges, settings and embedder. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOPIC_METHODS, type TopicOptions } from '../../src/chunking/topics/options.ts';
import { topicShifts } from '../../src/chunking/topics/topic-shifts.ts';
import { uniformRanges } from '../../src/chunking/topics/uniform-ranges.ts';
import { topicUnits } from '../../src/chunking/topics/units.ts';
import type { Embedder } from '../../src/embedders/embedder.ts';
import { KIND } from '../../src/model/block.ts';
import type { Document } from '../../src/model/document.ts';
import { parseSource } from '../../src/parsing/parse.ts';
import { isBlank } from '../../src/text/word-cuts.ts';
import { randomSource } from './chunking-documents.ts';
import { randomFrom } from './chunking-edits.ts';

const DIMENSIONS = 4;

/** Random vectors, always the same for the same text; some of them zero. Remembers what it was asked. */
function randomEmbedder(seed: number): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id: `random-${seed}`,
    dimensions: DIMENSIONS,
    asked,
    async embed(texts) {
      asked.push(...texts);
      return texts.map((text) => {
        let hash = seed;
        for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
        const random = randomFrom(hash);
        return random() < 0.1
          ? new Float32Array(DIMENSIONS)
          : Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
      });
    },
  };
}

const settings: fc.Arbitrary<TopicOptions> = fc.record(
  {
    method: fc.constantFrom(...TOPIC_METHODS),
    amount: fc.double({ min: 0, max: 4, noNaN: true }),
    window: fc.integer({ min: 1, max: 6 }),
    reach: fc.integer({ min: 1, max: 30 }),
    shortChars: fc.integer({ min: 0, max: 60 }),
    maxUnitChars: fc.integer({ min: 1, max: 300 }),
    batchTexts: fc.integer({ min: 1, max: 40 }),
  },
  { requiredKeys: [] },
);

/** Ranges of `document` from shares of its length. */
function rangesOf(document: Document, shares: readonly number[]): TopicOptions {
  const places = shares.map((share) => Math.floor(share * document.text.length)).sort((a, b) => a - b);
  const ranges = places.slice(1).map((end, i) => ({ start: places[i], end }));
  return shares.length === 0 ? {} : { ranges };
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });

test('shifts rise, stand at sentence starts, and are the same every time', async () => {
  await fc.assert(
    fc.asyncProperty(randomSource, settings, shares, fc.nat(), async (source, options, cuts, seed) => {
      const document = parseSource(source);
      const asked = { ...options, ...rangesOf(document, cuts) };
      const embedder = randomEmbedder(seed);
      const shifts = await topicShifts(document, embedder, asked);
      const { offsets, strengths, gaps } = shifts;
      expect(strengths).toHaveLength(offsets.length);
      const places = new Set(gaps.offsets);
      for (const [i, offset] of offsets.entries()) {
        expect(places.has(offset)).toBe(true);
        if (i > 0) expect(offset).toBeGreaterThan(offsets[i - 1]);
        expect(strengths[i]).toBeGreaterThanOrEqual(0.55);
        expect(strengths[i]).toBeLessThanOrEqual(0.75);
      }
      for (const [i, distance] of gaps.distances.entries()) {
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(2);
        if (i > 0) expect(gaps.offsets[i]).toBeGreaterThan(gaps.offsets[i - 1]);
        expect(gaps.offsets[i]).toBeLessThan(document.text.length);
      }
      // Equal texts were embedded once: all of them fit the memory of one call.
      expect(new Set(embedder.asked).size).toBe(embedder.asked.length);
      const again = await topicShifts(document, randomEmbedder(seed), { ...asked, batchTexts: 7 });
      expect(again).toEqual(shifts);
    }),
    { numRuns: 300 },
  );
});

test('units are disjoint, rising, inside their range, begin and end black, and hold all prose', () => {
  fc.assert(
    fc.property(randomSource, shares, fc.integer({ min: 0, max: 60 }), (source, cuts, shortChars) => {
      const document = parseSource(source);
      const { text } = document;
      const ranges = rangesOf(document, cuts).ranges ?? [{ start: 0, end: text.length }];
      const units = topicUnits(document, ranges, shortChars);
      let end = 0;
      for (let i = 0; i < units.count; i++) {
        const range = ranges[units.ranges[i]];
        expect(units.starts[i]).toBeGreaterThanOrEqual(Math.max(end, range.start));
        expect(units.ends[i]).toBeLessThanOrEqual(range.end);
        expect(text.slice(units.starts[i], units.ends[i]).trim()).not.toBe('');
        end = units.ends[i];
      }
      if (cuts.length === 0) expectProseInside(document, units);
    }),
    { numRuns: 300 },
  );
});

function expectProseInside({ text, blocks }: Document, units: ReturnType<typeof topicUnits>): void {
  let unit = 0;
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.kinds[i] !== KIND.paragraph) continue;
    for (let at = blocks.starts[i]; at < blocks.ends[i]; at++) {
      while (unit < units.count && units.ends[unit] <= at) unit++;
      if (!isBlank(text.charCodeAt(at)) && !(unit < units.count && units.starts[unit] <= at))
        expect.unreachable(`character ${at} of a paragraph is in no unit`);
    }
  }
}

test('uniform ranges rise, are long enough, and hold prose alone', () => {
  fc.assert(
    fc.property(randomSource, fc.integer({ min: 1, max: 400 }), (source, minChars) => {
      const document = parseSource(source);
      const { kinds, parents, starts, count } = document.blocks;
      let end = 0;
      for (const range of uniformRanges(document, { minChars })) {
        expect(range.start).toBeGreaterThanOrEqual(end);
        expect(range.end - range.start).toBeGreaterThanOrEqual(minChars);
        end = range.end;
        for (let i = 0; i < count; i++)
          if (parents[i] < 0 && starts[i] >= range.start && starts[i] < range.end)
            expect([KIND.paragraph, KIND.turn, KIND.definition]).toContain(kinds[i]);
      }
    }),
    { numRuns: 300 },
  );
});

const WINDOW = 3;
const REACH = 8;
/** Sentences beyond which an edit changes nothing: a window that stretches, the statistics, the valley of a depth. */
const FARTHEST = 3 * WINDOW + REACH + 10 + WINDOW + 1;

test('an edited sentence moves no shift further away than the reach', async () => {
  const sentences = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2 * FARTHEST + 5, maxLength: 120 });
  const method = fc.constantFrom(...TOPIC_METHODS);
  await fc.assert(
    fc.asyncProperty(
      sentences,
      fc.array(fc.integer({ min: 401, max: 500 }), { maxLength: 3 }),
      method,
      fc.nat(),
      async (numbers, edit, how, seed) => {
        const at = Math.floor(numbers.length / 2);
        const tail = numbers.length - at - 1;
        const before = await shiftsOf(numbers, how, seed);
        const after = await shiftsOf([...numbers.slice(0, at), ...edit, ...numbers.slice(at + 1)], how, seed);
        expect(after.filter((sentence) => sentence < at - FARTHEST)).toEqual(
          before.filter((sentence) => sentence < at - FARTHEST),
        );
        const fromEnd = (list: readonly number[], length: number) =>
          list.map((sentence) => length - sentence).filter((sentence) => sentence < tail - FARTHEST);
        expect(fromEnd(after, numbers.length - 1 + edit.length)).toEqual(fromEnd(before, numbers.length));
      },
    ),
    { numRuns: 100 },
  );
});

/** Numbers of the sentences at which the topic shifts, in a text of one sentence for each of `numbers`. */
async function shiftsOf(
  numbers: readonly number[],
  method: TopicOptions['method'],
  seed: number,
): Promise<readonly number[]> {
  const text = numbers.map((number) => `The keeper wrote the number ${number} into the book of the lock.`).join(' ');
  const document = parseSource({ documentId: 'book.txt', mediaType: 'text/plain', text });
  const { offsets, gaps } = await topicShifts(document, randomEmbedder(seed), {
    ...(method && { method }),
    window: WINDOW,
    reach: REACH,
    amount: 1,
  });
  return Array.from(offsets, (offset) => gaps.offsets.indexOf(offset) + 1);
}
