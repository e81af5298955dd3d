import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { runServer } from 'verdaccio';
import { publicPackages } from './public-packages.mjs';

/**
 * Publishes all packages, as they are built now, to a registry that has nothing else and ends with the work.
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
  });

/**
 * Runs a registry (Verdaccio) that is empty and ends with the work.
 *
 * @param {(registry: string, server: import('node:http').Server) => Promise<void>} work
 */
export async function withRegistry(work) {
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-registry-'));
  /** @type {import('node:http').Server} */
  const server = await runServer(configOf(folder));
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await work(`http://127.0.0.1:${port}/`, server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function configOf(folder) {
  return {
    self_path: folder,
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 1 } },
    packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
}
