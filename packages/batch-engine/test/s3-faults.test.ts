import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { openBatchStorage } from '../src/typeorm/index.js';
import { until } from './a-download.js';
import { seeded } from './fault-rounds.js';
import { anEngine, endProcess, expectWhole, stopOutsideTransaction } from './faults.js';
import { type Fault, FaultyProxy } from './faulty-proxy.js';
import { describeKilledSteps, lastStep, withBucketAndWorkers } from './s3-rounds.js';

const count = 1_500;

describeKilledSteps([
  [8, 'after'],
  [lastStep, 'before'],
]);

describe('batches in a bucket', () => {
  withBucketAndWorkers((current) => {
    it('are whole when the server is killed while one is written', async () => {
      const { server, proxy, workers, address, request, untilFinished, expectWholeAndGone } = current();
      let again: Promise<void> | undefined;
      proxy.fault = ({ method }) => {
        if (method !== 'PUT' || again !== undefined) return undefined;
        again = server.kill().then(() => server.startAgain());
        return undefined;
      };
      await workers.start(address);
      const batchId = await request(count);
      await untilFinished(batchId);
      await again;
      await expectWholeAndGone(batchId, count);
    });

    it('are read to their end when the server is killed meanwhile', async () => {
      const { server, workers, address, request, untilFinished, expectWholeAndGone, segments } = current();
      await workers.start(address);
      const batchId = await request(count);
      await untilFinished(batchId);
      const between = await FaultyProxy.start(() => server.url);
      const storage = await openBatchStorage({ address, segments: segments(between) });
      const engine = anEngine(storage);
      try {
        let again: Promise<void> | undefined;
        between.fault = ({ number }) => {
          if (number !== 4) return undefined;
          again = server.kill().then(() => server.startAgain());
          return undefined;
        };
        await expectWhole(engine, batchId, count);
        await again;
        await expectWholeAndGone(batchId, count);
      } finally {
        await engine.close();
        await storage.close();
        await between.end();
      }
    });

    it.each([7])('are whole when a fifth of all requests goes wrong (seed %d)', async (seed) => {
      const { proxy, workers, address, request, untilFinished, expectWholeAndGone } = current();
      const random = seeded(seed);
      const faults: readonly Fault[] = [
        'reset',
        'lose-answer',
        'cut',
        { status: 503, code: 'SlowDown' },
        { status: 500 },
      ];
      proxy.fault = () => (random() < 0.2 ? faults[Math.floor(random() * faults.length)] : undefined);
      await workers.start(address);
      for (const size of [count, 40, 260]) {
        const batchId = await request(size);
        await untilFinished(batchId);
        await expectWholeAndGone(batchId, size);
      }
    });

    it('are not spoilt by a worker that sleeps through its lease with an upload under way', async () => {
      const { proxy, storage, workers, address, request, untilFinished, expectWholeAndGone } = current();
      const { promise: held, resolve } = Promise.withResolvers<void>();
      const sleeper = await workers.start(address);
      let isHeld = false;
      proxy.fault = ({ method, number }) => {
        if (method !== 'PUT' || isHeld || number < 3) return undefined;
        isHeld = true;
        return held;
      };
      const batchId = await request(count, 20);
      await until(() => isHeld);
      await stopOutsideTransaction(sleeper, address);
      const attempt = async () => (await storage.batches.find(Number(batchId)))!.attempt;
      const lost = await attempt();
      await workers.start(address);
      await until(async () => (await attempt()) > lost);
      resolve();
      sleeper.kill('SIGCONT');
      await untilFinished(batchId);
      await sleep(300);
      await endProcess(sleeper, 'SIGTERM');
      await expectWholeAndGone(batchId, count);
    });
  });
});
