import { existsSync, readdirSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { prepare } from '../workspace.mjs';

/**
 * Runs `tooling/bench/<name>/main.mjs`.
 *
 * @param {string[]} args name of the benchmark, then its own arguments
 */
export async function run([name = '', ...args]) {
  const script = inRoot('tooling', 'bench', name, 'main.mjs');
  if (name === '' || !/^[a-z-]+$/.test(name) || !existsSync(script)) {
    throw new Failure(`Usage: npm run bench NAME, one of: ${benchmarks().join(', ')}`);
  }
  const toolchain = await prepare();
  return runAttached(toolchain.node, [script, ...args], { cwd: inRoot(), env: toolchain.env });
}

function benchmarks() {
  return readdirSync(inRoot('tooling', 'bench')).filter((name) =>
    existsSync(inRoot('tooling', 'bench', name, 'main.mjs')),
  );
}
