import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { prepare } from '../workspace.mjs';

/**
 * Prints what a platform of a given size needs.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const toolchain = await prepare();
  return runAttached(toolchain.node, [inRoot('tooling', 'capacity', 'main.mjs'), ...args], {
    cwd: inRoot(),
    env: toolchain.env,
  });
}
