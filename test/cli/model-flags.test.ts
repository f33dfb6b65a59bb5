/** Flags that choose a reranker or a generator: from an argument list to one that works. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/cli/flags.ts';
import { GENERATOR_FLAGS, type GeneratorFlagValues, generatorOf } from '../../src/cli/generator-flags.ts';
import { RERANKER_FLAGS, type RerankerFlagValues, rerankerOf } from '../../src/cli/reranker-flags.ts';
import { type JsonServer, startJsonServer } from '../conformance/json-server.ts';
import { rerankReply } from '../conformance/rerank-server.ts';

const reranker = async (argv: readonly string[], env = {}) =>
  rerankerOf(parseArguments(argv, RERANKER_FLAGS).values as RerankerFlagValues, env);
const generator = (argv: readonly string[], env = {}) =>
  generatorOf(parseArguments(argv, GENERATOR_FLAGS).values as GeneratorFlagValues, env);

let server: JsonServer;
beforeEach(async () => {
  server = await startJsonServer((request) =>
    request.path.endsWith('/rerank') ? rerankReply(request) : { body: { choices: [{ message: { content: 'hi' } }] } },
  );
});
afterEach(() => server.close());

describe('reranker flags', () => {
  it('name none by default', async () => {
    expect(await reranker([])).toBeUndefined();
  });

  it('name a server, with the key from the environment', async () => {
    const argv = ['--reranker', server.baseUrl, '--reranker-model', 'm', '--reranker-request', 'texts'];
    const found = await reranker(argv, { KERF_RERANKER_KEY: 'secret' });
    expect(found?.id).toBe('http:m');
    expect(await found?.rerank('leave', [{ heading: '', text: 'parental leave' }])).toEqual([1]);
    expect(server.requests[0]).toMatchObject({ authorization: 'Bearer secret', body: { texts: ['parental leave'] } });
  });

  it('send no key that is empty', async () => {
    const found = await reranker(['--reranker', server.baseUrl, '--reranker-model', 'm'], { KERF_RERANKER_KEY: '' });
    await found?.rerank('leave', [{ heading: '', text: 'leave' }]);
    expect(server.requests[0].authorization).toBeUndefined();
  });

  it.each([
    [['--reranker', 'http://h/'], 'A server needs --reranker-model'],
    [['--reranker', 'http://', '--reranker-model', 'm'], '--reranker "http://" is not an address'],
    [['--reranker', '/no/such/folder'], 'There is no model in "/no/such/folder"'],
    [['--reranker', '/no/such/folder', '--reranker-model', 'm'], 'need the URL of a server'],
    [['--reranker-request', 'texts'], 'need the URL of a server'],
  ])('are refused when they make no sense: %j', async (argv, message) => {
    await expect(reranker(argv)).rejects.toThrow(message);
  });
});

describe('generator flags', () => {
  it('name none by default', () => {
    expect(generator([])).toBeUndefined();
  });

  it('name a server, with the key from the environment', async () => {
    const argv = ['--generator', server.baseUrl, '--generator-model', 'm'];
    const found = generator(argv, { KERF_GENERATOR_KEY: 'secret' });
    expect(found?.id).toBe('http:m');
    expect(await found?.generate('hello')).toEqual({ text: 'hi' });
    expect(server.requests[0].authorization).toBe('Bearer secret');
  });

  it.each([
    [['--generator', 'http://h/'], 'give both or none'],
    [['--generator-model', 'm'], 'give both or none'],
    [['--generator', 'localhost', '--generator-model', 'm'], '--generator "localhost" is not an address'],
  ])('are refused when they make no sense: %j', (argv, message) => {
    expect(() => generator(argv)).toThrow(message);
  });
});
