import { openPgBossQueue } from '@trading-platform/batch-engine/pg-boss';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { mapUsage, usedBetween } from './meter.mjs';

/** @typedef {import('@trading-platform/batch-engine/typeorm').BatchStorage} BatchStorage */

const functionName = 'master';
const leaseMs = 600_000;
/** The tables contain this many ended batches for each waiting batch. */
const endedForEach = 5;
const waitingOfAMember = 10;

/** The kinds of work that are measured while batches wait, each with the number of measurements. */
const works =
  /** @type {readonly { title: string, times: number, work: (storage: BatchStorage, n: number) => Promise<unknown> }[]} */ ([
    { title: 'batch added', times: 200, work: ({ batches }, n) => batches.add(newBatch(`A${n % 20}`)) },
    { title: 'batch claimed and ended', times: 200, work: claimAndEnd },
    {
      title: 'search for a batch when no batch may run',
      times: 100,
      work: ({ batches }) => batches.claimNext({ ...claim(), runningPerMember: 0 }),
    },
    { title: 'place in the queue', times: 100, work: ({ batches }) => batches.countWaitingBefore(lastAdded) },
    { title: 'running batches', times: 100, work: ({ batches }) => batches.running() },
    { title: 'counts for metrics', times: 50, work: ({ batches }) => batches.counts() },
    { title: 'age of the oldest batch, for metrics', times: 50, work: ({ batches }) => batches.oldestWaitingSince() },
    {
      title: 'search for expired batches',
      times: 50,
      work: ({ batches }) => batches.removable({ expiredBefore: 0, now: 0, limit: 100 }),
    },
  ]);
let lastAdded = 0;

/**
 * Measures the cost of each kind of work while a number of batches wait, in CPU milliseconds of PostgreSQL.
 *
 * @param {import('./rig.mjs').Rig} rig without services
 * @param {readonly number[]} sizes
 * @param {(size: number, costs: ReadonlyMap<string, number>) => void} tellSize
 */
export async function measureWaiting(rig, sizes, tellSize) {
  const address = rig.platform.environment.ORDERING_DATABASE_URL ?? '';
  const storage = await openBatchStorage({
    address,
    openQueue: openPgBossQueue,
    migrate: false,
    applicationName: 'bench',
  });
  try {
    for (const size of sizes) {
      await addWaiting(rig, size);
      tellSize(size, await measureAll(rig, storage));
    }
  } finally {
    await storage.close();
  }
}

/**
 * @param {import('./rig.mjs').Rig} rig
 * @param {BatchStorage} storage
 */
async function measureAll(rig, storage) {
  const costs = new Map();
  for (const { title, times, work } of works) {
    await work(storage, 0);
    const before = await rig.meter.now();
    for (let n = 1; n <= times; n++) await work(storage, n);
    const used = usedBetween(before, await rig.meter.now());
    costs.set(title, mapUsage(used, (name) => used[name] / times).database);
  }
  return costs;
}

/** @param {BatchStorage} storage */
async function claimAndEnd({ batches }) {
  const batch = await batches.claimNext(claim());
  if (batch === undefined) throw new Error('No batch waits');
  const now = Date.now();
  await batches.end(batch, { state: 'finished', now, expiresAt: now + leaseMs, recordCount: 20, snapshotAt: now });
}

function claim() {
  const now = Date.now();
  return { owner: 'bench', now, leaseUntil: now + leaseMs, functionNames: [functionName], runningPerMember: 2 };
}

/** @param {string} memberCode */
function newBatch(memberCode) {
  return { functionName, memberCode, clientId: 'C', criteria: {}, requestedAt: Date.now() };
}

/**
 * Adds rows of waiting batches with their jobs. Before these rows, the function adds rows of ended batches. All rows
 * have the contents that the batch engine would have written.
 *
 * @param {import('./rig.mjs').Rig} rig
 * @param {number} size
 */
async function addWaiting({ database }, size) {
  const members = Math.ceil(size / waitingOfAMember);
  const batch = (/** @type {string} */ more) =>
    `INSERT INTO batch (id, function_name, member_code, client_id, criteria, requested_at, not_before, ${more}
     FROM generate_series(1, ${size}) n`;
  const values = `nextval('batch_number'), '${functionName}', 'W' || (n % ${members}), 'C', '{}', n, 0`;
  await database.execute(`DELETE FROM batch WHERE state = 'waiting'`);
  for (let times = 0; times < endedForEach; times++) {
    await database.execute(
      batch(`state, ended_at, expires_at, record_count, snapshot_at) SELECT ${values}, 'finished', 8e12, 9e12, 20, n`),
    );
  }
  await database.execute(batch(`state) SELECT ${values}, 'waiting'`));
  await database.execute(
    `INSERT INTO batch_queue.job (name, data, group_id)
     SELECT 'batch-waiting', jsonb_build_object('batchId', n), 'W' || (n % ${members}) FROM generate_series(1, ${size}) n`,
  );
  const [last] = await database.query(`SELECT MAX(id)::int AS id FROM batch WHERE state = 'waiting'`);
  lastAdded = Number(last?.id);
  await database.execute('VACUUM ANALYZE');
}
