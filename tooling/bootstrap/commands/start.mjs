import { accessSync, constants, mkdirSync } from 'node:fs';
import { loadDemo, writeAccount } from '../demo.mjs';
import { loadEnvFile } from '../env-file.mjs';
import { Failure } from '../failure.mjs';
import { formatLogLine } from '../format-log-line.mjs';
import { requireFreePort } from '../free-port.mjs';
import { inRoot } from '../root-folder.mjs';
import { endCommands } from '../run-command.mjs';
import { Services } from '../services.mjs';
import { onWishToEnd } from '../signals.mjs';
import { parseStartOptions, startHelp } from '../start-options.mjs';
import { startSummary } from '../start-summary.mjs';
import { findToolchain } from '../toolchain.mjs';
import { prepareWorkspace } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

const services = /** @type {const} */ ([
  { name: 'auth', setting: 'AUTH_PORT', port: '4000' },
  { name: 'api', setting: 'API_PORT', port: '4001' },
  { name: 'worker', setting: 'WORKER_PORT', port: '4002' },
]);

/** @param {string[]} args */
export async function run(args) {
  const options = parseStartOptions(args);
  if (options.help) {
    process.stdout.write(startHelp);
    return 0;
  }
  const life = new Life();
  loadEnvFile(inRoot('.env'), process.env);
  await requireFreePorts(process.env);
  makeDataFolder();
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...toolchain.env, NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node') };
  const account = options.demo
    ? await loadDemo({
        toolchain,
        env,
        accountFile: accountFile(),
        filesFolder: inRoot('data', 'demo'),
        marketArguments: options.marketArguments,
        tell,
      })
    : undefined;
  const ports = await life.startServices(toolchain.node, env);
  const urls = {
    auth_url: `http://localhost:${ports.auth}`,
    api_url: `http://localhost:${ports.api}${env.API_PREFIX ?? '/ordApi/order'}`,
  };
  if (account !== undefined) writeAccount(accountFile(), { ...account, ...urls });
  tell(startSummary({ ...urls, ports, account }));
  return life.end;
}

function accountFile() {
  return inRoot('data', 'demo.json');
}

/** @param {NodeJS.ProcessEnv} env */
async function requireFreePorts(env) {
  for (const { setting, port } of services) {
    await requireFreePort({ name: setting, host: env.HOST || '127.0.0.1', port: Number(env[setting] || port) });
  }
}

function makeDataFolder() {
  mkdirSync(inRoot('data'), { recursive: true });
  accessSync(inRoot('data'), constants.W_OK);
}

/** From the first moment to the last: what runs, and how it ends. */
class Life {
  /** @type {(code: number) => void} */
  #finish = () => undefined;
  /** Exit code of the whole. @type {Promise<number>} */
  end = new Promise((resolve) => {
    this.#finish = resolve;
  });
  #wishes = 0;
  /** @type {Services | undefined} */
  #services;

  constructor() {
    onWishToEnd(() => void this.#onWish());
  }

  /**
   * @param {string} node
   * @param {NodeJS.ProcessEnv} env
   * @returns {Promise<Record<'auth' | 'api' | 'worker', number>>} the port of each
   */
  async startServices(node, env) {
    const raw = env.LOG_FORMAT === 'json';
    const colour = process.stdout.isTTY && env.NO_COLOR === undefined;
    const running = new Services({
      onLine: (name, line) => tell(raw ? line : formatLogLine(name, line, colour)),
      onEnd: (end) => void this.#onServiceEnd(end),
    });
    this.#services = running;
    const ports = await Promise.all(
      services.map(async ({ name }) => {
        const script = inRoot('apps', name, 'dist', 'main.js');
        const definition = { name, command: node, args: ['--enable-source-maps', script], cwd: inRoot() };
        const { port } = await running.start({ ...definition, env: { ...env, LOG_FORMAT: 'json' } });
        return [name, port];
      }),
    );
    return Object.fromEntries(ports);
  }

  /** The first wish to end stops in order, the second at once. */
  async #onWish() {
    this.#wishes += 1;
    if (this.#services === undefined || this.#wishes > 1) {
      this.#services?.kill();
      endCommands();
      process.exit(130);
    }
    tell('Stopping (Ctrl-C again to stop at once) …');
    await this.#services.stop();
    tell('Stopped.');
    this.#finish(0);
    process.exit(0);
  }

  /** @param {import('../services.mjs').ServiceEnd} end */
  async #onServiceEnd({ name, code, signal, lastError }) {
    const how = signal === null ? `exit code ${code}` : signal;
    await this.#services?.stop();
    process.stderr.write(
      `${new Failure(`The ${name} service ended (${how})${lastError === '' ? '' : `: ${lastError}`}. All services are stopped.`).message}\n`,
    );
    process.exit(1);
  }
}
