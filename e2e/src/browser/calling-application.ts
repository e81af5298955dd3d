import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application on this machine. The authorization page redirects browsers to this application. */
export class CallingApplication {
  readonly url: string;
  /** The addresses to which browsers were redirected, with the newest address last. */
  readonly visits: URL[] = [];
  /** Additional pages, by their path. */
  readonly pages = new Map<string, string>();
  /** The application redirects each browser to this address. If the address is empty, there is no redirect. */
  sendOnTo = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => this.#answer(request, response));
  }

  static async start(): Promise<CallingApplication> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CallingApplication(server);
  }

  get callback(): string {
    return `${this.url}/callback`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    const page = this.pages.get(url.pathname);
    if (page !== undefined || url.pathname !== '/callback') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
    }
    if (url.pathname === '/callback') {
      this.visits.push(url);
      if (this.sendOnTo !== '') response.writeHead(302, { Location: this.sendOnTo });
    }
    response.end(page ?? (url.pathname === '/callback' ? 'back' : ''));
  }
}
