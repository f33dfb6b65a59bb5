/** The HTTP embedder against a server that misbehaves in every way known. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpEmbedderOptions, httpEmbedder } from '../../src/embedders/http.ts';
import { KerfError } from '../../src/model/error.ts';
import { type EmbeddingServer, SERVER_DIMENSIONS, sendVectors, startEmbeddingServer } from './embedding-server.ts';

const KEY = 'sk-very-secret';
let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer();
});
afterEach(() => server.close());

const embed = (texts: string[], options: Partial<HttpEmbedderOptions> = {}, signal?: AbortSignal) => {
  const base = { baseUrl: server.baseUrl, model: 'm', apiKey: KEY, dimensions: SERVER_DIMENSIONS, retryDelayMs: 1 };
  return httpEmbedder({ ...base, ...options }).embed(texts, signal === undefined ? {} : { signal });
};

/** Answers the next requests with these statuses, then as usual. */
function failWith(statuses: readonly number[], headers: Record<string, string> = {}, body = ''): void {
  const left = [...statuses];
  server.intercept = (_request, response) => {
    const status = left.shift();
    if (status === undefined) return false;
    response.writeHead(status, headers).end(body);
    return true;
  };
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KerfError);
  expect((error as KerfError).code).toBe('embedder-failed');
  expect((error as KerfError).message).not.toContain(KEY);
  return (error as KerfError).message;
}

