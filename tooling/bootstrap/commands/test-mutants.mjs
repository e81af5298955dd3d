import { startEmbeddedPostgres } from '../embedded-postgres.mjs';
import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { prepare } from '../workspace.mjs';

const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

/**
 * Puts bugs into the product, and checks whether the tests notice them. One PostgreSQL serves all tests.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const toolchain = await prepare(tell);
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
