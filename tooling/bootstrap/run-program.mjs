import { loadEnvFile } from './env-file.mjs';
import { inRoot } from './root-folder.mjs';
import { runAttached } from './run-command.mjs';
import { findToolchain } from './toolchain.mjs';
import { prepareWorkspace } from './workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);

/**
 * Runs a command line of the repository from its root; file arguments are relative to the caller's folder (`INIT_CWD`, set by npm).
 * Standard output carries nothing but what the program prints.
 *
 * @param {string} script path in the repository
 * @param {string[]} args
 * @param {(env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv} [settings] what the program gets of the settings of the services
 */
export async function runProgram(script, args, settings = () => ({})) {
  loadEnvFile(inRoot('.env'), process.env);
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  const own = { INIT_CWD: process.env.INIT_CWD ?? process.cwd(), ...settings(process.env) };
  return runAttached(toolchain.node, [inRoot(script), ...args], { cwd: inRoot(), env: { ...toolchain.env, ...own } });
}
