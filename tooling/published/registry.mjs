import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { runServer } from 'verdaccio';
import { publicPackages } from './public-packages.mjs';

/**
 * Starts an empty registry and publishes the current builds of all packages there. Stops the registry after the work.
 *
 * @param {(packages: readonly import('./public-packages.mjs').PublicPackage[], registry: string) => Promise<void>} work
 */
export const withPublished = (work) =>
  withRegistry(async (registry) => {
    const packages = publicPackages();
    const filters = packages.flatMap(({ name }) => ['--filter', name]);
    const args = ['--recursive', ...filters, 'publish', '--no-git-checks', '--registry', registry];
    const { code, output } = await runCommand('pnpm', args, { cwd: rootFolder });
    if (code !== 0) throw new Error(`pnpm publish\n${output}`);
    await work(packages, registry);
    // The registry has a random path. With a fixed path, installers would use their cache of an earlier registry on the
    // same port.
  }, `/${randomUUID()}/`);

/**
 * Starts an empty registry (Verdaccio) and stops it after the work.
 *
 * @param {(registry: string, server: import('node:http').Server) => Promise<void>} work
 * @param {string} [prefix] of its paths
 */
export async function withRegistry(work, prefix = '/') {
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-registry-'));
  /** @type {import('node:http').Server} */
  const server = await runServer(configOf(folder, prefix));
  server.prependListener('request', (request) => {
    request.url = request.url?.replace(prefix, '/');
  });
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await work(`http://127.0.0.1:${port}${prefix}`, server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} prefix of the paths in its answers
 */
function configOf(folder, prefix) {
  return {
    url_prefix: prefix,
    self_path: folder,
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 1 } },
    packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
}
