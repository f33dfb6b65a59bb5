/** A small OpenAI-compatible embedding server on the loopback interface, with faults on demand. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hashEmbedder } from '../../src/embedders/hash.ts';
import { listenOn, readRequest } from './json-server.ts';

export interface EmbeddingRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: string[]; readonly dimensions?: number };
}

export interface EmbeddingServer {
  readonly baseUrl: string;
  readonly requests: EmbeddingRequest[];
  /** The most requests that were under way at once. */
  readonly mostAtOnce: () => number;
  /** Answers instead of the server where it returns true. */
  intercept: (request: EmbeddingRequest, response: ServerResponse) => boolean | Promise<boolean>;
  readonly close: () => Promise<void>;
}

export const SERVER_DIMENSIONS = 16;

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const model = hashEmbedder({ dimensions: SERVER_DIMENSIONS });
  const requests: EmbeddingRequest[] = [];
  let underWay = 0;
  let most = 0;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    most = Math.max(most, ++underWay);
    const request = await readRequest(incoming);
    requests.push(request);
    if (!(await handle.intercept(request, response))) {
      const vectors = await model.embed(request.body.input);
      // Not of unit length, to see that they are brought to it.
      sendVectors(
        response,
        vectors.map((vector) => Array.from(vector, (value) => value * 3)),
      );
    }
    underWay--;
  };
  const server: Server = createServer((incoming, response) => void answer(incoming, response));
  const handle: EmbeddingServer = {
    ...(await listenOn(server)),
    requests,
    mostAtOnce: () => most,
    intercept: () => false,
  };
  return handle;
}

/** Sends vectors the way OpenAI does; `order` tells which text each is for. */
export function sendVectors(
  response: ServerResponse,
  vectors: readonly (readonly number[])[],
  order?: readonly number[],
): void {
  const data = vectors.map((embedding, i) => ({ object: 'embedding', index: order?.[i] ?? i, embedding }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
}
