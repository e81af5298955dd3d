import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { writePrivately } from './write-privately.mjs';

export const demoPostgresPort = { setting: 'POSTGRES_PORT', port: '4003' };

/**
 * Starts the PostgreSQL server of `npm start -- --postgres`. The port and the password are the same each time.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {string} dataFolder absolute
 * @returns {Promise<{ server: import('./embedded-postgres.mjs').EmbeddedPostgres, addresses: import('./platform.mjs').DatabaseAddresses }>}
 */
export async function startDemoPostgres(toolchain, dataFolder) {
  const server = await startEmbeddedPostgres(toolchain, {
    directory: join(dataFolder, 'cluster'),
    port: Number(toolchain.env[demoPostgresPort.setting] || demoPostgresPort.port),
    password: keptPassword(join(dataFolder, 'postgres-password')),
    databases: ['auth', 'ordering'],
    durable: true,
  });
  const addressOf = (/** @type {string} */ name) => server.url.replace(/[^/]*$/, name);
  return { server, addresses: { AUTH_DATABASE_URL: addressOf('auth'), ORDERING_DATABASE_URL: addressOf('ordering') } };
}

/** @param {string} path */
function keptPassword(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    const password = randomBytes(18).toString('base64url');
    writePrivately(path, `${password}\n`);
    return password;
  }
}
