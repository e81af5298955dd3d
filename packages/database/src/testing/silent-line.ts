import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A connection to a server that can become silent, as if the server's machine had disappeared: connections stay open, new
 * connections can be opened, but no bytes are passed on. All bytes are acknowledged, so TCP never notices the silence.
 */
export class SilentLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;
  #refuses = false;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      if (this.#refuses) return void near.on('error', () => undefined).destroy();
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => {
          if (!this.#silent) to.write(bytes);
        });
        from.on('end', () => {
          if (!this.#silent) to.end();
        });
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#sockets.delete(from);
          if (!this.#silent) to.destroy();
        });
      }
    });
  }

  /** @param server address of the server, such as `postgres://user@host:port/name` */
  static async to(server: string): Promise<SilentLine> {
    const line = new SilentLine(new URL(server));
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  /** The host and port at which clients connect to this line. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes each new connection at once, as if no server were there, until `accept` is called. */
  refuse(): void {
    this.#refuses = true;
  }

  /** Passes new connections on again. */
  accept(): void {
    this.#refuses = false;
  }

  /** Stops passing bytes, also for later connections. */
  fallSilent(): void {
    this.#silent = true;
  }

  /** Passes bytes again on new connections. Existing connections are closed. */
  speakAgain(): void {
    this.#silent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async end(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
