import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

/**
 * A registry that has nothing but what is published to it. Anybody on this machine may publish.
 *
 * @typedef {object} Registry
 * @property {string} url ends with a slash
 * @property {(name: string, version: string) => string} tarball path of what was published
 * @property {() => Promise<void>} end stops it and forgets everything
 */

/**
 * Starts Verdaccio in this process, on a free port.
 *
 * @returns {Promise<Registry>}
 */
export async function startRegistry() {
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-registry-'));
  /** @type {import('node:http').Server} */
  const server = await runServer(configOf(folder));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    tarball: (name, version) => join(folder, 'storage', name, `${name.split('/')[1]}-${version}.tgz`),
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} folder */
function configOf(folder) {
  return {
    self_path: folder,
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: -1 } },
    packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
}
