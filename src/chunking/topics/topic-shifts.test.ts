import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../embedders/embedder.ts';
import { KerfError } from '../../model/error.ts';
import { parseSource } from '../../parsing/parse.ts';
import { memoryEmbeddingCache } from './cache.ts';
import { TOPIC_METHODS, type TopicOptions, type TopicProgress } from './options.ts';
import { topicShifts } from './topic-shifts.ts';
import { uniformRanges } from './uniform-ranges.ts';

const LOCKS = [
  'The lock keeper opens the upper gate of the basin at dawn.',
  'Water from the river fills the lock until the gate swings free.',
  'The paddles of the gate let the water out again by noon.',
  'A barge waits in the basin until the keeper lifts the paddles.',
  'Below the lock the river runs fast and the water is brown.',
  'At night the keeper locks the gate and the paddles of the lock.',
];
const BREAD = [
  'Flour and salt go into the dough before the yeast is added.',
  'The baker folds the dough and lets the yeast work for an hour.',
  'A hot oven gives the loaf of bread its dark crust.',
  'Without salt the bread tastes of flour and the dough is slack.',
  'The crust of the loaf should crack when the bread is cut.',
  'Yeast that is old makes a flat loaf, whatever the oven does.',
];
const STAMPS = [
  'A stamp with a printing error is worth more to collectors.',
  'Collectors soak the stamp off its envelope in lukewarm paper baths.',
  'The album keeps every stamp flat between sheets of paper.',
  'Perforation is counted by collectors with a gauge along the edge.',
  'The rarest stamp of the album shows a ship printed upside down.',
  'An envelope with its postmark can be worth more than the stamp.',
];

/** One direction for each of a few words: sentences on one subject share some. */
const WORDS =
  'lock gate water river keeper paddles basin dough flour yeast bread loaf oven salt crust stamp collectors album envelope paper'.split(
    ' ',
  );

interface CountingEmbedder extends Embedder {
  readonly asked: string[];
  readonly batches: number[];
}

function wordEmbedder(change: Partial<Embedder> = {}): CountingEmbedder {
  const asked: string[] = [];
  const batches: number[] = [];
  return {
    id: 'words',
    dimensions: WORDS.length,
    async embed(texts) {
      asked.push(...texts);
      batches.push(texts.length);
      return texts.map((text) => {
        const found = text.toLowerCase().match(/\p{L}+/gu) ?? [];
        return Float32Array.from(WORDS, (word) => found.filter((other) => other === word).length);
      });
    },
    ...change,
    asked,
    batches,
  };
}

const parse = (text: string) => parseSource({ documentId: 'talk.md', mediaType: 'text/markdown', text });
const TEXT = [LOCKS, BREAD, STAMPS].map((sentences) => sentences.join(' ')).join('\n\n');
const document = parse(TEXT);
const SEAMS = [TEXT.indexOf(BREAD[0]), TEXT.indexOf(STAMPS[0])];

