/** Test kit: what every reranker must do, as tests for any adapter of the `Reranker` contract. */
import type { RerankCandidate, Reranker } from '../rerankers/reranker.ts';
import type { TestKit } from './test-kit.ts';

/** Room for the rounding of models whose numbers depend a little on what else is in the batch. */
const DIGITS = 3;

const QUERIES = ['a plain question', '', ' ', 'lone \ud800 surrogate', '数据库', 'word '.repeat(500)];

const CANDIDATES: readonly RerankCandidate[] = [
  { heading: 'Title > Section', text: 'a plain sentence' },
  { heading: '', text: '' },
  { heading: '', text: ' \n' },
  { heading: 'only a heading', text: '' },
  { heading: '', text: 'emoji 😀 and e\u0301' },
  { heading: 'lone \ud800', text: 'surrogate \udc00' },
  { heading: '', text: 'word '.repeat(2_000) },
  { heading: '数据库', text: '数据库' },
];

/**
 * Declares the conformance tests of a reranker; `kit` holds `describe`, `it` and `expect` of the test runner.
 *
 * @example
 * describeReranker('my reranker', async () => myReranker(), { describe, it, expect });
 */
export function describeReranker(name: string, make: () => Promise<Reranker>, { describe, it, expect }: TestKit): void {
  describe(`reranker ${name}`, () => {
    it('names itself the same way each time', async () => {
      const [a, b] = [await make(), await make()];
      expect(a.id.length > 0).toBe(true);
      expect(b.id).toBe(a.id);
    });

    it('gives one finite score per candidate, whatever the texts', async () => {
      const reranker = await make();
      for (const query of QUERIES) {
        const scores = await reranker.rerank(query, CANDIDATES);
        expect(scores.map((score) => Number.isFinite(score))).toEqual(CANDIDATES.map(() => true));
      }
    });

    it('gives nothing for nothing', async () => {
      expect(await (await make()).rerank('a question', [])).toEqual([]);
    });

    it('keeps the order, and scores equal candidates equally, however many there are', async () => {
      const reranker = await make();
      const candidates = Array.from({ length: 150 }, (_, i) => ({ heading: '', text: `text number ${i % 70}` }));
      const scores = await reranker.rerank('text number 7', candidates);
      expect(scores.length).toBe(candidates.length);
      const reversed = await reranker.rerank('text number 7', [...candidates].reverse());
      for (const i of [0, 7, 69, 77, 149]) {
        expect(scores[i]).toBeCloseTo(scores[i % 70], DIGITS);
        expect(reversed[149 - i]).toBeCloseTo(scores[i], DIGITS);
      }
    });

    it('gives the same scores for the same question', async () => {
      const reranker = await make();
      const [first, second] = [await reranker.rerank('a', CANDIDATES), await reranker.rerank('a', CANDIDATES)];
      for (const [i, score] of first.entries()) expect(second[i]).toBeCloseTo(score, DIGITS);
    });

    it('stops when it is told to before it begins', async () => {
      const reason = new Error('stopped');
      const signal = AbortSignal.abort(reason);
      const outcome = await (await make()).rerank('a', CANDIDATES, { signal }).catch((error: unknown) => error);
      expect(outcome).toBe(reason);
    });
  });
}
