import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import { type BatchEngine, isFinal } from '../src/index.js';
import { openPgBossQueue } from '../src/pg-boss/index.js';
import { type BatchStorage, openBatchStorage } from '../src/typeorm/index.js';
import { insist, letters, owner, until } from './a-download.js';
import { seeded } from './fault-rounds.js';
import { anEngine, expectWhole, workerProcesses } from './faults.js';

/** Kills the database server again and again while two workers and a serving process use it. */
export function describeKilledPostgres(rounds: number, timeoutMs: number): void {
  describe(`PostgreSQL killed ${rounds} times`, () => {
    const workers = workerProcesses();
    let server: PostgresServer;
    let storage: BatchStorage;
    let engine: BatchEngine;

    beforeEach(async () => {
      server = await startPostgres({ durable: true });
      storage = await openBatchStorage({ address: server.url, openQueue: openPgBossQueue });
      engine = anEngine(storage);
    });
    afterEach(async () => {
      await engine.close();
      await storage.close();
      await server.end();
    });

    it.each([3])(
      'loses nothing and doubles nothing (seed %d)',
      async (seed) => {
        const random = seeded(seed);
        const settings = { runningPerMember: 4 };
        await workers.start(server.url, settings, { usesQueue: true });
        await workers.start(server.url, settings, { usesQueue: true });
        const batches = new Map<string, number>();
        for (let round = 0; round < rounds; round++) {
          const count = 500 + Math.floor(random() * 2000);
          const idempotency = { key: `round-${round}`, digest: 'd' };
          const criteria = { count, pauseMs: 10 };
          const { batchId } = await insist(() => engine.request({ ...letters, criteria, idempotency }));
          batches.set(batchId, count);
          await sleep(random() * 1000);
          await server.kill();
          await sleep(random() * 500);
          await server.start();
        }
        for (const [batchId, count] of batches) {
          const state = async () => (await insist(() => engine.details({ ...owner, batchId }))).state;
          await until(async () => isFinal(await state()), timeoutMs / 2);
          await expectWhole(engine, batchId, count);
        }
      },
      timeoutMs,
    );
  });
}
