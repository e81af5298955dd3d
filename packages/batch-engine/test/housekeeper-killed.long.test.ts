import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from '@jest/globals';
import { startPostgres } from '@trading-platform/database/testing/postgres';

const script = fileURLToPath(new URL('housekeeper.mjs', import.meta.url));
/** pg-boss takes up to a minute to notice that a worker no longer answers, and starts housekeeping at most once a minute. */
const turnWithinMs = 240_000;

let running: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(running.map(kill));
  running = [];
});

it(
  'has another worker keep house soon after the one that did was killed',
  async () => {
    const server = await startPostgres({ databases: ['batches'] });
    try {
      const first = await housekeeperOn(server.addressOf('batches'));
      await kill(first);
      await housekeeperOn(server.addressOf('batches'));
      expect(running).toHaveLength(2);
    } finally {
      await Promise.all(running.map(kill));
      await server.end();
    }
  },
  2 * turnWithinMs,
);

/** Resolves when it is the turn of this process to do housekeeping. */
async function housekeeperOn(address: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const began = performance.now();
  await once(child.stdout, 'data', { signal: AbortSignal.timeout(turnWithinMs) });
  process.stdout.write(`Its turn after ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
