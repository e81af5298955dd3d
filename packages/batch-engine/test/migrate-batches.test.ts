import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { getRollbackPlans, PgBoss } from 'pg-boss';
import { migratePgBoss, missingPgBossTables, openPgBossQueue } from '../src/pg-boss/index.js';
import { migrateBatches, openBatchStorage, pendingBatchMigrations } from '../src/typeorm/index.js';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 0, 31, 12);
const nothing = { batch: [], segments: [] };

describe('tables of batches on SQLite', () => {
  let folder: string;
  let address: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batch-engine-'));
    address = `sqlite:${join(folder, 'a.batches.sqlite')}`;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are told without making a file, then made once', async () => {
    const pending = await pendingBatchMigrations({ address });
    expect(pending).toEqual({
      batch: expect.arrayContaining(['CreateBatches1795651200000']),
      segments: ['CreateSegments1795651200001'],
    });
    expect(existsSync(join(folder, 'a.batches.sqlite')) || existsSync(join(folder, 'a.segments.sqlite'))).toBe(false);
    expect(await migrateBatches({ address })).toEqual(pending);
    expect(await pendingBatchMigrations({ address })).toEqual(nothing);
    expect(await migrateBatches({ address })).toEqual(nothing);
  });

  it('are let go of by a storage that is closed', async () => {
    const storage = await openBatchStorage({ address });
    await storage.segments.write({ id: 1, attempt: 1, requestedAt: now }, [
      { number: 0, index: new Uint8Array([1]), data: new Uint8Array([2]) },
    ]);
    await storage.close();
    // The last process that closes a file removes the write-ahead log.
    expect(readdirSync(folder).toSorted()).toEqual(['a.batches.sqlite', 'a.segments.sqlite']);
  });

  it('are asked for by a storage that must not make them', async () => {
    await expect(openBatchStorage({ address, migrate: false })).rejects.toThrow(
      /^The batch database lacks CreateBatches1795651200000[,;] /,
    );
    await migrateBatches({ address });
    const storage = await openBatchStorage({ address, migrate: false });
    await storage.close();
    await rm(join(folder, 'a.segments.sqlite'));
    await expect(openBatchStorage({ address, migrate: false })).rejects.toThrow(
      'The segment database lacks CreateSegments1795651200001; "tpctl migrate" brings it up to date',
    );
  });
});

