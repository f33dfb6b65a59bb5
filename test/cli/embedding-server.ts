/** An embedding server on the loopback interface that answers the OpenAI request with made-up vectors. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface EmbeddingServer {
  readonly url: string;
  /** All texts that were embedded so far, in order. */
  readonly texts: string[];
  /** Keys that were sent, one per request. */
  readonly keys: (string | undefined)[];
}

const DIMENSIONS = 8;

/** Starts a server; `beforeAnswer` may hold an answer back, `status` (default 200) is that of every answer. */
export async function embeddingServer(
  options: { readonly beforeAnswer?: () => Promise<void>; readonly status?: number } = {},
): Promise<EmbeddingServer> {
  const texts: string[] = [];
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', async () => {
      const { input } = JSON.parse(body) as { input: string[] };
      texts.push(...input);
      keys.push(request.headers.authorization);
      await options.beforeAnswer?.();
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      response.statusCode = options.status ?? 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, model: 'm', object: 'list' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, texts, keys };
}

/** The same text always gives the same direction. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0.1);
  for (let i = 0; i < text.length; i++) vector[text.charCodeAt(i) % DIMENSIONS] += 1;
  return vector;
}
