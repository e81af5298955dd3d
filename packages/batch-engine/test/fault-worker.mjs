/**
 * A worker process for the tests with faults. After the message `FaultTask`, it begins to work and answers `ready`.
 * After the message `go on`, its source pauses no longer. After the message `rest`, it hands back its batches and
 * waits for another task. After the signal SIGTERM, it hands back its batches and ends. The signal SIGUSR2 sets its
 * clock back by an hour.
 */
import { BatchWorker } from '@trading-platform/batch-engine';
import { openPgBossQueue } from '@trading-platform/batch-engine/pg-boss';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';

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
    if (from > pausesAfter) await mayGoOn;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
    yield Array.from({ length: Math.min(50, count - from + 1) }, (_, n) => ({
      body: Buffer.from(`"number":"${from + n}","run":"${run}"}`),
      receipt: `${from + n}`,
    }));
  }
}

let pausesAfter;
let mayGoOn;
let goOn;
let clockAheadMs = 0;
const clock = { now: () => Date.now() + clockAheadMs, monotonic: () => performance.now() };
let storage;
let worker;

process.on('SIGUSR2', () => {
  clockAheadMs -= 3_600_000;
});
process.once('SIGTERM', () => void handBack().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (message === 'rest') void rest();
  else if (message === 'go on') goOn();
  else void work(message);
});

async function work({
  address,
  settings,
  usesQueue,
  segments,
  clockAheadMs: ahead = 0,
  pausesAfter: limit = Infinity,
}) {
  clockAheadMs = ahead;
  pausesAfter = limit;
  ({ promise: mayGoOn, resolve: goOn } = Promise.withResolvers());
  storage = await openBatchStorage({
    address,
    ...(usesQueue && { openQueue: openPgBossQueue }),
    ...(segments && { segments }),
  });
  await storage.claimSegments?.();
  worker = new BatchWorker({ ...storage, functions: [download], settings, clock });
  worker.start();
  process.send('ready');
}

async function rest() {
  await handBack();
  process.send('rests');
}

async function handBack() {
  await worker.stop();
  await storage.close();
}
