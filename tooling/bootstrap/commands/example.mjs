import { existsSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { findToolchain } from '../toolchain.mjs';
import { prepareWorkspace } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);

/** Runs the example application with the demo account of `npm start`. */
export async function run() {
  const account = inRoot('data', 'demo.env');
  if (!existsSync(account))
    throw new Failure('There is no demo account yet: run npm start first, and leave it running');
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  const script = inRoot('examples', 'sign-in-app', 'src', 'main.js');
  return runAttached(toolchain.node, [`--env-file=${account}`, script], { cwd: inRoot(), env: toolchain.env });
}
