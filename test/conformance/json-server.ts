/** A server on the loopback interface that answers each JSON request as a test says. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it sent.
  readonly body: any;
}

export interface JsonReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
}

export interface JsonServer {
  readonly baseUrl: string;
  readonly requests: JsonRequest[];
  /** Undefined: never answered. */
  answer: (request: JsonRequest) => JsonReply | undefined;
  readonly close: () => Promise<void>;
}

export async function startJsonServer(answer: JsonServer['answer']): Promise<JsonServer> {
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    handle.requests.push(request);
    const reply = handle.answer(request);
    if (reply === undefined) return;
    const { status = 200, headers = {}, body = '' } = reply;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const handle: JsonServer = { ...(await listenOn(server)), requests: [], answer };
  return handle;
}

/** Listens on the loopback interface, on whatever port is free. */
export async function listenOn(server: Server): Promise<Pick<JsonServer, 'baseUrl' | 'close'>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function readRequest(incoming: IncomingMessage): Promise<JsonRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return {
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    body: JSON.parse(Buffer.concat(parts).toString('utf8')),
  };
}
