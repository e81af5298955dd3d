import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from './failure.mjs';

/**
 * These ports are below the range from which systems choose ports for outgoing connections. An outgoing connection could otherwise
 * take a port before its program listens.
 */
const offered = { from: 10_000, to: 32_000 };
/** @type {Set<number>} */
const given = new Set();

/** Returns a port of this machine on which no program listens, and which this function has not returned before. */
export async function freePort() {
  for (;;) {
    const port = randomInt(offered.from, offered.to);
    if (given.has(port)) continue;
    given.add(port);
    if ((await tryToListen('127.0.0.1', port)) === undefined) return port;
  }
}

/**
 * Makes sure that nothing listens on a port yet.
 *
 * @param {{ name: string, host: string, port: number }} wanted `name` is the setting that chooses the port
 * @throws {Failure} naming the port and the setting
 */
export async function requireFreePort({ name, host, port }) {
  const code = await tryToListen(host, port);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw new Failure(`Port ${port} is taken by another program. Stop that one, or choose another port: ${name}=…`);
  }
  if (code === 'EACCES') throw new Failure(`No permission to listen on port ${port}. Choose another one: ${name}=…`);
  throw new Failure(`Cannot listen on ${host}:${port} (${code}). Check HOST and ${name}.`);
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} the error code
 */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
