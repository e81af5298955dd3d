import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadDemo, noteAddresses } from '../demo.mjs';
import { loadEnvFile } from '../env-file.mjs';
import { formatLogLine } from '../format-log-line.mjs';
import { fromRoot, platformAddresses, platformEnvironment, requireFreePorts, startPlatform } from '../platform.mjs';
import { inRoot } from '../root-folder.mjs';
import { endCommands } from '../run-command.mjs';
import { Services } from '../services.mjs';
import { onWishToEnd } from '../signals.mjs';
import { parseStartOptions, startHelp } from '../start-options.mjs';
import { startSummary } from '../start-summary.mjs';
import { findToolchain } from '../toolchain.mjs';
import { prepareWorkspace } from '../workspace.mjs';

const interrupted = 130;
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

/**
 * From a bare clone to three running services. Resolves never: the process ends with the services.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const options = parseStartOptions(args);
  if (options.help) {
    process.stdout.write(startHelp);
    return 0;
  }
  loadEnvFile(inRoot('.env'), process.env);
  const services = new Services({ onLine: logTo(process.stdout, process.env), onEnd: (end) => void reportEnd(end) });
  endInOrder(services);
  await requireFreePorts(process.env);
  makeDataFolder(fromRoot(options.data));
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  const env = platformEnvironment(toolchain.env, options.data);

  const accountFile = join(fromRoot(options.data), 'demo.json');
  const filesFolder = join(fromRoot(options.data), 'demo');
  const { marketArguments } = options;
  const account = options.demo
    ? await loadDemo({ toolchain, env, accountFile, filesFolder, marketArguments, tell })
    : undefined;

  const ports = await startPlatform(services, toolchain.node, env);
  const addresses = platformAddresses(env, ports);
  const apiPrefix = env.API_PREFIX || '/ordApi/order';
  if (account !== undefined) noteAddresses(accountFile, account, addresses, apiPrefix);
  tell(startSummary({ ...addresses, apiPrefix, ports, account, accountFile: join(options.data, 'demo.json') }));
  return new Promise(() => undefined);

  /** @param {import('../services.mjs').ServiceEnd} end */
  async function reportEnd({ name, code, signal, lastError }) {
    const how = signal === null ? `exit code ${code}` : signal;
    await services.stop();
    process.stderr.write(`The ${name} service ended (${how}); all are stopped. ${lastError}\n`);
    process.exit(1);
  }
}

/**
 * For its owner only: there are password hashes, keys and members' data in it.
 *
 * @param {string} folder
 */
function makeDataFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK);
}

/**
 * @param {NodeJS.WriteStream} out
 * @param {NodeJS.ProcessEnv} env
 */
function logTo(out, env) {
  const raw = env.LOG_FORMAT === 'json';
  const colour = out.isTTY && env.NO_COLOR === undefined;
  return (/** @type {string} */ name, /** @type {string} */ line) =>
    void out.write(`${raw ? line : formatLogLine(name, line, colour)}\n`);
}

/**
 * The first wish to end lets the services finish what they are doing, the second ends everything at once.
 *
 * @param {Services} services
 */
function endInOrder(services) {
  let stopping = false;
  onWishToEnd(() => {
    if (stopping || services.names.length === 0) {
      services.kill();
      endCommands();
      process.exit(interrupted);
    }
    stopping = true;
    void stop();
  });

  async function stop() {
    tell(`Stopping ${services.names.join(', ')} (Ctrl-C again ends them at once) …`);
    await services.stop();
    tell('Stopped.');
    process.exit(0);
  }
}
