import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { areDatabasesThere } from './demo.mjs';
import { Failure } from './failure.mjs';
import { inRoot } from './root-folder.mjs';
import { runCommand } from './run-command.mjs';
import { bundledTpctl } from './service-definitions.mjs';
import { lastWords } from './workspace.mjs';
import { writePrivately } from './write-privately.mjs';

/** @typedef {Readonly<Record<string, string>>} Settings */

/**
 * Makes the client with which the console of this machine signs its users in.
 *
 * @param {(parameters: string[]) => Promise<{ client_id: string, client_secret: string }>} tpctl
 * @param {string} url of the console
 * @returns {Promise<Settings>}
 */
export async function createConsoleClient(tpctl, url) {
  const made = await tpctl([
    'client',
    'create',
    '--name',
    'Console',
    '--redirect-uri',
    `${url}/sign-in/callback`,
    '--no-credentials-flow',
    '--pkce',
    '--member-wide',
    '--account',
  ]);
  return {
    CONSOLE_CLIENT_ID: made.client_id,
    CONSOLE_CLIENT_SECRET: made.client_secret,
    CONSOLE_SECRET_KEY: randomBytes(32).toString('base64url'),
  };
}

/**
 * The settings of this installation's console. These settings are kept in a file that only its owner can read. They are
 * made again if the address of the console has changed or the databases are new.
 *
 * @param {object} options
 * @param {import('./toolchain.mjs').Toolchain} options.toolchain
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.file
 * @returns {Promise<Settings>} nothing if the environment names a client
 */
export async function ensureConsoleClient({ toolchain, env, file }) {
  if (env.CONSOLE_CLIENT_ID) return {};
  const url = env.CONSOLE_URL || `http://localhost:${env.CONSOLE_PORT || '4004'}`;
  const kept = areDatabasesThere(env) ? readKept(file) : {};
  if (kept.url === url && kept.settings !== undefined) return kept.settings;
  const settings = await createConsoleClient(async (parameters) => {
    const result = await runCommand(toolchain.node, [bundledTpctl, ...parameters, '--json'], { cwd: inRoot(), env });
    if (result.code !== 0) throw new Failure(`The client of the console cannot be made: ${lastWords(result.output)}`);
    return JSON.parse(result.stdout);
  }, url);
  writePrivately(file, `${JSON.stringify({ url, settings }, null, 2)}\n`);
  return settings;
}

/**
 * @param {string} file
 * @returns {{ url?: string, settings?: Settings }}
 */
function readKept(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
