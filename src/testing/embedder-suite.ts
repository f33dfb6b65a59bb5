/** Test kit: what every embedder must do, as tests for any adapter of the `Embedder` contract. */
import type { Embedder } from '../embedders/embedder.ts';
import type { TestKit } from './test-kit.ts';

/** Room for the rounding of 32-bit floats. */
const DIGITS = 4;

const TEXTS = [
  'a plain sentence',
  '',
  ' ',
  '\n',
  'emoji 😀 and e\u0301',
  'lone \ud800 surrogate',
  'word '.repeat(2_000),
  '数据库',
];

/**
 * Declares the conformance tests of an embedder; `kit` holds `describe`, `it` and `expect` of the test runner.
 *
 * @example
 * describeEmbedder('my embedder', async () => myEmbedder(), { describe, it, expect });
 */
export function describeEmbedder(name: string, make: () => Promise<Embedder>, { describe, it, expect }: TestKit): void {
  describe(`embedder ${name}`, () => {
    it('names itself the same way each time', async () => {
      const [a, b] = [await make(), await make()];
      expect(a.id.length > 0).toBe(true);
      expect([b.id, b.dimensions]).toEqual([a.id, a.dimensions]);
    });

    it('gives one vector of unit length per text, whatever the text', async () => {
      const embedder = await make();
      const vectors = await embedder.embed(TEXTS);
      expect(vectors.map((vector) => vector.length)).toEqual(TEXTS.map(() => embedder.dimensions));
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, DIGITS);
    });

    it('gives nothing for nothing', async () => {
      expect(await (await make()).embed([])).toEqual([]);
    });

    it('keeps the order, and does not let texts of one call change each other', async () => {
      const embedder = await make();
      const texts = Array.from({ length: 150 }, (_, i) => `text number ${i % 70} about ${i % 7}`);
      const together = await embedder.embed(texts);
      for (const i of [0, 69, 70, 149]) {
        const [alone] = await embedder.embed([texts[i]]);
        expect(inner(alone, together[i])).toBeCloseTo(1, DIGITS);
      }
      expect(inner(together[0], together[70])).toBeCloseTo(1, DIGITS);
    });

    it('embeds queries in the same space', async () => {
      const embedder = await make();
      const [vector] = await embedder.embed(['a question'], { purpose: 'query' });
      expect(vector.length).toBe(embedder.dimensions);
    });

    it('stops when it is told to before it begins', async () => {
      const reason = new Error('stopped');
      const signal = AbortSignal.abort(reason);
      const outcome = await (await make()).embed(['text'], { signal }).catch((error: unknown) => error);
      expect(outcome).toBe(reason);
    });
  });
}

function inner(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
