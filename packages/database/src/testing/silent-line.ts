import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A line to a server that can fall silent, as if the server's machine vanished: connections stay open, new ones open, and no byte
 * passes. Sent bytes are still acknowledged, so TCP never notices.
 */
export class SilentLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
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

  /** Where the line begins. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on, for future connections as well. */
  fallSilent(): void {
    this.#silent = true;
  }

  /** Bytes pass again on new connections; existing ones are cut. */
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
