/** An index whose embedding server fails on the way: what was written stays, and the next run goes on from there. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpEmbedder } from '../../src/embedders/http.ts';
import { indexSources } from '../../src/engine.ts';
import { openSqliteStore } from '../../src/stores/sqlite.ts';
import { type EmbeddingServer, SERVER_DIMENSIONS, startEmbeddingServer } from '../conformance/embedding-server.ts';

let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer();
});
afterEach(() => server.close());

const sources = ['one', 'two', 'three', 'four'].map((name) => ({
  documentId: `${name}.md`,
  mediaType: 'text/markdown',
  text: `# ${name}\n\nA sentence about ${name}.\n`,
}));

it('embeds no text twice when a run goes on after a failure', async () => {
  const store = await openSqliteStore(':memory:');
  const embedder = httpEmbedder({ baseUrl: server.baseUrl, model: 'm', dimensions: SERVER_DIMENSIONS });
  const embedded = new Set<string>();
  server.intercept = (request, response) => {
    if (request.body.input.some((text) => text.includes('three'))) {
      response.writeHead(401).end();
      return true;
    }
    for (const text of request.body.input) embedded.add(text);
    return false;
  };
  await expect(indexSources({ store, sources, embedder })).rejects.toMatchObject({ code: 'embedder-failed' });
  expect((await store.status()).documents).toBe(2);
  const before = new Set(embedded);

  server.requests.length = 0;
  server.intercept = () => false;
  const report = await indexSources({ store, sources, embedder });
  expect(report).toMatchObject({ documents: 4, documentsWritten: 2 });
  const after = server.requests.flatMap(({ body }) => body.input);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter((text) => before.has(text))).toEqual([]);
  await store.close();
});