describeDatabases('tables of batches', [], (open, dialect) => {
  if (dialect === 'sqlite') {
    it('have no queue', async () => {
      const { address } = await open();
      const storage = await openBatchStorage({ address, openQueue: openPgBossQueue });
      expect(storage.queue).toBeUndefined();
      await storage.close();
    });
    return;
  }

  it('are told and made once, with the partitions of 60 days, by two at once as well', async () => {
    const database = await open();
    const { address } = database;
    const pending = await pendingBatchMigrations({ address, now });
    expect(pending).toEqual({
      batch: expect.arrayContaining(['CreateBatches1795651200000', 'CreateSegments1795651200001']),
      segments: ['partitions of 2026-02-01 to 2026-04-01'],
    });
    expect(await database.query(`SELECT 1 FROM pg_tables WHERE tablename LIKE 'batch%'`)).toEqual([]);
    const [one, other] = await Promise.all([migrateBatches({ address, now }), migrateBatches({ address, now })]);
    expect([one.batch, other.batch].toSorted((a, b) => a.length - b.length)).toEqual([[], pending.batch]);
    expect(await partitions(database)).toHaveLength(60);
    expect(await pendingBatchMigrations({ address, now })).toEqual(nothing);
    expect(await migrateBatches({ address, now: now + dayMs })).toEqual({
      batch: [],
      segments: ['partitions of 2026-04-02 to 2026-04-02'],
    });
  });

  it('lose the empty partitions of days gone by, and those only', async () => {
    const database = await open();
    const { address } = database;
    await migrateBatches({ address, now });
    const kept = Math.floor(now / dayMs) + 2;
    await database.execute(
      `INSERT INTO batch_segment (day, batch_id, attempt, number, record_index, data) VALUES ($1, 1, 1, 0, '', '')`,
      [kept],
    );
    const later = now + 4 * dayMs;
    const change = {
      batch: [],
      segments: ['partitions of 2026-04-02 to 2026-04-05', 'no empty partitions of 2026-02-01 to 2026-02-03'],
    };
    expect(await pendingBatchMigrations({ address, now: later })).toEqual(change);
    expect(await partitions(database)).toHaveLength(60);
    expect(await migrateBatches({ address, now: later })).toEqual(change);
    expect(await partitions(database)).toHaveLength(60 + 4 - 2);
    expect(await database.query('SELECT day FROM batch_segment')).toEqual([{ day: kept }]);
  });

  it('keep a partition of a day gone by into which somebody is just writing', async () => {
    const database = await open();
    const { address } = database;
    await migrateBatches({ address, now });
    const day = Math.floor(now / dayMs) - 1;
    await database.execute(
      `CREATE TABLE batch_segment_day_${day} PARTITION OF batch_segment FOR VALUES FROM (${day}) TO (${day + 1})`,
    );
    const { migrating } = await database.transaction(async (transaction) => {
      await transaction.execute(
        `INSERT INTO batch_segment (day, batch_id, attempt, number, record_index, data) VALUES ($1, 1, 1, 0, '', '')`,
        [day],
      );
      const other = migrateBatches({ address, now });
      while (!(await isWaitedFor(database, day))) await sleep(10);
      return { migrating: other };
    });
    expect(await migrating).toEqual(nothing);
    expect(await database.query('SELECT day FROM batch_segment')).toEqual([{ day }]);
  });

  it('are neither made nor dropped by a storage that must not', async () => {
    const { address } = await open();
    await expect(openBatchStorage({ address, migrate: false })).rejects.toThrow(
      /^The batch database lacks CreateBatches1795651200000[,;] /,
    );
    await migrateBatches({ address, now });
    const storage = await openBatchStorage({ address, migrate: false });
    const before = await partitions(storage.database);
    await storage.segments.maintain(now + 100 * dayMs);
    expect(await partitions(storage.database)).toEqual(before);
    const owner = { id: 1, attempt: 1, requestedAt: now + 100 * dayMs };
    const segment = { number: 0, index: new Uint8Array([1]), data: new Uint8Array([2]) };
    await storage.segments.write(owner, [segment]);
    expect(await storage.segments.read(owner, 0, 0)).toEqual([segment]);
    await storage.close();
  });

  it('of pg-boss are told, made once, and asked for by a queue that must not make them', async () => {
    const { address } = await open();
    await migrateBatches({ address, now });
    const openStorage = () => openBatchStorage({ address, openQueue: openPgBossQueue, migrate: false });
    const all = await missingPgBossTables({ address });
    const queues = ['queue batch-waiting', 'queue batch-failed', 'queue batch-housekeeping'];
    expect(all).toEqual([expect.stringMatching(/^pg-boss \d+$/), ...queues]);
    await expect(openStorage()).rejects.toThrow(
      `The batch database lacks ${all.join(', ')}; "tpctl migrate" brings it up to date`,
    );
    expect(await missingPgBossTables({ address })).toEqual(all);
    expect(await migratePgBoss({ address })).toEqual(all);
    expect(await migratePgBoss({ address })).toEqual([]);
    const storage = await openStorage();
    await storage.close();
    expect(await withQueues(address, (boss) => boss.getQueue('batch-waiting'))).toMatchObject({
      notify: false,
      deadLetter: 'batch-failed',
      deleteAfterSeconds: 3600,
      retryBackoff: true,
    });
  });

  it('of an older pg-boss are brought up to date with all its indexes', async () => {
    const database = await open();
    const { address } = database;
    await migratePgBoss({ address });
    const indexes = () => database.query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'batch_queue' ORDER BY 1`);
    const complete = await indexes();
    await goBackOneStep(address);
    const missing = [expect.stringMatching(/^pg-boss \d+$/)];
    expect(await missingPgBossTables({ address })).toEqual(missing);
    expect(await migratePgBoss({ address })).toEqual(missing);
    expect(await indexes()).toEqual(complete);
  });
});

function partitions(database: Database): Promise<unknown[]> {
  return database.query(`SELECT relname FROM pg_class WHERE relname LIKE 'batch_segment_day_%' AND relkind = 'r'`);
}

/** Whether another transaction is waiting for a lock on the partition of a day. */
async function isWaitedFor(database: Database, day: number): Promise<boolean> {
  const waiting = await database.query('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)', [
    `batch_segment_day_${day}`,
  ]);
  return waiting.length > 0;
}

/** Undoes the last migration of the schema of pg-boss. */
async function goBackOneStep(address: string): Promise<void> {
  await withQueues(address, (boss) => boss.getDb().executeSql(getRollbackPlans('batch_queue')));
}

async function withQueues<T>(address: string, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({ connectionString: address, schema: 'batch_queue', migrate: false, supervise: false });
  const errors: Error[] = [];
  // Errors may come after the end, because the last connection may still be open when the database is removed.
  boss.on('error', (error) => errors.push(error));
  await boss.start();
  try {
    const done = await work(boss);
    expect(errors).toEqual([]);
    return done;
  } finally {
    await boss.stop({ graceful: false });
  }
}
