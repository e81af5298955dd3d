import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * These port numbers are lower than the port numbers that operating systems use for outgoing connections. An outgoing connection
 * could otherwise take the port before the program listens on it.
 */
const offered = { from: 10_000, to: 32_000 };
const given = new Set<number>();

/** Returns a port on which no program is listening now, and which this process has not received before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(offered.from, offered.to);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree !== true) continue;
    await once(server.close(), 'close');
    return port;
  }
}