describe('topicShifts', () => {
  it.each(TOPIC_METHODS)('%s finds the seams between three subjects', async (method) => {
    const { offsets, strengths } = await topicShifts(document, wordEmbedder(), { method });
    expect([...offsets]).toEqual(SEAMS);
    for (const strength of strengths) {
      expect(strength).toBeGreaterThan(0.55);
      expect(strength).toBeLessThan(0.75);
    }
  });

  it('finds seams inside a paragraph, and puts one in front of a heading', async () => {
    const one = parse([...LOCKS, ...BREAD].join(' '));
    expect([...(await topicShifts(one, wordEmbedder())).offsets]).toEqual([one.text.indexOf(BREAD[0])]);
    const headed = parse(`${LOCKS.join(' ')}\n\n## Baking\n\n${BREAD.join(' ')}`);
    expect([...(await topicShifts(headed, wordEmbedder())).offsets]).toEqual([headed.text.indexOf('## Baking')]);
  });

  it('explains every gap: its place, distance, score and threshold', async () => {
    const { gaps, offsets, textLength } = await topicShifts(document, wordEmbedder(), { method: 'standardDeviation' });
    expect(textLength).toBe(TEXT.length);
    expect(gaps.offsets).toHaveLength(17);
    expect([gaps.distances.length, gaps.scores.length, gaps.thresholds.length]).toEqual([17, 17, 17]);
    expect([...gaps.scores]).toEqual([...gaps.distances]);
    const seam = gaps.offsets.indexOf(offsets[0]);
    expect(seam).toBe(5);
    expect(gaps.distances[seam]).toBe(1);
    expect(gaps.scores[seam]).toBeGreaterThan(gaps.thresholds[seam]);
  });

  it('looks inside the ranges alone, and compares nothing across two', async () => {
    const embedder = wordEmbedder();
    const middle = SEAMS[0];
    const ranges = [
      { start: 0, end: middle },
      { start: middle, end: TEXT.length },
    ];
    const shifts = await topicShifts(document, embedder, { ranges });
    expect([...shifts.offsets]).toEqual([SEAMS[1]]);
    expect(shifts.gaps.offsets).not.toContain(middle);
    const second = wordEmbedder();
    const mixed = parse(`# Short\n\n${LOCKS[0]}\n\n- item\n\n${TEXT}`);
    const uniform = await topicShifts(mixed, second, { ranges: uniformRanges(mixed, { minChars: 500 }) });
    expect([...uniform.offsets].map((offset) => mixed.text.slice(offset, offset + 8))).toEqual([
      'Flour an',
      'A stamp ',
    ]);
    expect(second.asked).not.toContain('- item');
  });

  it('finds nothing in one sentence, two, none, or the same one over and over', async () => {
    for (const text of [
      '',
      LOCKS[0],
      `${LOCKS[0]} ${BREAD[0]}`,
      `${LOCKS[0]} `.repeat(40),
      'Nothing known. '.repeat(9),
    ]) {
      for (const method of TOPIC_METHODS)
        expect((await topicShifts(parse(text), wordEmbedder(), { method, shortChars: 0 })).offsets).toHaveLength(0);
    }
  });

  it('embeds equal sentences once, in batches, and reports how far it is', async () => {
    const embedder = wordEmbedder();
    const progress: TopicProgress[] = [];
    const twice = parse(`${TEXT}\n\n${TEXT}`);
    await topicShifts(twice, embedder, { batchTexts: 12, onProgress: (at) => progress.push(at) });
    expect(embedder.batches).toEqual([12, 6]);
    expect(new Set(embedder.asked).size).toBe(18);
    expect(progress).toEqual([
      { done: 12, total: 36, embedded: 12 },
      { done: 24, total: 36, embedded: 18 },
      { done: 36, total: 36, embedded: 18 },
    ]);
  });

  it('asks for new sentences alone when the caller keeps a cache, whatever the wrapping', async () => {
    const cache = memoryEmbeddingCache();
    const embedder = wordEmbedder();
    const first = await topicShifts(document, embedder, { cache });
    expect(await topicShifts(document, embedder, { cache })).toEqual(first);
    expect(embedder.asked).toHaveLength(18);
    const edited = parse(
      TEXT.replace(LOCKS[1], 'The river is high.').replace(BREAD[2], BREAD[2].replace('oven ', 'oven\n')),
    );
    await topicShifts(edited, embedder, { cache });
    expect(embedder.asked.slice(18)).toHaveLength(1);
    await topicShifts(document, wordEmbedder({ id: 'others' }), { cache });
    const wider = wordEmbedder({ dimensions: 3, embed: async (texts) => texts.map(() => Float32Array.of(1, 0, 0)) });
    expect((await topicShifts(document, wider, { cache })).offsets).toHaveLength(0);
  });

  it('forgets what it used longest ago when its own cache is full', async () => {
    const cache = memoryEmbeddingCache(2);
    const [a, b, c] = [1, 2, 3].map((value) => Float32Array.of(value));
    await cache.set('a', a);
    await cache.set('b', b);
    expect(await cache.get('a')).toBe(a);
    await cache.set('c', c);
    expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([a, undefined, c]);
  });

  it('clips long units without tearing a pair, and takes headings along', async () => {
    const embedder = wordEmbedder();
    await topicShifts(parse(`# Title\n\n${'🧭'.repeat(20)}`), embedder, { maxUnitChars: 12 });
    expect(embedder.asked).toEqual(['# Title 🧭']);
  });

  it('names what made the shifts', async () => {
    const key = async (options: TopicOptions, id = 'words') =>
      (await topicShifts(document, wordEmbedder({ id }), options)).key;
    expect(await key({})).toBe(await key({ method: 'localMinimum', batchTexts: 2 }));
    expect(
      new Set([await key({}), await key({ window: 2 }), await key({ amount: 1 }), await key({}, 'other')]).size,
    ).toBe(4);
  });
});

