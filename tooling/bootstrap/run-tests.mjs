import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { delimiter, join } from 'node:path';
import { checks } from './checks.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { failureLine } from './failure.mjs';
import { compileCache, inRoot } from './root-folder.mjs';
import { endCommands, runAttached, runCommand } from './run-command.mjs';
import { onWishToEnd } from './signals.mjs';
import { makeTemporaryFolder, placeForTests } from './temporary-folder.mjs';
import { prepare } from './workspace.mjs';

/** Tests often wait for other processes, so four files run at once even on few cores. */
const workers = Math.max(4, cpus().length);
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures texts for the end of the run
 */

/**
 * Prepares the repository, runs checks and tests, and prints `N passed, N failed` as the last line.
 *
 * @param {{ paths: string[], checks: boolean, long: boolean }} what
 * @returns {Promise<number>} exit code: 0 only when something ran and nothing failed
 */
export async function runTests({ paths, checks: withChecks, long }) {
  onWishToEnd(() => {
    endCommands();
    process.exit(130);
  });
  const tallies = await runAll().catch((error) => [{ passed: 0, failed: 1, failures: [failureLine(error)] }]);
  for (const { failures } of tallies) for (const failure of failures) tell(`\n● ${failure}`);
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  tell(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && tallies.every((tally) => tally.passed > 0) ? 0 : 1;

  async function runAll() {
    const toolchain = await prepare(tell);
    // Checks and tests run at the same time, because tests often wait, and most checks use a single core.
    return Promise.all([...(withChecks ? [runChecks(toolchain.env)] : []), runJest(toolchain, paths, long)]);
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Tally>}
 */
async function runChecks(env) {
  const withPrograms = { ...env, PATH: `${inRoot('node_modules', '.bin')}${delimiter}${env.PATH ?? ''}` };
  /** @type {Tally} */
  const tally = { passed: 0, failed: 0, failures: [] };
  for (const { title, command, args, env: further } of checks) {
    const begin = Date.now();
    const { code, output } = await runCommand(command, args, {
      cwd: inRoot(),
      env: { ...withPrograms, ...further },
    });
    const seconds = ((Date.now() - begin) / 1000).toFixed(1);
    tell(`${code === 0 ? 'PASS' : 'FAIL'} ${title} (${seconds} s)`);
    if (code === 0) {
      tally.passed += 1;
    } else {
      tally.failed += 1;
      tally.failures.push(`${title}\n\n${output.trim()}`);
    }
  }
  return tally;
}

/**
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {string[]} paths
 * @param {boolean} long
 */
async function runJest(toolchain, paths, long) {
  const folder = makeTemporaryFolder('trading-platform-tests-', placeForTests());
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...toolchain.env, TMPDIR: folder.path, NODE_COMPILE_CACHE: compileCache };
  const tallyFile = join(folder.path, 'tally.json');
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const reporter = inRoot('tooling', 'bootstrap', 'test-reporter.mjs');
  /** @type {import('./embedded-postgres.mjs').EmbeddedPostgres | undefined} */
  let postgres;
  try {
    if (!env.TEST_POSTGRES_URL) postgres = await startEmbeddedPostgres({ ...toolchain, env }, {});
    const code = await runAttached(
      toolchain.node,
      [jest, ...paths, '--ci', '--forceExit', `--maxWorkers=${workers}`, `--reporters=${reporter}`],
      {
        cwd: inRoot(),
        env: {
          ...env,
          TEST_POSTGRES_URL: postgres?.url ?? env.TEST_POSTGRES_URL,
          TEST_RUN_OWNS_DATABASES: postgres === undefined ? '0' : '1',
          TEST_TALLY_FILE: tallyFile,
          ...(long ? { TEST_LONG: '1' } : {}),
        },
      },
    );
    return judge(code, readTally(tallyFile));
  } finally {
    await postgres?.end();
    folder.remove();
  }
}

/**
 * Returns the counts that Jest reports. One failure is added if the counts cannot be right, because Jest crashed, or
 * its exit code reports a failure that is not in the counts.
 *
 * @param {number} code exit code of Jest
 * @param {{ passed: number, failed: number } | undefined} tally
 * @returns {Tally}
 */
export function judge(code, tally) {
  if (tally === undefined) {
    return { passed: 0, failed: 1, failures: [`Jest ended with exit code ${code} before it had run all tests`] };
  }
  if (code !== 0 && tally.failed === 0) {
    return { ...tally, failed: 1, failures: [`Jest ended with exit code ${code}, though no test failed`] };
  }
  return { ...tally, failures: [] };
}

/** @param {string} path */
function readTally(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