describe('http embedder', () => {
  it('asks for floats of the model with the key, at the address given', async () => {
    await embed(['text'], { sendDimensions: true, baseUrl: `${server.baseUrl}/` });
    expect(server.requests).toEqual([
      {
        path: '/v1/embeddings',
        authorization: `Bearer ${KEY}`,
        body: { model: 'm', input: ['text'], encoding_format: 'float', dimensions: SERVER_DIMENSIONS },
      },
    ]);
  });

  it('cuts batches by count and by characters', async () => {
    await embed(['a', 'b', 'c'], { maxBatchTexts: 2, concurrency: 1 });
    await embed(['aaaa', 'bb', 'c', 'a very long text', 'd'], { maxBatchChars: 7, concurrency: 1 });
    expect(server.requests.map((request) => request.body.input)).toEqual([
      ['a', 'b'],
      ['c'],
      ['aaaa', 'bb', 'c'],
      ['a very long text'],
      ['d'],
    ]);
  });

  it('cuts batches by tokens', async () => {
    await embed(['数据库', 'abc', 'abcdef'], { maxBatchTokens: 4, concurrency: 1 });
    expect(server.requests.map((request) => request.body.input)).toEqual([['数据库', 'abc'], ['abcdef']]);
  });

  it.each<[Partial<HttpEmbedderOptions>]>([[{ maxRequestsPerMinute: 1 }], [{ maxTokensPerMinute: 1 }]])(
    'holds the second request back under %o, and stops waiting when told to',
    async (rate) => {
      const stop = new AbortController();
      const reason = new Error('enough');
      server.intercept = () => {
        setImmediate(() => stop.abort(reason));
        return false;
      };
      await expect(embed(['a', 'b', 'c'], { ...rate, maxBatchTexts: 1 }, stop.signal)).rejects.toBe(reason);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('keeps no more requests under way than allowed, and the order of the texts', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `t${i}`);
    const vectors = await embed(texts, { maxBatchTexts: 1, concurrency: 3 });
    expect(server.mostAtOnce()).toBeLessThanOrEqual(3);
    const [last] = await embed(['t39']);
    expect(vectors[39]).toEqual(last);
  });

  it('puts vectors that come out of order in order', async () => {
    server.intercept = (_request, response) => {
      const unit = (at: number): number[] => Array.from({ length: SERVER_DIMENSIONS }, (_, i) => (i === at ? 2 : 0));
      sendVectors(response, [unit(2), unit(0), unit(1)], [2, 0, 1]);
      return true;
    };
    const vectors = await embed(['a', 'b', 'c']);
    expect(vectors.map((vector) => vector.indexOf(1))).toEqual([0, 1, 2]);
  });

  it('tries again after 408, 429 and 5xx, as soon as the server says', async () => {
    failWith([429, 408, 503], { 'retry-after': '0' });
    expect(await embed(['a'], { retryDelayMs: 100_000 })).toHaveLength(1);
    expect(server.requests).toHaveLength(4);
  });

  it('tries again at the date the server names', async () => {
    failWith([429], { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' });
    expect(await embed(['a'], { retryDelayMs: 100_000 })).toHaveLength(1);
  });

  it('gives up on a server that wants a longer wait than allowed', async () => {
    failWith([429], { 'retry-after': '3600' });
    expect(await failure(embed(['a']))).toContain('status 429');
    expect(server.requests).toHaveLength(1);
  });

  it('gives up after its retries and says what to do, without the key', async () => {
    failWith(Array(99).fill(500), {}, `key ${KEY} is known to me`);
    const message = await failure(embed(['a'], { maxRetries: 2 }));
    expect(message).toBe(
      `${server.baseUrl}/embeddings answered with status 500 (key [key] is known to me), 3 times; check the server and try again`,
    );
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [401, 'check the API key'],
    [404, 'check baseUrl and the model name'],
    [413, 'lower maxBatchTexts'],
  ])('does not try again after %i', async (status, remedy) => {
    failWith([status]);
    expect(await failure(embed(['a']))).toContain(remedy);
    expect(server.requests).toHaveLength(1);
  });

  it('refuses vectors of another length', async () => {
    expect(await failure(embed(['a'], { dimensions: 8 }))).toContain('gave 16 numbers for model m where 8');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['not JSON', (response) => response.end('<html>')],
    ['without a list', (response) => response.end('{"error":"x"}')],
    ['0 vectors for 1 text', (response) => response.end('{"data":[]}')],
    ['not a list of numbers', (response) => response.end('{"data":[{"embedding":"AAAA"}]}')],
    ['out of range', (response) => response.end('{"data":[{"index":7,"embedding":[1]}]}')],
    ['a vector of length 0', (response) => sendVectors(response, [Array(SERVER_DIMENSIONS).fill(0)])],
  ])('says so when the answer is %s', async (what, answer) => {
    server.intercept = (_request, response) => {
      answer(response);
      return true;
    };
    expect(await failure(embed(['a']))).toContain(what);
  });

  it('gives up on a server that does not answer in time', async () => {
    server.intercept = () => new Promise(() => undefined);
    expect(await failure(embed(['a'], { timeoutMs: 20, maxRetries: 1 }))).toContain('within 20 ms, 2 times');
  });

  it('says when nobody listens', async () => {
    const { baseUrl } = server;
    await server.close();
    const message = await failure(embed(['a'], { baseUrl, maxRetries: 1 }));
    expect(message).toContain(`${baseUrl}/embeddings could not be reached (ECONNREFUSED), 2 times`);
  });

  it('stops a request that is under way when told to', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    server.intercept = () => {
      stop.abort(reason);
      return new Promise(() => undefined);
    };
    await expect(embed(['a'], {}, stop.signal)).rejects.toBe(reason);
  });

  it('stops waiting for a retry when told to', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    failWith([503], { 'retry-after': '100' });
    const work = embed(['a'], {}, stop.signal);
    setImmediate(() => stop.abort(reason));
    await expect(work).rejects.toBe(reason);
  });

  it('ends the other requests when one fails, and sends no more', async () => {
    let ended: () => void;
    const otherEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    let other: () => void = () => undefined;
    const otherArrived = new Promise<void>((resolve) => {
      other = resolve;
    });
    server.intercept = async (request, response) => {
      if (request.body.input[0] === 'bad') {
        await otherArrived;
        response.writeHead(401).end();
        return true;
      }
      response.once('close', () => ended());
      other();
      return new Promise<boolean>(() => undefined);
    };
    const options = { maxBatchTexts: 1, concurrency: 2 };
    expect(await failure(embed(['good', 'bad', 'more'], options))).toContain('status 401');
    await otherEnded;
    expect(server.requests.map((request) => request.body.input[0]).sort()).toEqual(['bad', 'good']);
  });

  it('waits for as long as a timer can where it is told to wait longer', async () => {
    for (const timeoutMs of [2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await embed(['a'], { timeoutMs })).toHaveLength(1);
  });

  it.each<[Partial<HttpEmbedderOptions>, string]>([
    [{ baseUrl: 'nonsense' }, 'baseUrl is not an address'],
    [{ baseUrl: 'ftp://host/' }, 'begins with ftp:'],
    [{ baseUrl: 'http://user:pass@host/' }, 'pass the key as apiKey'],
    [{ dimensions: 0 }, 'dimensions is 0'],
    [{ dimensions: 99_999_999_999 }, 'give a whole number from 1 to 16384'],
    [{ headers: { 'a b': 'c' } }, 'headers or apiKey holds what HTTP does not allow'],
    [{ apiKey: 'two\nlines' }, 'headers or apiKey holds what HTTP does not allow'],
    [{ maxRetries: -1 }, 'maxRetries is -1'],
    [{ maxBatchTokens: 0 }, 'maxBatchTokens is 0'],
    [{ maxRequestsPerMinute: 0.5 }, 'maxRequestsPerMinute is 0.5'],
    [{ maxTokensPerMinute: Number.NaN }, 'maxTokensPerMinute is NaN'],
    [{ maxBatchText: 1 } as object, 'did you mean "maxBatchTexts"?'],
  ])('refuses options that make no sense: %o', (options, message) => {
    expect(() => httpEmbedder({ baseUrl: 'http://h/', model: 'm', dimensions: 2, ...options })).toThrow(message);
  });
});
