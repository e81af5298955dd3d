import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Published {
  readonly url: string;
  /** The paths with their queries that were requested. */
  readonly asked: readonly string[];
  /** The answer for each path. A request for a path that is not in this map gets the status 503. */
  readonly answers: Map<string, () => unknown>;
  close(): Promise<void>;
}

/** Starts a server that publishes JSON documents in the same way as the authentication server. */
export async function publish(): Promise<Published> {
  const asked: string[] = [];
  const answers = new Map<string, () => unknown>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    asked.push(pathname + search);
    const answer = answers.get(pathname);
    response.writeHead(answer === undefined ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
