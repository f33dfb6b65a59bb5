/** The model that comes with the package: it loads, knows English, and knows what it does not know. */
import { describe, expect, it } from 'vitest';
import { loadStaticEmbedder } from '../../src/embedders/static.ts';
import { describeEmbedder } from '../../src/testing/embedder-suite.ts';

describeEmbedder('bundled static model', () => loadStaticEmbedder(), { describe, it, expect });

describe('bundled static model', () => {
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

  it.each([
    ['The physician prescribed medicine.', 'A doctor gave the patient a drug.', 'The train leaves from platform four.'],
    ['How do I cancel my subscription?', 'Ending your plan and getting a refund', 'Mixing concrete for a garden wall'],
  ])('puts %j nearer to %j than to %j', async (text, near, far) => {
    const [a, b, c] = await (await loadStaticEmbedder()).embed([text, near, far]);
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.1);
  });

  it('gives no direction to a query that it cannot read', async () => {
    const embedder = await loadStaticEmbedder();
    const queries = ['数据库在哪里?', 'ما هي عاصمة فرنسا؟', 'where is the database?'];
    const vectors = await embedder.embed(queries, { purpose: 'query' });
    expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual([0, 0, 1]);
    expect(embedder).toMatchObject({ dimensions: 256, suggestedFusion: { method: 'min-max' } });
  });
});
