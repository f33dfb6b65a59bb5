/** The HTTP generator against a stand-in server: what it sends, what it reads, and a server that misbehaves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpGeneratorOptions, httpGenerator } from '../../src/generators/http.ts';
import { KerfError } from '../../src/model/error.ts';
import { type JsonServer, startJsonServer } from './json-server.ts';

const KEY = 'sk-very-secret';
let server: JsonServer;
const completion = (content: unknown, usage?: object) => ({ choices: [{ index: 0, message: { content } }], usage });

beforeEach(async () => {
  server = await startJsonServer(({ body }) => ({
    body: completion(`heard: ${body.messages.at(-1).content}`, { prompt_tokens: 12, completion_tokens: 3 }),
  }));
});
afterEach(() => server.close());

const generator = (options: Partial<HttpGeneratorOptions> = {}) =>
  httpGenerator({ baseUrl: server.baseUrl, model: 'm', apiKey: KEY, retryDelayMs: 1, ...options });

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KerfError);
  expect((error as KerfError).code).toBe('generator-failed');
  expect((error as KerfError).message).not.toContain(KEY);
  return (error as KerfError).message;
}

describe('http generator', () => {
  it('sends one message at temperature 0 with a seed, and reads text and tokens', async () => {
    expect(await generator().generate('hello')).toEqual({ text: 'heard: hello', tokensIn: 12, tokensOut: 3 });
    expect(server.requests).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: { model: 'm', messages: [{ role: 'user', content: 'hello' }], temperature: 0, seed: 1 },
      },
    ]);
  });

  it('sends a conversation, and the fields that it is told to send or to leave out', async () => {
    const messages = [
      { role: 'system', content: 'be short' },
      { role: 'user', content: 'hello' },
    ] as const;
    await generator({ maxTokens: 9, seed: 7, fields: { temperature: undefined, top_p: 0.1 } }).generate(messages);
    expect(server.requests[0].body).toEqual({ model: 'm', messages, seed: 7, max_tokens: 9, top_p: 0.1 });
  });

  it('leaves tokens out where the server does not say them', async () => {
    server.answer = () => ({ body: completion('') });
    expect(await generator().generate('hello')).toEqual({ text: '' });
  });

  it('tries again, and gives up with what to do and without the key', async () => {
    const statuses = [429, 500];
    server.answer = () => {
      const status = statuses.shift();
      return status === undefined ? { body: completion('late') } : { status, headers: { 'retry-after': '0' } };
    };
    expect(await generator().generate('hello')).toEqual({ text: 'late' });
    server.answer = () => ({ status: 400, body: `no model for ${KEY}` });
    expect(await failure(generator().generate('hello'))).toContain('status 400 (no model for [key]); check the model');
  });

  it.each<[string, unknown]>([
    ['something that is not JSON', 'hello'],
    ['JSON without a text', 'null'],
    ['JSON without a text', { choices: [] }],
    ['JSON without a text', { choices: 'none' }],
    ['JSON without a text', completion(null)],
  ])('says so when the answer is %s: %j', async (what, body) => {
    server.answer = () => ({ body });
    expect(await failure(generator().generate('hello'))).toContain(what);
  });

  it('gives up on a server that does not answer in time, and stops when told to', async () => {
    server.answer = () => undefined;
    const slow = generator({ timeoutMs: 20, maxRetries: 0 });
    expect(await failure(slow.generate('hello'))).toContain('did not answer within 20 ms; raise timeoutMs');
    const reason = new Error('enough');
    await expect(slow.generate('hello', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('keeps to a rate of tokens', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const slow = generator({ maxTokensPerMinute: 1 });
    await slow.generate('some words');
    const second = slow.generate('more words', { signal: stop.signal });
    stop.abort(reason);
    await expect(second).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ baseUrl: 'nonsense' }, 'baseUrl is not an address'],
    [{ maxTokens: 0 }, 'maxTokens is 0'],
    [{ seed: -1 }, 'seed is -1'],
    [{ temperature: 1 }, 'Unknown HTTP generator option "temperature"'],
  ])('refuses options that make no sense: %o', (options, message) => {
    expect(() => httpGenerator({ baseUrl: 'http://h/', model: 'm', ...options })).toThrow(message);
  });
});
