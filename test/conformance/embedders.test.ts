/** The embedders that ship, against the published suite. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import { httpEmbedder } from '../../src/embedders/http.ts';
import { describeEmbedder } from '../../src/testing/embedder-suite.ts';
import { type EmbeddingServer, SERVER_DIMENSIONS, startEmbeddingServer } from './embedding-server.ts';

let server: EmbeddingServer;
beforeAll(async () => {
  server = await startEmbeddingServer();
});
afterAll(() => server.close());

const kit = { describe, it, expect };
describeEmbedder('hash', async () => hashEmbedder(), kit);
describeEmbedder('hash in one dimension', async () => hashEmbedder({ dimensions: 1 }), kit);
describeEmbedder(
  'http',
  async () => httpEmbedder({ baseUrl: server.baseUrl, model: 'm', dimensions: SERVER_DIMENSIONS, maxBatchTexts: 20 }),
  kit,
);
