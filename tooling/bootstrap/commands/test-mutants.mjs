import { startEmbeddedPostgres } from '../embedded-postgres.mjs';
import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { findToolchain } from '../toolchain.mjs';
import { prepareWorkspace } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

/**
 * Asks the tests whether they notice bugs that are put into the product. One PostgreSQL serves all of them.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  const judges = !['--help', '-h', '--list'].some((option) => args.includes(option));
  const postgres = judges && !toolchain.env.TEST_POSTGRES_URL ? await startEmbeddedPostgres(toolchain, {}) : undefined;
  try {
    const env = { ...toolchain.env, TEST_POSTGRES_URL: postgres?.url ?? toolchain.env.TEST_POSTGRES_URL };
    return await runAttached(toolchain.node, [inRoot('tooling', 'mutants', 'main.mjs'), ...args], {
      cwd: inRoot(),
      env,
    });
  } finally {
    await postgres?.end();
  }
}
