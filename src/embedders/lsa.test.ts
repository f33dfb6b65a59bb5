/** The embedder that learns from its texts: what it learns, what it does with what it does not know, and its file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeEmbedder } from '../testing/embedder-suite.ts';
import { type LsaModel, lsaEmbedder, readLsaModel, trainLsa, writeLsaModel } from './lsa.ts';

/** "motor" and "engine" never stand together, but in the same company; so do "loan" and "credit". */
const TEXTS = [
  'The motor drives the wheels through the gearbox.',
  'An engine drives the wheels and needs oil.',
  'Oil keeps the motor and its gearbox cool.',
  'The gearbox sits behind the engine.',
  'A loan is paid back to the bank with interest.',
  'The bank grants credit against interest.',
  'Interest of the loan falls due each month at the bank.',
  'Credit is due to the bank each month.',
];

const model = trainLsa(TEXTS, { dimensions: 3 });

async function scores(embedder: ReturnType<typeof lsaEmbedder>, query: string, texts: readonly string[]) {
  const [asked] = await embedder.embed([query], { purpose: 'query' });
  return (await embedder.embed(texts)).map((vector) => inner(asked, vector));
}

function inner(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

const kit = { describe, it, expect };
describeEmbedder('lsa', async () => lsaEmbedder(model), kit);
describeEmbedder('lsa of nothing', async () => lsaEmbedder(trainLsa([])), kit);

describe('trainLsa', () => {
  it('finds a text by a word of the same subject that it does not hold', async () => {
    const [motor, loan] = await scores(lsaEmbedder(model), 'engine', [TEXTS[0], TEXTS[4]]);
    expect(motor).toBeGreaterThan(0.8);
    expect(loan).toBeLessThan(0.3);
  });

  it('keeps terms of at least two texts, and no more than maxTerms, those of most texts first', () => {
    expect(trainLsa(['one two', 'two three', 'three one four']).terms).toEqual(['on', 'three', 'two']);
    expect(trainLsa(['a b c', 'b c', 'c b x', 'x']).terms).toEqual(['b', 'c', 'x']);
    expect(trainLsa(['a b c', 'b c', 'c b x', 'x'], { maxTerms: 2 }).terms).toEqual(['b', 'c']);
  });

  it('looks at maxTexts texts, evenly spread', () => {
    const texts = Array.from({ length: 10 }, (_, i) => `shared even${i} words of ${i % 2} kind${i % 2}`);
    const half = texts.filter((_, i) => i % 2 === 0);
    expect(trainLsa(texts, { maxTexts: 5 })).toEqual(trainLsa(half));
  });

  it('learns the same from the same texts, and names it the same', () => {
    expect(trainLsa(TEXTS)).toEqual(trainLsa([...TEXTS]));
    expect(lsaEmbedder(trainLsa(TEXTS, { dimensions: 3 })).id).toBe(lsaEmbedder(model).id);
    expect(lsaEmbedder(trainLsa(TEXTS.slice(1), { dimensions: 3 })).id).not.toBe(lsaEmbedder(model).id);
  });

  it.each([
    [{ dimensions: 1 }, 'invalid-option', 'dimensions is 1'],
    [{ dimensions: 1025 }, 'invalid-option', 'dimensions is 1025: give a whole number from 2 to 1024'],
    [{ maxTerms: 0 }, 'invalid-option', 'maxTerms is 0'],
    [{ maxTexts: 1.5 }, 'invalid-option', 'maxTexts is 1.5'],
    [{ dimension: 5 }, 'unknown-option', 'did you mean "dimensions"'],
  ])('refuses %j', (options, code, message) => {
    expect(() => trainLsa(TEXTS, options as object)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});

describe('lsaEmbedder', () => {
  it('puts texts without a known term at right angles to all others, and opposite to such questions', async () => {
    const embedder = lsaEmbedder(model);
    const known = await scores(embedder, 'zebra', TEXTS);
    expect(known).toEqual(TEXTS.map(() => 0));
    expect(await scores(embedder, 'zebra', ['', 'giraffe'])).toEqual([-1, -1]);
    expect(await scores(embedder, 'motor', ['', 'giraffe'])).toEqual([0, 0]);
  });

  it('leaves words that only carry grammar out of questions', async () => {
    const texts = ['what is the loan', 'what is what', 'the loan is due', ...TEXTS];
    const embedder = lsaEmbedder(trainLsa(texts, { dimensions: 8 }));
    const [plain, wordy] = await embedder.embed(['loan', 'what is the loan?'], { purpose: 'query' });
    expect(wordy).toEqual(plain);
  });
});

describe('writeLsaModel and readLsaModel', () => {
  const words = fc.array(fc.constantFrom('motor', 'loan', 'über', '数据', 'x1'), { maxLength: 6 });
  const someModel: fc.Arbitrary<LsaModel> = fc
    .tuple(fc.array(words, { maxLength: 8 }), fc.integer({ min: 2, max: 9 }))
    .map(([texts, dimensions]) =>
      trainLsa(
        texts.map((text) => text.join(' ')),
        { dimensions },
      ),
    );

  it('give the model back, also from the middle of a larger buffer', () => {
    fc.assert(
      fc.property(someModel, fc.integer({ min: 0, max: 9 }), (written, offset) => {
        const bytes = writeLsaModel(written);
        const around = new Uint8Array(bytes.length + offset + 3);
        around.set(bytes, offset);
        expect(readLsaModel(around.subarray(offset, offset + bytes.length))).toEqual(written);
      }),
    );
  });

  it('notice each changed byte, and each one that is missing or too many', () => {
    const bytes = writeLsaModel(model);
    const refuses = (damaged: Uint8Array) =>
      expect(() => readLsaModel(damaged)).toThrow(expect.objectContaining({ code: 'invalid-source' }));
    for (let at = 0; at < bytes.length; at++) {
      refuses(bytes.map((byte, i) => (i === at ? byte ^ 0x20 : byte)));
      refuses(bytes.subarray(0, at));
    }
    refuses(Uint8Array.of(...bytes, 0));
  });
});
