import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

const first = '127.0.0.1';
const second = '::1';
/** A machine may have no IPv6. */
const notThere: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/**
 * Lets a server on 127.0.0.1 also accept connections on ::1, because its printed address `localhost` can mean either.
 * The server applies all its bounds to these connections.
 *
 * @returns the second listener; undefined if the server does not listen on 127.0.0.1, or if it cannot listen on ::1
 */
export async function listenOnSecondLoopback(
  server: Server,
  { host, port: asked }: { readonly host: string; readonly port: number },
): Promise<NetServer | undefined> {
  if (host !== first) return undefined;
  const { port } = server.address() as AddressInfo;
  const beside = createServer((socket) => server.emit('connection', socket));
  try {
    await new Promise<void>((resolve, reject) => {
      beside.once('error', reject);
      beside.listen({ port, host: second }, resolve);
    });
    return beside;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Or the system has chosen a port that is free only on the first address.
    if (notThere.has(code) || (asked === 0 && code === 'EADDRINUSE')) return undefined;
    throw error;
  }
}
