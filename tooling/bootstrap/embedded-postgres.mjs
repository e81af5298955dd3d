import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Failure } from './failure.mjs';
import { inRoot } from './root-folder.mjs';

/**
 * A PostgreSQL server that this process has started.
 *
 * @typedef {object} EmbeddedPostgres
 * @property {string} url address of its maintenance database
 * @property {Promise<void>} ended resolves when the server has ended, whoever ended it
 * @property {() => Promise<void>} end
 */

/** The script and its programs get only these environment variables. */
const neededVariables = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'TEST_POSTGRES_PROGRAMS'];

/**
 * Starts PostgreSQL from npm packages, through the database package. The server ends when this process ends, or
 * earlier.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {Partial<import('@trading-platform/database/testing/postgres').PostgresProcessOptions>} options
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {Failure} when it does not start
 */
export async function startEmbeddedPostgres({ node, env }, options) {
  const script = inRoot('packages', 'database', 'dist', 'testing', 'postgres-process.js');
  // The server has its own process group, so Ctrl-C reaches only this process. The server ends when its standard input
  // ends.
  const child = spawn(node, [script], {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => neededVariables.includes(name))),
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  // The options are sent by standard input, because other users can read a command line.
  child.stdin.write(`${JSON.stringify(options)}\n`);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()));
  const state = await Promise.race([
    new Promise((resolve) =>
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line))),
    ),
    ended.then(() => ({ error: 'it ended' })),
  ]);
  if (state.url === undefined) throw new Failure(`PostgreSQL did not start: ${lastLine(state.error)}`);
  return {
    url: state.url,
    ended,
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

/** @param {string} text */
const lastLine = (text) => text.trimEnd().split('\n').at(-1);
