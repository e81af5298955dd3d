import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How the service fails: it refuses every call, or breaks every connection, or makes batches that fail or never end.
 */
export type Failing = 'refuses' | 'breaks off' | 'fails' | 'never ends';

const token = { token_type: 'Bearer', access_token: 'token', refresh_token: 'next', exires_in: 300, expires_in: 300 };

/** A service that issues tokens and accepts requests, but then fails in one of these ways. */
export class FailingService {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(failing: Failing): Promise<FailingService> {
    const body = JSON.stringify({
      ...token,
      request_id: '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11',
      result: 0,
      error_list: [],
      batch_id: '7',
      batch_flg: failing === 'fails' ? '5' : '1',
      record_count: '0',
    });
    const server = createServer((request, answer) => {
      if (failing === 'breaks off') {
        request.socket.destroy();
        return;
      }
      const status = failing === 'refuses' ? 503 : 200;
      request.resume();
      answer.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FailingService(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
