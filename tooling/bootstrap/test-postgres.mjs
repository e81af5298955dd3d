import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Failure } from './failure.mjs';
import { inRoot } from './root-folder.mjs';

/**
 * One PostgreSQL for all tests: the one of `TEST_POSTGRES_URL`, else an embedded one that ends with us.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {Record<string, unknown>} [options] of `PostgresProcessOptions` in the database package
 * @returns {Promise<{ url: string, end(): Promise<void> }>}
 */
export async function startTestPostgres(node, env, options = {}) {
  if (env.TEST_POSTGRES_URL) return { url: env.TEST_POSTGRES_URL, end: async () => undefined };
  const script = inRoot('packages', 'database', 'dist', 'testing', 'postgres-process.js');
  // A group of its own: Ctrl-C reaches us, and the server ends when its input does.
  const child = spawn(node, [script, JSON.stringify(options)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const state = JSON.parse(line);
      if (state.url === undefined) reject(new Failure(`PostgreSQL for the tests did not start: ${state.error}`));
      else resolve(state.url);
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Failure(`PostgreSQL for the tests ended with exit code ${code}`)));
  });
  return {
    url,
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}
