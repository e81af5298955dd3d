import { isAbsolute, join } from 'node:path';
import { requireFreePort } from './free-port.mjs';
import { compileCache, inRoot } from './root-folder.mjs';
import { howToStart, serviceDefinitions } from './service-definitions.mjs';

/** @typedef {Record<import('./service-definitions.mjs').ServiceName, number>} Ports */

/** @typedef {{ AUTH_DATABASE_URL: string, ORDERING_DATABASE_URL: string }} DatabaseAddresses */

/**
 * SQLite files in the data folder.
 *
 * @param {string} dataFolder relative to the root, or absolute
 * @returns {DatabaseAddresses}
 */
export function sqliteAddresses(dataFolder) {
  return {
    AUTH_DATABASE_URL: `sqlite:${join(dataFolder, 'auth.sqlite')}`,
    ORDERING_DATABASE_URL: `sqlite:${join(dataFolder, 'ordering.sqlite')}`,
  };
}

/**
 * The environment of the services and tpctl: the given environment, with default addresses of the databases.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {DatabaseAddresses} addresses
 * @returns {NodeJS.ProcessEnv & DatabaseAddresses}
 */
export function platformEnvironment(env, addresses) {
  return {
    ...env,
    AUTH_DATABASE_URL: env.AUTH_DATABASE_URL || addresses.AUTH_DATABASE_URL,
    ORDERING_DATABASE_URL: env.ORDERING_DATABASE_URL || addresses.ORDERING_DATABASE_URL,
    NODE_COMPILE_CACHE: compileCache,
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly { setting: string, port: string }[]} [others] further ports
 * @throws {import('./failure.mjs').Failure} when another program has one of the ports
 */
export async function requireFreePorts(env, others = []) {
  for (const { setting, port } of [...serviceDefinitions, ...others]) {
    await requireFreePort({ name: setting, host: env.HOST || '127.0.0.1', port: Number(env[setting] || port) });
  }
}

/**
 * Starts the services. Resolves when all services are ready.
 *
 * @param {import('./services.mjs').Services} services
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ports>}
 */
export async function startPlatform(services, node, env) {
  const entries = await Promise.all(
    serviceDefinitions.map(async ({ name }) => {
      const start = howToStart(name, { ...env, LOG_FORMAT: 'json' }, ['--enable-source-maps']);
      const { port } = await services.start({ ...start, node, cwd: inRoot() });
      return [name, port];
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * The addresses at which callers reach the platform (for the data API, without its prefix).
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Ports} ports
 */
export function platformAddresses(env, ports) {
  return {
    auth_url: env.AUTH_ISSUER || `http://localhost:${ports.auth}`,
    api_url: addressAt(env, ports.api),
    console_url: env.CONSOLE_URL || addressAt(env, ports.console),
  };
}

/**
 * The address of a service for programs of this machine. Services that listen on 127.0.0.1 also listen on ::1.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 */
export function addressAt({ HOST: host }, port) {
  if (!host || ['127.0.0.1', 'localhost', '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @param {NodeJS.ProcessEnv} env */
export const apiPrefixOf = (env) => env.API_PREFIX || '/ordApi/order';

/** @param {string} folder */
export function fromRoot(folder) {
  return isAbsolute(folder) ? folder : inRoot(folder);
}
