import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root-folder.mjs';

/** @typedef {'auth' | 'api' | 'worker' | 'console'} ServiceName */

/** The programs that are deployed, and the folders of their packages in the repository. */
export const programFolders = {
  auth: 'apps/auth',
  api: 'apps/api',
  worker: 'apps/worker',
  console: 'apps/console',
  tpctl: 'programs/cli',
};

/** @typedef {keyof typeof programFolders} DeployedProgram */

/** The bundle of `tpctl` in the repository. The bundle starts in half the time that the package needs. */
export const bundledTpctl = inRoot(programFolders.tpctl, 'bundle', 'tpctl.js');

const secretsOfAuth = ['AUTH_DATABASE_URL', 'AUTH_SECRET_KEY', 'AUTH_FORMER_SECRET_KEY'];
const secretsOfOrdering = [
  'ORDERING_DATABASE_URL',
  'BATCH_DATABASE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
];
const secretsOfConsole = ['CONSOLE_CLIENT_SECRET', 'CONSOLE_SECRET_KEY', 'CONSOLE_FORMER_SECRET_KEY'];

/**
 * The services of the platform on one machine, in the order of their ports. Each definition names the secrets that the service does
 * not get.
 *
 * @type {readonly { name: ServiceName, setting: string, port: string, withheld: readonly string[] }[]}
 */
export const serviceDefinitions = [
  { name: 'auth', setting: 'AUTH_PORT', port: '4000', withheld: [...secretsOfOrdering, ...secretsOfConsole] },
  { name: 'api', setting: 'API_PORT', port: '4001', withheld: [...secretsOfAuth, ...secretsOfConsole] },
  { name: 'worker', setting: 'WORKER_PORT', port: '4002', withheld: [...secretsOfAuth, ...secretsOfConsole] },
  { name: 'console', setting: 'CONSOLE_PORT', port: '4004', withheld: [...secretsOfAuth, ...secretsOfOrdering] },
];

/**
 * Returns how to start a service: with the flags of its `start` script, and without the secrets of the other services.
 *
 * @param {ServiceName} name
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [flags] further flags for Node
 * @param {string} [folder] where the program is
 */
export function howToStart(name, env, flags = [], folder = inRoot(programFolders[name])) {
  const withheld = serviceDefinitions.find((service) => service.name === name)?.withheld ?? [];
  const known = Object.entries(env).filter(([setting]) => !withheld.includes(setting));
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [, ...args] = scripts.start.split(' ');
  return {
    name,
    args: [...flags, ...args.slice(0, -1), join(folder, args.at(-1))],
    env: { MALLOC_ARENA_MAX: '1', ...Object.fromEntries(known) },
  };
}
