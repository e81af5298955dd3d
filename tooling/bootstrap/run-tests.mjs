import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checks } from './checks.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { inRoot } from './root-folder.mjs';
import { endCommands, runAttached, runCommand } from './run-command.mjs';
import { onWishToEnd } from './signals.mjs';
import { findToolchain } from './toolchain.mjs';
import { prepareWorkspace } from './workspace.mjs';

const jestOptions = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 */

/**
 * Does all set-up, runs checks and tests, and ends with one line `N passed, N failed`.
 *
 * @param {{ paths: string[], checks: boolean, long: boolean }} what
 * @returns {Promise<number>} exit code: 0 only when something ran and nothing failed
 */
export async function runTests({ paths, checks: withChecks, long }) {
  onWishToEnd(() => {
    endCommands();
    process.exit(130);
  });
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  const ofChecks = withChecks ? await runChecks(toolchain.env) : { tally: { passed: 0, failed: 0 }, failures: [] };
  const ofTests = await runJest(toolchain, paths, long);
  for (const failure of ofChecks.failures) tell(failure);
  if (ofTests.doubt !== undefined) tell(`\n● ${ofTests.doubt}`);
  const passed = ofChecks.tally.passed + ofTests.passed;
  const failed = ofChecks.tally.failed + ofTests.failed;
  tell(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && ofTests.passed > 0 ? 0 : 1;
}

/** @param {NodeJS.ProcessEnv} env */
async function runChecks(env) {
  const withPrograms = { ...env, PATH: `${inRoot('node_modules', '.bin')}${delimiter}${env.PATH ?? ''}` };
  const tally = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const { title, command, args } of checks) {
    const begin = Date.now();
    const { code, output } = await runCommand(command, args, { cwd: inRoot(), env: withPrograms });
    const seconds = ((Date.now() - begin) / 1000).toFixed(1);
    tell(`${code === 0 ? 'PASS' : 'FAIL'} ${title} (${seconds} s)`);
    if (code === 0) {
      tally.passed += 1;
    } else {
      tally.failed += 1;
      failures.push(`\n● ${title}\n\n${output.trim()}`);
    }
  }
  return { tally, failures };
}

/**
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {string[]} paths
 * @param {boolean} long
 */
async function runJest(toolchain, paths, long) {
  const { node, env } = toolchain;
  const postgres = env.TEST_POSTGRES_URL ? undefined : await startEmbeddedPostgres(toolchain, {});
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-results-'));
  const tallyFile = join(folder, 'tally.json');
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const reporter = inRoot('tooling', 'bootstrap', 'test-reporter.mjs');
  try {
    const code = await runAttached(node, [...jestOptions, jest, ...paths, '--ci', `--reporters=${reporter}`], {
      cwd: inRoot(),
      env: {
        ...env,
        TEST_POSTGRES_URL: postgres?.url ?? env.TEST_POSTGRES_URL,
        TEST_TALLY_FILE: tallyFile,
        ...(long ? { TEST_LONG: '1' } : {}),
      },
    });
    return judge(code, readTally(tallyFile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await postgres?.end();
  }
}

/**
 * What Jest counted; one failure more where that cannot be believed: it crashed, or says that something failed which it
 * has not counted.
 *
 * @param {number} code exit code of Jest
 * @param {Tally | undefined} tally
 * @returns {Tally & { doubt?: string }}
 */
export function judge(code, tally) {
  if (tally === undefined) {
    return { passed: 0, failed: 1, doubt: `Jest ended with exit code ${code} before it had run all tests` };
  }
  if (code !== 0 && tally.failed === 0) {
    return { ...tally, failed: 1, doubt: `Jest ended with exit code ${code}, though no test failed` };
  }
  return tally;
}

/** @param {string} path */
function readTally(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
