import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadDemo, noteAddresses } from '@trading-platform/bootstrap/demo';
import { LocalPlatform } from '@trading-platform/bootstrap/local-platform';
import { startPostgres } from '@trading-platform/database/testing/postgres';

/**
 * The surroundings that a program needs in addition to its packages.
 *
 * @typedef {object} Surroundings
 * @property {NodeJS.Dict<string>} variables
 * @property {string} [accountFile] the account that `npm start` writes
 * @property {() => Promise<unknown>} end
 */

/** If a program contains text that matches `text`, it runs only in the surroundings that `start` prepares. */
const kinds = [
  { text: /\bfromEnv\(|data\/demo\.json/, start: startDemo },
  { text: /'DATABASE_URL'/, start: startDatabaseServer },
];

/**
 * Starts the surroundings of README programs when the first program needs them, and ends them after the work.
 *
 * @param {(surroundingsOf: (code: string) => Promise<readonly Surroundings[]>) => Promise<void>} work
 */
export async function withSurroundings(work) {
  /** @type {Map<object, Promise<Surroundings>>} */
  const started = new Map();
  try {
    await work((code) =>
      Promise.all(
        kinds
          .filter(({ text }) => text.test(code))
          .map((kind) => {
            const running = started.get(kind) ?? kind.start();
            started.set(kind, running);
            return running;
          }),
      ),
    );
  } finally {
    for (const running of await Promise.allSettled(started.values())) {
      if (running.status === 'fulfilled') await running.value.end();
    }
  }
}

/**
 * The platform and the market of `npm start`.
 *
 * @returns {Promise<Surroundings>}
 */
async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-demo-'));
  const environment = await LocalPlatform.freeEnvironment({
    AUTH_DATABASE_URL: `sqlite:${join(folder, 'auth.sqlite')}`,
    ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}`,
  });
  const platform = new LocalPlatform(folder, environment);
  const end = async () => {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const accountFile = join(folder, 'demo.json');
    const account = await loadDemo({
      toolchain: { node: process.execPath },
      env: environment,
      accountFile,
      filesFolder: join(folder, 'demo'),
      marketArguments: [],
      tell: () => undefined,
    });
    await Promise.all(/** @type {const} */ (['auth', 'api', 'worker']).map((name) => platform.startService(name)));
    const { authUrl, apiUrl, consoleUrl } = platform;
    noteAddresses(accountFile, account, { auth_url: authUrl, api_url: apiUrl, console_url: consoleUrl }, environment);
    const variables = parseEnv(readFileSync(join(folder, 'demo.env'), 'utf8'));
    return { variables, accountFile, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @returns {Promise<Surroundings>} */
async function startDatabaseServer() {
  const server = await startPostgres();
  return { variables: { DATABASE_URL: server.url }, end: () => server.end() };
}
