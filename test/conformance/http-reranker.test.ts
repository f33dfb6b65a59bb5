/** The HTTP reranker: what it sends, what it reads, and a server that misbehaves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KerfError } from '../../src/model/error.ts';
import { type HttpRerankerOptions, httpReranker } from '../../src/rerankers/http.ts';
import type { JsonServer } from './json-server.ts';
import { rerankReply, startRerankServer } from './rerank-server.ts';

const KEY = 'sk-very-secret';
let server: JsonServer;
beforeEach(async () => {
  server = await startRerankServer();
});
afterEach(() => server.close());

const CANDIDATES = [
  { heading: 'Guide > Leave', text: 'annual leave' },
  { heading: '', text: 'parental leave' },
  { heading: '', text: '' },
];

const rerank = (options: Partial<HttpRerankerOptions> = {}, signal?: AbortSignal) =>
  httpReranker({ baseUrl: server.baseUrl, model: 'm', apiKey: KEY, retryDelayMs: 1, ...options }).rerank(
    'parental leave',
    CANDIDATES,
    signal === undefined ? {} : { signal },
  );

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KerfError);
  expect((error as KerfError).code).toBe('reranker-failed');
  expect((error as KerfError).message).not.toContain(KEY);
  return (error as KerfError).message;
}

describe('http reranker', () => {
  it('sends model, question and texts under their headings, with the key', async () => {
    expect(await rerank()).toEqual([0.5, 1, 0]);
    const documents = ['Guide > Leave\nannual leave', 'parental leave', ' '];
    expect(server.requests).toEqual([
      {
        path: '/v1/rerank',
        authorization: `Bearer ${KEY}`,
        body: { model: 'm', query: 'parental leave', documents, top_n: 3 },
      },
    ]);
  });

  it('speaks with Text Embeddings Inference', async () => {
    expect(await rerank({ request: 'texts' })).toEqual([0.5, 1, 0]);
    const texts = ['Guide > Leave\nannual leave', 'parental leave', ' '];
    expect(server.requests[0].body).toEqual({ query: 'parental leave', texts, truncate: true });
  });

  it('cuts batches and puts their scores together', async () => {
    expect(await rerank({ maxBatchTexts: 1 })).toEqual([0.5, 1, 0]);
    expect(await rerank({ maxBatchChars: 16, concurrency: 1 })).toEqual([0.5, 1, 0]);
    const sizes = server.requests.map(({ body }) => body.documents.length);
    expect(sizes).toEqual([1, 1, 1, 1, 2]);
  });

  it('tries again, and gives up with what to do and without the key', async () => {
    const statuses = [429, 503];
    server.answer = (request) => {
      const status = statuses.shift();
      return status === undefined ? rerankReply(request) : { status, headers: { 'retry-after': '0' } };
    };
    expect(await rerank({ retryDelayMs: 100_000 })).toEqual([0.5, 1, 0]);
    server.answer = () => ({ status: 422, body: `bad ${KEY}` });
    expect(await failure(rerank())).toBe(
      `${server.baseUrl}/rerank answered with status 422 (bad [key]); check the model name, the option "request" and ` +
        'that no text is longer than the model takes',
    );
  });

  it.each<[string, unknown]>([
    ['something that is not JSON', '<html>'],
    ['JSON without a list "results"', { data: [] }],
    ['JSON without a list "results"', 'null'],
    ['2 scores for 3 texts', { results: [{ index: 0, relevance_score: 1 }, {}] }],
    ['a score that is no number', [{ index: 0, score: 'high' }, {}, {}]],
    ['a score that is no number', [null, {}, {}]],
    ['missing, out of range or repeated', [{ score: 1 }, {}, {}]],
    ['missing, out of range or repeated', [{ index: 3, score: 1 }, {}, {}]],
    [
      'missing, out of range or repeated',
      [
        { index: 0, score: 1 },
        { index: 0, score: 1 },
        { index: 1, score: 1 },
      ],
    ],
  ])('says so when the answer is %s', async (what, body) => {
    server.answer = () => ({ body });
    expect(await failure(rerank())).toContain(what);
  });

  it('gives up on a server that does not answer in time', async () => {
    server.answer = () => undefined;
    expect(await failure(rerank({ timeoutMs: 20, maxRetries: 1 }))).toContain('within 20 ms, 2 times');
  });

  it('stops a request that is under way when told to', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    server.answer = () => {
      stop.abort(reason);
      return undefined;
    };
    await expect(rerank({}, stop.signal)).rejects.toBe(reason);
  });

  it.each<[object, string]>([
    [{ baseUrl: 'nonsense' }, 'baseUrl is not an address'],
    [{ request: 'text' }, 'request is "text"; use documents or texts'],
    [{ maxBatchTexts: 0 }, 'maxBatchTexts is 0'],
    [{ topN: 3 }, 'Unknown HTTP reranker option "topN"'],
  ])('refuses options that make no sense: %o', (options, message) => {
    expect(() => httpReranker({ baseUrl: 'http://h/', model: 'm', ...options })).toThrow(message);
  });
});
