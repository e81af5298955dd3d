import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

const nothing = () => undefined;

/**
 * A proxy for tests, with tunnels (`CONNECT`) and proxy requests. The proxy connects every host to one port of this
 * machine, so that the platform of a test can have any name.
 */
export class FakeProxy {
  /** The requested tunnels (`platform.example:443`) and the addresses of calls, in the order in which they arrived. */
  readonly asked: string[] = [];
  /** The required `user:password`. */
  credentials: string | undefined;
  /** The status of all its answers, such as 403. */
  refusal: number | undefined;
  /** The challenge of its 407 answers. */
  challenge = 'Basic realm="proxy"';
  readonly #server = createServer((call, answer) => this.#handOver(call, answer));
  readonly #sockets = new Set<Duplex>();

  constructor() {
    this.#server.on('connect', (call, socket, head) => this.#tunnel(call, socket, head));
  }

  /** @returns its address */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #statusFor({ headers }: IncomingMessage): number {
    const { credentials } = this;
    const wanted = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) return 407;
    return this.refusal ?? 200;
  }

  #tunnel(call: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.asked.push(call.url ?? '');
    this.#sockets.add(socket.on('error', nothing));
    const status = this.#statusFor(call);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nProxy-Authenticate: ${this.challenge}\r\n\r\n`);
      return;
    }
    const beyond = connect(Number(call.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      beyond.write(head);
      pipeline(socket, beyond, nothing);
      pipeline(beyond, socket, nothing);
    });
    this.#sockets.add(beyond.on('error', () => socket.destroy()));
  }

  #handOver(call: IncomingMessage, answer: ServerResponse): void {
    const { port, pathname, search } = new URL(call.url ?? '');
    this.asked.push(call.url ?? '');
    const status = this.#statusFor(call);
    if (status !== 200) {
      answer.writeHead(status, { 'proxy-authenticate': this.challenge }).end();
      return;
    }
    const { 'proxy-authorization': _, ...headers } = call.headers;
    const options = { host: '127.0.0.1', port, path: pathname + search, method: call.method, headers };
    const beyond = request(options, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      pipeline(came, answer, nothing);
    });
    beyond.once('error', () => answer.destroy());
    pipeline(call, beyond, nothing);
  }
}
