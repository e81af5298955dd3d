import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { prepare } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

/**
 * Makes a release: see `tooling/release`.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const toolchain = await prepare(tell);
  return runAttached(toolchain.node, [inRoot('tooling', 'release', 'main.mjs'), ...args], {
    cwd: inRoot(),
    env: toolchain.env,
  });
}
