import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireFreePort } from './free-port.mjs';
import { inRoot } from './root-folder.mjs';

const secretsOfAuth = ['AUTH_DATABASE_URL', 'AUTH_SECRET_KEY'];
const secretsOfOrdering = ['ORDERING_DATABASE_URL', 'BATCH_DATABASE_URL'];

/** The three services that make up the platform on one machine, in the order of their ports, and what each need not know. */
const definitions = /** @type {const} */ ([
  { name: 'auth', setting: 'AUTH_PORT', port: '4000', withheld: secretsOfOrdering },
  { name: 'api', setting: 'API_PORT', port: '4001', withheld: secretsOfAuth },
  { name: 'worker', setting: 'WORKER_PORT', port: '4002', withheld: secretsOfAuth },
]);

const endWithStarter = pathToFileURL(inRoot('tooling', 'bootstrap', 'end-with-starter.mjs')).href;

/** @typedef {Record<'auth' | 'api' | 'worker', number>} Ports */

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
 * The environment that the services and tpctl run in: what is set, and the databases where none are.
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
    // Compiled code is kept, which halves the time to start.
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly { setting: string, port: string }[]} [others] further ports
 * @throws {import('./failure.mjs').Failure} when another program has one of the ports
 */
export async function requireFreePorts(env, others = []) {
  for (const { setting, port } of [...definitions, ...others]) {
    await requireFreePort({ name: setting, host: env.HOST || '127.0.0.1', port: Number(env[setting] || port) });
  }
}

/**
 * Starts the services; resolves when all are ready.
 *
 * @param {import('./services.mjs').Services} services
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ports>}
 */
export async function startPlatform(services, node, env) {
  const entries = await Promise.all(
    definitions.map(async ({ name, withheld }) => {
      const args = ['--enable-source-maps', '--import', endWithStarter, ...startArguments(name)];
      const { port } = await services.start({
        name,
        command: node,
        args,
        cwd: inRoot(),
        env: { MALLOC_ARENA_MAX: '1', ...without(env, withheld), LOG_FORMAT: 'json' },
      });
      return [name, port];
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} names
 * @returns {NodeJS.ProcessEnv}
 */
function without(env, names) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/**
 * Node's flags and the entry of a service, as its `start` script has them.
 *
 * @param {string} name
 * @returns {string[]}
 */
function startArguments(name) {
  const { scripts } = JSON.parse(readFileSync(inRoot('apps', name, 'package.json'), 'utf8'));
  const [, ...args] = scripts.start.split(' ');
  return [...args.slice(0, -1), inRoot('apps', name, args.at(-1))];
}

/**
 * Where callers reach the platform (the data API without its prefix).
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Ports} ports
 */
export function platformAddresses(env, ports) {
  return {
    auth_url: env.AUTH_ISSUER || `http://localhost:${ports.auth}`,
    api_url: `http://localhost:${ports.api}`,
  };
}

/** @param {NodeJS.ProcessEnv} env */
export const apiPrefixOf = (env) => env.API_PREFIX || '/ordApi/order';

/** @param {string} folder */
export function fromRoot(folder) {
  return isAbsolute(folder) ? folder : inRoot(folder);
}