describe('topicShifts refuses', () => {
  const refusal = async (options: unknown, embedder: Embedder = wordEmbedder()): Promise<KerfError> =>
    topicShifts(document, embedder, options as TopicOptions).then(
      () => expect.unreachable('nothing was refused'),
      (error: KerfError) => error,
    );

  it('options that make no sense', async () => {
    for (const options of [
      { method: 'median' },
      { amount: -1 },
      { amount: Number.NaN },
      { method: 'percentile', amount: 101 },
      { window: 0 },
      { reach: 1.5 },
      { batchTexts: 0 },
      { ranges: [{ start: 5, end: 3 }] },
      { ranges: [{ start: 0, end: TEXT.length + 1 }] },
      {
        ranges: [
          { start: 3, end: 6 },
          { start: 5, end: 9 },
        ],
      },
    ]) {
      const error = await refusal(options);
      expect(error).toBeInstanceOf(KerfError);
      expect(error.code).toBe('invalid-option');
    }
    expect(await refusal({ windw: 3 })).toMatchObject({ code: 'unknown-option', message: /did you mean "window"/ });
  });

  it('embedders that do not keep their word, by name', async () => {
    const broken: [Embedder['embed'], RegExp][] = [
      [async (texts) => texts.slice(1).map(() => new Float32Array(20)), /gave 17 vectors for 18 texts/],
      [async (texts) => texts.map(() => new Float32Array(7)), /a vector of 7 numbers and says it has 20/],
      [async (texts) => texts.map(() => new Float32Array(20).fill(Number.NaN)), /holds NaN/],
      [async () => undefined as never, /no list of vectors/],
      [async (texts) => texts.map(() => null as never), /a vector of undefined numbers/],
      [async () => Promise.reject(new Error('out of memory')), /threw "out of memory" for 18 texts/],
    ];
    for (const [embed, message] of broken) {
      const error = await refusal({}, wordEmbedder({ embed }));
      expect(error).toBeInstanceOf(KerfError);
      expect(error).toMatchObject({ code: 'embedder-failed', message });
      expect(error.message).toContain('Embedder "words"');
    }
  });

  it("hands on an embedder's own error, and the reason of an abort", async () => {
    const own = new KerfError('embedder-failed', 'the server is away');
    expect(await refusal({}, wordEmbedder({ embed: () => Promise.reject(own) }))).toBe(own);
    const before = wordEmbedder();
    expect(await refusal({ signal: AbortSignal.abort('no more') }, before)).toBe('no more');
    expect(before.asked).toEqual([]);
    const controller = new AbortController();
    const during = wordEmbedder();
    const stop = () => controller.abort('enough');
    expect(await refusal({ signal: controller.signal, batchTexts: 4, onProgress: stop }, during)).toBe('enough');
    expect(during.batches).toEqual([4]);
  });
});
