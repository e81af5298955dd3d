/**
 * A worker process for the tests with faults. The arguments are the address of the storage, the settings as JSON, and `queue` to
 * use pg-boss. Segments are stored in the bucket that the variable SEGMENTS names, if it is set. The clock of this process is
 * ahead by CLOCK_AHEAD_MS. The signal SIGUSR2 sets the clock back by an hour. The process prints `ready` when it works. After the
 * signal SIGTERM, the process hands back its batches.
 */
import { BatchWorker } from '@trading-platform/batch-engine';
import { openPgBossQueue } from '@trading-platform/batch-engine/pg-boss';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';

const [address, settings, queue] = process.argv.slice(2);
const openQueue = queue === 'queue' ? { openQueue: openPgBossQueue } : {};
const { SEGMENTS } = process.env;
const bucket = SEGMENTS === undefined ? {} : { segments: JSON.parse(SEGMENTS) };
const storage = await openBatchStorage({ address, ...openQueue, ...bucket });
await storage.claimSegments?.();

/** Each record also contains the number of the attempt, so that a mixture of two attempts would be noticed. */
const download = {
  name: 'letters',
  arrayName: 'letters',
  maxRecordsPerGet: 5000,
  recordHead: ({ batchId }, seq) => `{"batch_id":"${batchId}","seq":"${seq}",`,
  open: async ({ count, pauseMs }, signal) => ({
    instant: new Date(),
    total: count,
    records: chunksOf(count, pauseMs, `${process.pid}-${process.hrtime.bigint()}`, signal),
    close: async () => undefined,
  }),
};

async function* chunksOf(count, pauseMs, run, signal) {
  for (let from = 1; from <= count; from += 50) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
    yield Array.from({ length: Math.min(50, count - from + 1) }, (_, n) => ({
      body: Buffer.from(`"number":"${from + n}","run":"${run}"}`),
      receipt: `${from + n}`,
    }));
  }
}

let clockAheadMs = Number(process.env.CLOCK_AHEAD_MS);
process.on('SIGUSR2', () => {
  clockAheadMs -= 3_600_000;
});
const clock = { now: () => Date.now() + clockAheadMs, monotonic: () => performance.now() };

const worker = new BatchWorker({ ...storage, functions: [download], settings: JSON.parse(settings), clock });
worker.start();
process.once('SIGTERM', () => void handBack());
process.stdout.write('ready\n');

async function handBack() {
  await worker.stop();
  await storage.close();
  process.exit(0);
}
