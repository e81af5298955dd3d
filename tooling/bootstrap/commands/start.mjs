import { accessSync, chmodSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsoleClient } from '../console-client.mjs';
import { loadDemo, noteAddresses } from '../demo.mjs';
import { writeDemoOrders } from '../demo-orders.mjs';
import { demoPostgresPort, startDemoPostgres } from '../demo-postgres.mjs';
import { loadEnvFile } from '../env-file.mjs';
import { formatLogLine } from '../format-log-line.mjs';
import { lineWriter } from '../line-writer.mjs';
import {
  addressAt,
  apiPrefixOf,
  fromRoot,
  platformAddresses,
  platformEnvironment,
  requireFreePorts,
  sqliteAddresses,
  startPlatform,
} from '../platform.mjs';
import { inRoot } from '../root-folder.mjs';
import { endCommands } from '../run-command.mjs';
import { Services } from '../services.mjs';
import { onWishToEnd } from '../signals.mjs';
import { parseStartOptions, startHelp } from '../start-options.mjs';
import { startSummary } from '../start-summary.mjs';
import { prepare } from '../workspace.mjs';

const interrupted = 130;
const tell = lineWriter(process.stdout);
const complain = lineWriter(process.stderr);

/**
 * A program that runs in front of the services and ends when they end.
 *
 * @typedef {object} Front
 * @property {string} help
 * @property {readonly { setting: string, port: string }[]} ports
 * @property {(facts: FrontFacts) => Promise<string[]>} start returns lines for a newcomer
 */

/**
 * @typedef {object} FrontFacts
 * @property {Services} services
 * @property {string} node
 * @property {NodeJS.ProcessEnv} env
 * @property {{ auth_url: string, api_url: string }} urls
 * @property {string | undefined} accountFile of the demo account, relative to the root or absolute
 */

/**
 * Prepares a fresh clone and runs the services, until the user ends them or one of them ends.
 *
 * @param {string[]} args
 * @param {Front} [front]
 */
export async function run(args, front) {
  const options = parseStartOptions(args);
  if (options.help) {
    tell((front?.help ?? startHelp).trimEnd());
    return 0;
  }
  loadEnvFile(inRoot('.env'), process.env);
  const running = new RunningPlatform();
  await requireFreePorts(process.env, [...(options.postgres ? [demoPostgresPort] : []), ...(front?.ports ?? [])]);
  const dataFolder = fromRoot(options.data);
  makeDataFolder(dataFolder);
  const toolchain = await prepare(tell);
  // From here on all files are data. Only their owner can read them, even in a folder that existed before.
  process.umask(0o077);
  keepPrivate(dataFolder);
  const addresses = options.postgres
    ? await running.startPostgres(toolchain, dataFolder)
    : sqliteAddresses(options.data);
  const env = platformEnvironment(toolchain.env, addresses);
  const accountFile = join(dataFolder, 'demo.json');
  const { marketArguments } = options;
  const filesFolder = join(dataFolder, 'demo');
  const account = options.demo
    ? await loadDemo({ toolchain, env, accountFile, filesFolder, marketArguments, tell })
    : undefined;

  const consoleEnv = await ensureConsoleClient({ toolchain, env, file: join(dataFolder, 'console.json') });
  const ports = await startPlatform(running.services, toolchain.node, { ...env, ...consoleEnv });
  const urls = platformAddresses(env, ports);
  if (account !== undefined) noteAddresses(accountFile, account, urls, env);
  const hasOrders = await writeDemoOrders({
    masterFile: join(filesFolder, 'master.ndjson'),
    ordersFile: join(dataFolder, 'demo-orders.json'),
    memberCode: account?.member_code,
  });
  const hasPortal = !['false', '0'].includes(env.PORTAL ?? '');
  const { services } = running;
  const shownAccount = account === undefined ? undefined : join(options.data, 'demo.json');
  const more = await front?.start({ services, node: toolchain.node, env, urls, accountFile: shownAccount });
  const facts = { apiPrefix: apiPrefixOf(env), account, dataFolder: options.data, hasOrders, hasPortal, more };
  tell(startSummary({ ...urls, worker_url: addressAt(env, ports.worker), ...facts }));
  // This process ends when the services have ended.
  return new Promise(() => undefined);
}

/**
 * Makes a folder that only its owner can read, because it contains password hashes, keys and members' data.
 *
 * @param {string} folder
 */
function makeDataFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK);
}

/**
 * Makes databases of an earlier version private, because other users may be able to read them.
 *
 * @param {string} folder
 */
function keepPrivate(folder) {
  for (const name of readdirSync(folder))
    if (/\.sqlite(?:-wal|-shm)?$/.test(name)) chmodSync(join(folder, name), 0o600);
}

/**
 * The running services. After a signal, the services finish their work and end. If one service ends by itself, all
 * others are stopped and the reason is printed.
 */
class RunningPlatform {
  services = new Services({
    onLine: logTo(process.stdout.isTTY, process.env),
    onEnd: (end) => this.#onServiceEnd(end),
  });
  /** @type {import('../embedded-postgres.mjs').EmbeddedPostgres | undefined} */
  #postgres;
  #ending = false;

  constructor() {
    onWishToEnd(() => this.#onWish());
  }

  /**
   * @param {import('../toolchain.mjs').Toolchain} toolchain
   * @param {string} dataFolder
   */
  async startPostgres(toolchain, dataFolder) {
    tell('Starting PostgreSQL …');
    const { server, addresses } = await startDemoPostgres(toolchain, dataFolder);
    this.#postgres = server;
    void server.ended.then(() => this.#giveUp('PostgreSQL ended; all services are stopped.'));
    return addresses;
  }

  /** At the first signal, the services finish their work. The second signal kills them. */
  #onWish() {
    if (this.#ending || this.services.names.length === 0) {
      this.services.kill();
      endCommands();
      process.exit(interrupted);
    }
    tell(`Stopping ${this.services.names.join(', ')} (Ctrl-C again ends them at once) …`);
    void this.#stop('Stopped.', 0);
  }

  /** @param {import('../service-process.mjs').ServiceEnd} end */
  #onServiceEnd({ name, code, signal, lastError }) {
    const how = signal === null ? `exit code ${code}` : signal;
    this.#giveUp(`The ${name} service ended (${how}); all are stopped. ${lastError}`);
  }

  /** @param {string} reason */
  #giveUp(reason) {
    if (!this.#ending) void this.#stop(reason, 1);
  }

  /**
   * @param {string} lastWord
   * @param {number} code
   */
  async #stop(lastWord, code) {
    this.#ending = true;
    await this.services.stop();
    await this.#postgres?.end();
    (code === 0 ? tell : complain)(lastWord.trimEnd());
    process.exit(code);
  }
}

/**
 * @param {boolean} isTerminal
 * @param {NodeJS.ProcessEnv} env
 */
function logTo(isTerminal, env) {
  const raw = env.LOG_FORMAT === 'json';
  const colour = isTerminal && env.NO_COLOR === undefined;
  return (/** @type {string} */ name, /** @type {string} */ line) =>
    tell(raw ? line : formatLogLine(name, line, colour));
}
