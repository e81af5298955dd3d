import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { startPostgres } from '@trading-platform/database/testing/postgres';

const processes = [1, 4, 8];
const runMs = 3_000;
/** As a slow disk, or a standby in another building, makes each commit wait. */
const commitDelayMs = 5;
/** Behind a pooler connections do not say that their process tells itself, so that triggers tell as part of the commit. */
const ways = [
  { title: 'told in the commit', query: '?pool_mode=transaction' },
  { title: 'told after it', query: '' },
];
const limits = { unfinishedPerOwner: 1_000, storedBytesPerMember: Number.POSITIVE_INFINITY };

/**
 * How many batches processes add and cancel in a second where a commit takes long: both are told to all who listen.
 *
 * @param {{ readonly rounds: number, readonly tell: (text: string) => void }} options
 */
export async function measureNews({ rounds, tell }) {
  const server = await startPostgres({ durable: true });
  const address = server.url;
  try {
    const storage = await openBatchStorage({ address });
    for (const setting of [`commit_delay = ${commitDelayMs * 1_000}`, 'commit_siblings = 0']) {
      await storage.database.query(`ALTER SYSTEM SET ${setting}`);
    }
    await storage.database.query('SELECT pg_reload_conf()');
    await storage.close();
    tell(`Batches added and cancelled in a second, with commits that wait ${commitDelayMs} ms`);
    tell(['processes', ...ways.map(({ title }) => title)].map((text) => text.padStart(20)).join(''));
    for (let round = 0; round < rounds; round++) {
      for (const count of processes) {
        const rates = [];
        for (const { query } of ways) rates.push(await batchesPerSecond(address + query, count));
        tell([count, ...rates.map((rate) => rate.toFixed(0))].map((text) => String(text).padStart(20)).join(''));
      }
    }
    return true;
  } finally {
    await server.end();
  }
}

/**
 * @param {string} address
 * @param {number} count of processes, each of which does one thing after the other
 */
async function batchesPerSecond(address, count) {
  const storages = await Promise.all(
    Array.from({ length: count }, () => openBatchStorage({ address, migrate: false })),
  );
  const start = performance.now();
  const done = await Promise.all(storages.map(({ batches }, n) => addAndCancel(batches, `M${n}`, start + runMs)));
  const seconds = (performance.now() - start) / 1_000;
  await Promise.all(storages.map((storage) => storage.close()));
  return done.reduce((sum, each) => sum + each, 0) / seconds;
}

/**
 * @param {import('@trading-platform/batch-engine').BatchStore} batches
 * @param {string} memberCode
 * @param {number} until
 */
async function addAndCancel(batches, memberCode, until) {
  let done = 0;
  for (; performance.now() < until; done++) {
    const now = Date.now();
    const batch = { memberCode, clientId: 'C', functionName: 'news', criteria: {}, requestedAt: now, limits };
    const { id } = await batches.add(batch);
    await batches.cancel(id, { now, expiresAt: now });
  }
  return done;
}
