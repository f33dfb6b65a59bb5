/** Local models, run by the optional package `@huggingface/transformers`; left out where it is not installed. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOnnxEmbedder } from '../../src/embedders/onnx.ts';
import { loadOnnxReranker } from '../../src/rerankers/onnx.ts';
import { describeEmbedder } from '../../src/testing/embedder-suite.ts';
import { describeReranker } from '../../src/testing/reranker-suite.ts';
import {
  crossEncoderDirectory,
  embeddingModelDirectory,
  MAX_TOKENS,
  tokenVector,
  tokenWeight,
  VOCABULARY,
  whyNoOnnx,
} from './model-directory.ts';

const reason = whyNoOnnx();
const embedding = embeddingModelDirectory();
const crossEncoder = crossEncoderDirectory();
afterAll(() => {
  for (const directory of [embedding, crossEncoder]) rmSync(join(directory, '..'), { recursive: true });
});

const ids = (...pieces: readonly string[]): number[] => pieces.map((piece) => VOCABULARY[piece]);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function unit(vectors: readonly (readonly number[])[]): number[] {
  const total = vectors[0].map((_, i) => sum(vectors.map((vector) => vector[i])));
  return total.map((value) => value / Math.hypot(...total));
}

function expectClose(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 4);
}

const whenInstalled = (name: string, body: () => void) =>
  describe.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (${reason})`, body);
const kit = { describe: whenInstalled, it, expect };

describeEmbedder('onnx', () => loadOnnxEmbedder({ model: embedding }), kit);
describeEmbedder('onnx, first token', () => loadOnnxEmbedder({ model: embedding, pooling: 'cls', batchSize: 3 }), kit);
describeReranker('onnx', () => loadOnnxReranker({ model: crossEncoder }), kit);

whenInstalled('onnx embedder', () => {
  it('gives the mean of the vectors of the tokens, and leaves the filling out', async () => {
    const embedder = await loadOnnxEmbedder({ model: embedding });
    expect([embedder.id, embedder.dimensions]).toEqual(['onnx:tiny', 8]);
    const [first, second] = await embedder.embed(['the keeper the keeper the', 'the boats']);
    expectClose(
      first,
      unit(ids('[CLS]', 'the', 'keep', '##er', 'the', 'keep', '##er', 'the', '[SEP]').map(tokenVector)),
    );
    expectClose(second, unit(ids('[CLS]', 'the', 'boats', '[SEP]').map(tokenVector)));
  });

  it('gives the vector of the first token when told to', async () => {
    const embedder = await loadOnnxEmbedder({ model: embedding, pooling: 'cls' });
    expect(embedder.id).toBe('onnx:tiny:cls');
    expectClose((await embedder.embed(['the boats']))[0], unit(ids('[CLS]').map(tokenVector)));
  });

  it('puts prefixes in front, each its own', async () => {
    const prefixes = { documentPrefix: 'the ', queryPrefix: 'boats ' };
    const embedder = await loadOnnxEmbedder({ model: embedding, ...prefixes });
    const plain = await loadOnnxEmbedder({ model: embedding });
    const [document] = await embedder.embed(['gate']);
    const [query] = await embedder.embed(['gate'], { purpose: 'query' });
    expect([document, query]).toEqual(await plain.embed(['the gate', 'boats gate']));
    expect(document).not.toEqual(query);
  });

  it('reads no more tokens than allowed, or than the model takes', async () => {
    const short = await loadOnnxEmbedder({ model: embedding, maxTokens: 3 });
    expect(short.id).toBe('onnx:tiny:3');
    expectClose((await short.embed(['the the boats']))[0], unit(ids('[CLS]', 'the', 'the').map(tokenVector)));
    const full = await loadOnnxEmbedder({ model: embedding });
    const [a, b] = await full.embed(['the '.repeat(MAX_TOKENS), `${'the '.repeat(MAX_TOKENS)} boats`]);
    expect(a).toEqual(b);
  });

  it('stops between two batches when told to', async () => {
    const embedder = await loadOnnxEmbedder({ model: embedding, batchSize: 1 });
    const stop = new AbortController();
    const work = embedder.embed(['the', 'boats', 'the boats'], { signal: stop.signal });
    const enough = new Error('enough');
    stop.abort(enough);
    await expect(work).rejects.toBe(enough);
  });

  it('refuses a directory whose weights are missing, naming it', async () => {
    const loading = loadOnnxEmbedder({ model: embedding, dtype: 'q8' });
    await expect(loading).rejects.toMatchObject({ code: 'embedder-failed' });
    await expect(loading).rejects.toThrow(`The model "${embedding}" cannot be loaded`);
  });

  it('refuses a model that gives no vectors of tokens', async () => {
    await expect(loadOnnxEmbedder({ model: crossEncoder })).rejects.toThrow('gives no vectors of tokens');
  });
});

whenInstalled('onnx reranker', () => {
  it('reads question, heading and text together, and gives the number of the model', async () => {
    const reranker = await loadOnnxReranker({ model: crossEncoder });
    expect(reranker.id).toBe('onnx:tiny');
    const candidates = [
      { heading: '', text: 'boats wait' },
      { heading: 'gate', text: 'the' },
    ];
    const markers = ['[CLS]', '[SEP]', '[SEP]'];
    const expected = [ids(...markers, 'the', 'boats', 'wait'), ids(...markers, 'the', 'gate', 'the')];
    expectClose(await reranker.rerank('the', candidates), [
      sum(expected[0].map(tokenWeight)),
      sum(expected[1].map(tokenWeight)),
    ]);
  });

  it('refuses a model that is no cross-encoder', async () => {
    const reranker = await loadOnnxReranker({ model: embedding });
    const reading = reranker.rerank('the', [{ heading: '', text: 'boats' }]);
    await expect(reading).rejects.toMatchObject({ code: 'reranker-failed' });
  });
});

describe('onnx adapters', () => {
  it.each<[object, string]>([
    [{ model: '/no/such/model' }, 'There is no model in "/no/such/model": no config.json'],
    [{ model: embedding, batchSize: 0 }, 'batchSize is 0'],
    [{ model: embedding, maxTokens: 1.5 }, 'maxTokens is 1.5'],
    [{ model: embedding, device: 'gpu' }, 'option "device"'],
  ])('refuse options that make no sense: %o', async (options, message) => {
    await expect(loadOnnxEmbedder(options as never)).rejects.toThrow(message);
    await expect(loadOnnxReranker(options as never)).rejects.toThrow(message);
  });

  it('refuse a pooling that does not exist', async () => {
    await expect(loadOnnxEmbedder({ model: embedding, pooling: 'max' as never })).rejects.toThrow('use mean or cls');
  });

  it.skipIf(reason === undefined)('say what to install when the package is missing', async () => {
    const loading = loadOnnxEmbedder({ model: embedding });
    await expect(loading).rejects.toMatchObject({ code: 'embedder-failed' });
    await expect(loading).rejects.toThrow('npm install @huggingface/transformers');
    await expect(loadOnnxReranker({ model: crossEncoder })).rejects.toMatchObject({ code: 'reranker-failed' });
  });
});
