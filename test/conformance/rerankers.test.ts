/** The rerankers that ship, against the published suite. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpReranker } from '../../src/rerankers/http.ts';
import { describeReranker } from '../../src/testing/reranker-suite.ts';
import type { JsonServer } from './json-server.ts';
import { startRerankServer } from './rerank-server.ts';

let server: JsonServer;
beforeAll(async () => {
  server = await startRerankServer();
});
afterAll(() => server.close());

const kit = { describe, it, expect };
describeReranker('http', async () => httpReranker({ baseUrl: server.baseUrl, model: 'm' }), kit);
describeReranker(
  'http, as Text Embeddings Inference',
  async () => httpReranker({ baseUrl: server.baseUrl, model: 'm', request: 'texts', maxBatchTexts: 7 }),
  kit,
);
