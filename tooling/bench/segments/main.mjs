import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BatchEngine, BatchWorker } from '@trading-platform/batch-engine';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { makeFolder } from '../platform.mjs';

const help = `npm run bench segments -- [options]

What segments in a bucket cost the processes that write and read them, beside segments in the database: CPU seconds of this
process, which is worker and api in one. The servers are others, and are not counted. Each round measures both, so the ratios hold
on a busy machine as well. Without --segments the bucket is that of a small server for tests, beside this process.

  --records N      records in a batch, of 6 KB each (default 50000)
  --pages N        pages of 1,000 records that are read (default 300)
  --rounds N       the median counts (default 5)
  --segments URL   s3://bucket/prefix?…, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
  --help
`;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '50000' },
    pages: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    segments: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const s3rver = fileURLToPath(new URL('../../../packages/batch-engine/test/s3rver-process.mjs', import.meta.url));
const records = Number(values.records);
const pages = Number(values.pages);
const pageSize = 1_000;
const owner = { functionName: 'texts', memberCode: 'M1', clientId: 'C1' };
const pool = Array.from({ length: 500 }, (_, n) => Buffer.from(textOf(n)));
const texts = {
  name: 'texts',
  arrayName: 'texts',
  maxRecordsPerGet: pageSize,
  open: async () => ({ instant: new Date(), records: chunks(), close: async () => undefined }),
};

const folder = makeFolder();
const server = await startPostgres({ durable: true, databases: ['rows', 'objects'] });
const bucket = values.segments === undefined ? await startBucket() : undefined;
const segments = {
  address: values.segments ?? `s3://segments/bench?endpoint=${bucket?.url}`,
  accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? 'S3RVER',
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'S3RVER',
};
const places = {
  database: await openBatchStorage({ address: server.addressOf('rows') }),
  bucket: await openBatchStorage({ address: server.addressOf('objects'), segments }),
};
try {
  /** @type {Record<string, Record<'database' | 'bucket', number>[]>} */
  const rounds = {};
  for (let round = 0; round <= Number(values.rounds); round++) {
    const costs = { database: await costsOf(places.database), bucket: await costsOf(places.bucket) };
    // The first round warms up.
    if (round === 0) continue;
    for (const [name, database] of Object.entries(costs.database)) {
      (rounds[name] ??= []).push({ database, bucket: costs.bucket[name] ?? NaN });
    }
  }
  for (const [name, each] of Object.entries(rounds)) {
    const median = (/** @type {(round: Record<'database' | 'bucket', number>) => number} */ of) =>
      each.map(of).toSorted((one, other) => one - other)[each.length >> 1] ?? NaN;
    process.stdout.write(
      `${name.padEnd(44)} database ${median((round) => round.database)
        .toFixed(2)
        .padStart(7)} ms, bucket ` +
        `${median((round) => round.bucket)
          .toFixed(2)
          .padStart(7)} ms, ${median((round) => round.bucket / round.database).toFixed(2)} times\n`,
    );
  }
} finally {
  await places.bucket.close();
  await places.database.close();
  bucket?.process.kill('SIGKILL');
  await server.end();
  rmSync(folder, { recursive: true });
}

/**
 * @param {import('@trading-platform/batch-engine/typeorm').BatchStorage} storage
 * @returns {Promise<Record<string, number>>} milliseconds of CPU
 */
async function costsOf(storage) {
  const engine = new BatchEngine({ ...storage, functions: [texts], cacheBytes: 1 });
  const { batchId } = await engine.request({ ...owner, criteria: {} });
  const worker = new BatchWorker({ ...storage, functions: [texts] });
  const producing = process.cpuUsage();
  worker.start();
  while ((await engine.confirm({ ...owner, batchId })).state !== 'finished') await sleep(50);
  const produced = cpuMs(producing) / (records / pageSize);
  await worker.stop();
  await read(engine, batchId, 1);
  const reading = process.cpuUsage();
  for (let n = 0; n < pages; n++)
    await read(engine, batchId, 1 + pageSize * ((n * 7) % Math.floor(records / pageSize)));
  const perPage = cpuMs(reading) / pages;
  await engine.close();
  const batch = await storage.batches.find(Number(batchId));
  if (batch !== undefined) await storage.segments.remove(batch);
  return { 'production of 1,000 records': produced, 'get of 1,000 records, nothing in the cache': perPage };
}

/**
 * @param {BatchEngine} engine
 * @param {string} batchId
 * @param {number} seqFrom
 */
async function read(engine, batchId, seqFrom) {
  const asked = { ...owner, batchId, seqFrom, seqTo: seqFrom + pageSize - 1 };
  const range = await engine.range({ ...asked, encoding: 'gzip', head: '[', tail: ']' });
  for await (const piece of range.body) piece.release();
}

/** @param {NodeJS.CpuUsage} since */
function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

/** About as long, and as alike, as a record of the master. @param {number} n */
function textOf(n) {
  const fields = Array.from({ length: 200 }, (_, field) => [
    `stock_sub_${field}`,
    field % 12 === 0 ? String((n * 7_919 + field * 104_729) % 1_000_003) : '',
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}

async function* chunks() {
  for (let from = 0; from < records; from += 500) {
    yield pool.slice(0, Math.min(500, records - from)).map((body) => ({ body }));
  }
}

async function startBucket() {
  const child = spawn(process.execPath, ['--openssl-legacy-provider', s3rver, join(folder, 'bucket'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { process: child, url: `http://127.0.0.1:${Number(port)}` };
}
