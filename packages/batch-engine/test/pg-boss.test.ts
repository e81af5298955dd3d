import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { describeDatabases, SilentLine } from '@trading-platform/database/testing';
import { silentLog } from '../src/batch/batch-log.js';
import { BatchEngine, BatchFailure, BatchWorker, type WorkerSettings } from '../src/index.js';
import { migratePgBoss } from '../src/pg-boss/migrate-pg-boss.js';
import { openPgBossQueue } from '../src/pg-boss/open-pg-boss-queue.js';
import { pgBossQueues } from '../src/pg-boss/pg-boss-tables.js';
import { type BatchStorage, batchSchema, openBatchStorage } from '../src/typeorm/index.js';
import { aDownload, insist, letters, lettersSnapshot, owner, until } from './a-download.js';

/** A second, and far more than a busy machine adds to it. */
const noticedWithinMs = 50_000;
/** Without its own looks, a waiting call would notice the end only after this time. */
const waitMs = 200_000;

describeDatabases('pg-boss', [batchSchema], (open, dialect) => {
  if (dialect === 'sqlite') {
    it('is not asked for on SQLite', async () => {
      const { address } = await open();
      const storage = await openBatchStorage({ address, openQueue: openPgBossQueue });
      expect(storage.queue).toBeUndefined();
      await storage.close();
    });
    return;
  }

  it('cuts connections whose server has fallen silent, and wakes workers again when it answers', async () => {
    const database = await open();
    const line = await SilentLine.to(database.address);
    const address = Object.assign(new URL(database.address), { host: line.host }).href;
    const warnings: string[] = [];
    const log = { ...silentLog, warn: ({ err }: { err?: unknown }) => void warnings.push(String(err)) };
    await migratePgBoss({ address });
    // A small statement takes longer only while a busy machine stands still. The call is then repeated.
    const queue = await insist(() => openPgBossQueue({ address, log, answerWithinMs: 5_000 }));
    let wakes = 0;
    try {
      await insist(() => queue.listen({ wake: () => wakes++, keepHouse: async () => undefined }));
      warnings.length = 0;
      line.fallSilent();
      const isCut = () => warnings.some((text) => text.includes('PostgreSQL has not answered for 5 seconds'));
      await until(isCut).catch((cause: unknown) => {
        throw new Error(`Warnings: ${warnings.join(', ')}`, { cause });
      });
      expect(wakes).toBe(0);
      line.speakAgain();
      await database.transaction((transaction) =>
        queue.enqueue(transaction, [{ batchId: 1, memberCode: 'M1', dueAt: 0 }]),
      );
      await until(() => wakes > 0);
    } finally {
      await queue.close();
      await line.end();
    }
  });

  it('ends with its storage', async () => {
    const database = await open();
    const connections = async () => {
      const rows = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      );
      return rows.at(0)!.count;
    };
    const before = await connections();
    const { address } = database;
    const storage = await openBatchStorage({ address, openQueue: openPgBossQueue });
    await storage.queue!.listen({ wake: () => undefined, keepHouse: async () => undefined });
    expect(await connections()).toBeGreaterThan(before);
    await storage.close();
    await until(async () => (await connections()) <= before);
  });

  // The row of the queue in the table of dependencies in docs/operations.md.
  it('lets worker and waiting call find news by themselves where neither can listen', async () => {
    const { address } = await open();
    await (await openBatchStorage({ address, openQueue: openPgBossQueue })).close();
    const deaf = { address: `${address}?pool_mode=transaction`, openQueue: openPgBossQueue, migrate: false };
    const storages = await Promise.all(
      ['api', 'worker'].map((applicationName) => openBatchStorage({ ...deaf, applicationName })),
    );
    const [serving, producing] = storages as [BatchStorage, BatchStorage];
    const engine = new BatchEngine({ ...serving, functions: [aDownload()] });
    const worker = new BatchWorker({ ...producing, functions: [aDownload()] });
    worker.start();
    try {
      const { batchId } = await engine.request({ ...letters, criteria: { count: 3 } });
      const answer = await engine.wait({ ...letters, batchId }, { ms: waitMs });
      const noticedAt = Date.now();
      const { requestedAt, startedAt, endedAt } = await engine.details({ ...owner, batchId });
      const listeners = await serving.database.query(
        `SELECT application_name FROM pg_stat_activity
         WHERE application_name LIKE '%-listener' AND datname = current_database()`,
      );
      expect(listeners).toEqual([]);
      expect(answer).toMatchObject({ state: 'finished', waited: true });
      expect(startedAt! - requestedAt).toBeLessThan(noticedWithinMs);
      expect(noticedAt - endedAt!).toBeLessThan(noticedWithinMs);
    } finally {
      await worker.stop();
      await engine.close();
      for (const storage of storages) await storage.close();
    }
  });

  describe('as the queue', () => {
    let storage: BatchStorage;
    let worker: BatchWorker | undefined;

    const openStorage = async () => {
      const { address } = await open();
      storage = await openBatchStorage({ address, openQueue: openPgBossQueue });
      return storage;
    };
    afterEach(async () => {
      await worker?.stop();
      worker = undefined;
      await storage.close();
    });

    const jobs = (name: string) =>
      storage.database.query<{ data: { batchId: number; reason?: string }; state: string; due: number }>(
        `SELECT data, state::text AS state, (extract(epoch FROM start_after) * 1000)::bigint AS due
         FROM batch_queue.job WHERE name = $1 ORDER BY created_on`,
        [name],
      );
    /** The worker polls so rarely that only the queue can wake it in time. */
    const startWorker = (download = aDownload(), settings: WorkerSettings = {}) => {
      worker = new BatchWorker({ ...storage, functions: [download], settings: { pollMs: 60_000, ...settings } });
      worker.start();
    };

    const schedules = () => storage.database.query('SELECT name, cron, options FROM batch_queue.schedule');

    describe('of a worker', () => {
      let engine: BatchEngine;
      beforeEach(async () => {
        await openStorage();
        engine = new BatchEngine({ ...storage, functions: [aDownload()] });
      });
      afterEach(() => engine.close());

      const details = (batchId: string) => engine.details({ ...owner, batchId });

      it('has an entry as soon as there is a batch, and for a repeated request no other', async () => {
        const idempotency = { key: 'k', digest: 'd' };
        const { batchId } = await engine.request({ ...letters, criteria: { count: 1 }, idempotency });
        await engine.request({ ...letters, criteria: { count: 1 }, idempotency });
        expect(await jobs(pgBossQueues.waiting)).toMatchObject([
          { data: { batchId: Number(batchId) }, state: 'created' },
        ]);
      });

      it('has neither entry nor batch when the transaction fails', async () => {
        await storage.database.execute(`ALTER TABLE batch ADD CONSTRAINT small CHECK (length(criteria) < 20)`);
        const criteria = { text: 'x'.repeat(50) };
        await expect(engine.request({ ...letters, criteria })).rejects.toThrow(/small/);
        expect(await jobs(pgBossQueues.waiting)).toEqual([]);
      });

      it('wakes an idle worker at once', async () => {
        const looks = jest.spyOn(storage.batches, 'claimNext');
        startWorker();
        await until(() => looks.mock.results.length > 0);
        expect(await looks.mock.results[0]?.value).toBeUndefined();
        const { batchId } = await engine.request({ ...letters, criteria: { count: 30 } });
        await until(async () => (await details(batchId)).state === 'finished');
        expect((await details(batchId)).startedAt! - (await details(batchId)).requestedAt).toBeLessThan(50_000);
      });

      it('wakes a worker for everything that was requested before it came', async () => {
        const requests = Array.from({ length: 30 }, () => engine.request({ ...letters, criteria: { count: 3 } }));
        const ids = (await Promise.all(requests)).map(({ batchId }) => batchId);
        startWorker();
        const unfinished = async () =>
          (await Promise.all(ids.map(details))).filter(({ state }) => state !== 'finished');
        await until(async () => (await unfinished()).length === 0);
        await until(() => worker!.runningCount === 0);
        expect(await storage.batches.counts()).toEqual({ waiting: 0, processing: 0 });
      });

      it('wakes a worker when the pause after a failed attempt is over', async () => {
        let attempts = 0;
        startWorker(
          aDownload({
            open: async (criteria, signal) => {
              if (++attempts === 1) throw new Error('not now');
              return lettersSnapshot(criteria, signal);
            },
          }),
          { backoffMs: 1500 },
        );
        const { batchId } = await engine.request({ ...letters, criteria: { count: 3 } });
        await until(async () => (await details(batchId)).state === 'finished');
        const [first = 0, second = 0] = (await jobs(pgBossQueues.waiting)).map(({ due }) => due);
        expect(second - first).toBeGreaterThan(700);
      });

      it('keeps a batch that failed for good among the dead letters', async () => {
        startWorker(
          aDownload({
            open: async () => {
              throw new BatchFailure('The head office has left', { permanent: true });
            },
          }),
        );
        const { batchId } = await engine.request({ ...letters, criteria: { count: 3 } });
        await until(async () => (await details(batchId)).state === 'failed');
        expect(await jobs(pgBossQueues.failed)).toMatchObject([
          { data: { batchId: Number(batchId), reason: 'The head office has left' } },
        ]);
      });

      it('follows the schedule of housekeeping', async () => {
        startWorker();
        await until(async () => (await schedules()).length > 0);
        expect(await schedules()).toEqual([
          { name: pgBossQueues.housekeeping, cron: '* * * * *', options: { heartbeatSeconds: 30 } },
        ]);
      });
    });
  });
});
