import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { findToolchain } from '../toolchain.mjs';
import { prepareWorkspace } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);

/**
 * Tells what a platform of a size needs.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  return runAttached(toolchain.node, [inRoot('tooling', 'capacity', 'main.mjs'), ...args], {
    cwd: inRoot(),
    env: toolchain.env,
  });
}
