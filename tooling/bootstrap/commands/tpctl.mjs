import { loadEnvFile } from '../env-file.mjs';
import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { findToolchain } from '../toolchain.mjs';
import { prepareWorkspace } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);

/**
 * Runs tpctl from the root; file arguments are relative to the caller's folder (`INIT_CWD`, set by npm). Standard output
 * carries nothing but what tpctl prints.
 *
 * @param {string[]} args
 */
export async function run(args) {
  loadEnvFile(inRoot('.env'), process.env);
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  const script = inRoot('packages', 'cli', 'bin', 'tpctl.js');
  const env = { ...toolchain.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
  return runAttached(toolchain.node, [script, ...args], { cwd: inRoot(), env });
}
