/** One request to a server with too much to do: all requests of the endpoint wait, not only the one that was told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpointOf } from '../../src/http/endpoint.ts';
import { postJson } from '../../src/http/post-json.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../conformance/embedding-server.ts';

let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer();
});
afterEach(() => server.close());

const kind = {
  path: '/x',
  errorCode: 'embedder-failed',
  server: 'a server',
  remedies: { timeout: 'wait' },
} as const;
const request = { body: { input: [] }, tokens: 0, read: (value: unknown) => ({ value }) };

it.each([
  [429, true],
  [503, true],
  [500, false],
])('after status %i the others wait: %s', async (status, waits) => {
  const statuses = [status];
  server.intercept = (_request, response) => {
    response.writeHead(statuses.pop() ?? 200, { 'retry-after': '0' }).end('{}');
    return true;
  };
  const endpoint = endpointOf(server.baseUrl, {}, kind);
  const hold = vi.spyOn(endpoint.pace, 'hold');
  expect(await postJson(endpoint, request, new AbortController().signal)).toEqual({});
  expect(hold.mock.calls.length).toBe(waits ? 1 : 0);
});
